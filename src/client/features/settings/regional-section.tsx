/** Settings section of time zone, date format, currency and dollar rate, with examples of the formats. */
import { useFormContext, useWatch } from 'react-hook-form';
import {
  workspaceCurrencies,
  dateLocales,
  workspaceTimeZones,
  type WorkspaceCurrency,
} from '../../../contract/regional.ts';
import type { WorkspaceSettings } from '../../../contract/settings.ts';
import {
  currencyLabels,
  dateLocaleLabels,
  regionalSettingsLabels as labels,
  settingsLabels,
  timeZoneLabels,
} from '../../../labels/settings-es.ts';
import { getServerTimeMs } from '../../api/realtime.ts';
import { toCalendarDay } from '../../format/dates.ts';
import { createRegionalFormat } from '../../format/regional-format.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useHasRole } from '../../session/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { SectionCard } from '../../ui/card.tsx';
import { SettingsDateField, SettingsNumberField, SettingsSelectField } from './form/form-fields.tsx';
import { createLazyComponent } from '../../ui/lazy-part.tsx';
import type { SettingsFormValues } from './form/settings-form.ts';

const secondFactorCard = createLazyComponent(() => import('./second-factor-card.tsx'));

const exampleCost = 21.3;
const exampleNumber = 1234.5;

function Example() {
  const { control } = useFormContext<SettingsFormValues>();
  const [timeZone, dateLocale, currency, usdRate] = useWatch({
    control,
    name: ['timeZone', 'dateLocale', 'currency', 'usdRate'],
  });
  const now = new Date(useNow(getServerTimeMs)).toISOString();
  const isRate = usdRate.rate > 0 && usdRate.date !== '';
  const format = createRegionalFormat({ timeZone, dateLocale, currency, usdRate: isRate ? usdRate : null });
  const rows = [
    [labels.exampleDate, format.date(now)],
    [labels.exampleTime, format.time(now)],
    [labels.exampleNumber, format.decimal(exampleNumber, 1)],
    [labels.exampleCost, format.callCost(exampleCost)],
  ] as const;
  return (
    <section aria-label={labels.example} className="flex flex-col gap-3 rounded-md bg-sunken p-4">
      <h3 className="text-xs font-medium text-muted">{labels.example}</h3>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="font-medium tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {format.moneyNote() === null ? null : <p className="text-xs text-muted">{format.moneyNote()}</p>}
    </section>
  );
}

function RateFields({ base }: { readonly base: WorkspaceSettings }) {
  const isAdmin = useHasRole('admin');
  const { control, setValue, getValues } = useFormContext<SettingsFormValues>();
  const [currency, rate] = useWatch({ control, name: ['currency', 'usdRate.rate'] });
  if (currency === 'USD') return <p className="text-muted">{labels.rateNotNeeded}</p>;
  return (
    <>
      <p className="mb-4 text-muted">{labels.rateText}</p>
      {isAdmin ? null : (
        <Alert tone="info" className="mb-4">
          {settingsLabels.adminOnly}
        </Alert>
      )}
      {base.usdRate !== null && currency !== base.currency && rate === 0 ? (
        <Alert tone="attention" className="mb-4">
          {labels.rateCleared}
        </Alert>
      ) : null}
      <div
        className="grid items-start gap-4 sm:grid-cols-2"
        // If a dollar rate is entered without a date, today's date is filled in.
        onBlur={() => {
          const typed = getValues('usdRate');
          if (typed.rate > 0 && typed.date === '')
            setValue('usdRate.date', toCalendarDay(new Date(getServerTimeMs()), getValues('timeZone')), {
              shouldDirty: true,
            });
        }}
      >
        <SettingsNumberField
          name="usdRate.rate"
          decimal
          disabled={!isAdmin}
          label={labels.rate(currency)}
          hint={labels.rateHint}
        />
        <SettingsDateField name="usdRate.date" disabled={!isAdmin} label={labels.rateDate} />
      </div>
    </>
  );
}

export function RegionalSection({ base }: { readonly base: WorkspaceSettings }) {
  const isAdmin = useHasRole('admin');
  const { setValue } = useFormContext<SettingsFormValues>();

  /** A dollar rate belongs to one currency. Choosing another currency clears the rate, as the server does. */
  function forgetRate(currency: WorkspaceCurrency): void {
    if (!isAdmin) return;
    const kept = currency === base.currency ? base.usdRate : null;
    setValue('usdRate', kept ?? { rate: 0, date: '' }, { shouldDirty: true });
  }

  return (
    <>
      <SectionCard title={labels.title} subtitle={labels.text}>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <div className="sm:col-span-2">
            <SettingsSelectField
              name="timeZone"
              label={labels.timeZone}
              hint={labels.timeZoneHint}
              options={workspaceTimeZones}
              labelOf={(zone) => timeZoneLabels[zone]}
            />
          </div>
          <DateFormatField />
          <SettingsSelectField
            name="currency"
            label={labels.currency}
            options={workspaceCurrencies}
            labelOf={(currency) => currencyLabels[currency]}
            onChosen={forgetRate}
          />
        </div>
        <div className="mt-4">
          <Example />
        </div>
      </SectionCard>
      <SectionCard title={labels.rateTitle}>
        <RateFields base={base} />
      </SectionCard>
      <secondFactorCard.Part />
    </>
  );
}

function DateFormatField() {
  const { control } = useFormContext<SettingsFormValues>();
  const timeZone = useWatch({ control, name: 'timeZone' });
  const today = new Date(getServerTimeMs()).toISOString();
  return (
    <SettingsSelectField
      name="dateLocale"
      label={labels.dateLocale}
      options={dateLocales}
      labelOf={(dateLocale) =>
        `${dateLocaleLabels[dateLocale]} · ${createRegionalFormat({ dateLocale, timeZone, currency: 'USD', usdRate: null }).date(today)}`
      }
    />
  );
}
