/** Selects for the campaign's origin numbers in step 1 of the wizard; the first one is required. */
import { Plus, X } from 'lucide-react';
import type { PhoneNumber } from '../../../contract/agents.ts';
import { maxOriginNumbers } from '../../../contract/recipient-file.ts';
import { campaignWizardHelp } from '../../../labels/form-help-es.ts';
import { wizardDetailsStepLabels as labels } from '../../../labels/wizard-es.ts';
import { FieldWithHelp } from '../../help/help-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/input.tsx';
import type { SelectOptionsState } from './choices.ts';
import { getWizardDraftOriginNumbers, type WizardDraft } from './draft/wizard-draft.ts';

interface OriginFieldsProps {
  readonly draft: WizardDraft;
  readonly onChange: (change: Partial<WizardDraft>) => void;
  readonly numbers: SelectOptionsState<PhoneNumber>;
}

function numberLabel({ nickname, phone_number_shown: number }: PhoneNumber): string {
  return nickname ? `${number} · ${nickname}` : number;
}

export function OriginNumberFields({ draft, onChange, numbers }: OriginFieldsProps) {
  const { phoneNumber, moreNumbers } = draft;
  const chosen = getWizardDraftOriginNumbers(draft);
  // When the origin numbers change, clear the chosen agent, because the new numbers may be bound to another agent.
  const choose = (change: Pick<Partial<WizardDraft>, 'phoneNumber' | 'moreNumbers'>) =>
    onChange({ ...change, agentId: null, agentVersion: null });
  const optionsOf = (own: string) => (
    <>
      <option value="" disabled>
        {numbers.items || numbers.isError ? labels.choosePhoneNumber : labels.loading}
      </option>
      {numbers.items
        ?.filter(({ phone_number: number }) => number === own || !chosen.includes(number))
        .map((number) => (
          <option key={number.phone_number_id} value={number.phone_number}>
            {numberLabel(number)}
          </option>
        ))}
    </>
  );
  const shownOf = (own: string) =>
    numbers.items?.find(({ phone_number: number }) => number === own)?.phone_number_shown;
  const isDisabled = !numbers.items || numbers.items.length === 0;
  const mayAdd =
    phoneNumber !== '' &&
    !moreNumbers.includes('') &&
    chosen.length < Math.min(maxOriginNumbers, numbers.items?.length ?? 0);
  return (
    <>
      <FieldWithHelp
        label={labels.phoneNumber}
        hint={numbers.items?.length === 0 ? labels.noPhoneNumbers : undefined}
        help={campaignWizardHelp.phoneNumber}
      >
        {(control) => (
          <Select
            {...control}
            data-field="phoneNumber"
            required
            value={phoneNumber}
            disabled={isDisabled}
            onChange={(event) => choose({ phoneNumber: event.target.value })}
          >
            {optionsOf(phoneNumber)}
          </Select>
        )}
      </FieldWithHelp>
      {moreNumbers.map((number, index) => (
        <div key={number || 'new'} className="mt-2 flex items-center gap-2">
          <Select
            aria-label={labels.otherNumber(index + 2)}
            value={number}
            disabled={isDisabled}
            onChange={(event) => choose({ moreNumbers: moreNumbers.with(index, event.target.value) })}
          >
            {optionsOf(number)}
          </Select>
          <Button
            variant="ghost"
            size="icon"
            aria-label={labels.removeNumber(shownOf(number) ?? String(index + 2))}
            onClick={() => choose({ moreNumbers: moreNumbers.toSpliced(index, 1) })}
          >
            <X aria-hidden />
          </Button>
        </div>
      ))}
      {chosen.length > 1 ? <p className="mt-1.5 text-xs text-muted">{labels.severalNumbers}</p> : null}
      {mayAdd ? (
        <Button size="small" className="mt-2" onClick={() => onChange({ moreNumbers: [...moreNumbers, ''] })}>
          <Plus aria-hidden />
          {labels.addNumber}
        </Button>
      ) : null}
    </>
  );
}
