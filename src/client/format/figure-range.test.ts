import { expect, it } from 'vitest';
import { figurePeriodOptions } from '../../labels/figure-range-es.ts';
import { readFigureRangeFromUrl } from './figure-range.ts';

const named = { options: figurePeriodOptions, opensWith: '7d' } as const;
const read = (search: string, today = '2026-03-31') =>
  readFigureRangeFromUrl(new URLSearchParams(search), named, today);

it('is the named one of the address, or the one that the screen opens with', () => {
  expect(read('period=90d')).toEqual({
    period: '90d',
    title: 'Últimos 90 días',
    name: '90d',
    days: {},
    compare: {},
  });
  expect(['', 'period=1y', 'period=1d', 'period=toString'].map((search) => read(search).name)).toEqual(
    Array.from({ length: 4 }, () => '7d'),
  );
});

it('tells the API the days of months, which move on with the calendar', () => {
  expect(read('period=month')).toMatchObject({ name: 'custom', days: { from: '2026-03-01', to: '2026-03-31' } });
  expect(read('period=month', '2026-04-01').days).toEqual({ from: '2026-04-01', to: '2026-04-01' });
  expect(read('period=last-month')).toMatchObject({
    period: 'last-month',
    title: 'Mes pasado',
    days: { from: '2026-02-01', to: '2026-02-28' },
  });
  expect(read('period=last-month', '2026-01-15').days).toEqual({ from: '2025-12-01', to: '2025-12-31' });
});

it('takes days that figures can be of, and no others', () => {
  expect(read('period=custom&from=2026-01-05&to=2026-01-05')).toMatchObject({
    period: 'custom',
    name: 'custom',
    days: { from: '2026-01-05', to: '2026-01-05' },
  });
  // Days beside another named range are ignored.
  expect(read('period=30d&from=2026-01-05&to=2026-01-05')).toMatchObject({ name: '30d', days: {} });
  for (const days of [
    '',
    'from=2026-01-05',
    'from=2026-01-05&to=2026-01-04',
    'from=2026-02-30&to=2026-03-01',
    'from=2026-03-01&to=2026-04-01',
    'from=2025-03-30&to=2026-03-31',
  ])
    expect(read(`period=custom&${days}`).name).toBe('7d');
});

it('is compared with the days before unless the address names others', () => {
  expect(
    ['compare=month', 'compare=year', 'compare=previous', 'compare=week'].map((each) => read(each).compare),
  ).toEqual([{ compare: 'month' }, { compare: 'year' }, {}, {}]);
});
