// Results of the suites' reports, in one form. A skipped test counts as failed. A browser test that passed only on its
// second try is unstable, and more than one of them fail the run.

/** Tests of one suite. */
export interface TestCounts {
  readonly passed: number;
  /** Failed tests, including skipped ones. */
  readonly failed: number;
  readonly skipped: number;
  /** Browser tests that passed only on their second try. */
  readonly unstable: number;
}

/** One line of the table of results. */
export interface StepResult extends TestCounts {
  readonly name: string;
  readonly seconds: number;
}

/** Counts the tests in Vitest's JSON report. */
export function countVitest(report: string): TestCounts {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(report) as Record<
    string,
    number
  >;
  const skipped = (numPendingTests ?? 0) + (numTodoTests ?? 0);
  return { passed: numPassedTests ?? 0, failed: (numFailedTests ?? 0) + skipped, skipped, unstable: 0 };
}

// A real browser on a busy machine hits a rare race once in some hundreds of tests. One is reported, to be fixed; two
// in a run are no coincidence.
const toleratedUnstable = 1;

/** Counts the tests in Playwright's JSON report. */
export function countPlaywright(report: string): TestCounts {
  const { stats } = JSON.parse(report) as { stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number> };
  const isTolerated = stats.flaky <= toleratedUnstable;
  return {
    passed: stats.expected + (isTolerated ? stats.flaky : 0),
    failed: stats.unexpected + stats.skipped + (isTolerated ? 0 : stats.flaky),
    skipped: stats.skipped,
    unstable: stats.flaky,
  };
}

/** A test that failed or was unstable. */
export interface TestTrouble {
  readonly name: string;
  /** First lines of the test's message. */
  readonly message: string;
}

/** Failures in Vitest's JSON report: tests, and files that broke before their tests. */
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

/** Failures and unstable tests in Playwright's JSON report. */
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

/** First lines of a message, enough to know its subject in a log that keeps only its end. */
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

/** Formats one line of the table: `✓ lint            1 passed    0 failed    2.1 s` */
export function stepLine(step: StepResult, width: number): string {
  const mark = step.failed === 0 ? '✓' : '✗';
  const counts = `${String(step.passed).padStart(5)} passed ${String(step.failed).padStart(4)} failed`;
  const notes = [step.skipped > 0 && `${step.skipped} skipped`, step.unstable > 0 && `${step.unstable} unstable`];
  const said = notes.filter(Boolean).join(', ');
  return `${mark} ${step.name.padEnd(width)} ${counts} ${step.seconds.toFixed(1).padStart(7)} s${said && `  (${said})`}`;
}
