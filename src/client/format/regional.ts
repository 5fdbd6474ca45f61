/**
 * How a workspace writes figures and moments: its locale, zone, currency and dated rate (contract/regional.ts).
 * Hours are written in 24 h everywhere, English too: an operator reads them against a shift plan.
 */
import type { Workspace } from '../../contract/access.ts';

export type Regional = Readonly<Pick<Workspace, 'dateLocale' | 'timeZone' | 'currency' | 'usdRate'>>;

/** Where no workspace is known: the sign-in screen, and somebody who belongs to none. */
export const defaultRegional: Regional = {
  dateLocale: 'es-AR',
  timeZone: 'America/Argentina/Buenos_Aires',
  currency: 'USD',
  usdRate: null,
};

const numberWriters = new Map<string, Intl.NumberFormat>();
const momentWriters = new Map<string, Intl.DateTimeFormat>();

/** The writer of figures with at least `minimum` and at most `maximum` decimals; a rounded zero has no sign. */
export function numberWriter(
  { dateLocale }: Pick<Regional, 'dateLocale'>,
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

/** Making one costs about 30 µs; a table of 100 rows asks for the same one 300 times. */
export function momentWriter(
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
