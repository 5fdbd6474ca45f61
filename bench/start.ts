/** The start: from a fresh clone to a signed-in screen, a production copy's first answer, and that copy's size. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { launchBrowser } from './bench-page.ts';
import type { BenchPart, Measure } from './measure.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '..');
const person = { ADMIN_USERNAME: 'jefa', ADMIN_PASSWORD: 'una clave para medir' };
const starts = 5;
const startsWithinMs = 300_000;
const megabyte = 1_000_000;

export const startPart: BenchPart = {
  name: 'start',
  about: `A clone of the last commit, with its packages in npm's cache: \`npm start\` up to the signed-in screen in Chromium, everything installed, built and made on the way. A production copy: \`npm start\` up to the first 200 of /readyz, first with a new database and then ${starts} times, and its files' size.`,
  async run(say) {
    const place = await mkdtemp(path.join(os.tmpdir(), 'vocero-start-'));
    try {
      say('a production copy');
      // The production copy also fills npm's cache with the packages.
      await run('npm', ['run', 'production-copy', path.join(place, 'copy')], { cwd: root });
      const copy = await measureCopy(path.join(place, 'copy'));
      say('a fresh clone');
      return [
        { name: 'fresh clone to signed-in screen', value: await measureClone(place), unit: 's', limit: 30 },
        ...copy,
      ];
    } finally {
      await rm(place, { recursive: true, force: true });
    }
  },
};

/** Seconds of a fresh clone's start; the browser is launched before. */
async function measureClone(place: string): Promise<number> {
  const folder = path.join(place, 'clone');
  await run('git', ['clone', '--quiet', root, folder]);
  const browser = await launchBrowser();
  const beganAt = performance.now();
  const server = await start(folder, path.join(place, 'clone-data'));
  try {
    const page = await browser.newPage({ baseURL: server.url, locale: 'es-AR' });
    await page.goto('/login');
    await page.getByLabel('Usuario').fill(person.ADMIN_USERNAME);
    await page.getByLabel('Contraseña', { exact: true }).fill(person.ADMIN_PASSWORD);
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click();
    await page.locator('#root header h1').waitFor();
    return (performance.now() - beganAt) / 1_000;
  } finally {
    await server.stop();
    await browser.close();
  }
}

async function measureCopy(folder: string): Promise<Measure[]> {
  const size = await sizeOf(folder);
  const dataDir = `${folder}-data`;
  const seconds: number[] = [];
  for (let time = 0; time <= starts; time += 1) {
    const beganAt = performance.now();
    const server = await start(folder, dataDir);
    const { status } = await fetch(`${server.url}/readyz`);
    seconds.push((performance.now() - beganAt) / 1_000);
    await server.stop();
    if (status !== 200) throw new Error(`/readyz answers ${status}`);
  }
  const [first = Number.NaN, ...later] = seconds;
  return [
    { name: 'first start of a production copy, with a new database', value: first, unit: 's' },
    {
      name: 'a later one, median',
      value: later.toSorted((a, b) => a - b)[(starts - 1) / 2] ?? Number.NaN,
      unit: 's',
      limit: 2,
    },
    { name: 'production copy with its packages', value: size / megabyte, unit: 'MB', limit: 350 },
  ];
}

interface Started {
  readonly url: string;
  stop(): Promise<void>;
}

/** Resolves when the server prints its address. */
async function start(cwd: string, dataDir: string): Promise<Started> {
  const child = spawn('npm', ['start'], {
    cwd,
    // A process group of its own, because npm does not forward signals.
    detached: true,
    env: {
      ...process.env,
      ...person,
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'warn',
      npm_config_prefer_offline: 'true',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const abandon = (): void => endGroup(child);
  process.once('exit', abandon);
  return {
    url: await readUrl(child),
    async stop() {
      process.off('exit', abandon);
      const closed = once(child, 'close');
      endGroup(child);
      await closed;
    },
  };
}

function endGroup({ pid, exitCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null) process.kill(-pid, 'SIGTERM');
}

function readUrl(child: ChildProcess): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    const give = (reason: string): void => reject(new Error(`${reason}:\n${output.slice(-5_000)}`));
    const timer = setTimeout(() => give('it did not start'), startsWithinMs);
    child.once('exit', () => give('it ended'));
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (part) => {
        output += String(part);
        const url = /escucha en (\S+)/u.exec(output)?.[1];
        if (url === undefined) return;
        clearTimeout(timer);
        resolve(url);
      });
    }
  });
}

/** Bytes of a folder's files, as in a packed layer. */
async function sizeOf(folder: string): Promise<number> {
  let sum = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isDirectory()) sum += (await lstat(path.join(entry.parentPath, entry.name))).size;
  }
  return sum;
}
