/**
 * Sends marked statements as prepared statements, which PostgreSQL parses and plans once per connection. Suitable are
 * frequent statements whose plan does not depend on the values. A list with filters is planned anew each time.
 */
import { setTimeout } from 'node:timers/promises';
import { sql, type PostgresPool, type PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from 'pg';

const mark = '/* prepared */';
/** Number of characters of a statement that must contain the mark of prepared statements. */
const markWithin = 40;
/** Maximum number of prepared statements per connection, in case changing texts are marked by mistake. */
const mostStatements = 500;

/**
 * Marks an SQL statement as prepared: `sql`${prepared} select …``, or `.modifyFront(prepared)` on a built statement.
 * Its text must be the same each time, so variable values are parameters and a list is one array.
 */
export const preparedStatementMark = sql.raw(mark);

const names = new Map<string, string>();

/** The name of the prepared statement with this SQL text. Undefined if the text is not marked as prepared. */
function nameOf(text: string): string | undefined {
  if (!text.slice(0, markWithin).includes(mark)) return undefined;
  const known = names.get(text);
  if (known !== undefined || names.size >= mostStatements) return known;
  const name = `vocero_${names.size + 1}`;
  names.set(text, name);
  return name;
}

/** Wraps the connection pool for Kysely so that marked statements are sent as prepared statements. */
export function preparingPool(pool: Pool): PostgresPool {
  const clients = new WeakMap<PoolClient, PreparingClient>();
  /** Number of migrations seen that changed a prepared statement's result. Older connections refuse the statement. */
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
          // The first outdated-plan error marks every older connection as stale, so that a retry never gets another.
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

/** How long to wait if PostgreSQL has no free connection. The pool waits as long for one of its own. */
const patienceMs = 10_000;
const askAgainMs = 100;

/** Takes a connection. Waits while PostgreSQL is at its connection limit, because other clients will close theirs. */
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

/** True if the error says that a migration changed a prepared statement's result. A new connection accepts it. */
export function isPlanOutdated(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Match the routine too, because code 0A000 covers every unsupported feature and the message may be translated.
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
      if (isPlanOutdated(error)) onOutdated();
      throw error;
    }
  };
  return {
    // The type cast is safe: Kysely's type has an overload for cursors, and no cursor is configured.
    query: send as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy === true),
  };
}
