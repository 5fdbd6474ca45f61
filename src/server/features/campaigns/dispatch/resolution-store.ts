/** Attempts whose fate is open: which are due for a look-up, and how far their look-ups have come. */
import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../../platform/db/schema.ts';
import { uncalledOutcomes } from '../../../../contract/campaigns.ts';
import { isOfReplacedKey, isRepeatable } from './repetition-store.ts';

/** Whether and where its call exists can't be found out: after this long it is left to a person. */
export const giveUpAfterMinutes = 15;

export interface OpenAttempt {
  readonly id: string;
  readonly state: 'claimed' | 'unknown';
  readonly lookups: number;
  readonly witnessAttemptId: string | null;
  /** Whether its order may be sent again. over: no more, but nobody has noted that. */
  readonly repetition: 'none' | 'due' | 'over';
  /** The API key was replaced since: the account that is asked now may be another than the one that was to call. */
  readonly isOfReplacedKey: boolean;
  /** 15 minutes have passed since it could last have been sent. */
  readonly isGivenUp: boolean;
}

/**
 * Due now, longest waiting first: claimed ones that can no longer be sent (their server died or hangs), and unknown
 * ones whose settle time since then and whose spacing have passed, whatever was or was not noted about them. The settle time of one whose
 * order may be repeated has not begun.
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
 * One more look-up that found nothing, or (`counts` false) one that could not be made. Two servers that look at the same
 * moment, as they may when one takes over from the other, have looked once.
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
 * An attempt with a call that was accepted after this one could last have been sent: the newest of its own campaign, for its call is
 * kept as this one's would be; where there is none, of the workspace. A list that shows it has come past the moment at which this one's
 * call would have been registered. Null: there is none.
 */
export async function findWitness(db: Kysely<Schema>, workspaceId: string, attemptId: string): Promise<string | null> {
  // Each reads an index from its end.
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

export interface Speaker {
  readonly agentId: string;
  /** A number, or a tag such as 'latest_published'; null: that of the number's binding, which is not kept. */
  readonly version: string | null;
}

/** Who was named to speak in an attempt's call: the campaign's agent, or after an answering machine the one that it has for that. */
export async function findSpeaker(
  db: Kysely<Schema>,
  workspaceId: string,
  attemptId: string,
): Promise<Speaker | undefined> {
  const { rows } = await sql<Speaker>`
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
