/** Settings section of time zone, date format, currency and dollar rate, with examples of the formats. */
import { useFormContext, useWatch } from 'react-hook-form';
import { currencies, dateLocales, timeZones, type Currency } from '../../../contract/regional.ts';
import type { Settings } from '../../../contract/settings.ts';
import {
  currencyLabels,
  dateLocaleLabels,
  regionalLabels as labels,
  settingsLabels,
  timeZoneLabels,
} from '../../../labels/settings-es.ts';
import { serverNow } from '../../api/realtime.ts';
import { calendarDay } from '../../format/dates.ts';
import { createRegionalFormat } from '../../format/regional-format.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useHasRole } from '../../session/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Card } from '../../ui/card.tsx';
import { DayField, NumberField, SelectField } from './form/form-fields.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { SettingsForm } from './form/settings-form.ts';

const secondFactorCard = lazyPart(() => import('./second-factor-card.tsx'));

const exampleCost = 21.3;
const exampleNumber = 1234.5;

function Example() {
  const { control } = useFormContext<SettingsForm>();
  const [timeZone, dateLocale, currency, usdRate] = useWatch({
    control,
    name: ['timeZone', 'dateLocale', 'currency', 'usdRate'],
  });
  const now = new Date(useNow(serverNow)).toISOString();
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

function RateFields({ base }: { readonly base: Settings }) {
  const isAdmin = useHasRole('admin');
  const { control, setValue, getValues } = useFormContext<SettingsForm>();
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
            setValue('usdRate.date', calendarDay(new Date(serverNow()), getValues('timeZone')), { shouldDirty: true });
        }}
      >
        <NumberField
          name="usdRate.rate"
          decimal
          disabled={!isAdmin}
          label={labels.rate(currency)}
          hint={labels.rateHint}
        />
        <DayField name="usdRate.date" disabled={!isAdmin} label={labels.rateDate} />
      </div>
    </>
  );
}

export function RegionalSection({ base }: { readonly base: Settings }) {
  const isAdmin = useHasRole('admin');
  const { setValue } = useFormContext<SettingsForm>();

  /** A dollar rate belongs to one currency. Choosing another currency clears the rate, as the server does. */
  function forgetRate(currency: Currency): void {
    if (!isAdmin) return;
    const kept = currency === base.currency ? base.usdRate : null;
    setValue('usdRate', kept ?? { rate: 0, date: '' }, { shouldDirty: true });
  }

  return (
    <>
      <Card title={labels.title} subtitle={labels.text}>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <div className="sm:col-span-2">
            <SelectField
              name="timeZone"
              label={labels.timeZone}
              hint={labels.timeZoneHint}
              options={timeZones}
              labelOf={(zone) => timeZoneLabels[zone]}
            />
          </div>
          <DateFormatField />
          <SelectField
            name="currency"
            label={labels.currency}
            options={currencies}
            labelOf={(currency) => currencyLabels[currency]}
            onChosen={forgetRate}
          />
        </div>
        <div className="mt-4">
          <Example />
        </div>
      </Card>
      <Card title={labels.rateTitle}>
        <RateFields base={base} />
      </Card>
      <secondFactorCard.Part />
    </>
  );
}

function DateFormatField() {
  const { control } = useFormContext<SettingsForm>();
  const timeZone = useWatch({ control, name: 'timeZone' });
  const today = new Date(serverNow()).toISOString();
  return (
    <SelectField
      name="dateLocale"
      label={labels.dateLocale}
      options={dateLocales}
      labelOf={(dateLocale) =>
        `${dateLocaleLabels[dateLocale]} · ${createRegionalFormat({ dateLocale, timeZone, currency: 'USD', usdRate: null }).date(today)}`
      }
    />
  );
}
