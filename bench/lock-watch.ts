/** Samples whether any session of a database waits for another session's lock. */
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';

export interface LocksSeen {
  readonly samples: number;
  /** Samples in which at least one session waited. */
  readonly withWaiters: number;
  readonly longestMs: number;
  /** Kinds of locks waited for, each once. */
  readonly kinds: readonly string[];
}

const everyMs = 20;

interface Sample {
  readonly waiters: number;
  readonly longest_ms: number;
  readonly kinds: readonly string[] | null;
}

/** The start of a wait comes from the server's clock, so that its length is exact between samples. */
const sample = `
  select count(*)::int as waiters, coalesce(max(extract(epoch from clock_timestamp() - waitstart)) * 1000, 0)::float8 as longest_ms,
    array_agg(distinct locktype || ' ' || mode || coalesce(' of ' || relation::regclass::text, '')) as kinds
  from pg_locks where not granted and database is not distinct from (select oid from pg_database where datname = current_database())
    or (not granted and database is null)`;

/** Watches for lock waits while `work` runs. */
export async function watchLocks<T>(
  connectionString: string,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly locks: LocksSeen }> {
  const client = new Client({ connectionString, application_name: 'vocero-bench' });
  await client.connect();
  const seen: Sample[] = [];
  const over = new AbortController();
  const watching = (async () => {
    while (!over.signal.aborted) {
      const { rows } = await client.query<Sample>(sample);
      seen.push(...rows);
      await delay(everyMs);
    }
  })();
  try {
    const result = await Promise.race([
      work(),
      watching.then((): T => {
        throw new Error('the watch ended');
      }),
    ]);
    over.abort();
    await watching;
    const waiting = seen.filter(({ waiters }) => waiters > 0);
    return {
      result,
      locks: {
        samples: seen.length,
        withWaiters: waiting.length,
        longestMs: Math.max(0, ...waiting.map(({ longest_ms: ms }) => ms)),
        kinds: [...new Set(waiting.flatMap(({ kinds }) => kinds ?? []))],
      },
    };
  } finally {
    over.abort();
    await watching.catch(() => undefined);
    await client.end();
  }
}
