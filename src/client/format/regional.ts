/**
 * Regional settings of a workspace: locale, time zone, currency and dollar rate (contract/regional.ts). Hours are in 24
 * h in every language, because operators compare them with a shift plan.
 */
import type { Workspace } from '../../contract/access.ts';

export type RegionalFormatSettings = Readonly<Pick<Workspace, 'dateLocale' | 'timeZone' | 'currency' | 'usdRate'>>;

/** Regional settings where there is no workspace, such as on the sign-in screen. */
export const defaultRegionalSettings: RegionalFormatSettings = {
  dateLocale: 'es-AR',
  timeZone: 'America/Argentina/Buenos_Aires',
  currency: 'USD',
  usdRate: null,
};

const numberWriters = new Map<string, Intl.NumberFormat>();
const momentWriters = new Map<string, Intl.DateTimeFormat>();

/** Number formatter from a cache. A number that rounds to zero gets no sign. */
export function getCachedNumberFormatter(
  { dateLocale }: Pick<RegionalFormatSettings, 'dateLocale'>,
  minimum: number,
  maximum = minimum,
): Intl.NumberFormat {
  const key = `${dateLocale} ${minimum} ${maximum}`;
  let writer = numberWriters.get(key);
  if (!writer) {
    writer = new Intl.NumberFormat(dateLocale, {
      minimumFractionDigits: minimum,
      maximumFractionDigits: maximum,
      signDisplay: 'negative',
    });
    numberWriters.set(key, writer);
  }
  return writer;
}

/** Date formatter from a cache. Creating one takes about 30 µs, and a table of 100 rows needs it 300 times. */
export function getCachedDateFormatter(
  dateLocale: string,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${dateLocale} ${timeZone} ${JSON.stringify(options)}`;
  let writer = momentWriters.get(key);
  if (!writer) {
    writer = new Intl.DateTimeFormat(dateLocale, { ...options, timeZone, hourCycle: 'h23' });
    momentWriters.set(key, writer);
  }
  return writer;
}
