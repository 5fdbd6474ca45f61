/**
 * The monthly partitions of `call_details` and `call_events`. They are made ahead and attached, which holds up neither
 * readers nor writers of other partitions; what arrives in a month without one stands in the default partition.
 */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { monthOf } from './call-state.ts';

const partitioned = ['call_details', 'call_events'] as const;
const monthsAhead = 2;
/** 'VOPA': servers that start together take turns. */
const lockClass = 0x564f5041;

/**
 * Makes the partitions of this month and the next two. A month whose rows already stand in the default partition stays
 * there whole. Gives up on a busy table after 3 s with PostgreSQL's error (55P03); the next run makes it good.
 */
export async function ensurePartitions(db: Kysely<Schema>, now: Date): Promise<void> {
  for (let ahead = 0; ahead <= monthsAhead; ahead += 1) {
    const from = monthOf(monthsAfter(now, ahead));
    const to = monthOf(monthsAfter(now, ahead + 1));
    for (const table of partitioned) {
      await db.transaction().execute((tx) => ensurePartition(tx, table, from, to));
    }
  }
}

async function ensurePartition(
  tx: Transaction<Schema>,
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
  // The check makes attaching a matter of the catalogue: nothing is scanned.
  await sql`create table ${sql.table(name)} (like ${sql.table(table)} including all,
    check (first_seen_month >= ${sql.lit(from)} and first_seen_month < ${sql.lit(to)}))`.execute(tx);
  await sql`alter table ${sql.table(table)} attach partition ${sql.table(name)}
    for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(tx);
}

/** The first of the month so many months after a moment's. */
function monthsAfter(moment: Date, months: number): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + months, 1));
}
