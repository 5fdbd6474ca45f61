// `npm run test:changed [BASE]`: types, and lint, format and nearest tests of the files that differ from BASE, `main` by default.
// It is for the minutes in which somebody works on a change; `npm test` judges all of it.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { chooseTests } from './changed-tests.ts';

const root = path.resolve(import.meta.dirname, '..');
const [base = 'main'] = process.argv.slice(2);
/** As many as run within the 90 seconds that the whole takes on two cores. */
const mostTestFiles = 12;

const git = (...args: readonly string[]): readonly string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 })
    .split('\n')
    .filter(Boolean);

const [fork = 'HEAD'] = git('merge-base', base, 'HEAD');
const known = git('ls-files', '--cached', '--others', '--exclude-standard').filter((file) =>
  existsSync(path.join(root, file)),
);
const differing = new Set([...git('diff', '--name-only', fork), ...git('ls-files', '--others', '--exclude-standard')]);
const changed = known.filter((file) => differing.has(file));
const code = changed.filter((file) => /\.(tsx?|mjs|cjs)$/.test(file));
const sources = new Map(
  known.filter((file) => /\.tsx?$/.test(file)).map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
);
const reaching = chooseTests(sources, changed);
const tests = reaching.slice(0, mostTestFiles);

interface Step {
  readonly name: string;
  readonly command: readonly string[];
}

const steps: readonly Step[] = [
  { name: 'types', command: ['npm', 'run', '--silent', 'check:types'] },
  ...(code.length > 0
    ? [
        { name: 'format', command: ['oxfmt', '--check', ...code] },
        { name: 'lint', command: ['oxlint', '--type-aware', ...code] },
      ]
    : []),
  ...(tests.length > 0
    ? [{ name: `${tests.length} test files`, command: ['vitest', 'run', '--reporter=dot', ...tests] }]
    : []),
];

function run({ name, command: [program = '', ...args] }: Step): Promise<boolean> {
  const began = performance.now();
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += String(part)));
  return new Promise((resolve) => {
    child.once('error', (error) => (output += error.message));
    child.once('close', (status) => {
      const seconds = ((performance.now() - began) / 1_000).toFixed(1);
      console.log(`${status === 0 ? '✓' : '✗'} ${name} (${seconds} s)`);
      if (status !== 0) console.log(output.trim());
      resolve(status === 0);
    });
  });
}

console.log(`${changed.length} files differ from ${base}`);
const passed = await Promise.all(steps.map(run));
if (reaching.length > tests.length)
  console.log(`${reaching.length - tests.length} more test files reach the change: \`npm test\` runs them.`);
process.exitCode = passed.every(Boolean) ? 0 : 1;
