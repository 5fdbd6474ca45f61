/** A campaign's pending recipients: whose turn it is, and where a claim sends them. */
import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { writeTogether, type Write } from '../../platform/db/write-together.ts';
import type { Tx } from '../calls/index.ts';
import type { DoNotCall } from '../do-not-call/index.ts';
import { uncalledOutcomes } from '../../../contract/campaigns.ts';
import { countedAttemptStates } from './outcome/attempt-state.ts';
import { putOffReason } from './outcome/recipient-state.ts';

export { putOffReason };

export interface DueRecipient {
  readonly id: string;
  readonly phoneNumber: string;
  readonly variables: Readonly<Record<string, string>>;
  /** It waits for another attempt. */
  readonly wasSent: boolean;
}

const skippedReason = 'No llamar';
/** Of `recipients`: what the reason was before one was put off: that of the last call, if there was one. */
export const reasonBefore = sql`case when recipients.last_reason is distinct from ${putOffReason} then recipients.last_reason
  when recipients.was_sent then (
    select reason from attempts a
    where a.workspace_id = recipients.workspace_id and a.campaign_id = recipients.campaign_id
      and a.recipient_id = recipients.id and a.call_id is not null and not a.is_surplus
    order by a.created_at desc limit 1) end`;

/** The first in priority at first, equals in the file's order; locked; those that another transaction holds are passed over. */
export async function lockDueRecipients(
  tx: Tx,
  workspaceId: string,
  campaignId: string,
  limit: number,
): Promise<DueRecipient[]> {
  const rows = await tx
    .selectFrom('recipients')
    .select(['id', 'phone_number', 'variables', 'was_sent'])
    .where('workspace_id', '=', workspaceId)
    .where('campaign_id', '=', campaignId)
    .where('state', '=', 'pending')
    .where((eb) =>
      eb.or([eb('next_attempt_at', 'is', null), eb('next_attempt_at', '<=', sql<Date>`clock_timestamp()`)]),
    )
    .orderBy('priority', 'desc')
    .orderBy('position')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map((row) => ({
    id: row.id,
    phoneNumber: row.phone_number,
    variables: row.variables,
    wasSent: row.was_sent,
  }));
}

/**
 * How often each number was, or may have been, dialled since then, whichever campaign it was for. Calls for which the
 * provider called nobody don't count. Attempts whose call was forgotten since are known by the number's digest.
 */
export async function countAttempts(
  tx: Kysely<Schema>,
  { digestOf }: Pick<DoNotCall, 'digestOf'>,
  workspaceId: string,
  numberKeys: readonly string[],
  since: Date,
): Promise<ReadonlyMap<string, number>> {
  if (numberKeys.length === 0) return new Map();
  const digests = numberKeys.map((key) => digestOf(workspaceId, key));
  const rows = await tx
    .selectFrom('attempts')
    .select(['number_key', (eb) => eb.fn.countAll<number>().as('n')])
    .where('workspace_id', '=', workspaceId)
    .where('number_key', '=', sql<string>`any(${[...numberKeys, ...digests]}::text[])`)
    .where('created_at', '>=', since)
    .where('state', 'in', countedAttemptStates)
    .where((eb) => eb.or([eb('outcome', 'is', null), eb('outcome', 'not in', uncalledOutcomes)]))
    .groupBy('number_key')
    .execute();
  const counts = new Map(rows.map((row) => [row.number_key ?? '', row.n]));
  return new Map(
    numberKeys.map((key, index) => [key, (counts.get(key) ?? 0) + (counts.get(digests[index] ?? '') ?? 0)]),
  );
}

/** Those who were sent before stay sent, with their best result; the others are skipped. */
export async function skipRecipients(
  tx: Tx,
  workspaceId: string,
  campaignId: string,
  ids: readonly string[],
): Promise<void> {
  const change = sql`state = case when was_sent then 'sent' else 'skipped' end, next_attempt_at = null,
    last_reason = case when was_sent then ${reasonBefore} else ${skippedReason} end`;
  await writeTogether(tx, [pendingWrite(workspaceId, campaignId, ids, change)]);
}

export async function putOffRecipients(
  tx: Tx,
  workspaceId: string,
  campaignId: string,
  ids: readonly string[],
  until: Date,
): Promise<void> {
  await writeTogether(tx, [
    pendingWrite(workspaceId, campaignId, ids, sql`next_attempt_at = ${until}, last_reason = ${putOffReason}`),
  ]);
}

/** Those that are being dialled already stay as they are. */
export function dialWrite(workspaceId: string, campaignId: string, ids: readonly string[]): Write {
  return pendingWrite(
    workspaceId,
    campaignId,
    ids,
    sql`state = 'dialing', next_attempt_at = null, last_reason = ${reasonBefore}`,
  );
}

function pendingWrite(
  workspaceId: string,
  campaignId: string,
  ids: readonly string[],
  change: ReturnType<typeof sql>,
): Write {
  if (ids.length === 0) return null;
  return sql`
    update recipients set ${change}, updated_at = clock_timestamp()
    where workspace_id = ${workspaceId} and campaign_id = ${campaignId} and id = any(${ids}::uuid[])
      and state = 'pending'`;
}

/**
 * Makes due again whom today's limit had put off, for it may be another now (the delay before another attempt had
 * passed by then). Locked in the order of ids.
 */
export async function recallPutOff(tx: Tx, workspaceId: string, campaignIds: readonly string[]): Promise<void> {
  await sql`
    with put_off as (
      select campaign_id, id from recipients
      where workspace_id = ${workspaceId} and campaign_id = any(${campaignIds}::uuid[]) and state = 'pending'
        and last_reason = ${putOffReason}
      order by id for update
    )
    update recipients set next_attempt_at = null, last_reason = ${reasonBefore}, updated_at = clock_timestamp()
    from put_off
    where recipients.workspace_id = ${workspaceId} and recipients.campaign_id = put_off.campaign_id
      and recipients.id = put_off.id`.execute(tx);
}

/** `open`: there is nobody, and the campaign waits for more. */
export type NextAttempt =
  | { readonly at: Date; readonly reason: 'daily_attempts' | 'retry_delay' }
  | { readonly at: null; readonly reason: 'open' };

/**
 * The first of a campaign's pending recipients to become due; null: some is due or being dialled, or none is left of one
 * that is not open.
 */
export async function findNextAttempt(tx: Tx, workspaceId: string, campaignId: string): Promise<NextAttempt | null> {
  const counts = await tx
    .selectFrom('campaign_counts')
    .select([
      sql<number>`coalesce(sum(pending), 0)::bigint`.as('pending'),
      sql<number>`coalesce(sum(dialing), 0)::bigint`.as('dialing'),
      sql<boolean>`(select is_open from campaigns c where c.workspace_id = ${workspaceId} and c.id = ${campaignId})`.as(
        'is_open',
      ),
    ])
    .where('workspace_id', '=', workspaceId)
    .where('campaign_id', '=', campaignId)
    .executeTakeFirstOrThrow();
  if (counts.dialing > 0) return null;
  if (counts.pending === 0) return counts.is_open ? { at: null, reason: 'open' } : null;
  const { rows } = await sql<{ at: Date; reason: 'daily_attempts' | 'retry_delay'; isDue: boolean }>`
    select next_attempt_at as at, case when last_reason = ${putOffReason} then 'daily_attempts' else 'retry_delay' end as reason,
      coalesce(next_attempt_at <= clock_timestamp(), true) as "isDue"
    from recipients where workspace_id = ${workspaceId} and campaign_id = ${campaignId} and state = 'pending'
    order by next_attempt_at nulls first, position limit 1`.execute(tx);
  const [first] = rows;
  return first && !first.isDue ? { at: first.at, reason: first.reason } : null;
}
