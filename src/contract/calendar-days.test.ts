import { expect, it } from 'vitest';
import { addDays, countDaysInRange, isCalendarDay } from './calendar-days.ts';
import { addMonths, getFirstDayOfMonth, getLastDayOfMonth } from './calendar-months.ts';

it('knows days that exist, and years still being typed', () => {
  expect(['2026-11-21', '1999-01-01', '2028-02-29'].every(isCalendarDay)).toBe(true);
  expect(['0002-11-21', '0202-11-21', '2026-13-01', '2027-02-29', '20266-01-01', '2026-1-1'].some(isCalendarDay)).toBe(
    false,
  );
});

it('counts on over months and years', () => {
  expect([addDays('2026-12-31', 1), addDays('2028-03-01', -1)]).toEqual(['2027-01-01', '2028-02-29']);
  expect(countDaysInRange({ from: '2028-02-28', to: '2028-03-01' })).toBe(3);
});

it('takes the last day of a month that lacks the day', () => {
  expect(['2026-03-31', '2026-05-15', '2026-01-31'].map((day) => addMonths(day, -1))).toEqual([
    '2026-02-28',
    '2026-04-15',
    '2025-12-31',
  ]);
  expect([addMonths('2028-02-29', -12), addMonths('2026-11-30', 3)]).toEqual(['2027-02-28', '2027-02-28']);
  expect([getFirstDayOfMonth('2028-02-10'), getLastDayOfMonth('2028-02-10')]).toEqual(['2028-02-01', '2028-02-29']);
});
