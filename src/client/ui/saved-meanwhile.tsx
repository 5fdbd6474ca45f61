/**
 * Notice that somebody else saved the form first. It shows the saved values that differ from the user's, with buttons
 * to overwrite or to adopt them.
 */
import { editConflictLabels as labels } from '../../labels/saved-meanwhile-es.ts';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';

/** A form field whose value somebody else has saved meanwhile: its name, and the saved value as text. */
export interface SaveConflictField {
  readonly name: string;
  readonly saved: string;
}

interface SavedMeanwhileProps {
  readonly text: string;
  readonly fields: readonly SaveConflictField[];
  readonly isSaving: boolean;
  readonly onKeep: () => void;
  /** Drops what is typed. */
  readonly onTake: () => void;
}

export function SaveConflictNotice({ text, fields, isSaving, onKeep, onTake }: SavedMeanwhileProps) {
  return (
    <Alert tone="attention" className="sticky top-16 z-10 max-h-[60dvh] overflow-y-auto">
      <p>{text}</p>
      <ul className="my-2 flex flex-col gap-1 text-ink">
        {fields.map(({ name, saved }) => (
          <li key={`${name} ${saved}`}>
            <span className="font-medium">{name}.</span> {labels.now(saved)}
          </li>
        ))}
      </ul>
      <span className="flex flex-wrap gap-2">
        <Button size="small" variant="primary" disabled={isSaving} onClick={onKeep}>
          {labels.keep}
        </Button>
        <Button size="small" disabled={isSaving} onClick={onTake}>
          {labels.take}
        </Button>
      </span>
    </Alert>
  );
}
