/**
 * Stores which calls have a disputed analysis, because two reports contained different ones. Reconciliation then asks
 * the provider which is right.
 */
import { sql, type Kysely } from 'kysely';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { Tx } from '../state/call-participant.ts';

/** Id of a call whose analysis the provider returned on our request, and the time of that request. */
export interface AnsweredCallAnalysisRequest {
  readonly callId: string;
  readonly askedAt: Date;
}

interface Disputes {
  readonly answers: readonly AnsweredCallAnalysisRequest[];
  /** Ids of calls with two different analyses. */
  readonly disputed: readonly string[];
  readonly at: Date;
}

/**
 * Marks calls for which two different analyses arrived. Removes the mark from calls whose analysis was requested again
 * since then. The calls must be locked.
 */
export async function recordAnalysisDisputes(
  tx: Tx,
  workspaceId: string,
  { answers, disputed, at }: Disputes,
): Promise<void> {
  if (answers.length > 0)
    await sql`
      update calls set analysis_disputed_at = null
      from unnest(${answers.map(({ callId }) => callId)}::text[], ${answers.map(({ askedAt }) => askedAt.toISOString())}::timestamptz[])
        as answered (call_id, asked_at)
      where workspace_id = ${workspaceId}::uuid and id = call_id and analysis_disputed_at <= asked_at`.execute(tx);
  if (disputed.length > 0)
    await sql`
      update calls set analysis_disputed_at = ${at}::timestamptz
      where workspace_id = ${workspaceId}::uuid and id = any(${[...disputed]}::text[])`.execute(tx);
}

/** Lists calls whose analysis became disputed after `since`, newest dispute first. Erased calls are left out. */
export async function findCallsWithDisputedAnalysis(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  since: Date,
  limit: number,
): Promise<{ readonly id: string }[]> {
  return db
    .selectFrom('calls')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('analysis_disputed_at', '>=', since)
    .where('erased_at', 'is', null)
    .orderBy('analysis_disputed_at', 'desc')
    .limit(limit)
    .execute();
}
