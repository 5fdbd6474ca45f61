import { expect, test } from 'vitest';
import { countPlaywright, countVitest, stepLine } from './test-results.ts';

test('skipped tests count as failed in both reports', () => {
  expect(countVitest('{"numPassedTests":7,"numFailedTests":1,"numPendingTests":2,"numTodoTests":1}')).toEqual({
    passed: 7,
    failed: 4,
    skipped: 3,
  });
  expect(countPlaywright('{"stats":{"expected":5,"unexpected":1,"flaky":1,"skipped":2}}')).toEqual({
    passed: 6,
    failed: 3,
    skipped: 2,
  });
});

test('a line says what failed and how long it took', () => {
  const step = { name: 'unit', passed: 10, failed: 1, skipped: 1, seconds: 12.34 };
  expect(stepLine(step, 6)).toBe('✗ unit      10 passed    1 failed    12.3 s  (1 skipped)');
});
