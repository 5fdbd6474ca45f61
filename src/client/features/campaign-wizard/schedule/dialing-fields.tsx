/**
 * Inputs for the campaign options besides the schedule: dial check, kind, calling hours, weight and 'Mejor hora', which
 * first calls the people who usually answer at the present hour.
 */
import { campaignPurposes } from '../../../../contract/country-rules.ts';
import { campaignPurposeLabels, campaignKindFieldLabels } from '../../../../labels/campaign-kinds-es.ts';
import { campaignInfoLabels } from '../../../../labels/campaign-detail-es.ts';
import { campaignDialCheckFieldLabels as labels } from '../../../../labels/dial-checks-es.ts';
import { bestHourLabels } from '../../../../labels/best-hour-es.ts';
import { campaignCallingHoursLabels } from '../../../../labels/campaign-window-es.ts';
import { campaignWeightLabels } from '../../../../labels/weight-es.ts';
import { useApiQuery } from '../../../api/queries.ts';
import { CampaignOwnHoursFields } from '../../../layout/own-hours.tsx';
import { FormField } from '../../../ui/field.tsx';
import { Select } from '../../../ui/input.tsx';
import { SwitchRow } from '../../../ui/switch.tsx';
import { CampaignWeightSelect } from '../../../ui/weight-select.tsx';
import type { WizardDraft } from '../draft/wizard-draft.ts';

interface CheckFieldProps {
  readonly value: string | null;
  readonly onChange: (checkId: string | null) => void;
}

/**
 * Select for the campaign's dial check, whose URL is requested before each call. Hidden if the workspace has no dial
 * checks.
 */
function CheckField({ value, onChange }: CheckFieldProps) {
  const { data: checks } = useApiQuery('listDialChecks', {});
  if (checks === undefined || (checks.length === 0 && !value)) return null;
  return (
    <FormField label={campaignInfoLabels.check} hint={labels.fieldHint}>
      {(control) => (
        <Select {...control} value={value ?? ''} onChange={(event) => onChange(event.target.value || null)}>
          <option value="">{labels.none}</option>
          {checks.map(({ id, name, host }) => (
            <option key={id} value={id}>
              {labels.option(name, host)}
            </option>
          ))}
          {value && !checks.some(({ id }) => id === value) ? <option value={value}>{labels.gone}</option> : null}
        </Select>
      )}
    </FormField>
  );
}

interface DialingFieldsProps {
  readonly draft: WizardDraft;
  readonly onChange: (change: Partial<WizardDraft>) => void;
}

export default function CampaignOptionFields({ draft, onChange }: DialingFieldsProps) {
  return (
    <>
      <CheckField value={draft.checkId} onChange={(checkId) => onChange({ checkId })} />
      <FormField label={campaignKindFieldLabels.name} hint={campaignKindFieldLabels.hint}>
        {(control) => (
          <Select
            {...control}
            className="max-w-60"
            value={draft.kind ?? ''}
            onChange={(event) =>
              onChange({ kind: campaignPurposes.find((kind) => kind === event.target.value) ?? null })
            }
          >
            <option value="">{campaignKindFieldLabels.none}</option>
            {campaignPurposes.map((kind) => (
              <option key={kind} value={kind}>
                {campaignPurposeLabels[kind]}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      <CampaignOwnHoursFields
        value={draft.callingWindow}
        onChange={(callingWindow) => onChange({ callingWindow })}
        hint={campaignCallingHoursLabels.hint}
      />
      <FormField label={campaignInfoLabels.weight} hint={campaignWeightLabels.hint}>
        {(control) => (
          <CampaignWeightSelect
            {...control}
            className="max-w-40"
            value={draft.weight}
            onPick={(weight) => onChange({ weight })}
          />
        )}
      </FormField>
      <SwitchRow
        className="py-0"
        label={bestHourLabels.name}
        hint={bestHourLabels.hint}
        checked={draft.bestHour}
        onChange={(bestHour) => onChange({ bestHour })}
      />
    </>
  );
}
