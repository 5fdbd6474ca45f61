// `npm test`: all checks and suites, one table, and a last line for machines. Static checks, unit, feature and kill
// tests run in parallel, because each of them waits at times. The browser tests then have all cores.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { countPlaywright, countVitest, playwrightTroubles, stepLine, vitestTroubles } from './test-results.ts';
import type { StepResult, TestCounts, TestTrouble } from './test-results.ts';

const root = path.resolve(import.meta.dirname, '..');
const reports = path.join(root, 'node_modules', '.cache', 'test-reports');
// Limit of a step, longer than any regular run even on a machine three times slower: the step hangs.
const stepLimitMs = 60 * 60_000;

interface Suite {
  readonly name: string;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly count: (report: string) => TestCounts;
  readonly troubles: (report: string) => readonly TestTrouble[];
}

const checks = [
  { name: 'types', script: 'check:types' },
  { name: 'format', script: 'check:format' },
  { name: 'lint', script: 'check:lint' },
  { name: 'dependencies', script: 'check:deps' },
  { name: 'unused code', script: 'check:unused' },
  { name: 'size of the page', script: 'check:size' },
];

const kill = vitestSuite('kill', ['-c', 'vitest.kill.config.ts']);
const unit = vitestSuite('unit and feature', []);
const browser: Suite = {
  name: 'browser',
  command: ['playwright', 'test', '--reporter=list,json'],
  env: { PLAYWRIGHT_JSON_OUTPUT_NAME: reportOf('browser'), PLAYWRIGHT_CHROMIUM: chromiumPath() },
  count: countPlaywright,
  troubles: playwrightTroubles,
};

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const results: StepResult[] = await Promise.all([
  ...checks.map((each) => runCheck(each.name, each.script)),
  runSuite(unit),
  runSuite(kill),
]);
results.push(await runSuite(browser));

// Failures are printed again at the end, because a log is often read from there, and the suites print much.
for (const suite of [unit, kill, browser]) {
  for (const trouble of fromReport(suite, suite.troubles, [])) console.log(`\n✗ ${trouble.name}\n${trouble.message}`);
}
const width = Math.max(...results.map((each) => each.name.length));
console.log(['', ...results.map((each) => stepLine(each, width)), ''].join('\n'));
const passed = results.reduce((sum, each) => sum + each.passed, 0);
const failed = results.reduce((sum, each) => sum + each.failed, 0);
process.exitCode = failed === 0 ? 0 : 1;
console.log(`${passed} passed, ${failed} failed`);

async function runCheck(name: string, script: string): Promise<StepResult> {
  const { ok, output, seconds } = await execute(['npm', 'run', '--silent', script], {}, 'pipe');
  console.log(`${ok ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)`);
  if (!ok) console.log(output.trim());
  return { name, seconds, passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, unstable: 0 };
}

async function runSuite(suite: Suite): Promise<StepResult> {
  console.log(`\n— ${suite.name}`);
  const { ok, seconds } = await execute(suite.command, suite.env ?? {}, 'inherit');
  const counts = fromReport(suite, suite.count, { passed: 0, failed: 0, skipped: 0, unstable: 0 });
  // A suite that broke without a failing test, by a config or an unhandled error, counts as one failure.
  const failed = counts.failed > 0 || (ok && counts.passed > 0) ? counts.failed : 1;
  return { name: suite.name, seconds, ...counts, failed };
}

function fromReport<T>(suite: Suite, read: (report: string) => T, otherwise: T): T {
  try {
    return read(readFileSync(reportOf(suite.name), 'utf8'));
  } catch {
    return otherwise; // no report: the suite did not get that far
  }
}

async function execute(
  [program = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
  output: 'inherit' | 'pipe',
): Promise<{ ok: boolean; output: string; seconds: number }> {
  const began = performance.now();
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', output, output],
    timeout: stepLimitMs,
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (text += String(part)));
  const ok = await new Promise<boolean>((resolve) => {
    child.once('error', (error) => {
      text += error.message;
      resolve(false);
    });
    child.once('close', (code) => resolve(code === 0));
  });
  return { ok, output: text, seconds: (performance.now() - began) / 1000 };
}

function vitestSuite(name: string, args: readonly string[]): Suite {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportOf(name)}`];
  return { name, command: ['vitest', 'run', ...args, ...reporters], count: countVitest, troubles: vitestTroubles };
}

function reportOf(suite: string): string {
  return path.join(reports, `${suite.replaceAll(' ', '-')}.json`);
}

function chromiumPath(): string {
  return (
    process.env['PLAYWRIGHT_CHROMIUM'] ?? readFileSync(path.join(root, 'node_modules/.cache/chromium-path'), 'utf8')
  );
}
