/** Says how many changes are unsaved and saves them; sticks to the foot of the window while there are any. */
import { useState } from 'react';
import { savingLabels as labels } from '../../../labels/settings-es.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CompareDialog } from './compare-dialog.tsx';
import type { SettingsDraft } from './use-settings-draft.ts';

interface SaveBarProps {
  readonly draft: SettingsDraft;
  /** There is something to save although nothing has changed: thresholds that nobody has saved yet. */
  readonly mayConfirm: boolean;
  readonly onSave: () => void;
}

export function SaveBar({ draft, mayConfirm, onSave }: SaveBarProps) {
  const [comparing, setComparing] = useState(false);
  const { changes, clash, isSaving } = draft;
  const rootError = draft.form.formState.errors.root?.message;
  return (
    <div
      className={classNames(
        'flex flex-col gap-2 rounded-lg border px-4 py-3',
        changes.length > 0 ? 'sticky bottom-2 z-10 border-line-strong bg-surface shadow-pop' : 'border-transparent',
      )}
    >
      {clash ? (
        <Alert
          tone="attention"
          className="max-sm:flex-col max-sm:items-start"
          action={
            <span className="flex shrink-0 gap-2">
              <Button size="small" onClick={() => setComparing(true)}>
                {labels.compare}
              </Button>
              <Button size="small" onClick={draft.discard}>
                {labels.reload}
              </Button>
            </span>
          }
        >
          {labels.clash}
        </Alert>
      ) : null}
      {rootError && changes.length > 0 ? <Alert tone="bad">{rootError}</Alert> : null}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <output className={classNames('mr-auto text-sm max-sm:w-full', changes.length > 0 ? 'font-medium' : 'text-muted')}>
          {changes.length > 0 ? labels.changes(changes.length) : mayConfirm ? labels.thresholdsWait : labels.none}
        </output>
        {changes.length > 0 ? (
          <Button disabled={isSaving} onClick={draft.discard}>
            {labels.discard}
          </Button>
        ) : null}
        <Button variant="primary" disabled={isSaving || clash !== null || (changes.length === 0 && !mayConfirm)} onClick={onSave}>
          {isSaving ? labels.saving : labels.save}
        </Button>
      </div>
      {comparing && clash ? <CompareDialog draft={draft} clash={clash} onClose={() => setComparing(false)} /> : null}
    </div>
  );
}
