/** Inputs for a campaign's calling hours: weekdays, start and end, with errors beside them. */
import { isClockTime } from '../../contract/calendar-days.ts';
import type { CampaignCallingHours } from '../../contract/settings.ts';
import { campaignCallingHoursLabels as labels } from '../../labels/campaign-window-es.ts';
import { Alert } from './alert.tsx';
import { WeekdayToggles } from './day-toggles.tsx';
import { FormField } from './field.tsx';
import { ClockTimeInput } from './moment-input.tsx';

/** Error text for a campaign's calling hours; null if they are valid. */
export function getCallingHoursErrorText({ days, from, to }: CampaignCallingHours): string | null {
  if (days.length === 0) return labels.noDays;
  if (!isClockTime(from) || !isClockTime(to)) return labels.noTimes;
  return to === '00:00' || from < to ? null : labels.backward;
}

interface HoursFieldsProps {
  readonly value: CampaignCallingHours;
  readonly onChange: (value: CampaignCallingHours) => void;
}

export function CallingHoursFields({ value, onChange }: HoursFieldsProps) {
  const problem = getCallingHoursErrorText(value);
  return (
    <div className="flex flex-col gap-3">
      <WeekdayToggles legend={labels.days} days={value.days} onChange={(days) => onChange({ ...value, days })} />
      <div className="grid max-w-md grid-cols-2 items-start gap-4">
        <FormField label={labels.from}>
          {(control) => (
            <ClockTimeInput {...control} value={value.from} onChange={(from) => onChange({ ...value, from })} />
          )}
        </FormField>
        <FormField label={labels.to} hint={labels.toHint}>
          {(control) => <ClockTimeInput {...control} value={value.to} onChange={(to) => onChange({ ...value, to })} />}
        </FormField>
      </div>
      {problem === null ? null : <Alert tone="attention">{problem}</Alert>}
    </div>
  );
}
