import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isClockTime } from '../../contract/calendar-days.ts';
import { dateLocales } from '../../contract/regional.ts';
import { buildDayInputPlaceholder, parseTypedClockTime, parseTypedDay, formatDayForInput } from './typed-moments.ts';

const days = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const locales = fc.constantFrom(...dateLocales);

describe('a typed day', () => {
  it('is read as it is written, in every format that the settings offer, finished or not', () => {
    fc.assert(
      fc.property(
        days,
        locales,
        fc.constantFrom('/', '-', '.', ' ', ''),
        fc.boolean(),
        (day, locale, mark, isFinished) => {
          const written = formatDayForInput(day, locale);
          expect(written).toHaveLength(buildDayInputPlaceholder(locale).length);
          expect(parseTypedDay(written.replaceAll('/', mark), locale, isFinished)).toBe(day);
          expect(parseTypedDay(day, locale, isFinished)).toBe(day);
        },
      ),
    );
  });

  it('is a day that exists or nothing, whatever is typed', () => {
    const typed = fc.oneof(fc.string(), fc.stringMatching(/^[\d/. -]{0,12}$/));
    fc.assert(
      fc.property(typed, locales, fc.boolean(), (text, locale, isFinished) => {
        const day = parseTypedDay(text, locale, isFinished);
        if (day !== null) expect(new Date(day).toISOString().slice(0, 10)).toBe(day);
      }),
    );
  });

  it('is forgiven zeros, and once finished the century, and is shown as typed until it is a day', () => {
    expect(dateLocales.map(buildDayInputPlaceholder)).toEqual(['dd/mm/aaaa', 'dd/mm/aaaa', 'dd/mm/aaaa', 'mm/dd/aaaa']);
    expect(parseTypedDay('9/7/2031', 'es-AR', false)).toBe('2031-07-09');
    expect(parseTypedDay('9/7/2031', 'en-US', false)).toBe('2031-09-07');
    expect(
      ['21/11/20', '21/11/2', '31/02/2026', '21/11', 'hoy'].map((text) => parseTypedDay(text, 'es-AR', false)),
    ).toEqual(Array.from({ length: 5 }, () => null));
    expect(parseTypedDay('21/11/26', 'es-AR', true)).toBe('2026-11-21');
    expect(['21/1', ''].map((text) => formatDayForInput(text, 'es-AR'))).toEqual(['21/1', '']);
  });
});

describe('a typed time', () => {
  it('is read with any mark or none, and is a time of the day or nothing', () => {
    fc.assert(
      fc.property(fc.nat(23), fc.nat(59), fc.constantFrom(':', '.', 'h', ''), (hour, minute, mark) => {
        const [hh, mm] = [hour, minute].map((value) => String(value).padStart(2, '0'));
        for (const isFinished of [true, false])
          expect(parseTypedClockTime(`${hh}${mark}${mm}`, isFinished)).toBe(`${hh}:${mm}`);
        expect(parseTypedClockTime(`${hour}:${mm}`, false)).toBe(`${hh}:${mm}`);
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[\d:. h]{0,7}$/), fc.boolean(), (text, isFinished) => {
        const time = parseTypedClockTime(text, isFinished);
        if (time !== null) expect(isClockTime(time)).toBe(true);
      }),
    );
  });

  it('may be an hour alone once somebody has finished typing', () => {
    expect(['9', '21 h', '930', '24:00', '9:6', ''].map((text) => parseTypedClockTime(text, true))).toEqual([
      '09:00',
      '21:00',
      '09:30',
      null,
      null,
      null,
    ]);
    expect(['9', '21', '930'].map((text) => parseTypedClockTime(text, false))).toEqual([null, null, null]);
  });
});
