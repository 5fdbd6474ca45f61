/** The campaign's origin numbers, one on a line. */
import { summaryLabels as labels } from '../../../../labels/wizard-es.ts';
import { useApiQuery } from '../../../api/queries.ts';
import { PhoneNumber } from '../../../ui/phone-number.tsx';
import { originNumbersOf, type WizardDraft } from '../draft/wizard-draft.ts';
import { SummaryLine } from './summary-line.tsx';

export function OriginsLine({ draft }: { readonly draft: WizardDraft }) {
  const origins = originNumbersOf(draft);
  const listed = useApiQuery('listPhoneNumbers', {}).data;
  return (
    <SummaryLine label={origins.length > 1 ? labels.phoneNumbers : labels.phoneNumber}>
      {origins.length === 0
        ? null
        : origins.map((number) => (
            <span key={number} className="block">
              <PhoneNumber>
                {listed?.find(({ phone_number: each }) => each === number)?.phone_number_shown ?? number}
              </PhoneNumber>
            </span>
          ))}
    </SummaryLine>
  );
}
