// Against the calendars that the government published (argentina.gob.ar/interior/feriados), without what it decreed.
import { expect, test } from 'vitest';
import { listArgentineHolidays, computeEasterSundayMs } from './argentina-holidays.ts';

const dates = (year: number) => listArgentineHolidays(year).map(({ date }) => date.slice(5));

test('2025: Güemes a Monday earlier, sovereignty a Monday later; 17/8 and 12/10 on Sundays, where the law leaves them', () => {
  // Resolution 139/2025 moved 12/10 to the 10th afterwards: decreed, so not here.
  expect(dates(2025)).toEqual([
    '01-01',
    '03-03',
    '03-04',
    '03-24',
    '04-02',
    '04-18',
    '05-01',
    '05-25',
    '06-16',
    '06-20',
    '07-09',
    '08-17',
    '10-12',
    '11-24',
    '12-08',
    '12-25',
  ]);
});

test('2026: carnival 16 and 17 February, Güemes on 15 June, sovereignty on 23 November', () => {
  expect(dates(2026)).toEqual([
    '01-01',
    '02-16',
    '02-17',
    '03-24',
    '04-02',
    '04-03',
    '05-01',
    '05-25',
    '06-15',
    '06-20',
    '07-09',
    '08-17',
    '10-12',
    '11-23',
    '12-08',
    '12-25',
  ]);
});

test('2027: Good Friday before 2 April; three movable ones move, sovereignty stays on its Saturday', () => {
  expect(dates(2027)).toEqual([
    '01-01',
    '02-08',
    '02-09',
    '03-24',
    '03-26',
    '04-02',
    '05-01',
    '05-25',
    '06-20',
    '06-21',
    '07-09',
    '08-16',
    '10-11',
    '11-20',
    '12-08',
    '12-25',
  ]);
});

test('2018: Friday and Tuesday', () => {
  expect(dates(2018)).toEqual(expect.arrayContaining(['02-12', '02-13', '03-30', '08-20', '10-15', '11-19']));
});

test('Easter of early, late and leap years', () => {
  const easter = (year: number) => new Date(computeEasterSundayMs(year)).toISOString().slice(0, 10);
  expect([2000, 2008, 2011, 2024, 2038].map(easter)).toEqual([
    '2000-04-23',
    '2008-03-23',
    '2011-04-24',
    '2024-03-31',
    '2038-04-25',
  ]);
});
