/**
 * Stops a server's writes once a newer version has migrated its database, because the old server would silently skip
 * figures that the new version counts. Each writing transaction begins by checking under a shared lock. A migration
 * takes that lock exclusively, so no such transaction runs during a migration or starts afterwards without noticing it.
 */
import { sql, type Kysely, type PostgresPool, type PostgresPoolClient } from 'kysely';
import type { Logger } from 'pino';
import { AppError } from '../errors.ts';
import { StartupError } from '../startup-error.ts';
import type { Schema } from './schema.ts';

/** Advisory lock ('Vowr') that writing transactions hold shared and that a migration holds exclusively. */
export const schemaWriteLockId = 0x566f_7772;

/** Schema state of a database. `behind`: it lacks migrations of this version. `outdated`: it has a newer version's. */
export type SchemaState = 'current' | 'behind' | 'outdated';

export interface SchemaGuard {
  /** True once this server knows that a newer version migrated the database. It never becomes false again. */
  isOutdated(): boolean;
  /** Resolves once a newer version migrated the database, with one line for the person who must update this server. */
  readonly whenOutdated: Promise<StartupError>;
  /** Checks the database's schema now. Throws the database's errors. */
  look(db: Kysely<Schema>): Promise<SchemaState>;
  /** Wraps the connection pool so that writing transactions check the schema. If refused: `AppError('unavailable')`. */
  guardPool(pool: PostgresPool): PostgresPool;
}

/** Makes the schema guard. `known` contains the names of this version's migrations. */
export function createSchemaGuard({
  known,
  log,
}: {
  readonly known: readonly string[];
  readonly log: Logger;
}): SchemaGuard {
  const outdated = Promise.withResolvers<StartupError>();
  let isOutdated = false;

  function note(migration: string): void {
    if (isOutdated) return;
    isOutdated = true;
    log.error(
      { migration },
      'a newer version migrated the database: this server takes in nothing more and must be updated',
    );
    outdated.resolve(createNewerVersionError(migration));
  }

  // Two SQL statements in one message save a round trip. The second one sees everything committed before the lock.
  const asking = `
    select pg_try_advisory_xact_lock_shared(${schemaWriteLockId}) as "isOpen";
    select name from kysely_migration where name <> all (array[${known.map((name) => `'${name}'`).join(', ')}]::text[]) limit 1`;

  async function begin(client: PostgresPoolClient, statement: string): Promise<unknown> {
    if (isOutdated) throw createOutdatedServerError();
    const results: unknown = await client.query(`${statement};${asking}`, []);
    const [begun, lock, newer] = results as [unknown, { rows: { isOpen: boolean }[] }, { rows: { name: string }[] }];
    if (newer.rows[0]) {
      note(newer.rows[0].name);
      throw createOutdatedServerError();
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
        // Roll back here, because Kysely does not roll back a transaction whose beginning failed.
        await client.query('rollback', []).catch(() => {
          isBroken = true;
        });
        throw error;
      }
    };
    return {
      // The type cast is safe: Kysely's type has an overload for cursors, and no cursor is configured.
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

/** True if the database accepts writes, unlike a standby or a read-only server. Throws the database's errors. */
export async function isDatabaseWritable(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select current_setting('transaction_read_only') = 'off' as may`.execute(
    db,
  );
  return rows[0]?.may ?? false;
}

function refusal(reason: string): AppError {
  return new AppError('unavailable', { cause: new Error(reason) });
}

/** The error shown to people who use a server that is older than its database. */
export function createOutdatedServerError(): AppError {
  return new AppError('unavailable', {
    message:
      'Este servidor es de una versión anterior a la de su base de datos. Quien lo administra debe actualizarlo.',
    cause: new Error('a newer version migrated the database'),
  });
}

/** The error with which a server that is older than its database refuses to start, or ends. */
export function createNewerVersionError(migration: string, cause?: unknown): StartupError {
  return new StartupError(
    `La base de datos ya fue usada por una versión más nueva de Vocero (migración ${migration}): actualiza este servidor.`,
    { cause },
  );
}
