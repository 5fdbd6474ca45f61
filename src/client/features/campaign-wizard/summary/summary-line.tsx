/** One line of the wizard's summary: a label, optionally with help, and a value or 'Sin completar'. */
import type { ReactNode } from 'react';
import { wizardSummaryLabels as labels } from '../../../../labels/wizard-es.ts';
import { LabelWithHelp } from '../../../help/help-tip.tsx';

interface SummaryLineProps {
  readonly label: string;
  readonly help?: string;
  readonly children: ReactNode;
}

export function WizardSummaryLine({ label, help, children }: SummaryLineProps) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="shrink-0 text-muted">{help ? <LabelWithHelp about={label} text={help} /> : label}</dt>
      <dd className="min-w-0 text-right font-medium break-words tabular-nums">
        {children ?? <span className="font-normal text-muted">{labels.none}</span>}
      </dd>
    </div>
  );
}
