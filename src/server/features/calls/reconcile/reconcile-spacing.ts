/**
 * Decides when to fetch a call again if its last fetch brought nothing new. The pause between two fetches of a call
 * doubles each time. Pauses are only in memory, so a restarted server fetches each call once more than needed.
 */
export interface CallFetchBackoff {
  /**
   * Returns the calls of `calls` that may be fetched again now, and starts their next pause. Forgets the pauses of
   * calls that are not in `calls`.
   */
  takeDue<T extends { readonly id: string }>(
    workspaceId: string,
    calls: readonly T[],
    nowMs: number,
    limit: number,
  ): T[];
  /** Undoes `takeDue` for calls that were not fetched in the end, so that their earlier pauses apply again. */
  giveBack(workspaceId: string, ids: Iterable<string>): void;
}

interface Asked {
  readonly times: number;
  readonly atMs: number;
  readonly before?: Omit<Asked, 'before'>;
}

/** Creates the backoff between fetches of a call's data. Parameters: the first and the longest pause, in ms. */
export function createCallFetchBackoff(firstPauseMs: number, longestPauseMs: number): CallFetchBackoff {
  const byWorkspace = new Map<string, Map<string, Asked>>();
  return {
    takeDue(workspaceId, calls, nowMs, limit) {
      const before = byWorkspace.get(workspaceId);
      const after = new Map<string, Asked>();
      const due = [];
      for (const call of calls) {
        const asked = before?.get(call.id);
        const pauseMs = asked ? Math.min(firstPauseMs * 2 ** (asked.times - 1), longestPauseMs) : 0;
        const isDue = (!asked || nowMs - asked.atMs >= pauseMs) && due.length < limit;
        if (isDue && !after.has(call.id)) due.push(call);
        const stood = asked && { times: asked.times, atMs: asked.atMs };
        if (isDue)
          after.set(call.id, { times: (asked?.times ?? 0) + 1, atMs: nowMs, ...(stood ? { before: stood } : {}) });
        else if (asked) after.set(call.id, asked);
      }
      byWorkspace.set(workspaceId, after);
      return due;
    },
    giveBack(workspaceId, ids) {
      const asked = byWorkspace.get(workspaceId);
      for (const id of ids) {
        const before = asked?.get(id)?.before;
        if (before) asked?.set(id, before);
        else asked?.delete(id);
      }
    },
  };
}
