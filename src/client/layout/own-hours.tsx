/** Checkbox and inputs with which a campaign can have calling hours of its own instead of the workspace's. */
import type { CampaignCallingHours } from '../../contract/settings.ts';
import { campaignCallingHoursLabels as labels } from '../../labels/campaign-window-es.ts';
import { useWorkspaceSettings } from '../api/queries.ts';
import { FormField } from '../ui/field.tsx';
import { CallingHoursFields } from '../ui/hours-fields.tsx';
import { Select } from '../ui/input.tsx';

const everyDay = [1, 2, 3, 4, 5, 6, 7];

interface OwnHoursProps {
  /** Calling hours of the campaign; null to use the workspace's. */
  readonly value: CampaignCallingHours | null;
  readonly onChange: (value: CampaignCallingHours | null) => void;
  readonly hint?: string;
}

export function CampaignOwnHoursFields({ value, onChange, hint }: OwnHoursProps) {
  const whole = useWorkspaceSettings().data?.callingWindow;
  const first = (): CampaignCallingHours =>
    whole?.enabled
      ? { days: whole.days, from: whole.from, to: whole.to }
      : { days: everyDay, from: '09:00', to: '21:00' };
  return (
    <div className="flex flex-col gap-3">
      <FormField label={labels.name} hint={hint}>
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
      </FormField>
      {value === null ? null : <CallingHoursFields value={value} onChange={onChange} />}
    </div>
  );
}
