/**
 * Stops the writes of an older server once a newer version has migrated its database. The older code does not maintain
 * all that the newer code stores. Every writing transaction first takes a shared lock and checks the version. A
 * migration takes the lock exclusively, so writing transactions run before it, or see it afterwards.
 */
import { sql, type Kysely, type PostgresPool, type PostgresPoolClient } from 'kysely';
import type { Logger } from 'pino';
import { AppError } from '../errors.ts';
import { StartupError } from '../startup-error.ts';
import type { DatabaseSchema } from './schema.ts';

/**
 * Id of the advisory lock that a migration takes exclusively and that each writing transaction takes in shared mode.
 */
export const schemaWriteLockId = 0x566f_7772;

/**
 * State of a database's migrations. `behind`: the database lacks some of this server's migrations. `outdated`: the
 * database has migrations that this server lacks.
 */
export type DatabaseSchemaState = 'current' | 'behind' | 'outdated';

export interface SchemaVersionGuard {
  /** True once a newer Vocero version is known to have migrated the database. Never becomes false again. */
  isOutdated(): boolean;
  /**
   * Resolves once a newer version has migrated the database. The result is an error with a one-line request to update
   * this server.
   */
  readonly whenOutdated: Promise<StartupError>;
  /** Checks the database's schema now. Throws the database's errors. */
  look(db: Kysely<DatabaseSchema>): Promise<DatabaseSchemaState>;
  /** Wraps a pool. Writing transactions first look for newer migrations and may throw `AppError('unavailable')`. */
  guardPool(pool: PostgresPool): PostgresPool;
}

/** Makes the guard against writes of an outdated server. `known` contains the names of this version's migrations. */
export function createSchemaVersionGuard({
  known,
  log,
}: {
  readonly known: readonly string[];
  readonly log: Logger;
}): SchemaVersionGuard {
  const outdated = Promise.withResolvers<StartupError>();
  let isOutdated = false;

  function note(migration: string): void {
    if (isOutdated) return;
    isOutdated = true;
    log.error(
      { migration },
      'a newer version migrated the database: this server takes in nothing more and must be updated',
    );
    outdated.resolve(createOutdatedServerStartError(migration));
  }

  // SQL sent with a transaction's BEGIN. It takes the migration lock in shared mode, and finds migrations of a newer
  // Vocero version.
  const asking = `
    select pg_try_advisory_xact_lock_shared(${schemaWriteLockId}) as "isOpen";
    select name from kysely_migration where name <> all (array[${known.map((name) => `'${name}'`).join(', ')}]::text[]) limit 1`;

  async function begin(client: PostgresPoolClient, statement: string): Promise<unknown> {
    if (isOutdated) throw createOutdatedServerRequestError();
    const results: unknown = await client.query(`${statement};${asking}`, []);
    const [begun, lock, newer] = results as [unknown, { rows: { isOpen: boolean }[] }, { rows: { name: string }[] }];
    if (newer.rows[0]) {
      note(newer.rows[0].name);
      throw createOutdatedServerRequestError();
    }
    if (!lock.rows[0]?.isOpen) throw refusal('a migration is under way');
    return begun;
  }

  function guard(client: PostgresPoolClient): PostgresPoolClient {
    let isBroken = false;
    const send = async (text: string, values: readonly unknown[]): Promise<unknown> => {
      if (!/^(?:begin|start transaction)(?!.*read only)/u.test(text)) return client.query(text, values);
      try {
        return await begin(client, text);
      } catch (error) {
        // Roll back the transaction here, because Kysely does not do so if a transaction fails to begin.
        await client.query('rollback', []).catch(() => {
          isBroken = true;
        });
        throw error;
      }
    };
    return {
      // Cast the function to Kysely's type of `query`, which also accepts cursors. Vocero uses no cursors.
      query: send as PostgresPoolClient['query'],
      release: (destroy) => client.release(destroy === true || isBroken),
    };
  }

  return {
    isOutdated: () => isOutdated,
    whenOutdated: outdated.promise,
    async look(db) {
      const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
      const applied = rows.map(({ name }) => name);
      const newer = applied.find((name) => !known.includes(name));
      if (newer !== undefined) note(newer);
      if (isOutdated) return 'outdated';
      return known.every((name) => applied.includes(name)) ? 'current' : 'behind';
    },
    guardPool(pool) {
      const clients = new WeakMap<PostgresPoolClient, PostgresPoolClient>();
      return {
        options: pool.options,
        end: () => pool.end(),
        async connect() {
          const client = await pool.connect();
          const guarded = clients.get(client) ?? guard(client);
          clients.set(client, guarded);
          return guarded;
        },
      };
    },
  };
}

/** True if the database accepts writes, unlike a standby or read-only server. Throws the database's errors. */
export async function isDatabaseWritable(db: Kysely<DatabaseSchema>): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select current_setting('transaction_read_only') = 'off' as may`.execute(
    db,
  );
  return rows[0]?.may ?? false;
}

function refusal(reason: string): AppError {
  return new AppError('unavailable', { cause: new Error(reason) });
}

/** Returns the error with which a server refuses requests if a newer version has migrated its database. */
export function createOutdatedServerRequestError(): AppError {
  return new AppError('unavailable', {
    message:
      'Este servidor es de una versión anterior a la de su base de datos. Quien lo administra debe actualizarlo.',
    cause: new Error('a newer version migrated the database'),
  });
}

/** Returns the error with which a server stops or refuses to start if a newer version has migrated its database. */
export function createOutdatedServerStartError(migration: string, cause?: unknown): StartupError {
  return new StartupError(
    `La base de datos ya fue usada por una versión más nueva de Vocero (migración ${migration}): actualiza este servidor.`,
    { cause },
  );
}
