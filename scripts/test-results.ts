// What the suites' own reports say, in one shape. A skipped test counts as failed: nothing in
// this project is skipped in silence.

/** Tests of one suite. */
export interface TestCounts {
  readonly passed: number;
  /** Those skipped are in here too. */
  readonly failed: number;
  readonly skipped: number;
}

/** One line of the table. */
export interface StepResult extends TestCounts {
  readonly name: string;
  readonly seconds: number;
}

/** From Vitest's JSON report. */
export function countVitest(report: string): TestCounts {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(report) as Record<string, number>;
  const skipped = (numPendingTests ?? 0) + (numTodoTests ?? 0);
  return { passed: numPassedTests ?? 0, failed: (numFailedTests ?? 0) + skipped, skipped };
}

/** From Playwright's JSON report; one that passed at a second try passed. */
export function countPlaywright(report: string): TestCounts {
  const { stats } = JSON.parse(report) as { stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number> };
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + stats.skipped, skipped: stats.skipped };
}

/** `✓ lint            1 passed    0 failed    2.1 s` */
export function stepLine(step: StepResult, width: number): string {
  const mark = step.failed === 0 ? '✓' : '✗';
  const counts = `${String(step.passed).padStart(5)} passed ${String(step.failed).padStart(4)} failed`;
  const skipped = step.skipped > 0 ? `  (${step.skipped} skipped)` : '';
  return `${mark} ${step.name.padEnd(width)} ${counts} ${step.seconds.toFixed(1).padStart(7)} s${skipped}`;
}
