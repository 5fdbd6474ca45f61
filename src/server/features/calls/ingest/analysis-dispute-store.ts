/**
 * Records calls for which two reports contain different analyses. Reconciliation asks the provider which is right. The
 * merge of reports is idempotent, so it can't store that a repeated dispute must be asked about again.
 */
import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../../platform/db/schema.ts';
import type { Tx } from '../state/call-participant.ts';

/** An analysed call that the provider returned, and when it was requested. */
export interface AnalysisAnswer {
  readonly callId: string;
  readonly askedAt: Date;
}

interface Disputes {
  readonly answers: readonly AnalysisAnswer[];
  /** Ids of calls with two different analyses. */
  readonly disputed: readonly string[];
  readonly at: Date;
}

/** Stores disputes of analyses and settles those from before a request that was answered. The calls must be locked. */
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

/** Lists calls whose analysis was disputed since `since`, newest dispute first, without erased calls. */
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
