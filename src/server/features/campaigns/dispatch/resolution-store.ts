/** Queries for attempts whose outcome is unknown: which are due for a look-up, and how many look-ups they had. */
import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../../platform/db/schema.ts';
import { uncalledOutcomes } from '../../../../contract/campaigns.ts';
import { isOfReplacedKey, isRepeatable } from './repetition-store.ts';

/** Minutes after which a person decides about an attempt, if it is still unknown whether its call exists. */
export const giveUpAfterMinutes = 15;

export interface OpenAttempt {
  readonly id: string;
  readonly state: 'claimed' | 'unknown';
  readonly lookups: number;
  readonly witnessAttemptId: string | null;
  /** Whether the attempt's order is repeated. `over`: its retries have ended, but that is not stored yet. */
  readonly repetition: 'none' | 'due' | 'over';
  /** True if the API key was replaced since the order, so that a look-up may ask another account. */
  readonly isOfReplacedKey: boolean;
  /** True if 15 minutes have passed since the attempt's order could last have been sent. */
  readonly isGivenUp: boolean;
}

/**
 * Attempts of unknown outcome that are due now, longest waiting first. A claimed attempt is due once it can't be sent
 * any more, because its server died or hangs. An unknown attempt is due once the settle time and the time between
 * look-ups have passed. If its order may be repeated, the settle time has not begun.
 */
export async function findDueAttempts(
  db: Kysely<Schema>,
  workspaceId: string,
  { settleSeconds, limit }: { readonly settleSeconds: number; readonly limit: number },
): Promise<OpenAttempt[]> {
  const { rows } = await sql<OpenAttempt>`
    select a.id, state, lookups, witness_attempt_id as "witnessAttemptId",
      case when sealed_order is null then 'none' when ${isRepeatable} then 'due' else 'over' end as repetition,
      ${isOfReplacedKey} as "isOfReplacedKey",
      send_by + ${giveUpAfterMinutes} * interval '1 minute' <= clock_timestamp() as "isGivenUp"
    from attempts a
    join workspaces w on w.id = a.workspace_id
    join campaigns c on c.workspace_id = a.workspace_id and c.id = a.campaign_id
    where a.workspace_id = ${workspaceId} and (
      (state = 'claimed' and send_by <= clock_timestamp())
      or (state = 'unknown'
        and coalesce(greatest(next_lookup_at, case when sealed_order is null
          then send_by + ${settleSeconds} * interval '1 second' end), '-infinity') <= clock_timestamp()))
    order by coalesce(next_lookup_at, send_by), a.id limit ${limit}`.execute(db);
  return rows;
}

/**
 * Counts one more look-up of an attempt that found nothing, or (`counts` false) only schedules the next. Look-ups of
 * two servers at the same moment, as in a take-over, count once.
 */
export async function scheduleNextLookup(
  db: Kysely<Schema>,
  workspaceId: string,
  attempt: Pick<OpenAttempt, 'id' | 'lookups'>,
  next: { readonly inMs: number; readonly counts: boolean; readonly witnessAttemptId?: string | null },
): Promise<void> {
  await sql`
    update attempts set
      lookups = greatest(lookups, ${attempt.lookups + (next.counts ? 1 : 0)}),
      witness_attempt_id = coalesce(${next.witnessAttemptId ?? null}, witness_attempt_id),
      next_lookup_at = clock_timestamp() + ${next.inMs} * interval '1 millisecond'
    where workspace_id = ${workspaceId} and id = ${attempt.id} and state = 'unknown'`.execute(db);
}

/**
 * Finds a witness for an attempt: another attempt whose call was accepted after this one could last have been sent. A
 * list that shows the witness would also show this attempt's call. The newest of the same campaign comes first, because
 * its call is kept in the same way; then the newest of the workspace. Null if there is none.
 */
export async function findWitness(db: Kysely<Schema>, workspaceId: string, attemptId: string): Promise<string | null> {
  // Query the campaign and the workspace separately, so that each query reads an index from its end.
  const newest = async (isOfCampaign: boolean): Promise<string | undefined> => {
    const { rows } = await sql<{ id: string }>`
      select witness.id from attempts witness
      join attempts sought on sought.workspace_id = witness.workspace_id
      where witness.workspace_id = ${workspaceId} and sought.id = ${attemptId} and witness.id <> sought.id
        and witness.call_id is not null and witness.accepted_at > sought.send_by
        ${isOfCampaign ? sql`and witness.campaign_id = sought.campaign_id` : sql``}
      order by ${isOfCampaign ? sql`witness.accepted_at` : sql`witness.created_at`} desc limit 1`.execute(db);
    return rows[0]?.id;
  };
  return (await newest(true)) ?? (await newest(false)) ?? null;
}

export interface OrderedAgent {
  readonly agentId: string;
  /** Agent version: number or 'latest_published'; null for the version of the number's binding (not stored). */
  readonly version: string | null;
}

/** Agent named in an attempt's order: the campaign's, or after an answering machine the campaign's agent for that. */
export async function findOrderedAgent(
  db: Kysely<Schema>,
  workspaceId: string,
  attemptId: string,
): Promise<OrderedAgent | undefined> {
  const { rows } = await sql<OrderedAgent>`
    select coalesce(voicemail.id, c.agent_id) as "agentId",
      case when voicemail.id is null then c.agent_version else 'latest_published' end as version
    from attempts a
    join campaigns c on c.workspace_id = a.workspace_id and c.id = a.campaign_id
    left join lateral (
      select c.voicemail_agent->>'id' as id
      where (
        select before.outcome from attempts before
        where before.workspace_id = a.workspace_id and before.campaign_id = a.campaign_id and before.recipient_id = a.recipient_id
          and before.created_at < a.created_at and before.call_id is not null and not before.is_surplus
          and before.outcome <> all(${uncalledOutcomes}::text[])
        order by before.created_at desc limit 1) = 'voicemail'
    ) voicemail on true
    where a.workspace_id = ${workspaceId} and a.id = ${attemptId}`.execute(db);
  return rows[0];
}
