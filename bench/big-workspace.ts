/** A server on a workspace full of calls. Its database is built once, below `.cache`, and reused by later runs. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { rebuildWorkspaceRollups } from '../src/server/features/analytics/index.ts';
import { connectDatabase, type DatabaseHandle } from '../src/server/platform/db/database.ts';
import { startEmbeddedPostgres } from '../src/server/platform/db/embedded-postgres.ts';
import { createLogger } from '../src/server/platform/log.ts';
import { interruptPostmaster, startBenchServer, type BenchServer } from './bench-server.ts';
import { callDataVersion, searchableCallCount, insertCalls } from './call-data.ts';

export interface BigWorkspace extends BenchServer {
  readonly calls: number;
  /** The server's database, for direct queries. */
  readonly databaseUrl: string;
  /** Documents a second that the server indexed for search while building; null if an earlier run built the data. */
  readonly indexedPerSecond: number | null;
}

const cache = path.resolve(import.meta.dirname, '../.cache/bench');
const migrations = path.resolve(import.meta.dirname, '../src/server/platform/db/migrations');
const quietSimulator = { simulator: { seed: 1 }, lines: 20, dialing: { callsPerSecond: 1, reservedLines: 0 } };

/** Opens the workspace. `isWarm`: reads what fits into memory before anything is measured. */
export async function openBigWorkspace(
  calls: number,
  say: (line: string) => void,
  { isWarm = false } = {},
): Promise<BigWorkspace> {
  const folder = path.join(cache, `calls-${calls}`);
  const noteFile = path.join(folder, 'built');
  const version = await describeData();
  // The server runs newer migrations itself, as on any kept database.
  const isBuilt = existsSync(noteFile) && version.startsWith(await readFile(noteFile, 'utf8'));
  if (!isBuilt) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const log = createLogger({ level: 'error' });
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log });
  // Interrupting the bench ends the database too, synchronously, as a process can while it exits.
  const abandon = (): void => interruptPostmaster(folder);
  process.once('exit', abandon);
  try {
    const server = await startBenchServer({ ...quietSimulator, databaseUrl: postgres.connectionString });
    const close = async (): Promise<void> => {
      await server.close();
      process.off('exit', abandon);
      await postgres.stop();
    };
    try {
      const indexedPerSecond = isBuilt ? null : await build(postgres.connectionString, server.workspaceId, calls, say);
      await writeFile(noteFile, version);
      if (isWarm) await warm(postgres.connectionString);
      return { ...server, calls, databaseUrl: postgres.connectionString, indexedPerSecond, close };
    } catch (error) {
      await close();
      throw error;
    }
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/** A version of the data: one line for their generator, and one for each migration that they went through. */
async function describeData(): Promise<string> {
  const files = (await readdir(migrations)).filter((name) => !name.endsWith('.test.ts')).toSorted();
  const lines = [String(callDataVersion)];
  for (const file of files)
    lines.push(
      `${file} ${createHash('sha256')
        .update(await readFile(path.join(migrations, file)))
        .digest('hex')}`,
    );
  return `${lines.join('\n')}\n`;
}

async function build(
  connectionString: string,
  workspaceId: string,
  calls: number,
  say: (line: string) => void,
): Promise<number> {
  const database = connectDatabase({
    connectionString,
    applicationName: 'vocero-bench',
    max: 2,
    statementTimeoutMs: 0,
  });
  const log = createLogger({ level: 'error' });
  try {
    say(`building ${calls} calls, once`);
    await insertCalls(database.pool, workspaceId, calls, say);
    await database.pool.query('vacuum analyze calls');
    say('building their rollups');
    await rebuildWorkspaceRollups({ db: database.db, log }, workspaceId);
    say('building their search');
    const indexed = searchableCallCount(calls);
    const seconds = await index(database, workspaceId, indexed);
    await database.pool.query('vacuum analyze');
    return indexed / seconds;
  } finally {
    await database.close();
  }
}

const warmedBytes = 3 * 2 ** 30;

/**
 * Reads data into memory, the small tables first, as after a day of a running server. The bench then measures the
 * product and not how fast a disk finds pages.
 */
async function warm(connectionString: string): Promise<void> {
  const database = connectDatabase({
    connectionString,
    applicationName: 'vocero-bench',
    max: 1,
    statementTimeoutMs: 0,
  });
  try {
    await database.pool.query('create extension if not exists pg_prewarm');
    await database.pool.query(
      `select pg_prewarm(oid, 'read') from (
         select oid, sum(pg_relation_size(oid)) over (order by pg_relation_size(oid), oid) as so_far
         from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')
       ) as relations where so_far < $1`,
      [warmedBytes],
    );
  } finally {
    await database.close();
  }
}

/** Lets the server index the first `count` calls for search, like any call. */
async function index({ pool }: DatabaseHandle, workspaceId: string, count: number): Promise<number> {
  const began = performance.now();
  await pool.query(
    'insert into call_search_queue (workspace_id, call_id) select workspace_id, id from calls where workspace_id = $1 and right(id, 12)::int <= $2',
    [workspaceId, count],
  );
  for (;;) {
    const { rows } = await pool.query<{ waits: boolean }>('select exists (select from call_search_queue) as waits');
    if (!rows[0]?.waits) return (performance.now() - began) / 1_000;
    await delay(200);
  }
}
