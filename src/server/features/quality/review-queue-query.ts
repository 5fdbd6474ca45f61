/** What the queue of calls to review is chosen from: the newest calls with a conversation, of a bounded stretch. */
import { sql, type Kysely } from 'kysely';
import type { CallSummary } from '../../../contract/calls.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { selectSummaries, toSummary, type CallState } from '../calls/index.ts';

/** What choosing needs of a call. */
export type Candidate = Pick<
  CallState,
  | 'id'
  | 'isOver'
  | 'status'
  | 'startAt'
  | 'durationMs'
  | 'disconnectionReason'
  | 'inVoicemail'
  | 'isSuccessful'
  | 'sentiment'
>;

/** However many calls a week has, so many of the newest are looked at, and of these so many are chosen from. */
const bounds = { examined: 5_000, candidates: 2_000 };

/** Finished calls from a moment on that nobody scored and in which the agent spoke, newest first. */
export async function listCandidates(db: Kysely<Schema>, workspaceId: string, since: Date): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    with newest as materialized (
      select id, occurred_at, is_over, status, start_at, duration_ms, disconnection_reason, in_voicemail, is_successful, sentiment, agent_spoke, erased_at
      from calls
      where workspace_id = ${workspaceId}::uuid and occurred_at >= ${since}
      order by occurred_at desc, id desc limit ${bounds.examined}
    )
    select id, is_over as "isOver", status, start_at as "startAt", duration_ms as "durationMs", in_voicemail as "inVoicemail",
      disconnection_reason as "disconnectionReason", is_successful as "isSuccessful", sentiment
    from newest c
    where is_over and agent_spoke and erased_at is null
      and not exists (select 1 from call_reviews r where r.workspace_id = ${workspaceId}::uuid and r.call_id = c.id)
    order by occurred_at desc, id desc limit ${bounds.candidates}`.execute(db);
  return rows;
}

/** The calls as lists show them, in any order; one that was erased meanwhile has nothing left to review. */
export async function listProposed(
  db: Kysely<Schema>,
  workspaceId: string,
  callIds: readonly string[],
): Promise<CallSummary[]> {
  if (callIds.length === 0) return [];
  const calls = db
    .selectFrom('calls')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', sql<string>`any(${[...callIds]}::text[])`)
    .where('erased_at', 'is', null);
  return (await selectSummaries(db, calls)).map(toSummary);
}
