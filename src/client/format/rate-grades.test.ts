import { expect, it } from 'vitest';
import { classifyGoalRate, gradeSuccessRate } from './rate-grades.ts';

it.each([
  [100, 'excellent'],
  [85, 'excellent'],
  [84.96, 'excellent'],
  [84.94, 'good'],
  [70, 'good'],
  [69.9, 'regular'],
  [50, 'regular'],
  [49.9, 'poor'],
  [0, 'poor'],
] as const)('a success rate of %s %% is %s, as it is shown', (rate, grade) => {
  expect(gradeSuccessRate(rate)).toBe(grade);
});

it('judges a goal rate as it is shown', () => {
  expect([100, 80.06, 80.04, 80, 60.1, 60, 0].map(classifyGoalRate)).toEqual([
    'high',
    'high',
    'middle',
    'middle',
    'middle',
    'low',
    'low',
  ]);
});
