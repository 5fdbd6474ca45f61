/** The wizard's buttons for the previous step, the next one and sending; always visible while the step scrolls. */
import { ArrowLeft, ArrowRight, LoaderCircle } from 'lucide-react';
import { useId } from 'react';
import { campaignWizardLabels as labels } from '../../../labels/wizard-es.ts';
import { Button } from '../../ui/button.tsx';
import { lastWizardStep, type WizardStep, type WizardDraft } from './draft/wizard-draft.ts';

interface StepButtonsProps {
  readonly step: WizardStep;
  /** True while the campaign is being created, and also after it was created. */
  readonly isBusy: boolean;
  /** True if the wizard's step is complete. */
  readonly mayGoOn: boolean;
  /** Text that says what input the wizard's step lacks; null if nothing is missing. */
  readonly missing: string | null;
  readonly sendOption: WizardDraft['sendOption'];
  readonly onStep: (step: number) => void;
  /** Callback of 'Siguiente' while input is missing: moves the focus to the empty field. */
  readonly onMissing: () => void;
  readonly onSubmit: () => void;
}

export function WizardStepButtons({
  step,
  isBusy,
  mayGoOn,
  missing,
  sendOption,
  onStep,
  onMissing,
  onSubmit,
}: StepButtonsProps) {
  const hint = useId();
  const submitLabel = sendOption === 'scheduled' ? labels.submitScheduled : labels.submitNow;
  return (
    <div className="sticky bottom-0 z-10 -mx-4 mt-6 -mb-4 flex flex-wrap justify-between gap-2 rounded-b-lg border-t border-line bg-surface px-4 py-3">
      <Button className="max-sm:px-3" disabled={step === 1 || isBusy} onClick={() => onStep(step - 1)}>
        <ArrowLeft aria-hidden />
        {labels.previous}
      </Button>
      <p
        id={hint}
        className="min-w-0 flex-1 self-center text-right text-xs text-muted max-sm:order-first max-sm:basis-full"
      >
        {missing}
      </p>
      {step < lastWizardStep ? (
        <Button
          key="next"
          className="max-sm:px-3"
          variant="primary"
          aria-describedby={hint}
          onClick={() => (mayGoOn ? onStep(step + 1) : onMissing())}
        >
          {labels.next}
          <ArrowRight aria-hidden />
        </Button>
      ) : (
        <Button
          key="submit"
          className="max-sm:px-3"
          variant="primary"
          disabled={isBusy || !mayGoOn}
          aria-describedby={hint}
          onClick={(event) => {
            // Ignore the second click of a double click on 'Siguiente', because it would start the campaign.
            if (event.detail <= 1) onSubmit();
          }}
        >
          {isBusy ? <LoaderCircle aria-hidden className="animate-spin" /> : null}
          {isBusy ? labels.submitting : submitLabel}
        </Button>
      )}
    </div>
  );
}
