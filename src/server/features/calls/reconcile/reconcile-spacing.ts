/**
 * Decides when to ask the provider again about a call without news. The pause doubles each time. The state is in
 * memory, so a restarted server asks once too often.
 */
export interface RequestBackoff {
  /** Returns the calls whose pause is over and counts them as asked. Other calls of the workspace are forgotten. */
  takeDue<T extends { readonly id: string }>(
    workspaceId: string,
    calls: readonly T[],
    nowMs: number,
    limit: number,
  ): T[];
  /** Uncounts calls for which, after the last `takeDue`, no request to the provider was made. */
  giveBack(workspaceId: string, ids: Iterable<string>): void;
}

interface Asked {
  readonly times: number;
  readonly atMs: number;
  /** Number and time of the requests for a call before the last `takeDue`. */
  readonly before?: Omit<Asked, 'before'>;
}

/** Spaces repeated requests to the provider. Takes the first and the longest pause, in ms. */
export function createRequestBackoff(firstPauseMs: number, longestPauseMs: number): RequestBackoff {
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
