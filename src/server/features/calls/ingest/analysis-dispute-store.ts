/**
 * Calls of which two analyses differ: which one holds is the provider's to say, so that reconciliation asks for them. Beside the
 * merge, which is the same for any repetition: a dispute that comes again is asked about again.
 */
import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../../platform/db/schema.ts';
import type { Tx } from '../state/call-participant.ts';

/** The provider's answer about a call that it has analysed, and when it was asked. */
export interface AnalysisAnswer {
  readonly callId: string;
  readonly askedAt: Date;
}

interface Disputes {
  readonly answers: readonly AnalysisAnswer[];
  /** Calls, by id. */
  readonly disputed: readonly string[];
  readonly at: Date;
}

/** Of calls that are locked. An answer settles what was disputed before it was asked for. */
export async function noteDisputes(tx: Tx, workspaceId: string, { answers, disputed, at }: Disputes): Promise<void> {
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

/** Calls disputed since then, the newest dispute first. Deleted ones are nobody's business any more. */
export async function findDisputedCalls(
  db: Kysely<Schema>,
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
