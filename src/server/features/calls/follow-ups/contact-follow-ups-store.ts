/**
 * Queue for checking whether calls have a follow-up, which is another call with the same number within seven days. A
 * row of `contact_queue` has the number and time of a changed call. The check covers the number's calls at this time
 * and the number's last call before. Earlier calls are unaffected, because the call that follows them stays the same.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { SqlWrite } from '../../../platform/db/write-together.ts';
import type { CallRowChange, Tx } from '../state/call-participant.ts';

/** Phone number (as key) and time of a call. They determine which calls are checked for a follow-up. */
export interface ContactCallTime {
  readonly contactKey: string;
  readonly occurredAt: Date;
}

/** SQL condition: the contact key is that of a withheld number. Such keys were stored before migration 0044. */
const isNobodys = sql.raw(`contact_key ~ '^\\+\\d{0,5}$'`);

/** SQL interval of 7 × 24 hours. `interval '7 days'` would depend on clock changes. */
const sevenDays = sql.raw(`interval '168 hours'`);

/**
 * Lists the phone number (as key) and time of each call whose number or time changed. The values before and after the
 * change are both listed.
 */
export function collectChangedContactCallTimes(changes: readonly CallRowChange[]): ContactCallTime[] {
  const places = new Map<string, ContactCallTime>();
  for (const { before, after } of changes) {
    const hasStayed =
      before?.contactKey === after.contactKey && before.occurredAt.getTime() === after.occurredAt.getTime();
    if (hasStayed) continue;
    for (const { contactKey, occurredAt } of before ? [before, after] : [after]) {
      if (contactKey !== null) places.set(`${contactKey} ${occurredAt.getTime()}`, { contactKey, occurredAt });
    }
  }
  return [...places.values()];
}

/**
 * Builds the SQL insert into the follow-up queue `contact_queue`. Each row has the phone number and the
 * time of a changed call.
 */
export function buildFollowUpQueueInsert(workspaceId: string, places: readonly ContactCallTime[]): SqlWrite {
  if (places.length === 0) return null;
  return sql`
    insert into contact_queue (workspace_id, contact_key, occurred_at)
    select ${workspaceId}::uuid, contact_key, occurred_at
    from unnest(${places.map(({ contactKey }) => contactKey)}::text[], ${places.map(({ occurredAt }) => occurredAt.toISOString())}::timestamptz[])
      as given (contact_key, occurred_at)`;
}

/**
 * Lists the workspaces that have rows in the follow-up queue `contact_queue`, with one index lookup for each workspace.
 */
export async function listFollowUpQueueWorkspaceIds(db: Kysely<DatabaseSchema>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive queued as (
      (select workspace_id as id from contact_queue order by workspace_id limit 1)
      union all
      select (select q.workspace_id from contact_queue q where q.workspace_id > queued.id order by q.workspace_id limit 1)
      from queued where queued.id is not null
    )
    select id from queued where id is not null`.execute(db);
  return rows.map((row) => row.id);
}

/**
 * Counts the changed calls that wait for the job, which finds if a later call with the same number followed. Stops
 * counting at `atMost`.
 */
export async function countPendingFollowUpChecks(db: Kysely<DatabaseSchema>, atMost: number): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from (select 1 from contact_queue limit ${atMost}) as counted`.execute(db);
  return rows[0]?.waiting ?? 0;
}

/** 'VOCF' in ASCII: the class of the advisory locks of the follow-up queue. */
const lockClass = 0x564f4346;

/**
 * Reads the oldest rows of a workspace's follow-up queue, under a lock so that only one server checks a workspace at a
 * time. Empty if another server has the lock. The rows are not locked, because an erasure locks calls before rows and
 * could deadlock.
 */
export async function lockAndReadFollowUpQueueRowIds(tx: Tx, workspaceId: string, atMost: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with lock as materialized (select pg_try_advisory_xact_lock(${lockClass}, hashtext(${workspaceId})) as is_ours)
    select q.id from lock, contact_queue q
    where lock.is_ours and q.workspace_id = ${workspaceId}::uuid order by q.id limit ${atMost}`.execute(tx);
  return rows.map((row) => row.id);
}

/** A call whose stored follow-up flag is wrong, with the call's number and time at the time of the check. */
export interface WrongFollowUpMark {
  readonly id: string;
  readonly contactKey: string;
  readonly occurredAt: Date;
  /** True if another call with the same phone number followed within seven days. Null if the number was withheld. */
  readonly isFollowedUp: boolean | null;
}

/** Checks the calls named by rows of `contact_queue`. Returns the calls whose stored follow-up flag is wrong. */
export async function findWrongFollowUpMarks(
  tx: Tx,
  workspaceId: string,
  rowIds: readonly number[],
): Promise<WrongFollowUpMark[]> {
  const ofWorkspace = sql`workspace_id = ${workspaceId}::uuid`;
  const { rows } = await sql<WrongFollowUpMark>`
    with places as materialized (
      select distinct contact_key, occurred_at from contact_queue where ${ofWorkspace} and id = any(${[...rowIds]}::bigint[])
    ), touched as materialized (
      select c.id, c.contact_key, c.occurred_at, c.is_followed_up
      from places p join calls c on c.${ofWorkspace} and c.contact_key = p.contact_key and c.occurred_at = p.occurred_at
      union
      select c.id, c.contact_key, c.occurred_at, c.is_followed_up
      from places p cross join lateral (
        select * from calls
        where ${ofWorkspace} and contact_key = p.contact_key and occurred_at < p.occurred_at and occurred_at >= p.occurred_at - ${sevenDays}
        order by occurred_at desc, id desc limit 1
      ) as c
    ), judged as (
      select *, case when not ${isNobodys} then exists (
        select 1 from calls n
        where n.${ofWorkspace} and n.contact_key = t.contact_key
          and (n.occurred_at, n.id) > (t.occurred_at, t.id) and n.occurred_at <= t.occurred_at + ${sevenDays}
      ) end as is_now
      from touched t
    )
    select id, contact_key as "contactKey", occurred_at as "occurredAt", is_now as "isFollowedUp" from judged
    where is_followed_up is distinct from is_now`.execute(tx);
  return rows;
}

/**
 * Builds a statement that deletes rows of the follow-up queue in the order of ids, so that concurrent deletions can't
 * deadlock.
 */
function deleteInOrder(workspaceId: string, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    delete from contact_queue where workspace_id = ${workspaceId}::uuid and id in (
      select q.id from contact_queue q where q.workspace_id = ${workspaceId}::uuid and ${condition} order by q.id for update)`;
}

export async function deleteFollowUpQueueRows(tx: Tx, workspaceId: string, rowIds: readonly number[]): Promise<void> {
  await deleteInOrder(workspaceId, sql`q.id = any(${[...rowIds]}::bigint[])`).execute(tx);
}

/**
 * Builds the SQL that deletes rows of the follow-up queue when the calls `callIds` are erased. A row is deleted only if
 * its phone number has no other calls.
 */
export function buildFollowUpQueueDeleteForErasedCalls(workspaceId: string, callIds: readonly string[]): SqlWrite {
  return deleteInOrder(
    workspaceId,
    sql`q.contact_key in (select contact_key from calls where workspace_id = ${workspaceId}::uuid and id = any(${[...callIds]}::text[]))
      and not exists (select 1 from calls c where c.workspace_id = ${workspaceId}::uuid and c.contact_key = q.contact_key
        and c.id <> all(${[...callIds]}::text[]))`,
  );
}

/** Deletes all follow-up queue rows of a phone number. Call it after the number's calls were erased. */
export async function deleteFollowUpQueueRowsOfPhoneNumber(
  tx: Tx,
  workspaceId: string,
  numberKey: string,
): Promise<void> {
  await deleteInOrder(workspaceId, sql`q.contact_key = ${numberKey}`).execute(tx);
}
