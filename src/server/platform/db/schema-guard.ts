/**
 * Keeps a server from writing once a newer version has migrated its database: it would leave out what that version counts, and
 * no error would tell. Each transaction that may write begins by asking, under a lock that whoever migrates takes first: none is
 * under way while a migration reads what there is, and none begins afterwards that does not know of it.
 */
import { sql, type Kysely, type PostgresPool, type PostgresPoolClient } from 'kysely';
import type { Logger } from 'pino';
import { AppError } from '../errors.ts';
import { StartupError } from '../startup-error.ts';
import type { Schema } from './schema.ts';

/** 'Vowr': held shared by transactions that may write, exclusively by a migration. */
export const writeFence = 0x566f_7772;

/** `behind`: migrations of this version are missing. `outdated`: there are others, of a newer one. */
export type SchemaState = 'current' | 'behind' | 'outdated';

export interface SchemaGuard {
  /** True from when this server knows that a newer version migrated the database; never false again. */
  isOutdated(): boolean;
  /** Resolves then, with the one line for whoever must update this server. */
  readonly whenOutdated: Promise<StartupError>;
  /** Asks the database now. Throws its errors. */
  look(db: Kysely<Schema>): Promise<SchemaState>;
  /** The pool with its transactions begun so; read-only ones and single statements are not. Refused: `AppError('unavailable')`. */
  guardPool(pool: PostgresPool): PostgresPool;
}

/** `known`: the names of this version's migrations. */
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
    outdated.resolve(newerVersion(migration));
  }

  // In one message, so that it costs no journey. Apart, so that the second sees what was committed before the first had the lock.
  const asking = `
    select pg_try_advisory_xact_lock_shared(${writeFence}) as "isOpen";
    select name from kysely_migration where name <> all (array[${known.map((name) => `'${name}'`).join(', ')}]::text[]) limit 1`;

  async function begin(client: PostgresPoolClient, statement: string): Promise<unknown> {
    if (isOutdated) throw outdatedRefusal();
    const results: unknown = await client.query(`${statement};${asking}`, []);
    const [begun, lock, newer] = results as [unknown, { rows: { isOpen: boolean }[] }, { rows: { name: string }[] }];
    if (newer.rows[0]) {
      note(newer.rows[0].name);
      throw outdatedRefusal();
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
        // Kysely ends no transaction whose beginning failed.
        await client.query('rollback', []).catch(() => {
          isBroken = true;
        });
        throw error;
      }
    };
    return {
      // Kysely's type says it twice, for cursors too: none is configured.
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

/** Whether the database takes writes: a standby and a server set to read only do not. Throws its errors. */
export async function mayWrite(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select current_setting('transaction_read_only') = 'off' as may`.execute(
    db,
  );
  return rows[0]?.may ?? false;
}

function refusal(reason: string): AppError {
  return new AppError('unavailable', { cause: new Error(reason) });
}

/** What the console shows to whoever still asks a server that is too old. */
export function outdatedRefusal(): AppError {
  return new AppError('unavailable', {
    message:
      'Este servidor es de una versión anterior a la de su base de datos. Quien lo administra debe actualizarlo.',
    cause: new Error('a newer version migrated the database'),
  });
}

/** What a server that is too old says as it refuses to start, or ends. */
export function newerVersion(migration: string, cause?: unknown): StartupError {
  return new StartupError(
    `La base de datos ya fue usada por una versión más nueva de Vocero (migración ${migration}): actualiza este servidor.`,
    { cause },
  );
}
