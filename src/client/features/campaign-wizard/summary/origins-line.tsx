/** The numbers that the campaign calls from, a line each. */
import { summaryLabels as labels } from '../../../../labels/wizard-es.ts';
import { originsOf, type WizardDraft } from '../draft/wizard-draft.ts';
import { SummaryLine } from './summary-line.tsx';

export function OriginsLine({ draft }: { readonly draft: WizardDraft }) {
  const origins = originsOf(draft);
  return (
    <SummaryLine label={origins.length > 1 ? labels.phoneNumbers : labels.phoneNumber}>
      {origins.length === 0
        ? null
        : origins.map((number) => (
            <span key={number} className="block">
              {number}
            </span>
          ))}
    </SummaryLine>
  );
}
