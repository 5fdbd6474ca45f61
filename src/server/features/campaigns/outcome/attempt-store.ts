/**
 * Reads, locks and writes attempts and their recipients. To avoid deadlocks, every writer locks the attempts by
 * ascending id, and then the recipients by ascending id. It changes rows only after all are locked, so that no attempt
 * changes while its recipient is locked.
 */
import { sql, type Selectable } from 'kysely';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { SqlWrite } from '../../../platform/db/write-together.ts';
import type { Tx } from '../../calls/index.ts';
import type { TimedRecipientAttempt, RecipientProgress, RetriesUsedByCause } from '../rules/recipient-state.ts';

export interface CallAttemptRow extends TimedRecipientAttempt {
  readonly campaignId: string;
  readonly recipientId: string;
}

export interface CampaignRecipientRow extends RecipientProgress {
  readonly id: string;
  readonly campaignId: string;
  /** The recipient's place, which never changes. */
  readonly place: string;
}

const attemptColumns = [
  'id',
  'campaign_id',
  'recipient_id',
  'created_at',
  'state',
  'call_id',
  'is_surplus',
  'outcome',
  'is_live',
  'picked_up',
  'contacted',
  'completed',
  'successful',
  'reason',
  'callback_at',
  'repeats',
  'answered_5xx',
] as const;
const mayRepeat = sql<boolean>`sealed_order is not null`.as('may_repeat');

type ReadAttempt = Pick<Selectable<DatabaseSchema['attempts']>, (typeof attemptColumns)[number]> & {
  readonly may_repeat: boolean;
};

function toAttempt(row: ReadAttempt): CallAttemptRow {
  return {
    id: row.id,
    campaignId: row.campaign_id,
    recipientId: row.recipient_id,
    createdAt: row.created_at,
    state: row.state,
    callId: row.call_id,
    isSurplus: row.is_surplus,
    outcome: row.outcome,
    isLive: row.is_live,
    pickedUp: row.picked_up,
    contacted: row.contacted,
    completed: row.completed,
    successful: row.successful,
    reason: row.reason,
    callbackAt: row.callback_at,
    mayRepeat: row.may_repeat,
    repeats: row.repeats,
    answered5xx: row.answered_5xx,
  };
}

/** Locks and reads attempts by id. Unknown ids are left out. */
export async function lockCallAttempts(
  tx: Tx,
  workspaceId: string,
  attemptIds: readonly string[],
): Promise<CallAttemptRow[]> {
  const rows = await tx
    .selectFrom('attempts')
    .select([...attemptColumns, mayRepeat])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', sql<string>`any(${attemptIds}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(toAttempt);
}

/** Reads all attempts of the given recipients. Requires the recipients' locks, so that no attempt is changing. */
export async function readAttemptsOfRecipients(
  tx: Tx,
  workspaceId: string,
  recipients: readonly CampaignRecipientRow[],
): Promise<CallAttemptRow[]> {
  if (recipients.length === 0) return [];
  const rows = await tx
    .selectFrom('attempts')
    .select([...attemptColumns, mayRepeat])
    .where('workspace_id', '=', workspaceId)
    .where('campaign_id', '=', sql<string>`any(${recipients.map((each) => each.campaignId)}::uuid[])`)
    .where('recipient_id', '=', sql<string>`any(${recipients.map((each) => each.id)}::uuid[])`)
    .execute();
  return rows.map(toAttempt);
}

const recipientColumns = [
  'id',
  'campaign_id',
  'place',
  'state',
  'was_sent',
  'is_live',
  'picked_up',
  'contacted',
  'completed',
  'successful',
  'last_call_id',
  'last_reason',
  'next_attempt_at',
  'callback_at',
  'retries_used',
] as const;

/** Locks the recipients of the given attempts. @returns them by id. */
export async function lockRecipientsOfAttempts(
  tx: Tx,
  workspaceId: string,
  attempts: readonly CallAttemptRow[],
): Promise<Map<string, CampaignRecipientRow>> {
  const rows = await tx
    .selectFrom('recipients')
    .select(recipientColumns)
    .where('workspace_id', '=', workspaceId)
    .where('campaign_id', '=', sql<string>`any(${attempts.map((each) => each.campaignId)}::uuid[])`)
    .where('id', '=', sql<string>`any(${attempts.map((each) => each.recipientId)}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        campaignId: row.campaign_id,
        place: row.place,
        state: row.state,
        wasSent: row.was_sent,
        isLive: row.is_live,
        pickedUp: row.picked_up,
        contacted: row.contacted,
        completed: row.completed,
        successful: row.successful,
        lastCallId: row.last_call_id,
        lastReason: row.last_reason,
        nextAttemptAt: row.next_attempt_at,
        callbackAt: row.callback_at,
        retriesUsed: row.retries_used as RetriesUsedByCause,
      },
    ]),
  );
}

/**
 * Updates attempts. The times of acceptance and resolution are set once and never changed. The stored request to place
 * the call is deleted when it must not be repeated any more. An attempt without `error` keeps its stored error.
 */
export function buildAttemptsUpdateSql(
  workspaceId: string,
  attempts: readonly (CallAttemptRow & { readonly error?: string })[],
): SqlWrite {
  if (attempts.length === 0) return null;
  return sql`
    update attempts set
      state = given.state,
      call_id = given.call_id,
      is_surplus = given.is_surplus,
      outcome = given.outcome,
      is_live = given.is_live,
      picked_up = given.picked_up,
      contacted = given.contacted,
      completed = given.completed,
      successful = given.successful,
      reason = given.reason,
      callback_at = given.callback_at,
      answered_5xx = given.answered_5xx,
      sealed_order = case when given.may_repeat and given.state in ('claimed', 'unknown') then attempts.sealed_order end,
      accepted_at = coalesce(attempts.accepted_at, case when given.call_id is not null then clock_timestamp() end),
      resolved_at = coalesce(attempts.resolved_at, case when given.state not in ('claimed', 'unknown') then clock_timestamp() end),
      error = coalesce(given.error, attempts.error)
    from unnest(
      ${attempts.map((each) => each.id)}::uuid[],
      ${attempts.map((each) => each.state)}::text[],
      ${attempts.map((each) => each.callId)}::text[],
      ${attempts.map((each) => each.isSurplus)}::boolean[],
      ${attempts.map((each) => each.outcome)}::text[],
      ${attempts.map((each) => each.isLive)}::boolean[],
      ${attempts.map((each) => each.pickedUp)}::boolean[],
      ${attempts.map((each) => each.contacted)}::boolean[],
      ${attempts.map((each) => each.completed)}::boolean[],
      ${attempts.map((each) => each.successful)}::boolean[],
      ${attempts.map((each) => each.reason)}::text[],
      ${attempts.map((each) => each.callbackAt?.toISOString() ?? null)}::timestamptz[],
      ${attempts.map((each) => each.answered5xx)}::boolean[],
      ${attempts.map((each) => each.mayRepeat)}::boolean[],
      ${attempts.map((each) => each.error ?? null)}::text[]
    ) as given (id, state, call_id, is_surplus, outcome, is_live, picked_up, contacted, completed, successful, reason,
      callback_at, answered_5xx, may_repeat, error)
    where attempts.workspace_id = ${workspaceId} and attempts.id = given.id`;
}

export function buildRecipientsUpdateSql(workspaceId: string, recipients: readonly CampaignRecipientRow[]): SqlWrite {
  if (recipients.length === 0) return null;
  return sql`
    update recipients set
      state = given.state,
      was_sent = given.was_sent,
      is_live = given.is_live,
      picked_up = given.picked_up,
      contacted = given.contacted,
      completed = given.completed,
      successful = given.successful,
      last_call_id = given.last_call_id,
      last_reason = given.last_reason,
      next_attempt_at = given.next_attempt_at,
      callback_at = given.callback_at,
      retries_used = given.retries_used::jsonb,
      updated_at = clock_timestamp()
    from unnest(
      ${recipients.map((each) => each.campaignId)}::uuid[],
      ${recipients.map((each) => each.id)}::uuid[],
      ${recipients.map((each) => each.state)}::text[],
      ${recipients.map((each) => each.wasSent)}::boolean[],
      ${recipients.map((each) => each.isLive)}::boolean[],
      ${recipients.map((each) => each.pickedUp)}::boolean[],
      ${recipients.map((each) => each.contacted)}::boolean[],
      ${recipients.map((each) => each.completed)}::boolean[],
      ${recipients.map((each) => each.successful)}::boolean[],
      ${recipients.map((each) => each.lastCallId)}::text[],
      ${recipients.map((each) => each.lastReason)}::text[],
      ${recipients.map((each) => each.nextAttemptAt?.toISOString() ?? null)}::timestamptz[],
      ${recipients.map((each) => each.callbackAt?.toISOString() ?? null)}::timestamptz[],
      ${recipients.map((each) => JSON.stringify(each.retriesUsed))}::text[]
    ) as given (campaign_id, id, state, was_sent, is_live, picked_up, contacted, completed, successful, last_call_id,
      last_reason, next_attempt_at, callback_at, retries_used)
    where recipients.workspace_id = ${workspaceId}
      and recipients.campaign_id = given.campaign_id and recipients.id = given.id`;
}

/** Returns the place (country and zones) of each attempt's recipient, by attempt id. */
export async function findRecipientCountryZonesByAttempt(
  tx: Tx,
  workspaceId: string,
  attemptIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (attemptIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; place: string }>`
    select a.id, r.place from unnest(${attemptIds}::uuid[]) as given (id)
    cross join lateral (
      select id, campaign_id, recipient_id from attempts where workspace_id = ${workspaceId} and id = given.id limit 1
    ) a
    cross join lateral (
      select place from recipients
      where workspace_id = ${workspaceId} and campaign_id = a.campaign_id and id = a.recipient_id limit 1
    ) r`.execute(tx);
  return new Map(rows.map(({ id, place }) => [id, place]));
}

/**
 * Finds attempts by id, with the campaign data that their calls store. The query looks up each attempt by its key.
 * Otherwise the planner would, on new tables, read the whole campaign for each attempt.
 */
export async function findCampaignDataOfAttempts(tx: Tx, workspaceId: string, attemptIds: readonly string[]) {
  const { rows } = await sql<{ id: string; campaign_id: string; created_at: Date; customer_name: string | null }>`
    select a.id, a.campaign_id, a.created_at, nullif(r.customer_name, '') as customer_name
    from unnest(${attemptIds}::uuid[]) as given (id)
    cross join lateral (
      select id, campaign_id, recipient_id, created_at from attempts
      where workspace_id = ${workspaceId} and id = given.id limit 1
    ) a
    cross join lateral (
      select customer_name from recipients
      where workspace_id = ${workspaceId} and campaign_id = a.campaign_id and id = a.recipient_id limit 1
    ) r`.execute(tx);
  return rows.map((row) => ({
    attemptId: row.id,
    campaignId: row.campaign_id,
    customerName: row.customer_name,
    createdAt: row.created_at,
  }));
}
