/** Lighthouse's scores of a page on a phone, by its own package in bench/lighthouse, installed on first use. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';

const folder = path.resolve(import.meta.dirname, 'lighthouse');
const cli = path.join(folder, 'node_modules/lighthouse/cli/index.js');

export interface LighthouseScores {
  /** Score, 0 to 100. */
  readonly performance: number;
  readonly accessibility: number;
  /** Failed audits of accessibility. */
  readonly barriers: readonly string[];
}

interface LighthouseResult {
  readonly runtimeError?: { readonly message: string };
  readonly categories: Readonly<
    Record<
      'performance' | 'accessibility',
      { readonly score: number | null; readonly auditRefs: readonly { readonly id: string }[] }
    >
  >;
  readonly audits: Readonly<Record<string, { readonly score: number | null; readonly title: string }>>;
}

/** Installs Lighthouse by the package's lock file, so that the same version is used everywhere. */
export async function ensureLighthouse(say: (line: string) => void): Promise<void> {
  if (existsSync(cli)) return;
  say('installing Lighthouse, once');
  await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], folder);
}

/** Runs in the browser at `port`, with its cookies. Simulates Lighthouse's own phone: 4x CPU, slow 4G. */
export async function runLighthouse(url: string, port: number): Promise<LighthouseScores> {
  const output = await run(
    process.execPath,
    [
      cli,
      url,
      `--port=${port}`,
      '--output=json',
      '--quiet',
      '--disable-storage-reset',
      '--only-categories=performance,accessibility',
    ],
    folder,
  );
  const { categories, audits, runtimeError } = JSON.parse(output) as LighthouseResult;
  const { performance, accessibility } = categories;
  if (runtimeError || performance.score === null || accessibility.score === null) {
    throw new Error(`Lighthouse could not judge ${url}: ${runtimeError?.message ?? 'no score'}`);
  }
  return {
    performance: performance.score * 100,
    accessibility: accessibility.score * 100,
    barriers: accessibility.auditRefs.flatMap(({ id }) => {
      const audit = audits[id];
      return audit && audit.score !== null && audit.score < 1 ? [audit.title] : [];
    }),
  };
}

/** Finds a free port. */
export async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}

/** Runs a program and returns its output. Throws with its error output. */
async function run(program: string, args: readonly string[], cwd: string): Promise<string> {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const end = (): void => void child.kill('SIGTERM');
  process.once('exit', end);
  try {
    const [output, complaint, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    if (code !== 0) throw new Error(`${path.basename(program)} ended with ${String(code)}: ${complaint.slice(-500)}`);
    return output;
  } finally {
    process.off('exit', end);
  }
}
