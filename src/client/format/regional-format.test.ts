// Every choice of the regional settings, written and read back: nothing is lost, no locale or zone is missing.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { workspaceCurrencies, dateLocales, workspaceTimeZones } from '../../contract/regional.ts';
import { toCalendarDay, formatClockTimeForInput, convertZonedDateTimeToMoment } from './dates.ts';
import { createRegionalFormat } from './regional-format.ts';
import { defaultRegionalSettings, type RegionalFormatSettings } from './regional.ts';

const regionals = fc.record<RegionalFormatSettings>({
  dateLocale: fc.constantFrom(...dateLocales),
  timeZone: fc.constantFrom(...workspaceTimeZones),
  currency: fc.constantFrom(...workspaceCurrencies),
  usdRate: fc.option(
    fc.record({ rate: fc.double({ min: 0.01, max: 5_000, noNaN: true }), date: fc.constant('2026-11-21') }),
  ),
});

/** Nights on which a zone's clock changes, the hours around them, and any other moment. */
const moments = fc.oneof(
  fc
    .constantFrom(
      '2026-04-05T02:30Z',
      '2026-04-05T03:30Z',
      '2026-09-06T03:59Z',
      '2026-09-06T04:00Z',
      '2018-11-04T02:30Z',
      '2019-02-17T02:30Z',
    )
    .map((iso) => new Date(iso)),
  fc.date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true }),
);

const decimalSign = (regional: RegionalFormatSettings) => (regional.dateLocale === 'en-US' ? '.' : ',');

function readFigure(text: string, regional: RegionalFormatSettings): number {
  const grouping = decimalSign(regional) === '.' ? ',' : '.';
  return Number(
    text
      .replace(/^[^\d-]+/, '')
      .replaceAll(grouping, '')
      .replace(decimalSign(regional), '.'),
  );
}

const orders = { 'es-AR': [0, 1], 'es-ES': [0, 1], 'pt-BR': [0, 1], 'en-US': [1, 0] } as const;

/** '21/11/2026' or '11/21/2026' as '2026-11-21'. */
function readDay(text: string, { dateLocale }: RegionalFormatSettings): string {
  const [dayAt, monthAt] = orders[dateLocale];
  const parts = text.split('/');
  return `${parts[2]}-${parts[monthAt]}-${parts[dayAt]}`;
}

describe('figures', () => {
  it('read back as what they were, in every locale', () => {
    fc.assert(
      fc.property(
        regionals,
        fc.integer({ min: 0, max: 1e9 }),
        fc.double({ min: -1e6, max: 1e6, noNaN: true }),
        (regional, count, figure) => {
          const format = createRegionalFormat(regional);
          expect(readFigure(format.count(count), regional)).toBe(count);
          expect(readFigure(format.decimal(figure, 3), regional)).toBeCloseTo(figure, 2);
          expect(format.decimal(figure, 3)).toMatch(/^-?[\d.,]*\d[.,]\d{3}$/);
          expect(readFigure(format.percent(figure).slice(0, -1), regional)).toBeCloseTo(figure, 0);
          expect(format.total(count, true)).toBe(`${format.count(count)}+`);
        },
      ),
    );
  });

  it('never show NaN, infinity or a negative zero', () => {
    fc.assert(
      fc.property(
        regionals,
        fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
        (regional, broken) => {
          const format = createRegionalFormat(regional);
          const written = [
            format.count(broken),
            format.decimal(broken, 2),
            format.figure(broken),
            format.percent(broken),
            format.callCost(broken),
            format.totalCost(broken),
          ];
          expect(new Set(written)).toEqual(new Set(['Sin datos']));
          expect([
            format.percent(null),
            format.callCost(null),
            format.totalCost(null),
            format.decimal(null, 1),
          ]).toEqual(Array(4).fill('Sin datos'));
          expect(
            [
              format.count(-0),
              format.decimal(-0.001, 1),
              createRegionalFormat({ ...regional, usdRate: null }).callCost(-0.01),
            ].join(' '),
          ).not.toContain('-');
        },
      ),
    );
  });
});

describe('costs', () => {
  const pesos: RegionalFormatSettings = {
    ...defaultRegionalSettings,
    currency: 'ARS',
    usdRate: { rate: 1_200, date: '2026-11-21' },
  };

  it('are dollars until an admin enters a rate', () => {
    const format = createRegionalFormat({ ...pesos, usdRate: null });
    expect([format.callCost(12.3), format.totalCost(123_450), format.moneyNote()]).toEqual([
      'US$ 0,123',
      'US$ 1.234,50',
      null,
    ]);
    expect(createRegionalFormat({ ...pesos, currency: 'USD' }).callCost(12.3)).toBe('US$ 0,123');
  });

  it("are the workspace's currency at its dated rate, and say so", () => {
    const format = createRegionalFormat(pesos);
    expect([format.callCost(12.3), format.totalCost(100)]).toEqual(['$ 147,60', '$ 1.200,00']);
    expect(format.moneyNote()).toBe('Al tipo de cambio del 21/11/2026: US$ 1 = $ 1.200,00.');
    const euros = createRegionalFormat({ ...pesos, currency: 'EUR', usdRate: { rate: 0.92, date: '2026-11-21' } });
    expect([euros.callCost(12.3), euros.moneyNote()]).toEqual([
      '€ 0,113',
      'Al tipo de cambio del 21/11/2026: US$ 1 = € 0,9200.',
    ]);
    expect(createRegionalFormat({ ...pesos, dateLocale: 'en-US' }).callCost(12.3)).toBe('ARS 147.60');
    expect(
      createRegionalFormat({
        ...pesos,
        currency: 'BRL',
        dateLocale: 'pt-BR',
        usdRate: { rate: 5.4, date: '2026-11-21' },
      }).callCost(100),
    ).toBe('R$ 5,400');
  });

  it('read back as dollars times rate, in every currency and locale', () => {
    fc.assert(
      fc.property(regionals, fc.double({ min: 0, max: 100_000, noNaN: true }), (regional, cents) => {
        const rate = regional.currency === 'USD' ? 1 : (regional.usdRate?.rate ?? 1);
        const written = createRegionalFormat(regional).callCost(cents);
        expect(Math.abs(readFigure(written, regional) - (cents / 100) * rate)).toBeLessThan(0.0051);
        expect(written.startsWith('US$ ')).toBe(regional.currency === 'USD' || regional.usdRate === null);
      }),
    );
  });
});

describe('moments', () => {
  it("show the zone's day and 24-hour clock in the locale's order", () => {
    fc.assert(
      fc.property(regionals, moments, (regional, at) => {
        const format = createRegionalFormat(regional);
        const iso = at.toISOString();
        expect(readDay(format.date(iso), regional)).toBe(toCalendarDay(at, regional.timeZone));
        expect(format.date(iso).startsWith(format.shortDate(iso))).toBe(true);
        expect(format.time(iso)).toBe(formatClockTimeForInput(at, regional.timeZone));
        expect(format.time(iso)).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/);
        expect(format.timeWithSeconds(iso)).toBe(`${format.time(iso)}:${iso.slice(17, 19)}`);
        expect(format.dateTime(iso)).toBe(`${format.date(iso)} ${format.time(iso)}`);
      }),
    );
  });

  it('keep a calendar day where it is, whatever the zone', () => {
    fc.assert(
      fc.property(regionals, moments, (regional, at) => {
        const day = at.toISOString().slice(0, 10);
        expect(readDay(createRegionalFormat(regional).day(day), regional)).toBe(day);
      }),
    );
  });

  it('are found again from the day and clock that they show, but for the hour that a clock change repeats', () => {
    fc.assert(
      fc.property(fc.constantFrom(...workspaceTimeZones), moments, (zone, at) => {
        const [day, time] = [toCalendarDay(at, zone), formatClockTimeForInput(at, zone)];
        const found = convertZonedDateTimeToMoment(day, time, zone);
        expect([toCalendarDay(found, zone), formatClockTimeForInput(found, zone)]).toEqual([day, time]);
      }),
    );
  });

  it('of a day and clock: the later of two that show them, and past a gap as the clock from before it has them', () => {
    const minutes = fc.integer({ min: -26 * 60, max: 26 * 60 });
    fc.assert(
      fc.property(fc.constantFrom(...workspaceTimeZones), moments, minutes, (zone, around, away) => {
        const wanted = new Date(Math.floor(around.getTime() / 60_000 + away) * 60_000).toISOString().slice(0, 16);
        const show = (at: Date, hours = 0) => {
          const moved = new Date(at.getTime() + hours * 3_600_000);
          return `${toCalendarDay(moved, zone)}T${formatClockTimeForInput(moved, zone)}`;
        };
        const found = convertZonedDateTimeToMoment(wanted.slice(0, 10), wanted.slice(11), zone);
        if (show(found) === wanted) expect(show(found, 1)).not.toBe(wanted);
        else {
          // No clock of these zones changes by more than an hour, or twice in three hours.
          expect(Date.parse(`${show(found, -2)}Z`) + 2 * 3_600_000).toBe(Date.parse(`${wanted}Z`));
          expect(Date.parse(`${show(found)}Z`) - Date.parse(`${wanted}Z`)).toBe(3_600_000);
        }
      }),
      { numRuns: 1_000, examples: [['America/Santiago', new Date('2026-09-06T00:00Z'), 0]] },
    );
  });

  it('read - where they are missing or unreadable', () => {
    fc.assert(
      fc.property(regionals, fc.constantFrom(null, undefined, '', 'never', '2026-13-45'), (regional, moment) => {
        const { date, day, shortDate, dateTime, time, timeWithSeconds } = createRegionalFormat(regional);
        expect([date, day, shortDate, dateTime, time, timeWithSeconds].map((write) => write(moment))).toEqual(
          Array(6).fill('-'),
        );
      }),
    );
  });
});
