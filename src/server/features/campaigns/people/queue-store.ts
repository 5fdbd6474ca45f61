/** Queries that find a campaign's due recipients and change the state of recipients who are selected for a call. */
import { sql, type Kysely } from 'kysely';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { runWritesAsOneStatement, type SqlWrite } from '../../../platform/db/write-together.ts';
import type { Tx } from '../../calls/index.ts';
import type { DoNotCallFeature } from '../../do-not-call/index.ts';
import { attemptOutcomesWithoutCall } from '../../../../contract/campaigns.ts';
import { attemptStatesCountedForDailyLimit } from '../rules/attempt-state.ts';
import type { CampaignCallPermissionFacts, PersonCallPermissionFacts, RetriedCall } from '../rules/may-call.ts';
import { putOffTillTomorrowReason } from '../rules/recipient-state.ts';

export { putOffTillTomorrowReason };

export interface DueRecipient {
  readonly id: string;
  readonly phoneNumber: string;
  readonly place: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly wasSent: boolean;
  /** The call whose outcome caused this retry; null for a first call or a call back. */
  readonly retryOf: RetriedCall | null;
}

export const doNotCallSkipReason = 'No llamar';
/**
 * SQL expression: the reason of the recipient's state. If this reason is 'put off until tomorrow', it is replaced by
 * the reason of the last call, or null without a call.
 */
export const recipientReasonBeforePutOffSql = sql`case when recipients.last_reason is distinct from ${putOffTillTomorrowReason} then recipients.last_reason
  when recipients.was_sent then (
    select reason from attempts a
    where a.workspace_id = recipients.workspace_id and a.campaign_id = recipients.campaign_id
      and a.recipient_id = recipients.id and a.call_id is not null and not a.is_surplus
    order by a.created_at desc limit 1) end`;

/** SQL columns of campaign `c` that `decideCallPermission` needs to decide about its recipients. */
export const callPermissionCampaignColumnsSql = sql`c.phone_number || c.more_numbers as "phoneNumbers", c.kind, c.exempt_rules as "exemptRules",
  c.calling_window as "callingWindow", c.retry_policy as "retryPolicy", c.retry_limits as "retryLimits"`;

/**
 * SQL expression: the distinct places (country and time zones) of campaign `c`'s pending recipients. Needs only one
 * index look-up for each place.
 */
export const pendingRecipientPlacesSql = sql<string[]>`(
  with recursive places as (
    (select place from recipients r where r.workspace_id = c.workspace_id and r.campaign_id = c.id and r.state = 'pending'
      order by place limit 1)
    union all
    select (select r.place from recipients r where r.workspace_id = c.workspace_id and r.campaign_id = c.id
      and r.state = 'pending' and r.place > places.place order by r.place limit 1)
    from places where place is not null
  )
  select coalesce(array_agg(place) filter (where place is not null), '{}') from places)`;

/**
 * SQL expression: facts on the last call of recipient `r`, if the next attempt is a retry of this call. Calls for which
 * the provider dialled nobody are ignored. Null if there is no such call, or if the next attempt is a call back.
 */
const retryOf = sql<RetriedCall | null>`case when r.was_sent and r.callback_at is null then (
  select jsonb_build_object('outcome', a.outcome, 'fromNumber', a.from_number, 'firstAt', min(a.created_at) over ()) from attempts a
  where a.workspace_id = r.workspace_id and a.campaign_id = r.campaign_id and a.recipient_id = r.id
    and a.call_id is not null and not a.is_surplus and coalesce(a.outcome, '') <> all(${attemptOutcomesWithoutCall}::text[])
  order by a.created_at desc limit 1) end`;

export const dueRecipientColumnsSql = sql`r.id, r.phone_number as "phoneNumber", r.place, r.variables, r.was_sent as "wasSent",
  ${retryOf} as "retryOf"`;

/** SQL condition: recipient `r` of the campaign is pending, and the time of the next attempt has come. */
export const buildDueRecipientConditionSql = (workspaceId: string, campaignId: string) =>
  sql`r.workspace_id = ${workspaceId} and r.campaign_id = ${campaignId} and r.state = 'pending'
    and (r.next_attempt_at is null or r.next_attempt_at <= clock_timestamp())`;

/**
 * Locks due recipients of a campaign in the given places (country and time zones). The highest priority comes first,
 * then the order of the recipient file. Rows that another transaction has locked are skipped.
 */
export async function lockDueRecipients(
  tx: Tx,
  workspaceId: string,
  campaignId: string,
  places: readonly string[],
  limit: number,
): Promise<DueRecipient[]> {
  const { rows } = await sql<DueRecipient>`
    select due.id, due.phone_number as "phoneNumber", due.place, due.variables, due.was_sent as "wasSent",
      due.retry_of as "retryOf"
    from unnest(${places}::text[]) as open (place) cross join lateral (
      select id, phone_number, r.place, priority, position, variables, was_sent, ${retryOf} as retry_of
      from recipients r
      where workspace_id = ${workspaceId} and campaign_id = ${campaignId} and state = 'pending' and r.place = open.place
        and (next_attempt_at is null or next_attempt_at <= clock_timestamp())
      order by priority desc, position limit ${limit}
      for update skip locked
    ) due
    order by due.priority desc, due.position limit ${limit}`.execute(tx);
  return rows;
}

/**
 * Counts how often each number was, or may have been, dialled since a moment, over all campaigns. Attempts do not count
 * if the provider dialled nobody, for example because no line was free. Attempts of erased calls are found by the
 * digest of the number.
 */
export async function countAttemptsByRecipientNumber(
  tx: Kysely<DatabaseSchema>,
  { findForms }: Pick<DoNotCallFeature, 'findForms'>,
  workspaceId: string,
  numberKeys: readonly string[],
  since: Date,
): Promise<ReadonlyMap<string, number>> {
  if (numberKeys.length === 0) return new Map();
  const forms = await findForms(workspaceId, numberKeys);
  const rows = await tx
    .selectFrom('attempts')
    .select(['number_key', (eb) => eb.fn.countAll<number>().as('n')])
    .where('workspace_id', '=', workspaceId)
    .where('number_key', '=', sql<string>`any(${forms.flat()}::text[])`)
    .where('created_at', '>=', since)
    .where('state', 'in', attemptStatesCountedForDailyLimit)
    .where((eb) => eb.or([eb('outcome', 'is', null), eb('outcome', 'not in', attemptOutcomesWithoutCall)]))
    .groupBy('number_key')
    .execute();
  const counts = new Map(rows.map((row) => [row.number_key ?? '', row.n]));
  const sumOf = (ofKey: readonly string[] = []): number =>
    ofKey.reduce((sum, form) => sum + (counts.get(form) ?? 0), 0);
  return new Map(numberKeys.map((key, index) => [key, sumOf(forms[index])]));
}

/**
 * Changes the state of recipients who are on the do-not-call list to skipped, or back to sent if they have been called
 * before.
 */
export async function skipDoNotCallRecipients(
  tx: Tx,
  workspaceId: string,
  campaignId: string,
  ids: readonly string[],
): Promise<void> {
  const change = sql`state = case when was_sent then 'sent' else 'skipped' end, next_attempt_at = null, callback_at = null,
    last_reason = case when was_sent then ${recipientReasonBeforePutOffSql} else ${doNotCallSkipReason} end`;
  await runWritesAsOneStatement(tx, [pendingWrite(workspaceId, campaignId, ids, change)]);
}

export async function putOffRecipientsUntilTomorrow(
  tx: Tx,
  workspaceId: string,
  campaignId: string,
  ids: readonly string[],
  until: Date,
): Promise<void> {
  await runWritesAsOneStatement(tx, [
    pendingWrite(
      workspaceId,
      campaignId,
      ids,
      sql`next_attempt_at = ${until}, last_reason = ${putOffTillTomorrowReason}`,
    ),
  ]);
}

export async function endRecipientRetries(
  tx: Tx,
  workspaceId: string,
  campaignId: string,
  ids: readonly string[],
): Promise<void> {
  const change = sql`state = 'sent', next_attempt_at = null, last_reason = ${recipientReasonBeforePutOffSql}`;
  await runWritesAsOneStatement(tx, [pendingWrite(workspaceId, campaignId, ids, change)]);
}

/** Creates the statement that marks recipients as being dialled. Their `callback_at` stays unchanged. */
export function buildRecipientsDialingUpdateSql(
  workspaceId: string,
  campaignId: string,
  ids: readonly string[],
): SqlWrite {
  return pendingWrite(
    workspaceId,
    campaignId,
    ids,
    sql`state = 'dialing', next_attempt_at = null, last_reason = ${recipientReasonBeforePutOffSql}`,
  );
}

function pendingWrite(
  workspaceId: string,
  campaignId: string,
  ids: readonly string[],
  change: ReturnType<typeof sql>,
): SqlWrite {
  if (ids.length === 0) return null;
  return sql`
    update recipients set ${change}, updated_at = clock_timestamp()
    where workspace_id = ${workspaceId} and campaign_id = ${campaignId} and id = any(${ids}::uuid[])
      and state = 'pending'`;
}

/**
 * Makes recipients who were put off until tomorrow due again, because the daily limit of attempts may have changed.
 * Recipients are locked by ascending id.
 */
export async function requeuePutOffRecipients(
  tx: Tx,
  workspaceId: string,
  campaignIds: readonly string[],
): Promise<void> {
  await sql`
    with put_off as (
      select campaign_id, id from recipients
      where workspace_id = ${workspaceId} and campaign_id = any(${campaignIds}::uuid[]) and state = 'pending'
        and last_reason = ${putOffTillTomorrowReason}
      order by id for update
    )
    update recipients set next_attempt_at = null, last_reason = ${recipientReasonBeforePutOffSql}, updated_at = clock_timestamp()
    from put_off
    where recipients.workspace_id = ${workspaceId} and recipients.campaign_id = put_off.campaign_id
      and recipients.id = put_off.id`.execute(tx);
}

/** The next pending recipient to be called in a place (country and time zones). */
export interface NextRecipientOfPlace {
  readonly place: string;
  /** Reason and end of the delay before the recipient's next attempt; null if the recipient is due. */
  readonly later: PersonCallPermissionFacts['later'];
}

/**
 * Reason why a campaign waits. `people`: no recipient is pending, and the campaign waits for new recipients, which it
 * still accepts. `calls`: it waits until recipients may be called.
 */
export type CampaignDialingWait =
  | { readonly waitsFor: 'people' }
  | {
      readonly waitsFor: 'calls';
      readonly places: readonly NextRecipientOfPlace[];
      readonly campaign: CampaignCallPermissionFacts;
      readonly now: Date;
    };

interface NextFacts extends CampaignCallPermissionFacts {
  readonly isOpen: boolean;
  readonly now: Date;
  readonly pending: number;
  readonly dialing: number;
}

/**
 * Finds what a campaign waits for. Returns null if a recipient is being dialled. Also returns null if no recipient is
 * pending and the campaign accepts no further recipients.
 */
export async function findCampaignDialingWait(
  tx: Tx,
  workspaceId: string,
  campaignId: string,
): Promise<CampaignDialingWait | null> {
  const { rows: found } = await sql<NextFacts>`
    select ${callPermissionCampaignColumnsSql}, c.is_open as "isOpen", clock_timestamp() as now, n.pending, n.dialing
    from campaigns c cross join lateral (
      select coalesce(sum(pending), 0)::bigint as pending, coalesce(sum(dialing), 0)::bigint as dialing from campaign_counts
      where workspace_id = c.workspace_id and campaign_id = c.id) n
    where c.workspace_id = ${workspaceId} and c.id = ${campaignId}`.execute(tx);
  const [row] = found;
  if (!row || row.dialing > 0) return null;
  if (row.pending === 0) return row.isOpen ? { waitsFor: 'people' } : null;
  const { rows } = await sql<{ place: string; until: Date | null; isPutOff: boolean; isCallBack: boolean }>`
    select distinct on (place) place, next_attempt_at as until, last_reason is not distinct from ${putOffTillTomorrowReason} as "isPutOff",
      callback_at is not null as "isCallBack"
    from recipients where workspace_id = ${workspaceId} and campaign_id = ${campaignId} and state = 'pending'
    order by place, next_attempt_at nulls first, position`.execute(tx);
  const places = rows.map(({ place, until, isPutOff, isCallBack }): NextRecipientOfPlace => {
    const reason = isPutOff ? 'daily_attempts' : isCallBack ? 'callback' : 'retry_delay';
    return { place, later: until && { until, reason } };
  });
  return { waitsFor: 'calls', places, campaign: row, now: row.now };
}
