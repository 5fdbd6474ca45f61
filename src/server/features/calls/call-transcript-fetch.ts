/**
 * Transcripts of calls that came by a list, which leaves them out: asked for when a person opens the call, and kept.
 * The person waits a moment at most; an answer that comes later is there the next time.
 */
import type { Logger } from 'pino';
import { lookUpCall, type LookupDeps } from './reconcile-lookup.ts';

export interface TranscriptFetch {
  /** True when something was learnt in time. Never throws. */
  learn(workspaceId: string, callId: string): Promise<boolean>;
}

const patienceMs = 4_000;
const askAgainMs = 5 * 60_000;
const mostRemembered = 5_000;

export function createTranscriptFetch(deps: LookupDeps & { readonly log: Logger }): TranscriptFetch {
  const askedAtMs = new Map<string, number>();

  async function ask(workspaceId: string, callId: string): Promise<boolean> {
    try {
      return (await lookUpCall(deps, workspaceId, callId)) !== null;
    } catch (error) {
      deps.log.warn({ err: error, workspaceId, callId }, 'a transcript could not be asked for');
      return false;
    }
  }

  return {
    async learn(workspaceId, callId) {
      const key = `${workspaceId}/${callId}`;
      const last = askedAtMs.get(key);
      if (last !== undefined && performance.now() - last < askAgainMs) return false;
      if (askedAtMs.size >= mostRemembered) askedAtMs.clear();
      askedAtMs.set(key, performance.now());
      let timer: NodeJS.Timeout | undefined;
      const tooLate = new Promise<boolean>((resolve) => {
        timer = setTimeout(resolve, patienceMs, false);
      });
      try {
        return await Promise.race([ask(workspaceId, callId), tooLate]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
