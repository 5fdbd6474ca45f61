// What the suites' own reports say, in one shape. A skipped test counts as failed, and so does one that
// passed only at its second try: nothing in this project is skipped or forgiven in silence.

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
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(report) as Record<
    string,
    number
  >;
  const skipped = (numPendingTests ?? 0) + (numTodoTests ?? 0);
  return { passed: numPassedTests ?? 0, failed: (numFailedTests ?? 0) + skipped, skipped };
}

/** From Playwright's JSON report. One that passed only at its second try failed: there is a race, in the test or in the product. */
export function countPlaywright(report: string): TestCounts {
  const { stats } = JSON.parse(report) as { stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number> };
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped, skipped: stats.skipped };
}

/** A test that did not simply pass. */
export interface TestTrouble {
  readonly name: string;
  /** What it said, its first lines. */
  readonly message: string;
}

/** What failed in Vitest's JSON report: tests, and files that broke before their tests. */
export function vitestTroubles(report: string): readonly TestTrouble[] {
  const { testResults } = JSON.parse(report) as { testResults: readonly VitestFile[] };
  return testResults.flatMap((file) => {
    const failed = file.assertionResults.filter((each) => each.status !== 'passed');
    if (failed.length === 0 && file.status === 'failed')
      return [{ name: file.name, message: firstLines(file.message) }];
    return failed.map((each) => ({
      name: `${file.name} › ${each.fullName}`,
      message: firstLines(each.failureMessages.join('\n')) || each.status,
    }));
  });
}

/** What failed in Playwright's JSON report, and what passed only at its second try. */
export function playwrightTroubles(report: string): readonly TestTrouble[] {
  const { suites } = JSON.parse(report) as { suites: readonly PlaywrightSuite[] };
  return suites.flatMap(troublesOfSuite);
}

function troublesOfSuite(suite: PlaywrightSuite): readonly TestTrouble[] {
  const own = suite.specs.flatMap((spec) =>
    spec.tests
      .filter((each) => each.status !== 'expected')
      .map((each) => ({
        name: `${spec.file}:${String(spec.line)} › ${spec.title} (${each.status === 'flaky' ? 'passed at its second try' : each.status})`,
        message: firstLines(
          each.results.flatMap((result) => result.errors.map((error) => error.message ?? '')).join('\n'),
        ),
      })),
  );
  return [...own, ...(suite.suites ?? []).flatMap(troublesOfSuite)];
}

/** Enough to know what it was about, where a log keeps only its end. */
function firstLines(text: string): string {
  return (
    text // a terminal's colours say nothing here
      // eslint-disable-next-line no-control-regex
      .replaceAll(/\u001B\[[\d;]*m/g, '')
      .trim()
      .split('\n')
      .slice(0, messageLines)
      .join('\n')
  );
}

const messageLines = 15;

interface VitestFile {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly assertionResults: readonly {
    readonly fullName: string;
    readonly status: string;
    readonly failureMessages: readonly string[];
  }[];
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly file: string;
    readonly line: number;
    readonly title: string;
    readonly tests: readonly {
      readonly status: string;
      readonly results: readonly { readonly errors: readonly { readonly message?: string }[] }[];
    }[];
  }[];
}

/** `✓ lint            1 passed    0 failed    2.1 s` */
export function stepLine(step: StepResult, width: number): string {
  const mark = step.failed === 0 ? '✓' : '✗';
  const counts = `${String(step.passed).padStart(5)} passed ${String(step.failed).padStart(4)} failed`;
  const skipped = step.skipped > 0 ? `  (${step.skipped} skipped)` : '';
  return `${mark} ${step.name.padEnd(width)} ${counts} ${step.seconds.toFixed(1).padStart(7)} s${skipped}`;
}
