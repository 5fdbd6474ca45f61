// `npm run backup` ended or killed midway: what it leaves, and what the next run removes.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { claimBackupFolder } from '../src/server/platform/db/backup/folder-claim.ts';
import { formatDatedBackupName } from '../src/server/platform/db/backup/rotate-backups.ts';
import { removeBackupLeftovers } from '../src/server/platform/db/backup/sweep-backups.ts';
import { isProcessAlive, readPostmasterPidFile } from '../src/server/platform/db/postmaster-file.ts';
import { createTestDatabase, type TestDatabase } from '../src/server/testing/test-database.ts';
import { waitFor } from '../src/server/testing/wait-for.ts';

let database: TestDatabase;
let parent: string;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => {
  parent = mkdtempSync(path.join(os.tmpdir(), 'vocero-backup-command-'));
});
afterEach(() => rmSync(parent, { recursive: true }));

interface Run {
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly ended: Promise<{ code: number | null; out: string }>;
}

function backUp(...args: string[]): Run {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'backup.ts'), '--in', parent, ...args], {
    env: {
      PATH: process.env['PATH'],
      NODE_NO_WARNINGS: '1',
      DATABASE_URL: database.connectionString,
      SECRET_KEY: 'una clave secreta para las pruebas',
    },
  });
  let out = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (out += chunk.toString()));
  return {
    kill: (signal) => void child.kill(signal),
    ended: new Promise((resolve) => child.once('close', (code) => resolve({ code, out }))),
  };
}

const findScratch = (): string | undefined => readdirSync(parent).find((name) => name.startsWith('.vocero-verify-'));

/** The process id of the scratch database, once it runs. */
function findScratchPid(): number | undefined {
  const scratch = findScratch();
  return scratch === undefined ? undefined : readPostmasterPidFile(path.join(parent, scratch, 'pg18'))?.pid;
}

function makeBackup(name: string): void {
  mkdirSync(path.join(parent, name));
  writeFileSync(path.join(parent, name, 'manifest.json'), '{}');
}

/** Sets the folder's times to so many hours ago. */
function age(folder: string, hours: number): void {
  const at = new Date(Date.now() - hours * 3_600_000);
  for (const name of readdirSync(folder)) utimesSync(path.join(folder, name), at, at);
  utimesSync(folder, at, at);
}

test.each(['SIGTERM', 'SIGINT'] as const)('%s in the middle of a backup leaves nothing of it', async (signal) => {
  const client = new Client({ connectionString: database.connectionString });
  await client.connect();
  await client.query('begin; lock table users in access exclusive mode');
  const run = backUp();
  await waitFor('a wait for the lock', async () => {
    // Within a transaction the statistics would stay those of the first look.
    await client.query('select pg_stat_clear_snapshot()');
    const { rows } = await client.query(
      `select from pg_stat_activity where application_name = 'vocero-backup' and wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  });
  expect(readdirSync(parent)).toEqual([expect.stringMatching(/^vocero-.*\.partial$/)]);
  run.kill(signal);
  run.kill(signal);
  const { code, out } = await run.ended;
  await client.end();
  expect([code, out.trimEnd().split('\n').at(-1)]).toEqual([1, 'Se interrumpió, y se borró lo empezado.']);
  expect(readdirSync(parent)).toEqual([]);
});

test('SIGTERM while it is verified ends the scratch database and keeps this backup and the older ones', async () => {
  const old = formatDatedBackupName(new Date(Date.UTC(2026, 0, 1)));
  makeBackup(old);
  const run = backUp('--keep', '1', '--verify');
  const pid = await waitFor('the scratch database', findScratchPid);
  run.kill('SIGTERM');
  const { code, out } = await run.ended;
  expect(code, out).toBe(1);
  const [, kept] = readdirSync(parent);
  expect(readdirSync(parent)).toEqual([old, expect.stringMatching(/^vocero-[\dT-]+$/)]);
  expect(out.trimEnd().split('\n').at(-1)).toBe(
    `Se interrumpió, y se borró lo empezado. La copia queda en ${path.join(parent, kept ?? '')} sin comprobar; no se borró ninguna anterior.`,
  );
  expect(isProcessAlive(pid)).toBe(false);
});

test('what a killed run left goes with the next one, its database too', async () => {
  const killed = backUp('--verify');
  const pid = await waitFor('the scratch database', findScratchPid);
  const scratch = findScratch() ?? '';
  killed.kill('SIGKILL');
  await killed.ended;
  expect(isProcessAlive(pid)).toBe(true);
  const { code, out } = await backUp().ended;
  expect(code, out).toBe(0);
  expect(out).toContain(`Restos de copias interrumpidas borrados: ${scratch}`);
  expect(existsSync(path.join(parent, scratch))).toBe(false);
  await waitFor('the end of its database', () => !isProcessAlive(pid));
});

test('a sweep spares runs under way, whole backups and what is not ours', async () => {
  const dated = (day: number): string => formatDatedBackupName(new Date(Date.UTC(2026, 0, day)));
  const make = (name: string): string => {
    makeBackup(name);
    return path.join(parent, name);
  };
  const claimOf = (folder: string, note: object): void =>
    writeFileSync(path.join(folder, 'under-way.json'), JSON.stringify(note));
  // A folder of this process is in use, however old.
  const claim = await claimBackupFolder(make(`${dated(1)}.partial`));
  age(path.join(parent, `${dated(1)}.partial`), 48);
  // A folder of another machine or container is judged by its last sign of life.
  const foreign = { machine: 'otra', pid: process.pid, startedAt: null };
  claimOf(make(`${dated(2)}.partial`), foreign);
  claimOf(make('.vocero-verify-lately'), foreign);
  age(path.join(parent, '.vocero-verify-lately'), 5);
  claimOf(make('.vocero-verify-silent'), foreign);
  age(path.join(parent, '.vocero-verify-silent'), 7);
  // Folders of a version that did not note their owner.
  make(`${dated(3)}.partial`);
  age(make(`${dated(4)}.partial`), 7);
  age(make(`${dated(5)}.removing`), 7);
  const stay = [dated(6), 'vocero-mine.partial', 'notas'];
  for (const name of stay) age(make(name), 7_000);

  expect((await removeBackupLeftovers(parent)).removed.toSorted()).toEqual(
    ['.vocero-verify-silent', `${dated(4)}.partial`, `${dated(5)}.removing`].toSorted(),
  );
  expect(readdirSync(parent).toSorted()).toEqual(
    [`${dated(1)}.partial`, `${dated(2)}.partial`, '.vocero-verify-lately', `${dated(3)}.partial`, ...stay].toSorted(),
  );
  await claim.release();
  age(path.join(parent, `${dated(1)}.partial`), 7);
  expect((await removeBackupLeftovers(parent)).removed).toEqual([`${dated(1)}.partial`]);
  expect(await removeBackupLeftovers(path.join(parent, 'ninguna'))).toEqual({ removed: [], left: [] });
});
