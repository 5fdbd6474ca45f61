// Tests every promise of the supervisor on real servers, as root and as an unprivileged user.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeFolder } from '../../testing/memory-folder.ts';
import { preparePostgresCluster } from './cluster-files.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import type { EmbeddedPostgres, EmbeddedPostgresOptions } from './embedded-postgres.ts';
import { measureFreeDiskRatio } from './free-disk.ts';
import { locatePostgresBinaries } from './postgres-binaries.ts';
import { waitForPostgresConnection } from './postmaster.ts';
import { isProcessAlive, readPostmasterPidFile } from './postmaster-file.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
let original: string;
let dataDir: string;
let running: EmbeddedPostgres[];

// mkdtemp closes a folder to other users, and root's clone may be in such a folder.
beforeAll(async () => {
  original = await makeFolder();
  const server = await startEmbeddedPostgres({ dataDir: original, log });
  await server.stop();
});

afterAll(() => rmSync(original, { recursive: true }));

// Each test uses a copy of one cluster, because making one takes a second or two. As root, the copy first belongs to
// root, which the supervisor has to fix.
beforeEach(async () => {
  dataDir = await makeFolder();
  copyCluster(dataDir);
  running = [];
});

function copyCluster(target: string): void {
  for (const name of ['pg18', 'pg18.password']) {
    cpSync(path.join(original, name), path.join(target, name), { recursive: true });
  }
}

afterEach(async () => {
  for (const each of running) await each.stop();
  expect(readPostmasterPidFile(clusterDir())).toBeUndefined();
  rmSync(dataDir, { recursive: true });
});

function clusterDir(): string {
  return path.join(dataDir, 'pg18');
}

async function start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log, ...options });
  running.push(server);
  return server;
}

async function ask(server: EmbeddedPostgres, statement: string): Promise<unknown> {
  const client = new Client({ connectionString: server.connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement);
    return rows[0] === undefined ? undefined : Object.values(rows[0])[0];
  } finally {
    await client.end();
  }
}

// Starts a server in a separate process that keeps it until it is killed.
async function startInChild(): Promise<{ kill: () => Promise<void> }> {
  const module = JSON.stringify(path.join(import.meta.dirname, 'embedded-postgres.ts'));
  const script = `
    const { startEmbeddedPostgres } = await import(${module});
    const log = { info() {}, warn() {}, error() {} };
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log });
    process.stdout.write('up');
    setInterval(() => {}, 1e9);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('the child did not start its database')));
  await Promise.race([once(child.stdout, 'data'), ended]);
  return {
    async kill() {
      child.kill('SIGKILL');
      await ended.catch(() => undefined);
    },
  };
}

test('the cluster is a durable UTF-8 one that never listens on the network', async () => {
  const server = await start();
  expect(server.origin).toBe('started');
  expect(await ask(server, `SELECT lower('ÑANDÚ')`)).toBe('ñandú');
  expect(await ask(server, 'SHOW server_encoding')).toBe('UTF8');
  expect(await ask(server, 'SHOW fsync')).toBe('on');
  expect(await ask(server, 'SHOW listen_addresses')).toBe('');
  expect(
    await ask(
      server,
      `SELECT count(*)::int FROM pg_available_extensions WHERE name IN ('pg_trgm', 'unaccent', 'pgcrypto')`,
    ),
  ).toBe(3);
  expect(statSync(path.join(original, 'pg18.password')).mode & 0o777).toBe(0o600);
  const wrong = new URL(server.connectionString);
  wrong.password = 'otra';
  await expect(new Client({ connectionString: wrong.href }).connect()).rejects.toMatchObject({ code: '28P01' });
  if (process.platform !== 'linux') return;
  // A Ctrl+C in the terminal goes to our process group; the database leads its own.
  const pid = readPostmasterPidFile(clusterDir())?.pid ?? 0;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ');
  expect(Number(fields?.[2])).toBe(pid);
  expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('HOME=');
});

test('data outlives a stop and a start, and stopping twice is fine', async () => {
  const first = await start();
  await ask(first, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await first.stop();
  await first.stop();
  const second = await start();
  expect(second.origin).toBe('started');
  expect(await ask(second, 'SELECT answer FROM kept')).toBe(42);
});

test('a server left by a killed parent is adopted, its data committed', async () => {
  const parent = await startInChild();
  const left = readPostmasterPidFile(clusterDir())?.pid;
  await parent.kill();
  const server = await start();
  expect(server.origin).toBe('adopted');
  expect(readPostmasterPidFile(clusterDir())?.pid).toBe(left);
  await server.stop();
  expect(isProcessAlive(left ?? 0) && readPostmasterPidFile(clusterDir()) !== undefined).toBe(false);
});

test('a left-over server that does not answer any more is stopped and started anew', async () => {
  const parent = await startInChild();
  await parent.kill();
  const left = readPostmasterPidFile(clusterDir());
  rmSync(path.join(left?.socketDir ?? '', '.s.PGSQL.5432'));
  const server = await start({ adoptionLimitMs: 200 });
  expect(server.origin).toBe('started');
  expect(readPostmasterPidFile(clusterDir())?.pid).not.toBe(left?.pid);
  expect(await ask(server, 'SELECT 1')).toBe(1);
});

test('two that make a folder at once make one database, which both can open', async () => {
  rmSync(clusterDir(), { recursive: true });
  rmSync(path.join(dataDir, 'pg18.password'));
  const binaries = locatePostgresBinaries();
  const made = await Promise.all([1, 2].map(() => preparePostgresCluster(dataDir, binaries, true)));
  expect(made[0]?.password).toBe(made[1]?.password);
  const server = await start();
  expect(await ask(server, 'SELECT 1')).toBe(1);
});

test('two servers never share a folder by accident; a short command may join', async () => {
  const parent = await startInChild();
  await expect(start()).rejects.toThrow(/^Ya hay un Vocero en marcha sobre /u);
  const guest = await start({ shareIfRunning: true });
  expect(guest.origin).toBe('shared');
  expect(await ask(guest, 'SELECT 1')).toBe(1);
  await guest.stop();
  expect(readPostmasterPidFile(clusterDir())).toBeDefined();
  await parent.kill();
  await start(); // adopted, so that afterEach stops it
});

test('a database that dies by itself is told of and comes back at the same address', async () => {
  const server = await start();
  await ask(server, 'CREATE TABLE kept AS SELECT 42 AS answer');
  const crashed = new Promise<void>((resolve) => server.onCrash(resolve));
  const restarted = new Promise<void>((resolve) => server.onRestart(resolve));
  const pid = readPostmasterPidFile(clusterDir())?.pid ?? 0;
  process.kill(pid, 'SIGKILL');
  await crashed;
  await restarted;
  expect(await ask(server, 'SELECT answer FROM kept')).toBe(42);
  expect(readPostmasterPidFile(clusterDir())?.pid).not.toBe(pid);
});

test('stopping while the database is being restarted leaves nothing running', async () => {
  const server = await start();
  const crashed = new Promise<void>((resolve) => server.onCrash(resolve));
  process.kill(readPostmasterPidFile(clusterDir())?.pid ?? 0, 'SIGKILL');
  await crashed;
  await server.stop();
  expect(readPostmasterPidFile(clusterDir())).toBeUndefined();
});

test('a cluster of another version, a lost password and a missing binary each say so in one line', async () => {
  const version = path.join(clusterDir(), 'PG_VERSION');
  writeFileSync(version, '17\n');
  await expect(start()).rejects.toThrow(/es de PostgreSQL 17 y esta versión de Vocero usa PostgreSQL 18/u);
  writeFileSync(version, '18\n');
  rmSync(path.join(dataDir, 'pg18.password'));
  await expect(start()).rejects.toThrow(/^Falta .*pg18\.password/u);
  expect(() => locatePostgresBinaries('freebsd', 'x64')).toThrow(/freebsd-x64.*DATABASE_URL/u);
});

test.each(['', 'basura\n'])(
  'a note of %j names itself and what to do; nothing is started or taken away',
  async (note) => {
    const file = path.join(clusterDir(), 'postmaster.pid');
    writeFileSync(file, note);
    await expect(start()).rejects.toThrow(
      /^\S*postmaster\.pid está vacío o dañado[^\n]*borra ese archivo e inicia de nuevo\.$/u,
    );
    expect(readFileSync(file, 'utf8')).toBe(note);
    rmSync(file);
    expect(await ask(await start(), 'SELECT 1')).toBe(1);
  },
);

test.each(['secret.key', 'pg18/PG_VERSION'])(
  'a folder whose %s never answers ends the start with one line',
  async (name) => {
    const file = path.join(dataDir, name);
    rmSync(file, { force: true });
    // No process writes to this pipe, so reading it hangs like a dead network folder.
    execFileSync('mkfifo', [file]);
    const main = spawn(process.execPath, [path.join(import.meta.dirname, '../../main.ts')], {
      env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [said, [code]] = await Promise.all([text(main.stderr), once(main, 'exit') as Promise<[number | null]>]);
    expect(said).toBe(
      `DATA_DIR: la lectura de ${file} no terminó en 3 s. Revisa el disco o la red donde está la carpeta.\n`,
    );
    expect(code).not.toBe(0);
  },
);

test('a setting that PostgreSQL refuses is told in its own words', async () => {
  await expect(start({ settings: { shared_buffers: 'mucho' } })).rejects.toThrow(/^PostgreSQL no arrancó en .*/u);
});

test('a folder too deep for a socket still works and leaves nothing behind', async () => {
  const deep = path.join(dataDir, 'd'.repeat(60), 'e'.repeat(60));
  copyCluster(deep);
  const server = await start({ dataDir: deep });
  expect(await ask(server, 'SELECT 1')).toBe(1);
  const socketDir = decodeURIComponent(new URL(server.connectionString).hostname);
  await server.stop();
  expect(existsSync(socketDir)).toBe(false);
});

test('the log says what failed and with which values not, and outlives a restart', async () => {
  const server = await start();
  const client = new Client({ connectionString: server.connectionString });
  await client.connect();
  await client.query('create table people (phone text primary key check (phone <> $$$$), name text not null)');
  await client.query('insert into people values ($1, $2)', ['+5491144445555', 'Ana']);
  await expect(client.query('insert into people values ($1, $2)', ['+5491144445555', 'Ñandú'])).rejects.toThrow(
    'duplicate',
  );
  await expect(client.query("insert into people values ('+5491166667777', null)")).rejects.toThrow('null value');
  await client.end();
  await server.stop();
  await (await start()).stop();
  const log = readFileSync(path.join(dataDir, 'postgres.log'), 'utf8');
  expect(log).toContain('duplicate key value violates unique constraint "people_pkey"');
  expect(log).toContain('null value in column "name"');
  expect(log).not.toMatch(/\+549|Ñandú|insert into/u);
});

test('the free part of the disk is a ratio', async () => {
  const ratio = await measureFreeDiskRatio(dataDir);
  expect(ratio).toBeGreaterThan(0);
  expect(ratio).toBeLessThanOrEqual(1);
});

test('takes the loss of a connection on which nothing is asked', async () => {
  const server = await start();
  const note = readPostmasterPidFile(clusterDir());
  const address = { host: note?.socketDir ?? '127.0.0.1', port: note?.port ?? 0 };
  const cluster = await preparePostgresCluster(dataDir, locatePostgresBinaries(), true);
  const client = await waitForPostgresConnection(cluster, address, () => true);
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const ended = new Promise((resolve) => client.once('end', resolve));
  await ask(server, `SELECT pg_terminate_backend(${rows[0]?.pid})`);
  // An unhandled error would end the process and fail the run.
  await ended;
});
