// Supervises the PostgreSQL process used when there is no DATABASE_URL. It makes the cluster and starts the process,
// restarts it with backoff, and stops it. It adopts or stops a process left by a killed parent. The owner holds a
// session-level advisory lock, which ends with the owner's process.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { StartupError } from '../startup-error.ts';
import { limitLogSize } from './capped-log.ts';
import type { PostgresCluster } from './cluster-files.ts';
import { prepareCluster, removeSocketDir } from './cluster-files.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { locatePostgresBinaries } from './postgres-binaries.ts';
import type { PostgresAddress } from './postmaster.ts';
import { chooseAddress, connectionStringFor, launchPostmaster, stopPostmaster, waitUntilReady } from './postmaster.ts';
import { isPostmasterFileDamaged, readPostmasterNote } from './postmaster-file.ts';

/** The name of the product's database in the embedded PostgreSQL. */
export const databaseName = 'vocero';
const ownerLock = 0x566f_6365;
const lockPatienceMs = 1_500;
const adoptWithinMs = 10_000;
const capLogEveryMs = 10_000;
const damagedNotePatienceMs = 2_000;
const backoffMs = { first: 250, longest: 10_000 };

/** The part of a logger that the PostgreSQL supervisor uses. */
export interface SupervisorLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface EmbeddedPostgresOptions {
  /** The server's DATA_DIR. The PostgreSQL cluster is its folder pg18. */
  readonly dataDir: string;
  readonly log: SupervisorLog;
  /** PostgreSQL settings that override the embedded database's defaults. Tests switch fsync off. */
  readonly settings?: Readonly<Record<string, string>>;
  /** True for test data: a new PostgreSQL cluster need not be flushed to the disk. */
  readonly throwaway?: boolean;
  /** True for short commands, which share the database of a running Vocero and leave it running. */
  readonly shareIfRunning?: boolean;
  /** Time that a running database has to answer before it is stopped; default 10 s. */
  readonly adoptionLimitMs?: number;
}

/** A supervised PostgreSQL. */
export interface EmbeddedPostgres {
  /** The database's connection string, the same across restarts. Database `vocero`, user a superuser. */
  readonly connectionString: string;
  /** How the database process was found: started by us, left by a killed parent, or owned by another process. */
  readonly origin: 'started' | 'adopted' | 'shared';
  /** Registers a callback for when the database process ends by itself. Called before the restart. */
  onCrash(listener: () => void): void;
  /** Registers a callback for when the database process runs again after a crash. */
  onRestart(listener: () => void): void;
  /** Ends every session and the database process, with data flushed. Resolves once it has ended. Repeatable. */
  stop(): Promise<void>;
}

/**
 * Starts or adopts the database in DATA_DIR/pg18 and resolves once it accepts connections.
 * @throws {StartupError} one line: no binary, another version, in use, or unreachable.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const binaries = locatePostgresBinaries();
  const cluster = await prepareCluster(options.dataDir, binaries, options.throwaway ?? false);
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
  /** The embedded database's socket. It is the same across restarts, so that the connection string stays valid. */
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
      const found = await guard.query('SELECT 1 FROM pg_database WHERE datname = $1', [databaseName]);
      if (found.rowCount === 0) await guard.query(`CREATE DATABASE ${databaseName}`);
    } catch (error) {
      await guard.end();
      if (origin !== 'shared') await stopPostmaster(this.#cluster, this.#binaries);
      throw error;
    }
    const connectionString = connectionStringFor(this.#cluster, address, databaseName);
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

  // Ensures one database process with one owner: adopts one that answers, stops one that does not, else starts one.
  async #bringUp(): Promise<Running> {
    await this.#refuseDamagedNote();
    const left = await this.#adopt();
    if (left !== undefined) return left;
    let exited = false;
    const address = (this.#address ??= await chooseAddress(this.#cluster));
    await launchPostmaster(this.#cluster, this.#binaries, address, this.#options.settings ?? {}, () => {
      exited = true;
    });
    try {
      const guard = await waitUntilReady(this.#cluster, address, () => !exited);
      return { guard, address, origin: (await this.#own(guard)) ? 'started' : 'shared' };
    } catch (error) {
      // Two processes started at the same time, and the database process of the other one uses the folder.
      const other = await this.#adopt();
      if (other !== undefined) return other;
      throw error;
    }
  }

  // A damaged postmaster.pid is never removed: a second PostgreSQL on the same folder would destroy the data.
  async #refuseDamagedNote(): Promise<void> {
    const { dir } = this.#cluster;
    const deadline = performance.now() + damagedNotePatienceMs;
    while (isPostmasterFileDamaged(dir)) {
      if (performance.now() > deadline) {
        throw new StartupError(
          `${path.join(dir, 'postmaster.pid')} está vacío o dañado, y no dice si ya hay un PostgreSQL en marcha sobre ${dir}. Si no lo hay en ningún equipo, borra ese archivo e inicia de nuevo.`,
        );
      }
      await sleep(50);
    }
  }

  async #adopt(): Promise<Running | undefined> {
    const note = readPostmasterNote(this.#cluster.dir);
    if (note === undefined) return undefined;
    const address = { host: note.socketDir ?? '127.0.0.1', port: note.port };
    const lives = (): boolean => readPostmasterNote(this.#cluster.dir)?.pid === note.pid;
    let guard: Client;
    try {
      guard = await waitUntilReady(this.#cluster, address, lives, this.#options.adoptionLimitMs ?? adoptWithinMs);
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

  // True once this process owns the database. False if another process owns it and sharing was requested.
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
    await limitLogSize(this.#cluster.logFile).catch((error: unknown) => {
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
    if (this.#address !== undefined) await removeSocketDir(this.#address.host);
  }
}

function endOfWait(error: Error): void {
  if (error.name !== 'AbortError') throw error;
}
