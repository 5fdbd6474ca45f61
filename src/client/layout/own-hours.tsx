/** Checkbox and inputs for calling hours of a campaign that differ from the workspace's. */
import type { CampaignWindow } from '../../contract/settings.ts';
import { campaignWindowLabels as labels } from '../../labels/campaign-window-es.ts';
import { useSettings } from '../api/queries.ts';
import { Field } from '../ui/field.tsx';
import { HoursFields } from '../ui/hours-fields.tsx';
import { Select } from '../ui/input.tsx';

const everyDay = [1, 2, 3, 4, 5, 6, 7];

interface OwnHoursProps {
  /** Calling hours of the campaign; null to use the workspace's. */
  readonly value: CampaignWindow | null;
  readonly onChange: (value: CampaignWindow | null) => void;
  readonly hint?: string;
}

export function OwnHours({ value, onChange, hint }: OwnHoursProps) {
  const whole = useSettings().data?.callingWindow;
  const first = (): CampaignWindow =>
    whole?.enabled
      ? { days: whole.days, from: whole.from, to: whole.to }
      : { days: everyDay, from: '09:00', to: '21:00' };
  return (
    <div className="flex flex-col gap-3">
      <Field label={labels.name} hint={hint}>
        {(control) => (
          <Select
            {...control}
            className="max-w-60"
            value={value === null ? 'whole' : 'own'}
            onChange={(event) => onChange(event.target.value === 'own' ? first() : null)}
          >
            <option value="whole">{labels.whole}</option>
            <option value="own">{labels.own}</option>
          </Select>
        )}
      </Field>
      {value === null ? null : <HoursFields value={value} onChange={onChange} />}
    </div>
  );
}
