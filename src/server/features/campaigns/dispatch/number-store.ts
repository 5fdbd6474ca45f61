/** Queries of campaigns' origin numbers: their calls, answered calls, and exclusion for a low answer rate. */
import { sql, type Kysely } from 'kysely';
import type { PhoneNumberUsage } from '../../../../contract/numbers.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { Tx } from '../../calls/index.ts';
import { originNumberCallCondition } from './origin-store.ts';
import type { OriginNumberAnswerCounts } from '../rules/weak-numbers.ts';

/** SQL condition: campaign `c` still has recipients to call. */
const isOpen = sql`c.status in ('created', 'scheduled', 'in_progress', 'paused') and c.deleted_at is null`;

export interface UnfinishedCampaign {
  readonly id: string;
  readonly name: string;
  readonly status: PhoneNumberUsage['campaigns'][number]['status'];
  readonly phoneNumbers: readonly string[];
}

/** Campaigns that still have recipients to call, newest first. */
export async function listUnfinishedCampaigns(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
): Promise<readonly UnfinishedCampaign[]> {
  const { rows } = await sql<UnfinishedCampaign>`
    select c.id, c.name, c.status, c.phone_number || c.more_numbers as "phoneNumbers" from campaigns c
    where c.workspace_id = ${workspaceId} and ${isOpen} order by c.created_at desc, c.id`.execute(db);
  return rows;
}

/** SQL condition: attempt `a` has a call that is over. */
export const attemptCallFinishedCondition = sql<boolean>`a.state = 'finished' and a.call_id is not null and not a.is_surplus`;

/**
 * Counts each origin number's finished and answered calls of the last seven days. If a user ended the number's
 * exclusion in this time, only later calls count.
 */
export async function countRecentCallsByOriginNumber(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
): Promise<readonly OriginNumberAnswerCounts[]> {
  const { rows } = await sql<OriginNumberAnswerCounts>`
    with numbers as (
      select distinct number from campaigns c cross join unnest(c.phone_number || c.more_numbers) as given (number)
      where c.workspace_id = ${workspaceId}
    )
    select n.number as "phoneNumber", o.set_aside_at is not null as "isSetAside", record.over, record.answered
    from numbers n left join origin_numbers o on o.workspace_id = ${workspaceId} and o.phone_number = n.number
    cross join lateral (
      select count(*)::int as over, count(*) filter (where a.picked_up)::int as answered from attempts a
      where a.workspace_id = ${workspaceId} and a.from_number = n.number and ${originNumberCallCondition('a')} and ${attemptCallFinishedCondition}
        and a.created_at >= greatest(clock_timestamp() - interval '7 days', o.taken_back_at)
    ) record`.execute(db);
  return rows;
}

/**
 * Excludes an origin number from use by campaigns that have other numbers. @returns false if it was excluded already.
 */
export async function excludeOriginNumber(tx: Tx, workspaceId: string, phoneNumber: string): Promise<boolean> {
  const { rows } = await sql`
    insert into origin_numbers (workspace_id, phone_number, set_aside_at) values (${workspaceId}, ${phoneNumber}, clock_timestamp())
    on conflict (workspace_id, phone_number) do update set set_aside_at = clock_timestamp() where origin_numbers.set_aside_at is null
    returning 1`.execute(tx);
  return rows.length > 0;
}

/**
 * Puts an excluded origin number back into use and wakes campaigns. @returns false if the number is not excluded any
 * more, null if it never was.
 */
export async function markOriginNumberUsable(
  tx: Tx,
  workspaceId: string,
  phoneNumber: string,
): Promise<boolean | null> {
  const known = await tx
    .selectFrom('origin_numbers')
    .select('set_aside_at')
    .where('workspace_id', '=', workspaceId)
    .where('phone_number', '=', phoneNumber)
    .forUpdate()
    .executeTakeFirst();
  if (!known) return null;
  if (known.set_aside_at === null) return false;
  await sql`
    with waiting as (
      select id from campaigns c where workspace_id = ${workspaceId} and status = 'in_progress' and waiting_reason in ('number_cap', 'origin_barred')
        and ${phoneNumber} = any(c.phone_number || c.more_numbers)
      order by id for update
    ), woken as (
      update campaigns set waiting_reason = null, waiting_until = null from waiting
      where campaigns.workspace_id = ${workspaceId} and campaigns.id = waiting.id
    )
    update origin_numbers set set_aside_at = null, taken_back_at = clock_timestamp()
    where workspace_id = ${workspaceId} and phone_number = ${phoneNumber}`.execute(tx);
  return true;
}

export interface OriginNumberDailyUsage {
  readonly today: string;
  readonly cap: number;
  readonly setAside: Readonly<Record<string, string>>;
  readonly days: readonly (PhoneNumberUsage['days'][number] & { readonly phoneNumber: string })[];
}

/**
 * Reads the number of calls of the given origin numbers on each day in the workspace's time zone. Also reads all
 * excluded origin numbers.
 */
export async function readOriginNumberDailyUsage(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  phoneNumbers: readonly string[],
): Promise<OriginNumberDailyUsage> {
  const { rows } = await sql<OriginNumberDailyUsage>`
    with here as (
      select time_zone, coalesce((dialing ->> 'callsPerNumberPerDay')::int, 0) as cap, (clock_timestamp() at time zone time_zone)::date as today
      from workspace_settings where workspace_id = ${workspaceId}
    ), days as (
      select a.from_number as "phoneNumber", (a.created_at at time zone here.time_zone)::date::text as day, count(*)::int as calls,
        count(*) filter (where ${attemptCallFinishedCondition})::int as over, count(*) filter (where ${attemptCallFinishedCondition} and a.picked_up)::int as answered
      from here join attempts a on a.workspace_id = ${workspaceId} and a.from_number = any(${phoneNumbers}::text[]) and ${originNumberCallCondition('a')}
        and a.created_at >= (here.today - 6)::timestamp at time zone here.time_zone
      group by 1, 2
    )
    select today::text, cap,
      coalesce((select jsonb_object_agg(phone_number, set_aside_at) from origin_numbers
        where workspace_id = ${workspaceId} and set_aside_at is not null), '{}') as "setAside",
      coalesce((select jsonb_agg(to_jsonb(days)) from days), '[]') as days
    from here`.execute(db);
  return rows[0] as OriginNumberDailyUsage;
}
