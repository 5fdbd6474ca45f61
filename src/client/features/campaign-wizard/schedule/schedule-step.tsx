/** Step 3 of the campaign wizard: start now or at a date and time of the workspace's zone, retries, test call. */
import { CalendarClock, Send } from 'lucide-react';
import { useId } from 'react';
import { wizardScheduleStepLabels as labels, timeZoneCountryLabels } from '../../../../labels/wizard-es.ts';
import { getServerTimeMs } from '../../../api/realtime.ts';
import { toCalendarDay } from '../../../format/dates.ts';
import { useRegionalFormat } from '../../../session/use-format.ts';
import { classNames } from '../../../ui/class-names.ts';
import { FormField } from '../../../ui/field.tsx';
import { ClockTimeInput, DayInput } from '../../../ui/moment-input.tsx';
import { createLazyComponent } from '../../../ui/lazy-part.tsx';
import { RetryPolicySection } from './retry-section.tsx';
import { TestCallSection } from './test-call-section.tsx';
import { isWizardScheduleInPast, getWizardDraftOriginNumbers, type WizardDraft } from '../draft/wizard-draft.ts';
import type { CampaignPreflightState } from '../summary/use-preflight.ts';

const options = [
  { value: 'now', label: labels.now, help: labels.nowHelp, Icon: Send },
  { value: 'scheduled', label: labels.scheduled, help: labels.scheduledHelp, Icon: CalendarClock },
] as const;

interface ScheduleStepProps {
  readonly draft: WizardDraft;
  readonly onChange: (change: Partial<WizardDraft>) => void;
  readonly zone: string;
  readonly firstRecipient: Readonly<Record<string, string>> | null;
  readonly preflight: CampaignPreflightState;
  /** Number of different phone numbers in the campaign's recipient file. */
  readonly validCount: number;
}

function SendOptions({ draft, onChange, zone }: Pick<ScheduleStepProps, 'draft' | 'onChange' | 'zone'>) {
  const id = useId();
  const { scheduledDate: date, scheduledTime: time } = draft;
  const { dateLocale: locale } = useRegionalFormat().regional;
  return (
    <div className="flex flex-col gap-5">
      <fieldset className="grid gap-3 sm:grid-cols-2">
        <legend className="mb-2 font-medium">{labels.sendOption}</legend>
        {options.map(({ value, label, help, Icon }) => (
          <label
            key={value}
            className={classNames(
              'grid cursor-pointer grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 rounded-md border p-3 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
              draft.sendOption === value ? 'border-accent bg-accent-soft' : 'border-line hover:bg-sunken',
            )}
          >
            <input
              type="radio"
              name="sendOption"
              aria-label={label}
              aria-describedby={`${id}-${value}`}
              className="mt-1 self-start accent-accent"
              checked={draft.sendOption === value}
              onChange={() => onChange({ sendOption: value })}
            />
            <span className="flex items-center gap-2 font-medium">
              <Icon aria-hidden className="size-4 text-muted" />
              {label}
            </span>
            <span id={`${id}-${value}`} className="col-start-2 text-xs text-muted">
              {help}
            </span>
          </label>
        ))}
      </fieldset>
      {draft.sendOption === 'scheduled' ? (
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <FormField
            label={labels.date}
            error={isWizardScheduleInPast(draft, zone, getServerTimeMs()) ? labels.past : undefined}
          >
            {(control) => (
              <DayInput
                {...control}
                locale={locale}
                required
                min={toCalendarDay(new Date(getServerTimeMs()), zone)}
                value={date}
                onChange={(scheduledDate) => onChange({ scheduledDate })}
              />
            )}
          </FormField>
          <FormField label={labels.time} hint={labels.zone(timeZoneCountryLabels[zone] ?? zone)}>
            {(control) => (
              <ClockTimeInput
                {...control}
                required
                value={time}
                onChange={(scheduledTime) => onChange({ scheduledTime })}
              />
            )}
          </FormField>
        </div>
      ) : null}
    </div>
  );
}

const dialingFields = createLazyComponent(() => import('./dialing-fields.tsx'));
const simulation = createLazyComponent(() => import('./simulation-section.tsx'));

export default function CampaignScheduleStep({
  draft,
  onChange,
  zone,
  firstRecipient,
  preflight,
  validCount,
}: ScheduleStepProps) {
  return (
    <div className="flex flex-col gap-6">
      <SendOptions draft={draft} onChange={onChange} zone={zone} />
      <RetryPolicySection
        policy={draft.retryPolicy}
        limits={draft.retryLimits}
        hasNumbers={getWizardDraftOriginNumbers(draft).length > 1}
        onChange={onChange}
      />
      <dialingFields.Part draft={draft} onChange={onChange} />
      <simulation.Part draft={draft} preflight={preflight} validCount={validCount} />
      <TestCallSection draft={draft} firstRecipient={firstRecipient} />
    </div>
  );
}
