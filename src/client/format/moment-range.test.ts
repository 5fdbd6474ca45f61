// Ranges of moments, as campaigns show them.
import { expect, it } from 'vitest';
import { describeMomentRange } from './moment-range.ts';
import { createRegionalFormat } from './regional-format.ts';
import { defaultRegionalSettings } from './regional.ts';

const format = createRegionalFormat({
  ...defaultRegionalSettings,
  dateLocale: 'es-AR',
  timeZone: 'America/Argentina/Buenos_Aires',
});
const write = (from: string, to: string) =>
  describeMomentRange({ from, to }, format, Date.parse('2026-11-21T15:00:00Z'));

it('says the times of today, the day of another, and one time where both are the same', () => {
  expect(write('2026-11-21T21:30:20Z', '2026-11-21T22:09:30Z')).toBe('entre 18:30 y 19:10');
  expect(write('2026-11-21T21:30:20Z', '2026-11-21T21:30:50Z')).toBe('hacia las 18:30');
  expect(write('2026-11-21T21:30:00Z', '2026-11-21T21:32:00Z')).toBe('entre 18:30 y 18:32');
  expect(write('2026-11-22T12:00:00Z', '2026-11-22T13:00:00Z')).toBe('el 22/11/2026, entre 09:00 y 10:00');
  expect(write('2026-11-22T12:00:00Z', '2026-11-22T12:00:01Z')).toBe('el 22/11/2026, hacia las 09:00');
  expect(write('2026-11-21T23:00:00Z', '2026-11-22T13:00:00Z')).toBe('entre el 21/11/2026 20:00 y el 22/11/2026 10:00');
});
