// Supervises the PostgreSQL process that runs if DATABASE_URL is not set. Creates the cluster, starts the process,
// restarts it with backoff after a crash, and stops it. Adopts or stops a PostgreSQL process whose parent was killed.
// The server that owns the database has an advisory lock, which ends with its database session.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { StartupError } from '../startup-error.ts';
import { rotateLogIfTooLong } from './capped-log.ts';
import type { PostgresCluster } from './cluster-files.ts';
import { preparePostgresCluster, removePostgresSocketDir } from './cluster-files.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { locatePostgresBinaries } from './postgres-binaries.ts';
import type { PostgresAddress } from './postmaster.ts';
import {
  choosePostgresAddress,
  buildClusterConnectionString,
  startPostmaster,
  stopPostmaster,
  waitForPostgresConnection,
} from './postmaster.ts';
import { isPostmasterPidFileDamaged, readPostmasterPidFile } from './postmaster-file.ts';

export const embeddedDatabaseName = 'vocero';
const ownerLock = 0x566f_6365;
const lockPatienceMs = 1_500;
const adoptWithinMs = 10_000;
const capLogEveryMs = 10_000;
const damagedNotePatienceMs = 2_000;
const backoffMs = { first: 250, longest: 10_000 };

/** The logger methods that the PostgreSQL supervisor uses. */
export interface PostgresSupervisorLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  readonly log: PostgresSupervisorLog;
  /** PostgreSQL settings that override the console's defaults. Tests switch off fsync. */
  readonly settings?: Readonly<Record<string, string>>;
  /** True if the database contains only test data. A new cluster is then not flushed to the disk. */
  readonly throwaway?: boolean;
  /** True for a command such as `npm run backup`, which uses a running server's database and leaves it running. */
  readonly shareIfRunning?: boolean;
  /** Time in ms that an already running database has to answer before it is stopped; default 10 s. */
  readonly adoptionLimitMs?: number;
}

/** A supervised PostgreSQL. */
export interface EmbeddedPostgres {
  /** URL of the database `vocero` as superuser. It is the same after a restart of PostgreSQL. */
  readonly connectionString: string;
  /**
   * How PostgreSQL was found: started by this process, left running by a killed parent, or owned by another process.
   */
  readonly origin: 'started' | 'adopted' | 'shared';
  /** Registers a callback for a crash of PostgreSQL. It is called before the restart. */
  onCrash(listener: () => void): void;
  /** Registers a callback for when PostgreSQL runs again after a crash. */
  onRestart(listener: () => void): void;
  /** Ends all sessions, flushes the data and stops PostgreSQL. Resolves once it has stopped. May be repeated. */
  stop(): Promise<void>;
}

/**
 * Starts the database in DATA_DIR/pg18, or adopts a running one. Resolves once it accepts connections.
 * @throws {StartupError} with a message of one line, if PostgreSQL is not installed, the data are of another version,
 * or the database is already in use or unreachable.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const binaries = locatePostgresBinaries();
  const cluster = await preparePostgresCluster(options.dataDir, binaries, options.throwaway ?? false);
  const supervisor = new Supervisor(cluster, binaries, options);
  return await supervisor.start();
}

interface Running {
  readonly guard: Client;
  readonly address: PostgresAddress;
  readonly origin: EmbeddedPostgres['origin'];
}

class Supervisor {
  readonly #cluster: PostgresCluster;
  readonly #binaries: PostgresBinaries;
  readonly #options: EmbeddedPostgresOptions;
  readonly #crashListeners: (() => void)[] = [];
  readonly #restartListeners: (() => void)[] = [];
  readonly #stopping = new AbortController();
  /** Address of the embedded database. Kept across restarts, so that the connection string stays valid. */
  #address: PostgresAddress | undefined;
  #guard: Client | undefined;
  #recovery: Promise<void> = Promise.resolve();
  #stopped: Promise<void> | undefined;
  #logKeeper: NodeJS.Timeout | undefined;

  constructor(cluster: PostgresCluster, binaries: PostgresBinaries, options: EmbeddedPostgresOptions) {
    this.#cluster = cluster;
    this.#binaries = binaries;
    this.#options = options;
  }

  async start(): Promise<EmbeddedPostgres> {
    const { guard, address, origin } = await this.#bringUp();
    try {
      const found = await guard.query('SELECT 1 FROM pg_database WHERE datname = $1', [embeddedDatabaseName]);
      if (found.rowCount === 0) await guard.query(`CREATE DATABASE ${embeddedDatabaseName}`);
    } catch (error) {
      await guard.end();
      if (origin !== 'shared') await stopPostmaster(this.#cluster, this.#binaries);
      throw error;
    }
    const connectionString = buildClusterConnectionString(this.#cluster, address, embeddedDatabaseName);
    if (origin === 'shared') {
      await guard.end();
      return {
        connectionString,
        origin,
        onCrash: () => undefined,
        onRestart: () => undefined,
        stop: () => Promise.resolve(),
      };
    }
    this.#watch(guard);
    this.#logKeeper = setInterval(() => void this.#capLog(), capLogEveryMs).unref();
    this.#options.log.info({ origin, cluster: this.#cluster.dir }, 'database is running');
    return {
      connectionString,
      origin,
      onCrash: (listener) => {
        this.#crashListeners.push(listener);
      },
      onRestart: (listener) => {
        this.#restartListeners.push(listener);
      },
      stop: () => (this.#stopped ??= this.#stop()),
    };
  }

  // Adopts a PostgreSQL that runs and answers. Stops one that does not answer, and then starts a new one.
  async #bringUp(): Promise<Running> {
    await this.#refuseDamagedNote();
    const left = await this.#adopt();
    if (left !== undefined) return left;
    let exited = false;
    const address = (this.#address ??= await choosePostgresAddress(this.#cluster));
    await startPostmaster(this.#cluster, this.#binaries, address, this.#options.settings ?? {}, () => {
      exited = true;
    });
    try {
      const guard = await waitForPostgresConnection(this.#cluster, address, () => !exited);
      return { guard, address, origin: (await this.#own(guard)) ? 'started' : 'shared' };
    } catch (error) {
      // Try to use the PostgreSQL of another process, which may have started it in this folder at the same time.
      const other = await this.#adopt();
      if (other !== undefined) return other;
      throw error;
    }
  }

  // Never delete a damaged postmaster.pid: a second PostgreSQL on the same folder would destroy the data.
  async #refuseDamagedNote(): Promise<void> {
    const { dir } = this.#cluster;
    const deadline = performance.now() + damagedNotePatienceMs;
    while (isPostmasterPidFileDamaged(dir)) {
      if (performance.now() > deadline) {
        throw new StartupError(
          `${path.join(dir, 'postmaster.pid')} está vacío o dañado, y no dice si ya hay un PostgreSQL en marcha sobre ${dir}. Si no lo hay en ningún equipo, borra ese archivo e inicia de nuevo.`,
        );
      }
      await sleep(50);
    }
  }

  async #adopt(): Promise<Running | undefined> {
    const note = readPostmasterPidFile(this.#cluster.dir);
    if (note === undefined) return undefined;
    const address = { host: note.socketDir ?? '127.0.0.1', port: note.port };
    const lives = (): boolean => readPostmasterPidFile(this.#cluster.dir)?.pid === note.pid;
    let guard: Client;
    try {
      guard = await waitForPostgresConnection(
        this.#cluster,
        address,
        lives,
        this.#options.adoptionLimitMs ?? adoptWithinMs,
      );
    } catch (error) {
      if (!lives()) return undefined;
      this.#options.log.warn({ pid: note.pid, err: error }, 'stopping a left-over database that does not answer');
      await stopPostmaster(this.#cluster, this.#binaries);
      return undefined;
    }
    const origin = (await this.#own(guard)) ? 'adopted' : 'shared';
    this.#address = address;
    return { guard, address, origin };
  }

  // Takes the advisory lock of the server that owns the embedded database. If another process has the lock, returns
  // false with the option `shareIfRunning`, and throws without this option.
  async #own(guard: Client): Promise<boolean> {
    const deadline = performance.now() + (this.#options.shareIfRunning === true ? 0 : lockPatienceMs);
    for (;;) {
      const answer = await guard.query<{ owned: boolean }>('SELECT pg_try_advisory_lock($1) AS owned', [ownerLock]);
      if (answer.rows[0]?.owned === true) return true;
      if (performance.now() >= deadline) break;
      await sleep(50);
    }
    if (this.#options.shareIfRunning === true) return false;
    await guard.end();
    throw new StartupError(`Ya hay un Vocero en marcha sobre ${this.#options.dataDir}: detenlo o usa otro DATA_DIR.`);
  }

  async #capLog(): Promise<void> {
    await rotateLogIfTooLong(this.#cluster.logFile).catch((error: unknown) => {
      this.#options.log.warn({ err: error }, 'the log of the database could not be cut');
    });
  }

  #watch(guard: Client): void {
    this.#guard = guard;
    guard.on('error', () => undefined); // 'end' follows and is handled
    guard.once('end', () => {
      this.#guard = undefined;
      if (this.#stopping.signal.aborted) return;
      this.#options.log.error({ cluster: this.#cluster.dir }, 'the database ended by itself');
      for (const listener of this.#crashListeners) listener();
      this.#recovery = this.#recover();
    });
  }

  async #recover(): Promise<void> {
    for (let delay = backoffMs.first; !this.#stopping.signal.aborted; delay = Math.min(delay * 2, backoffMs.longest)) {
      try {
        const { guard, origin } = await this.#bringUp();
        this.#watch(guard);
        this.#options.log.warn({ origin }, 'the database is running again');
        for (const listener of this.#restartListeners) listener();
        return;
      } catch (error) {
        this.#options.log.error({ err: error, retryInMs: delay }, 'the database does not start');
      }
      await sleep(delay, undefined, { signal: this.#stopping.signal }).catch(endOfWait);
    }
  }

  async #stop(): Promise<void> {
    this.#stopping.abort();
    clearInterval(this.#logKeeper);
    await this.#recovery;
    await this.#guard?.end();
    await stopPostmaster(this.#cluster, this.#binaries);
    if (this.#address !== undefined) await removePostgresSocketDir(this.#address.host);
  }
}

function endOfWait(error: Error): void {
  if (error.name !== 'AbortError') throw error;
}
