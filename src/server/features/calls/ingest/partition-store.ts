/**
 * Monthly partitions of `call_details` and `call_events`. They are created ahead of time and attached without locking
 * the other partitions. Rows of a month without a partition go to the default partition. Partitions of past months are
 * dropped once retention has emptied them.
 */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { getCallFirstSeenMonth } from '../state/call-state.ts';

const partitioned = ['call_details', 'call_events'] as const;
const monthsAhead = 2;
/** 'VOPA' in ASCII: the class of the advisory locks that let only one server at a time create partitions. */
const lockClass = 0x564f5041;

/**
 * Creates the partitions of this month and the next two, except for months that have rows in the default partition.
 * Throws PostgreSQL's error of a lock timeout if a table is in use for 3 s; the next run tries again.
 */
export async function ensureMonthlyCallPartitions(db: Kysely<DatabaseSchema>, now: Date): Promise<void> {
  for (let ahead = 0; ahead <= monthsAhead; ahead += 1) {
    const from = getCallFirstSeenMonth(monthsAfter(now, ahead));
    const to = getCallFirstSeenMonth(monthsAfter(now, ahead + 1));
    for (const table of partitioned) {
      await db.transaction().execute((tx) => ensurePartition(tx, table, from, to));
    }
  }
}

async function ensurePartition(
  tx: Transaction<DatabaseSchema>,
  table: (typeof partitioned)[number],
  from: string,
  to: string,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockClass}, 0)`.execute(tx);
  const name = `${table}_${from.slice(0, 7).replace('-', '_')}`;
  const { rows } = await sql<{ isThere: boolean; isInDefault: boolean }>`
    select to_regclass(${name}) is not null as "isThere",
      exists (select from ${sql.table(`${table}_default`)} where first_seen_month = ${from}::date) as "isInDefault"
  `.execute(tx);
  if (rows[0]?.isThere || rows[0]?.isInDefault) return;
  await sql`set local lock_timeout = '3s'`.execute(tx);
  // Create the partition with a check constraint, so that PostgreSQL attaches it without scanning it.
  await sql`create table ${sql.table(name)} (like ${sql.table(table)} including all,
    check (first_seen_month >= ${sql.lit(from)} and first_seen_month < ${sql.lit(to)}))`.execute(tx);
  await sql`alter table ${sql.table(table)} attach partition ${sql.table(name)}
    for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(tx);
}

/**
 * Number of past months whose empty partitions are kept, because reports of calls from these months may still arrive.
 */
const monthsKept = 2;

/**
 * Drops the empty partitions of past months and returns their names. It waits for each table lock for at most 250 ms,
 * because other queries queue behind it. A table that is still locked is skipped until the job runs again.
 */
export async function dropEmptyCallPartitions(db: Kysely<DatabaseSchema>, now: Date): Promise<string[]> {
  const before = getCallFirstSeenMonth(monthsAfter(now, -monthsKept)).slice(0, 7).replace('-', '_');
  const { rows } = await sql<{ parent: (typeof partitioned)[number]; name: string }>`
    select p.relname as parent, c.relname as name
    from pg_inherits i join pg_class p on p.oid = i.inhparent join pg_class c on c.oid = i.inhrelid
    where p.oid in (${sql.join(partitioned.map((name) => sql`to_regclass(${name})`))})
      and c.relname ~ '_[0-9]{4}_[0-9]{2}$' and right(c.relname, 7) < ${before}
    order by c.relname`.execute(db);
  const dropped: string[] = [];
  for (const { parent, name } of rows) {
    if (await isEmpty(db, name)) {
      const isGone = await dropIfEmpty(db, parent, name);
      if (isGone) dropped.push(name);
    }
  }
  return dropped;
}

async function isEmpty(db: Kysely<DatabaseSchema>, table: string): Promise<boolean> {
  const { rows } = await sql<{
    isEmpty: boolean;
  }>`select not exists (select from ${sql.table(table)}) as "isEmpty"`.execute(db);
  return rows[0]?.isEmpty === true;
}

async function dropIfEmpty(db: Kysely<DatabaseSchema>, parent: string, name: string): Promise<boolean> {
  try {
    return await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${lockClass}, 0)`.execute(tx);
      await sql`set local lock_timeout = '250ms'`.execute(tx);
      // Lock the parent table before its partition, in the same order as writers. After that nobody can write to the
      // partition.
      await sql`lock table ${sql.table(parent)}, ${sql.table(name)} in access exclusive mode`.execute(tx);
      if (!(await isEmpty(tx, name))) return false;
      await sql`alter table ${sql.table(parent)} detach partition ${sql.table(name)}`.execute(tx);
      await sql`drop table ${sql.table(name)}`.execute(tx);
      return true;
    });
  } catch (error) {
    if (isLockTimeoutError(error)) return false;
    throw error;
  }
}

export function isLockTimeoutError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03';
}

/** Returns the first day of a month: `months` months after the month of the given moment. */
function monthsAfter(moment: Date, months: number): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + months, 1));
}
