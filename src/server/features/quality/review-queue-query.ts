/** Finds calls for the review queue. Only conversations among the newest calls of a limited period are considered. */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { CallSummary } from '../../../contract/calls.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import { humanCallCondition, selectCallSummaryRows, toCallSummary, type CallTableRow } from '../calls/index.ts';

export type CallReviewCandidate = Pick<CallTableRow, 'id' | 'isSuccessful' | 'sentiment'>;

/** Number of the newest calls among which the review queue looks for calls to review. */
const examined = 5_000;

/**
 * Lists finished calls of the last seven days that have no review yet, newest first. In each, the agent spoke with a
 * human.
 */
export function listCallReviewCandidates(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  now: Date,
): Promise<CallReviewCandidate[]> {
  return listWithin(db, workspaceId, sql`occurred_at >= ${now}::timestamptz - interval '7 days'`);
}

/**
 * Lists the calls to review of the seven days before `date`. The day itself is not included, so that the list does not
 * grow during the day.
 */
export function listCallReviewCandidatesBefore(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  { date, zone }: { readonly date: string; readonly zone: string },
): Promise<CallReviewCandidate[]> {
  const begins = (day: RawBuilder<unknown>) => sql`(${day})::timestamp at time zone ${zone}::text`;
  return listWithin(
    db,
    workspaceId,
    sql`occurred_at >= ${begins(sql`${date}::date - 7`)} and occurred_at < ${begins(sql`${date}::date`)}`,
  );
}

async function listWithin(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  within: RawBuilder<unknown>,
): Promise<CallReviewCandidate[]> {
  const { rows } = await sql<CallReviewCandidate>`
    with newest as materialized (
      select id, occurred_at, is_over, status, start_at, duration_ms, disconnection_reason, in_voicemail, is_successful, sentiment, agent_spoke, erased_at
      from calls
      where workspace_id = ${workspaceId}::uuid and ${within}
      order by occurred_at desc, id desc limit ${examined}
    )
    select id, is_successful as "isSuccessful", sentiment
    from newest c
    where is_over and agent_spoke and erased_at is null and ${sql.raw(humanCallCondition.sql)}
      and not exists (select 1 from call_reviews r where r.workspace_id = ${workspaceId}::uuid and r.call_id = c.id)
    order by occurred_at desc, id desc`.execute(db);
  return rows;
}

/** Reads the summaries of the given calls, in any order. Erased calls are missing from the result. */
export async function listCallSummariesById(
  db: Kysely<DatabaseSchema>,
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
  return (await selectCallSummaryRows(db, calls)).map(toCallSummary);
}
