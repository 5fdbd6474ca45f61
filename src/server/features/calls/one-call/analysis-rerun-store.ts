/**
 * Counts how often a call's analysis was run again. A rerun is counted before the provider is asked, so that no two
 * have the same number. While one person's claim lasts, nobody else can start a rerun for the call.
 */
import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { Tx } from '../state/call-participant.ts';
import { lockWorkspaceShared } from '../state/workspace-lock-store.ts';

/** Maximum number of analysis reruns for one call, because the provider charges for each. */
const mostAnalysisRuns = 5;

/**
 * Time in ms after which a rerun counts as lost: its claim expires, in case the claiming server has stopped, and its
 * analysis is overdue. Until then the provider may return the previous analysis.
 */
export const longestAnalysisRerunMs = 180_000;

/** Result of claiming a rerun of a call's analysis: its number and the claim's expiry, or the reason of refusal. */
export type AnalysisRerunClaimResult =
  | { readonly run: number; readonly until: Date }
  | { readonly refusal: 'not_found' | 'call_open' | 'call_erased' | 'analysis_limit' | 'under_way' };

/** Claims the next analysis rerun of a call at the time `at`. The claim lasts until it is released or expires. */
export async function claimAnalysisRerun(
  tx: Tx,
  workspaceId: string,
  callId: string,
  at: Date,
): Promise<AnalysisRerunClaimResult> {
  await lockWorkspaceShared(tx, workspaceId);
  const call = await tx
    .selectFrom('calls')
    .select(['is_over', 'erased_at', 'analysis_runs', 'analysis_under_way_until'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', callId)
    .forUpdate()
    .executeTakeFirst();
  if (!call) return { refusal: 'not_found' };
  if (call.erased_at !== null) return { refusal: 'call_erased' };
  if (!call.is_over) return { refusal: 'call_open' };
  if (call.analysis_under_way_until !== null && call.analysis_under_way_until > at) return { refusal: 'under_way' };
  if (call.analysis_runs >= mostAnalysisRuns) return { refusal: 'analysis_limit' };
  const run = call.analysis_runs + 1;
  const until = new Date(at.getTime() + longestAnalysisRerunMs);
  await tx
    .updateTable('calls')
    .set({ analysis_runs: run, analysis_under_way_until: until, analysis_ordered_at: at, updated_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', callId)
    .execute();
  return { run, until };
}

/** Undoes the counting of an analysis rerun that did not happen. Does nothing if the call had another rerun since. */
export async function revertAnalysisRerunCount(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  callId: string,
  run: number,
): Promise<void> {
  await db
    .updateTable('calls')
    .set({ analysis_runs: run - 1, analysis_ordered_at: null })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', callId)
    .where('analysis_runs', '=', run)
    .execute();
}

/**
 * Releases the claim to rerun a call's analysis. `until`: the claim's expiry time, which identifies the claim.
 * `isStored`: true if the new analysis was stored.
 */
export async function endAnalysisRerunClaim(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  callId: string,
  { until, isStored }: { readonly until: Date; readonly isStored: boolean },
): Promise<void> {
  await db
    .updateTable('calls')
    .set({ analysis_under_way_until: null, ...(isStored ? { analysis_ordered_at: null } : {}) })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', callId)
    .where('analysis_under_way_until', '=', until)
    .execute();
}
