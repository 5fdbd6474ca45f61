/**
 * Sends statements with the comment 'prepared' as prepared statements, which PostgreSQL parses and plans once per
 * connection. This suits frequent statements whose plan does not depend on the values. It does not suit lists with
 * filters.
 */
import { setTimeout } from 'node:timers/promises';
import { sql, type PostgresPool, type PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from 'pg';

const mark = '/* prepared */';
/** Number of characters at the start of an SQL text that are searched for the comment 'prepared'. */
const markWithin = 40;
/** Limit of prepared statements per connection, in case SQL with varying text has the comment 'prepared' by mistake. */
const mostStatements = 500;

/**
 * SQL comment that makes a statement a prepared statement. Put it at the beginning of the SQL text, or pass it to
 * `.modifyFront`. The SQL text must be constant. So pass values as parameters, and a list as one array.
 */
export const preparedStatementMark = sql.raw(mark);

const names = new Map<string, string>();

/**
 * Returns the prepared statement's name for an SQL text. Undefined if the text has no comment 'prepared', or if too
 * many statements already have names.
 */
function nameOf(text: string): string | undefined {
  if (!text.slice(0, markWithin).includes(mark)) return undefined;
  const known = names.get(text);
  if (known !== undefined || names.size >= mostStatements) return known;
  const name = `vocero_${names.size + 1}`;
  names.set(text, name);
  return name;
}

/** Wraps a pg pool for Kysely, so that statements with the comment 'prepared' are sent as prepared statements. */
export function wrapPoolForPreparedStatements(pool: Pool): PostgresPool {
  const clients = new WeakMap<PoolClient, PreparingClient>();
  /**
   * Counts the migrations that made a prepared statement fail. A connection keeps the count at which it was opened, and
   * is closed if the count has risen since.
   */
  let changes = 0;
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      for (;;) {
        const client = await connectPatiently(pool);
        const known = clients.get(client);
        if (known && known.madeAfter === changes) return known;
        if (known) {
          // Close this database connection, because it would refuse a prepared statement whose result columns a
          // migration has changed.
          client.release(true);
          continue;
        }
        const preparing = { ...prepareFor(client, () => (changes += 1)), madeAfter: changes };
        clients.set(client, preparing);
        return preparing;
      }
    },
  };
}

/** Time in ms to wait if PostgreSQL has no free connection. The pool's own limit is the same. */
const patienceMs = 10_000;
const askAgainMs = 100;

/** Takes a connection from the pool. If PostgreSQL is at its connection limit, waits until other clients close some. */
async function connectPatiently(pool: Pool): Promise<PoolClient> {
  const untilMs = performance.now() + patienceMs;
  for (;;) {
    try {
      return await pool.connect();
    } catch (error) {
      const isFull = (error as { code?: unknown }).code === '53300';
      if (!isFull || performance.now() >= untilMs) throw error;
      await setTimeout(askAgainMs);
    }
  }
}

interface PreparingClient extends PostgresPoolClient {
  readonly madeAfter: number;
}

/** True if a query failed because a migration changed a prepared statement's result. A new connection can run it. */
export function isOutdatedPlanError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Only PostgreSQL's error field `routine` identifies the error of an outdated query plan. The code 0A000 covers all unsupported features, and the
  // message may be translated.
  const { code, routine } = error as { code?: unknown; routine?: unknown };
  return code === '0A000' && routine === 'RevalidateCachedQuery';
}

function prepareFor(client: PoolClient, onOutdated: () => void): PostgresPoolClient {
  const send = async (text: string, values: readonly unknown[]): Promise<unknown> => {
    const name = nameOf(text);
    if (name === undefined) return client.query(text, [...values]);
    try {
      return await client.query({ name, text, values: [...values] });
    } catch (error) {
      if (isOutdatedPlanError(error)) onOutdated();
      throw error;
    }
  };
  return {
    // Cast `send`: Kysely's type of `query` has one more overload, for cursors, which are not used.
    query: send as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy === true),
  };
}
