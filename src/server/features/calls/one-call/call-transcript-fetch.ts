/**
 * Fetches data that the console lacks from the provider when a user opens a call, and stores them. A transcript is
 * lacking if the call came in a list of calls. An analysis is lacking if a rerun's result never arrived or two analyses
 * differed. The user waits a few seconds at most. Data that arrive later are shown the next time.
 */
import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import { fetchAndStoreCall, type FetchAndStoreCallDeps } from '../reconcile/reconcile-lookup.ts';

export interface MissingCallDataFetcher {
  /**
   * Fetches a call from the provider and stores it. False if the fetch failed, took over 4 s or was tried in the last
   * five minutes.
   */
  learn(workspaceId: string, callId: string, since: Date | null): Promise<boolean>;
}

const patienceMs = 4_000;
const askAgainMs = 5 * 60_000;
const mostRemembered = 5_000;

export function createMissingCallDataFetcher(
  deps: FetchAndStoreCallDeps & { readonly log: Logger; readonly clock: Clock },
): MissingCallDataFetcher {
  const askedAtMs = new Map<string, number>();

  async function ask(workspaceId: string, callId: string): Promise<boolean> {
    try {
      return (await fetchAndStoreCall(deps, workspaceId, callId)) !== null;
    } catch (error) {
      deps.log.warn({ err: error, workspaceId, callId }, 'what is missing of a call could not be asked for');
      return false;
    }
  }

  return {
    async learn(workspaceId, callId, since) {
      const key = `${workspaceId}/${callId}/${since?.getTime() ?? ''}`;
      const last = askedAtMs.get(key);
      if (last !== undefined && deps.clock.monotonicMs() - last < askAgainMs) return false;
      if (askedAtMs.size >= mostRemembered) askedAtMs.clear();
      askedAtMs.set(key, deps.clock.monotonicMs());
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
