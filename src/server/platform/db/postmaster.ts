// Starts and stops one PostgreSQL process. It runs in its own process group, so that Ctrl+C in the server's terminal
// does not stop it.
import { spawn, execFile } from 'node:child_process';
import { open } from 'node:fs/promises';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { ClientConfig } from 'pg';
import { StartupError } from '../startup-error.ts';
import { rotateLogIfTooLong } from './capped-log.ts';
import { embeddedSuperuserName, readLastPostgresLogLine, preparePostgresSocketDir } from './cluster-files.ts';
import type { PostgresCluster } from './cluster-files.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { postgresEnvironment, buildCommandLineAsUser, getSpawnUserOptions } from './postgres-user.ts';
import { readPostmasterPidFile } from './postmaster-file.ts';

const pollMs = 20;
const crashRecoveryLimitMs = 600_000;

/** Address of a running PostgreSQL: the folder of its socket or a loopback address, and a port. */
export interface PostgresAddress {
  readonly host: string;
  readonly port: number;
}

// PostgreSQL settings for a machine of 2 to 8 cores that it shares with the Node server.
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
  // Omit statements, parameters and details from PostgreSQL's log, because they contain personal data.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  unix_socket_permissions: '0700',
};

/** Chooses the address of a new PostgreSQL process: a unix socket, or a free loopback port on Windows. */
export async function choosePostgresAddress(cluster: PostgresCluster): Promise<PostgresAddress> {
  if (process.platform === 'win32') return { host: '127.0.0.1', port: await freePort() };
  return { host: await preparePostgresSocketDir(cluster), port: 5432 };
}

/**
 * Starts the PostgreSQL process, but does not wait until it answers.
 * @param exited is called once when the process ends, for any reason.
 */
export async function startPostmaster(
  cluster: PostgresCluster,
  binaries: PostgresBinaries,
  address: PostgresAddress,
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
  const [command, args] = buildCommandLineAsUser(cluster.runAs, binaries.postgres, ['-D', cluster.dir, ...flags]);
  await rotateLogIfTooLong(cluster.logFile);
  // Open the log in append mode. After capped-log.ts truncates the file, writes then continue at its new end.
  const output = await open(cluster.logFile, 'a', 0o600);
  try {
    // Write a line to PostgreSQL's log, so that an old last line is never reported as the reason of a failed start.
    await output.write(`${new Date().toISOString()} starting\n`);
    const child = spawn(command, args, {
      ...getSpawnUserOptions(cluster.runAs),
      cwd: process.platform === 'win32' ? cluster.dir : '/',
      env: postgresEnvironment,
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
 * Waits until PostgreSQL accepts a connection, and returns that connection.
 * @param running is true while the PostgreSQL process is alive; otherwise waiting ends.
 * @throws {StartupError} with PostgreSQL's own message if the process has ended or refused the connection.
 */
export async function waitForPostgresConnection(
  cluster: PostgresCluster,
  address: PostgresAddress,
  running: () => boolean,
  limitMs = crashRecoveryLimitMs,
): Promise<Client> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const client = new Client(credentials(cluster, address));
    // A connection that breaks emits an error and also rejects its query. Without a listener, the error would end the
    // process.
    client.on('error', ignoreClosing);
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(ignoreClosing);
      const code = (error as { code?: string }).code ?? '';
      // SQLSTATE 28…: PostgreSQL runs but refuses the stored password, so waiting does not help.
      if (code.startsWith('28')) {
        throw new StartupError(
          `La base de datos en ${cluster.dir} no acepta su contraseña guardada: usa otro DATA_DIR.`,
        );
      }
    }
    if (!running())
      throw new StartupError(`PostgreSQL no arrancó en ${cluster.dir}: ${await readLastPostgresLogLine(cluster)}`);
    if (performance.now() > deadline) throw new StartupError(`PostgreSQL no responde en ${cluster.dir}.`);
    await sleep(pollMs);
  }
}

/**
 * Stops the PostgreSQL process of a cluster: first a fast shutdown (sessions end, data are flushed), and a kill after
 * `graceMs`. Resolves once the process has ended or if none runs.
 */
export async function stopPostmaster(
  cluster: Pick<PostgresCluster, 'dir'>,
  binaries: PostgresBinaries,
  graceMs = 30_000,
): Promise<void> {
  const note = readPostmasterPidFile(cluster.dir);
  if (note === undefined) return;
  if (process.platform === 'win32') {
    await promisify(execFile)(binaries.pgCtl, ['stop', '-w', '-m', 'fast', '-D', cluster.dir], {
      env: postgresEnvironment,
    });
    return;
  }
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    signalProcess(note.pid, signal);
    const deadline = performance.now() + graceMs;
    while (performance.now() < deadline) {
      if (readPostmasterPidFile(cluster.dir)?.pid !== note.pid) return;
      await sleep(pollMs);
    }
  }
}

/** Returns the URL of a database in the embedded cluster. The path of a socket's folder is percent-encoded. */
export function buildClusterConnectionString(
  cluster: Pick<PostgresCluster, 'password'>,
  address: PostgresAddress,
  database: string,
): string {
  const host = encodeURIComponent(address.host);
  return `postgres://${embeddedSuperuserName}:${encodeURIComponent(cluster.password)}@${host}:${address.port}/${database}`;
}

function credentials(cluster: PostgresCluster, address: PostgresAddress): ClientConfig {
  return {
    host: address.host,
    port: address.port,
    user: embeddedSuperuserName,
    password: cluster.password,
    database: 'postgres',
    application_name: 'vocero-supervisor',
  };
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // an ended process is the goal
  }
}

function ignoreClosing(): void {}

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
