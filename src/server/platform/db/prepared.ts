/**
 * Prepared statements, which PostgreSQL parses and plans once per connection. They suit frequent statements whose plan
 * does not depend on the values, such as keys and key ranges. A list with filters is planned anew each time.
 */
import { setTimeout } from 'node:timers/promises';
import { sql, type PostgresPool, type PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from 'pg';

const mark = '/* prepared */';
/** The mark must lie within this many characters, which is behind the statement's first word. */
const markWithin = 40;
/** The maximum number of prepared statements per connection, in case texts that vary are marked by mistake. */
const mostStatements = 500;

/**
 * Marks a statement as prepared: `sql`${prepared} select …``, or `.modifyFront(prepared)` on a built statement. Its
 * text must be the same each time, so variable values are parameters and lists are one array.
 */
export const prepared = sql.raw(mark);

const names = new Map<string, string>();

/** The prepared statement's name, the same for the same text. Undefined if the text is not marked. */
function nameOf(text: string): string | undefined {
  if (!text.slice(0, markWithin).includes(mark)) return undefined;
  const known = names.get(text);
  if (known !== undefined || names.size >= mostStatements) return known;
  const name = `vocero_${names.size + 1}`;
  names.set(text, name);
  return name;
}

/** Wraps the pool for Kysely so that marked statements are sent as prepared statements. */
export function preparingPool(pool: Pool): PostgresPool {
  const clients = new WeakMap<PoolClient, PreparingClient>();
  /** Counts migrations that changed a statement's result. An older connection would refuse that statement forever. */
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

/** How long to wait if the server has no free connection: the same as for one of the pool's own connections. */
const patienceMs = 10_000;
const askAgainMs = 100;

/** Waits while the server has reached its connection limit, because other clients will close theirs. */
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

/** True if a migration changed the result of a prepared statement. A new connection accepts the statement. */
export function isPlanOutdated(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Code 0A000 covers every unsupported feature, and the message is in the server's language.
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
    // The cast is safe: Kysely's type has an overload for cursors, and no cursor is configured.
    query: send as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy === true),
  };
}
