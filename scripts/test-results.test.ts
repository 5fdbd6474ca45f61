import { expect, test } from 'vitest';
import { countPlaywright, countVitest, playwrightTroubles, stepLine, vitestTroubles } from './test-results.ts';

test('skipped tests count as failed in both reports, and so do browser tests of which more than one needed a second try', () => {
  expect(countVitest('{"numPassedTests":7,"numFailedTests":1,"numPendingTests":2,"numTodoTests":1}')).toEqual({
    passed: 7,
    failed: 4,
    skipped: 3,
    unstable: 0,
  });
  expect(countPlaywright('{"stats":{"expected":5,"unexpected":1,"flaky":1,"skipped":2}}')).toEqual({
    passed: 6,
    failed: 3,
    skipped: 2,
    unstable: 1,
  });
  expect(countPlaywright('{"stats":{"expected":5,"unexpected":0,"flaky":2,"skipped":0}}')).toMatchObject({
    passed: 5,
    failed: 2,
  });
});

test('a line says what failed, what was unstable and how long it took', () => {
  const step = { name: 'unit', passed: 10, failed: 1, skipped: 1, unstable: 0, seconds: 12.34 };
  expect(stepLine(step, 6)).toBe('✗ unit      10 passed    1 failed    12.3 s  (1 skipped)');
  expect(stepLine({ ...step, failed: 0, skipped: 0, unstable: 1 }, 6)).toBe(
    '✓ unit      10 passed    0 failed    12.3 s  (1 unstable)',
  );
});

test('what failed is named with what it said, a broken file and a second try too', () => {
  const unit = {
    testResults: [
      {
        name: 'a.test.ts',
        status: 'passed',
        message: '',
        assertionResults: [{ fullName: 'fine', status: 'passed', failureMessages: [] }],
      },
      { name: 'b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
      {
        name: 'c.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          {
            fullName: 'adds up',
            status: 'failed',
            failureMessages: [`\u001B[31mexpected 1\u001B[39m\n${'at\n'.repeat(50)}`],
          },
        ],
      },
    ],
  };
  const troubles = vitestTroubles(JSON.stringify(unit));
  expect(troubles.map((each) => each.name)).toEqual(['b.test.ts', 'c.test.ts › adds up']);
  expect(troubles[0]?.message).toBe('no such module');
  expect(troubles[1]?.message.split('\n')).toHaveLength(15);
  expect(troubles[1]?.message).toMatch(/^expected 1\n/);

  const spec = (title: string, status: string, message: string) => ({
    file: 'x.spec.ts',
    line: 7,
    title,
    tests: [{ status, results: [{ errors: message === '' ? [] : [{ message }] }, { errors: [] }] }],
  });
  const browser = {
    suites: [
      {
        specs: [spec('opens', 'expected', '')],
        suites: [{ specs: [spec('shows', 'unexpected', 'hidden'), spec('hides', 'flaky', 'late')] }],
      },
    ],
  };
  expect(playwrightTroubles(JSON.stringify(browser))).toEqual([
    { name: 'x.spec.ts:7 › shows (unexpected)', message: 'hidden' },
    { name: 'x.spec.ts:7 › hides (passed at its second try)', message: 'late' },
  ]);
});
