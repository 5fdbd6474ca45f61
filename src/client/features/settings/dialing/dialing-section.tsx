/** Settings section of dialling: calls per second, calling window, attempts per day, rules of countries' laws. */
import { useFormContext, useWatch } from 'react-hook-form';
import { campaignPhoneLinesLabels } from '../../../../labels/campaign-lines-es.ts';
import { dialingSettingsLabels as labels, settingsLabels } from '../../../../labels/settings-es.ts';
import { useApiQuery } from '../../../api/queries.ts';
import { useHasRole } from '../../../session/session.ts';
import { useRegionalFormat } from '../../../session/use-format.ts';
import { Alert } from '../../../ui/alert.tsx';
import { SectionCard } from '../../../ui/card.tsx';
import { WeekdayToggles } from '../../../ui/day-toggles.tsx';
import {
  SettingsClockTimeField,
  SettingsNumberField,
  SettingsSwitchField,
  useSettingsField,
} from '../form/form-fields.tsx';
import { HolidaysField } from './holidays-field.tsx';
import { CountryDialingRulesCard } from './rules-card.tsx';
import type { SettingsFormValues } from '../form/settings-form.ts';

/**
 * Note on how many simultaneous calls the provider account's lines allow. It is computed from the saved settings, not
 * from unsaved changes.
 */
function LinesNote() {
  const format = useRegionalFormat();
  const lines = useApiQuery('getCampaignLines', {}).data?.lines;
  if (!lines) return null;
  const usable = campaignPhoneLinesLabels.usable(
    format.count(Math.max(0, lines.limit - lines.reserved)),
    format.count(lines.limit),
  );
  return (
    <p className="mt-4 text-sm text-muted">
      {campaignPhoneLinesLabels.title}: <span className="font-medium text-ink tabular-nums">{usable}</span>.{' '}
      {campaignPhoneLinesLabels.help(lines, format.count)}
    </p>
  );
}

function PaceCard() {
  const isAdmin = useHasRole('admin');
  return (
    <SectionCard title={labels.paceTitle} subtitle={labels.paceText}>
      {isAdmin ? null : (
        <Alert tone="info" className="mb-4">
          {settingsLabels.adminOnly}
        </Alert>
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SettingsNumberField
          name="dialing.callsPerSecond"
          decimal
          disabled={!isAdmin}
          label={labels.callsPerSecond}
          hint={labels.callsPerSecondHint}
        />
        <SettingsNumberField
          name="dialing.reservedLines"
          disabled={!isAdmin}
          label={labels.reservedLines}
          hint={labels.reservedLinesHint}
        />
        <SettingsNumberField
          name="dialing.callsPerNumberPerDay"
          disabled={!isAdmin}
          label={labels.callsPerNumber}
          hint={labels.callsPerNumberHint}
        />
      </div>
      <LinesNote />
    </SectionCard>
  );
}

function DaysField({ disabled }: { readonly disabled: boolean }) {
  const { value: days, set } = useSettingsField<readonly number[]>('callingWindow.days');
  return (
    <div>
      <WeekdayToggles legend={labels.days} days={days} onChange={set} disabled={disabled} />
      {days.length === 0 ? (
        <Alert tone="attention" className="mt-2">
          {labels.noDays}
        </Alert>
      ) : null}
    </div>
  );
}

function WindowCard() {
  const { control } = useFormContext<SettingsFormValues>();
  const enabled = useWatch({ control, name: 'callingWindow.enabled' });
  return (
    <SectionCard title={labels.windowTitle} subtitle={labels.windowText}>
      <SettingsSwitchField name="callingWindow.enabled" label={labels.enabled} hint={labels.enabledHint} />
      <div className="mt-2 flex flex-col gap-4">
        <DaysField disabled={!enabled} />
        <div className="grid max-w-md grid-cols-2 items-start gap-4">
          <SettingsClockTimeField name="callingWindow.from" disabled={!enabled} label={labels.from} />
          <SettingsClockTimeField name="callingWindow.to" disabled={!enabled} label={labels.to} hint={labels.toHint} />
        </div>
        <HolidaysField disabled={!enabled} />
      </div>
    </SectionCard>
  );
}

export function DialingSettingsSection() {
  return (
    <>
      <PaceCard />
      <WindowCard />
      <SectionCard title={labels.attemptsTitle}>
        <div className="max-w-xs">
          <SettingsNumberField name="dailyAttempts" label={labels.attempts} hint={labels.attemptsHint} />
        </div>
      </SectionCard>
      <CountryDialingRulesCard />
    </>
  );
}
