/** How often a call's analysis was run again: counted before the order, so that no two orders are the same run. */
import type { Kysely } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { mostAnalysisRuns, type AnalysisRun } from './call-fields.ts';
import type { Tx } from './call-participant.ts';
import { lockWorkspaceShared } from './workspace-lock-store.ts';

/** `run`: which one it is to be. Otherwise why there is none. */
export type ClaimedRun = { readonly run: AnalysisRun } | { readonly refusal: 'not_found' | 'call_open' | 'call_erased' | 'analysis_limit' };

export async function claimAnalysisRun(tx: Tx, workspaceId: string, callId: string, at: Date): Promise<ClaimedRun> {
  await lockWorkspaceShared(tx, workspaceId);
  const call = await tx
    .selectFrom('calls')
    .select(['is_over', 'erased_at', 'analysis_runs'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', callId)
    .forUpdate()
    .executeTakeFirst();
  if (!call) return { refusal: 'not_found' };
  if (call.erased_at !== null) return { refusal: 'call_erased' };
  if (!call.is_over) return { refusal: 'call_open' };
  if (call.analysis_runs >= mostAnalysisRuns) return { refusal: 'analysis_limit' };
  const run = (call.analysis_runs + 1) as AnalysisRun;
  await tx
    .updateTable('calls')
    .set({ analysis_runs: run, updated_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', callId)
    .execute();
  return { run };
}

/** A run that surely never was. It stays counted if another one followed, for that one's number must stay its own. */
export async function giveBackAnalysisRun(db: Kysely<Schema>, workspaceId: string, callId: string, run: AnalysisRun): Promise<void> {
  await db
    .updateTable('calls')
    .set({ analysis_runs: run - 1 })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', callId)
    .where('analysis_runs', '=', run)
    .execute();
}
