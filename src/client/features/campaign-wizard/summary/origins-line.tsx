/** The campaign's origin numbers, one on a line. */
import { wizardSummaryLabels as labels } from '../../../../labels/wizard-es.ts';
import { useApiQuery } from '../../../api/queries.ts';
import { PhoneNumberText } from '../../../ui/phone-number.tsx';
import { getWizardDraftOriginNumbers, type WizardDraft } from '../draft/wizard-draft.ts';
import { WizardSummaryLine } from './summary-line.tsx';

export function OriginNumbersSummaryLine({ draft }: { readonly draft: WizardDraft }) {
  const origins = getWizardDraftOriginNumbers(draft);
  const listed = useApiQuery('listPhoneNumbers', {}).data;
  return (
    <WizardSummaryLine label={origins.length > 1 ? labels.phoneNumbers : labels.phoneNumber}>
      {origins.length === 0
        ? null
        : origins.map((number) => (
            <span key={number} className="block">
              <PhoneNumberText>
                {listed?.find(({ phone_number: each }) => each === number)?.phone_number_shown ?? number}
              </PhoneNumberText>
            </span>
          ))}
    </WizardSummaryLine>
  );
}
