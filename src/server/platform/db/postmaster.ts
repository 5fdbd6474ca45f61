// One run of the embedded PostgreSQL: start the process, wait until it answers, stop it.
// It runs in a process group of its own, so that a Ctrl+C meant for us does not reach it.
import { spawn, execFile } from 'node:child_process';
import { open } from 'node:fs/promises';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { ClientConfig } from 'pg';
import { StartupError } from '../startup-error.ts';
import { capLog } from './capped-log.ts';
import { superuser, lastLogLine, prepareSocketDir } from './cluster-files.ts';
import type { Cluster } from './cluster-files.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { cleanEnv, commandLine, spawnIds } from './postgres-user.ts';
import { readPostmasterNote } from './postmaster-file.ts';

const pollMs = 20;
const crashRecoveryLimitMs = 600_000;

/** Where a running PostgreSQL listens: a socket's folder or a loopback address, and its port. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

// For a laptop or server of 2 to 8 cores that the console's own process shares.
const clusterSettings: Readonly<Record<string, string>> = {
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  fsync: 'on',
  synchronous_commit: 'on',
  wal_compression: 'on',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  jit: 'off',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
  // What failed, without the values that it failed with: statements, their parameters and details name people.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  unix_socket_permissions: '0700',
};

/** Where a server that is about to start shall listen: a socket, or a free loopback port on Windows. */
export async function chooseAddress(cluster: Cluster): Promise<Address> {
  if (process.platform === 'win32') return { host: '127.0.0.1', port: await freePort() };
  return { host: await prepareSocketDir(cluster), port: 5432 };
}

/**
 * Starts the server process, without waiting for it to answer.
 * @param exited is called once when the process ends, for whatever reason.
 */
export async function launchPostmaster(
  cluster: Cluster,
  binaries: PostgresBinaries,
  address: Address,
  overrides: Readonly<Record<string, string>>,
  exited: () => void,
): Promise<void> {
  const bySocket = address.host !== '127.0.0.1';
  const settings = {
    ...clusterSettings,
    ...overrides,
    port: String(address.port),
    listen_addresses: bySocket ? '' : address.host,
    unix_socket_directories: bySocket ? address.host : '',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [command, args] = commandLine(cluster.runAs, binaries.postgres, ['-D', cluster.dir, ...flags]);
  await capLog(cluster.logFile);
  // Appended to, so that it may be cut while it is written (capped-log.ts).
  const output = await open(cluster.logFile, 'a', 0o600);
  try {
    // If nothing else follows, the last line is not one of an earlier run.
    await output.write(`${new Date().toISOString()} starting\n`);
    const child = spawn(command, args, {
      ...spawnIds(cluster.runAs),
      cwd: process.platform === 'win32' ? cluster.dir : '/',
      env: cleanEnv,
      detached: true,
      stdio: ['ignore', output.fd, output.fd],
      windowsHide: true,
    });
    child.once('exit', exited);
    child.once('error', exited);
    child.unref();
  } finally {
    await output.close();
  }
}

/**
 * Waits until the server accepts a connection to `database` and returns that connection.
 * @param running tells whether the process still lives; when it does not, the wait ends.
 * @throws {StartupError} with PostgreSQL's own words when it ended, or its refusal.
 */
export async function waitUntilReady(
  cluster: Cluster,
  address: Address,
  running: () => boolean,
  limitMs = crashRecoveryLimitMs,
): Promise<Client> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const client = new Client(credentials(cluster, address));
    // A broken connection rejects what is asked on it, and also emits: unheard, that would end the process.
    client.on('error', ignoreClosing);
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(ignoreClosing);
      const code = (error as { code?: string }).code ?? '';
      // 28P01 and 28000: alive, but not with our password, so waiting would not help.
      if (code.startsWith('28')) {
        throw new StartupError(
          `La base de datos en ${cluster.dir} no acepta su contraseña guardada: usa otro DATA_DIR.`,
        );
      }
    }
    if (!running()) throw new StartupError(`PostgreSQL no arrancó en ${cluster.dir}: ${await lastLogLine(cluster)}`);
    if (performance.now() > deadline) throw new StartupError(`PostgreSQL no responde en ${cluster.dir}.`);
    await sleep(pollMs);
  }
}

/**
 * Stops whatever server runs on the cluster: fast (sessions end, data flushed), and by force
 * after `graceMs`. Resolves once it is gone; at once when none runs.
 */
export async function stopPostmaster(
  cluster: Pick<Cluster, 'dir'>,
  binaries: PostgresBinaries,
  graceMs = 30_000,
): Promise<void> {
  const note = readPostmasterNote(cluster.dir);
  if (note === undefined) return;
  if (process.platform === 'win32') {
    await promisify(execFile)(binaries.pgCtl, ['stop', '-w', '-m', 'fast', '-D', cluster.dir], { env: cleanEnv });
    return;
  }
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    signalProcess(note.pid, signal);
    const deadline = performance.now() + graceMs;
    while (performance.now() < deadline) {
      if (readPostmasterNote(cluster.dir)?.pid !== note.pid) return;
      await sleep(pollMs);
    }
  }
}

/** Connection string of a database in the cluster, for pg (a socket's folder is percent-encoded). */
export function connectionStringFor(cluster: Pick<Cluster, 'password'>, address: Address, database: string): string {
  const host = encodeURIComponent(address.host);
  return `postgres://${superuser}:${encodeURIComponent(cluster.password)}@${host}:${address.port}/${database}`;
}

function credentials(cluster: Cluster, address: Address): ClientConfig {
  return {
    host: address.host,
    port: address.port,
    user: superuser,
    password: cluster.password,
    database: 'postgres',
    application_name: 'vocero-supervisor',
  };
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // gone already is what we want
  }
}

function ignoreClosing(): void {
  // the connection never stood or stands no more; there is nothing to close
}

async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}
