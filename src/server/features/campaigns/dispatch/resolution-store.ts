/**
 * Queries for attempts of which it is unknown whether the call exists: which are due, when to look next, and whether a
 * later attempt was accepted.
 */
import { sql, type Kysely } from 'kysely';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { attemptOutcomesWithoutCall } from '../../../../contract/campaigns.ts';
import { apiKeyReplacedSinceAttemptCondition, callOrderRepeatableCondition } from './repetition-store.ts';

/**
 * Minutes after which a person must decide about an attempt, because it is still unknown whether the attempt's call
 * exists.
 */
export const attemptGiveUpMinutes = 15;

export interface UnclearCallAttempt {
  readonly id: string;
  readonly state: 'claimed' | 'unknown';
  readonly lookups: number;
  readonly witnessAttemptId: string | null;
  /**
   * `due`: the request to place the call may be repeated. `over`: its body is still stored, but it is too late to
   * repeat it. `none`: no body is stored.
   */
  readonly repetition: 'none' | 'due' | 'over';
  /** True if the API key was replaced since the call was requested, so that look-ups may ask another account. */
  readonly isOfReplacedKey: boolean;
  /** True if 15 minutes have passed since the last moment at which the call could have been requested. */
  readonly isGivenUp: boolean;
}

/**
 * Finds attempts whose outcome must be resolved now, longest waiting first. An attempt in state `claimed` is due if its
 * server died or hangs, so that it may not send the request any more. An attempt in state `unknown` is due if it is
 * time to repeat the request, or to look for its call at the provider.
 */
export async function findAttemptsToResolve(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  { settleSeconds, limit }: { readonly settleSeconds: number; readonly limit: number },
): Promise<UnclearCallAttempt[]> {
  const { rows } = await sql<UnclearCallAttempt>`
    select a.id, state, lookups, witness_attempt_id as "witnessAttemptId",
      case when sealed_order is null then 'none' when ${callOrderRepeatableCondition} then 'due' else 'over' end as repetition,
      ${apiKeyReplacedSinceAttemptCondition} as "isOfReplacedKey",
      send_by + ${attemptGiveUpMinutes} * interval '1 minute' <= clock_timestamp() as "isGivenUp"
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
 * Schedules the next look-up of an attempt's call, and counts the look-up just made unless `counts` is false.
 * Simultaneous look-ups by two servers count once.
 */
export async function scheduleNextAttemptLookup(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  attempt: Pick<UnclearCallAttempt, 'id' | 'lookups'>,
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
 * Finds an attempt that the provider accepted after the last moment at which the given attempt's call could be
 * requested. If the provider's list already contains the later attempt's call, it must also contain the given attempt's
 * call.
 * Prefers the newest attempt of the same campaign, because its agent's calls keep the same metadata. Otherwise takes
 * the newest attempt of the workspace. Null if there is none.
 */
export async function findLaterAcceptedWorkspaceAttempt(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  attemptId: string,
): Promise<string | null> {
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

export interface AttemptAgent {
  readonly agentId: string;
  /** Agent version: a number or 'latest_published'; null if the provider chose the version bound to the number. */
  readonly version: string | null;
}

/**
 * Returns the agent of an attempt: the campaign's agent, or, for a retry after an answering machine, the agent that the
 * campaign uses in that case.
 */
export async function findAttemptAgent(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  attemptId: string,
): Promise<AttemptAgent | undefined> {
  const { rows } = await sql<AttemptAgent>`
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
          and before.outcome <> all(${attemptOutcomesWithoutCall}::text[])
        order by before.created_at desc limit 1) = 'voicemail'
    ) voicemail on true
    where a.workspace_id = ${workspaceId} and a.id = ${attemptId}`.execute(db);
  return rows[0];
}
