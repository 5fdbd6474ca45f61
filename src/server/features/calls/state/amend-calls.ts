/**
 * Changes fields of calls that the console itself decides, such as the review. Fields from the provider are never
 * changed. The change runs in the caller's transaction and takes locks in the order of call-participant.ts. Other
 * features are informed, so that their figures change with the calls.
 */
import { runWritesAsOneStatement } from '../../../platform/db/write-together.ts';
import type { CallRowChange, CallChangeParticipant, Tx } from './call-participant.ts';
import type { CallTableRow } from './call-state.ts';
import { buildCallRowsUpdateSql, lockAndReadCalls } from './call-store.ts';
import { lockWorkspaceShared } from './workspace-lock-store.ts';

/** The fields that the console may change. */
export type CallAmendment = Partial<Pick<CallTableRow, 'contactKey' | 'isFollowedUp' | 'review'>>;

export interface CallAmender {
  /**
   * Changes calls by the callback `amend`, which returns a call's new values, or null for no change. Unknown calls are
   * skipped. Returns the changed calls. The caller must call `afterCommit` after the transaction.
   */
  amend(
    tx: Tx,
    workspaceId: string,
    ids: readonly string[],
    at: Date,
    amend: (call: CallTableRow) => CallAmendment | null,
  ): Promise<{ readonly changed: readonly CallTableRow[]; afterCommit(): void }>;
}

export function createCallAmender(participants: readonly CallChangeParticipant[]): CallAmender {
  return {
    async amend(tx, workspaceId, ids, at, amend) {
      await lockWorkspaceShared(tx, workspaceId);
      const changes = (await lockAndReadCalls(tx, workspaceId, ids)).flatMap((before): CallRowChange[] => {
        const amendment = amend(before);
        return amendment === null ? [] : [{ before, after: { ...before, ...amendment } }];
      });
      const changed = changes.map(({ after }) => after);
      if (changes.length === 0) return { changed, afterCommit: () => undefined };
      await runWritesAsOneStatement(tx, [buildCallRowsUpdateSql(workspaceId, changed, at)]);
      const callbacks: (() => void)[] = [];
      for (const participant of participants) {
        const callback = await participant.applyChanges(tx, workspaceId, changes);
        if (callback) callbacks.push(callback);
      }
      return { changed, afterCommit: () => callbacks.forEach((callback) => callback()) };
    },
  };
}
