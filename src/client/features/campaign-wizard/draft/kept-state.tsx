/** Note below the wizard's summary that says whether this browser has stored the draft, with a button to start over. */
import { CircleAlert, CircleCheck } from 'lucide-react';
import { campaignDraftLabels as labels } from '../../../../labels/wizard-es.ts';

interface KeptStateProps {
  readonly isKept: boolean;
  readonly hasFailed: boolean;
  /**
   * Callback that deletes the draft and starts the wizard over. Undefined if another part of the screen has the button
   * for this.
   */
  readonly onStartAgain?: (() => void) | undefined;
}

export function WizardDraftStorageNote({ isKept, hasFailed, onStartAgain }: KeptStateProps) {
  if (hasFailed) {
    return (
      <p className="flex items-start gap-1.5 text-attention">
        <CircleAlert aria-hidden className="mt-0.5 size-3 shrink-0" />
        {labels.notKept}
      </p>
    );
  }
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="flex items-center gap-1.5">
        <CircleCheck aria-hidden className="size-3 shrink-0" />
        {isKept ? labels.kept : labels.keeping}
      </span>
      {onStartAgain ? (
        <button
          type="button"
          className="ml-auto font-medium text-accent-text underline underline-offset-2"
          onClick={onStartAgain}
        >
          {labels.startAgain}
        </button>
      ) : null}
    </p>
  );
}
