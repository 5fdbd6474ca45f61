/**
 * Statements that PostgreSQL parses and plans once a connection instead of each time they are sent: those that are sent all day
 * and whose plan does not hang on the values, that is keys and ranges of keys. A list with filters is planned anew each time.
 */
import { setTimeout } from 'node:timers/promises';
import { sql, type PostgresPool, type PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from 'pg';

const mark = '/* prepared */';
/** Where the mark must stand: behind the first word at most. */
const markWithin = 40;
/** Marked statements have few texts; whatever is marked by mistake fills no more of each connection than this. */
const mostStatements = 500;

/**
 * Opts a statement in: `sql`${prepared} select …``, or `.modifyFront(prepared)` of a built one. Its text must be the same each
 * time: what varies travels as parameters, lists as one array.
 */
export const prepared = sql.raw(mark);

const names = new Map<string, string>();

/** The same for the same text; undefined: not to be prepared. */
function nameOf(text: string): string | undefined {
  if (!text.slice(0, markWithin).includes(mark)) return undefined;
  const known = names.get(text);
  if (known !== undefined || names.size >= mostStatements) return known;
  const name = `vocero_${names.size + 1}`;
  names.set(text, name);
  return name;
}

/** The pool as Kysely sees it, sending marked statements under a name. */
export function preparingPool(pool: Pool): PostgresPool {
  const clients = new WeakMap<PoolClient, PreparingClient>();
  /** How often a migration changed what a statement answers: a connection from before would refuse it for ever. */
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
          // With the first refusal all of them are known: whoever tries again meets no other.
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

/** For a connection that the server has none left for, as long as for one of the pool's own. */
const patienceMs = 10_000;
const askAgainMs = 100;

/** Waits while the server has as many connections as it takes: others give theirs back. */
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

/** Whether a statement was refused because a migration changed what it answers: a connection that never prepared it takes it. */
export function isPlanOutdated(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // The code is shared by all that PostgreSQL can't do, and the message is in the server's language.
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
    // Kysely's type says it twice, for cursors too: none is configured.
    query: send as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy === true),
  };
}
