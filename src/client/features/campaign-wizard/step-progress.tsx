/** Progress through the wizard's three steps. */
import { Check } from 'lucide-react';
import { campaignWizardLabels } from '../../../labels/wizard-es.ts';
import { classNames } from '../../ui/class-names.ts';
import { lastWizardStep, type WizardStep } from './draft/wizard-draft.ts';

export function WizardStepProgress({ step }: { readonly step: WizardStep }) {
  return (
    <nav aria-label={campaignWizardLabels.progress}>
      <ol className="flex gap-2 sm:gap-4">
        {campaignWizardLabels.steps.map((label, index) => {
          const number = index + 1;
          const isDone = number < step;
          const isCurrent = number === step;
          return (
            <li
              key={label}
              aria-current={isCurrent ? 'step' : undefined}
              className={classNames('min-w-0', isCurrent ? 'flex-[4] sm:flex-1' : 'flex-1')}
            >
              <div
                aria-hidden
                className={classNames('h-1 rounded-full', isDone || isCurrent ? 'bg-accent' : 'bg-line')}
              />
              <div className="mt-2 flex items-center gap-2">
                <span
                  aria-hidden
                  className={classNames(
                    'flex size-5 shrink-0 items-center justify-center rounded-full text-xs font-semibold tabular-nums',
                    isCurrent && 'bg-accent text-accent-ink',
                    isDone && 'bg-accent-soft text-accent-text',
                    !isCurrent && !isDone && 'bg-sunken text-muted',
                  )}
                >
                  {isDone ? <Check className="size-3" strokeWidth={3} /> : number}
                </span>
                <span className={classNames('truncate', isCurrent ? 'font-semibold' : 'text-muted max-sm:sr-only')}>
                  {label}
                </span>
                {isCurrent ? (
                  <span className="sr-only">{campaignWizardLabels.stepOf(number, lastWizardStep)}</span>
                ) : null}
              </div>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
