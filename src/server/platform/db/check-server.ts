// Checks at start that the database server can be used: reachable, new enough, in UTF-8, with the needed rights, and
// not behind a transaction pooler, which would silently break advisory locks, LISTEN and pg-boss.
import { randomInt } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { StartupError } from '../startup-error.ts';
import {
  countNeededDatabaseConnections,
  measureDbConnectionCapacity,
  findMissingDatabaseRight,
} from './database-needs.ts';

/** Oldest supported major version of PostgreSQL (docs/operating.md). */
const oldestMajor = 15;
const connectLimitMs = 10_000;
const poolerError = new StartupError(
  'DATABASE_URL apunta a un pooler en modo transacción (PgBouncer o similar): usa la conexión directa a PostgreSQL o el modo sesión.',
);

/** Checks that a database server can be used. @throws {StartupError} with one line, without the URL's password. */
export async function assertDatabaseServerUsable(connectionString: string): Promise<void> {
  const clients: Client[] = [];
  const connect = async (): Promise<Client> => {
    const client = new Client({ connectionString, connectionTimeoutMillis: connectLimitMs });
    client.on('error', () => undefined);
    clients.push(client);
    await client.connect();
    return client;
  };
  try {
    const first = await connect();
    await checkVersion(first);
    if (await sharesSessions(first, connect)) throw poolerError;
    const lack = await findMissingDatabaseRight(first);
    if (lack) throw new StartupError(`DATABASE_URL: ${lack.message} ${lack.action}`);
  } catch (error) {
    throw explain(error);
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()));
  }
}

/** Checks that the database server accepts a connection. @throws {StartupError} with a message of one line. */
export async function assertDatabaseReachable(connectionString: string): Promise<void> {
  const client = new Client({ connectionString, connectionTimeoutMillis: connectLimitMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw explain(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Pause in ms between two counts of the database's free connections. Counts are repeated, because a server that has
 * just stopped may still have connections open.
 */
const lookAgainMs = 500;
const lookTimes = 10;

/** Checks that the database has enough free connections for a server. @throws {StartupError} if it has too few. */
export async function assertFreeDatabaseConnections(connectionString: string, pool: number): Promise<void> {
  const client = new Client({ connectionString, connectionTimeoutMillis: connectLimitMs });
  client.on('error', () => undefined);
  const needed = countNeededDatabaseConnections(pool);
  try {
    await client.connect();
    for (let look = 1; ; look += 1) {
      const { most, free } = await measureDbConnectionCapacity(client, false);
      if (free >= needed) return;
      if (look === lookTimes)
        throw new StartupError(
          `DATABASE_URL: quedan ${free} de ${most} conexiones y este servidor necesita ${needed}. Sube max_connections, o el límite del usuario o de la base, o baja DATABASE_POOL (vale ${pool}).`,
        );
      await setTimeout(lookAgainMs);
      await client.query('select pg_stat_clear_snapshot()');
    }
  } catch (error) {
    throw explain(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function checkVersion(client: Client): Promise<void> {
  const answer = await client.query<{ version: number; encoding: string }>(
    `SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding`,
  );
  const found = answer.rows[0];
  const major = Math.floor((found?.version ?? 0) / 10_000);
  if (found === undefined || major < oldestMajor) {
    throw new StartupError(`DATABASE_URL: hace falta PostgreSQL ${oldestMajor} o más nuevo (encontrado: ${major}).`);
  }
  if (found.encoding !== 'UTF8') {
    throw new StartupError(`DATABASE_URL: la base debe estar en UTF-8 (encontrado: ${found.encoding}).`);
  }
}

// Detects a transaction pooler, which runs a connection's statements in different PostgreSQL sessions. Returns true if
// a second connection can take the advisory lock that the first connection holds, or if the first one can't release it.
async function sharesSessions(first: Client, connect: () => Promise<Client>): Promise<boolean> {
  const key = randomInt(1, 2 ** 31);
  await first.query('SELECT pg_advisory_lock($1)', [key]);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const other = await connect();
    // Leave the transaction open, so that a pooler can't give its PostgreSQL session to the next connection.
    await other.query('BEGIN');
    const answer = await other.query<{ taken: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS taken', [key]);
    if (answer.rows[0]?.taken === true) return true;
  }
  const answer = await first.query<{ ours: boolean }>('SELECT pg_advisory_unlock($1) AS ours', [key]);
  return answer.rows[0]?.ours !== true;
}

function explain(error: unknown): unknown {
  if (error instanceof StartupError) return error;
  const { code = '', message } = error as { code?: string; message: string };
  if (code === '08P01' && message.includes('startup parameter')) return poolerError;
  const reason = message === '' ? code : message;
  return new StartupError(`No se pudo usar la base de datos de DATABASE_URL: ${reason}`);
}
