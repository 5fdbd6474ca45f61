/**
 * Changes what the console itself says of calls, never what the provider said: in the caller's transaction, in the order of
 * locks that call-participant.ts sets, with every participant taking its part, so that figures change with the calls.
 */
import { writeTogether } from '../../../platform/db/write-together.ts';
import type { CallChange, CallParticipant, Tx } from './call-participant.ts';
import type { CallState } from './call-state.ts';
import { callWrite, lockCalls } from './call-store.ts';
import { lockWorkspaceShared } from './workspace-lock-store.ts';

/** What may be changed. */
export type Amendment = Partial<Pick<CallState, 'contactKey' | 'isFollowedUp' | 'review'>>;

export interface CallAmender {
  /**
   * `amend` answers what changes of a call, null for nothing. Calls that are not there are left out. Answers the calls
   * that changed, as they now are; call `afterCommit` once the transaction is through.
   */
  amend(
    tx: Tx,
    workspaceId: string,
    ids: readonly string[],
    at: Date,
    amend: (call: CallState) => Amendment | null,
  ): Promise<{ readonly changed: readonly CallState[]; afterCommit(): void }>;
}

export function createCallAmender(participants: readonly CallParticipant[]): CallAmender {
  return {
    async amend(tx, workspaceId, ids, at, amend) {
      await lockWorkspaceShared(tx, workspaceId);
      const changes = (await lockCalls(tx, workspaceId, ids)).flatMap((before): CallChange[] => {
        const amendment = amend(before);
        return amendment === null ? [] : [{ before, after: { ...before, ...amendment } }];
      });
      const changed = changes.map(({ after }) => after);
      if (changes.length === 0) return { changed, afterCommit: () => undefined };
      await writeTogether(tx, [callWrite(workspaceId, changed, at)]);
      const callbacks: (() => void)[] = [];
      for (const participant of participants) {
        const callback = await participant.applyChanges(tx, workspaceId, changes);
        if (callback) callbacks.push(callback);
      }
      return { changed, afterCommit: () => callbacks.forEach((callback) => callback()) };
    },
  };
}
