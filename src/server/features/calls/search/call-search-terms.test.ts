import { expect, it } from 'vitest';
import {
  buildDayRangeTsqueryTerms,
  buildWeekHoursTsquery,
  parseSearchText,
  buildWordsTsquery,
} from './call-search-terms.ts';

const mexico = { country: 'MX' } as const;
const workspaceId = 'abcd0000-0000-4000-8000-000000000001';
const days = (first: string, last: string): string[] =>
  buildDayRangeTsqueryTerms(workspaceId, { first: new Date(first), last: new Date(last) });

it('covers a span by whole months and the days about them', () => {
  expect(days('2026-01-30T23:59:59Z', '2026-04-02T00:00:00Z')).toEqual([
    `('abcdd20260130' | 'abcdd20260131' | 'abcdm202602' | 'abcdm202603' | 'abcdd20260401' | 'abcdd20260402')`,
  ]);
  expect(days('2026-02-28T10:00:00Z', '2026-02-28T11:00:00Z')).toEqual([`'abcdd20260228'`]);
  expect(days('2026-02-01T00:00:00Z', '2026-02-28T00:00:00Z')).toEqual([`'abcdm202602'`]);
});

it('leaves a span of many years to the calls themselves', () => {
  expect(days('2010-01-01T00:00:00Z', '2026-04-02T00:00:00Z')).toEqual([]);
});

it('asks for each word once, and not for one that another begins with', () => {
  expect(parseSearchText('Hola ho HOLA señor', mexico)).toEqual({ words: ['hola', 'senor'], number: null, key: null });
  expect(parseSearchText('¡¿ - !', mexico)).toBeNull();
});

it('asks for a whole number as it is written and by its key, whole', () => {
  const asked = (q: string) => {
    const words = parseSearchText(q, mexico);
    return words && buildWordsTsquery(workspaceId, words, []);
  };
  const key = `'abcdn525512345678'`;
  expect(asked('+5215512345678')).toContain(`'abcdn5215512345678':* | ${key} |`);
  expect(asked('55 1234 5678')).toContain(`'abcdn5512345678':* | ${key} |`);
  expect(asked('wa.me/5215512345678')).toContain(`| ${key})`);
  expect(asked('1234 5678')).not.toContain(key);
});

it('quotes what it is given', () => {
  const words = parseSearchText('x', mexico);
  expect(words && buildWordsTsquery(workspaceId, words, [{ id: `a'\\b`, name: 'Xul' }])).toBe(
    `('abcdbx' | 'abcdaa''\\\\b')`,
  );
});

it('covers an hour of the week by its half hours in UTC, by any offset of the zone', () => {
  const hour = (weekday: number, of: number, offsets: readonly number[]) =>
    buildWeekHoursTsquery(workspaceId, { weekday, hour: of, zone: 'UTC' }, offsets);
  expect(hour(1, 0, [0])).toEqual([`('abcdh0' | 'abcdh1')`]);
  // The zone is three or four hours behind, so that Sunday there may be Monday in UTC.
  expect(hour(7, 22, [-6, -8])).toEqual([`('abcdh2' | 'abcdh3' | 'abcdh4' | 'abcdh5')`]);
});
