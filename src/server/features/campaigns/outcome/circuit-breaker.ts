/**
 * Pauses a campaign if half of its recent calls ended for technical reasons. A broken agent, number or provider thus
 * does not use up the recipients. A campaign is checked when its calls fail, at most once a second.
 */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { EventBus } from '../../../platform/events.ts';
import { startBackgroundLoop, type BackgroundLoop } from '../../../platform/run-loop.ts';
import { countRecentCallFailures, type RecentCallFailureCounts } from './circuit-breaker-query.ts';
import { pauseDialingCampaigns } from '../campaign/pause-campaigns.ts';

export interface CircuitBreakerDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly log: Logger;
  readonly clock: Clock;
  readonly events: EventBus;
}

const windowSeconds = 120;
const fewestCalls = 20;
const spacingMs = 1_000;

/**
 * True if a campaign must pause because at least half of its recent calls failed. There must be at least 20 recent
 * calls.
 */
export function shouldTripCircuitBreaker({ calls, failed }: RecentCallFailureCounts): boolean {
  return calls >= fewestCalls && failed * 2 >= calls;
}

/** @returns the function that stops the watch. */
export function watchCampaignCallFailures(deps: CircuitBreakerDeps): () => Promise<void> {
  const { db, log, clock, events } = deps;
  /** Map of the campaigns that the circuit breaker must check: campaign id to workspace id. */
  const due = new Map<string, string>();
  const loop: BackgroundLoop = startBackgroundLoop({
    name: 'circuit-breaker',
    clock,
    log,
    next: () => Infinity,
    async work(signal) {
      const taken = [...due];
      if (taken.length === 0) return;
      for (const [campaignId, workspaceId] of taken) {
        // Later failures wait for the next run.
        due.delete(campaignId);
        try {
          const tally = await countRecentCallFailures(db, workspaceId, campaignId, windowSeconds);
          if (shouldTripCircuitBreaker(tally))
            await pauseDialingCampaigns(deps, workspaceId, [campaignId], {
              reason: 'circuit_breaker',
              message: null,
              tally,
            });
        } catch (error) {
          due.set(campaignId, workspaceId);
          throw error;
        }
      }
      await clock.sleep(spacingMs, signal);
    },
  });
  const stopListening = events.on('campaign.calls_failed', ({ workspaceId, campaignIds }) => {
    for (const id of campaignIds) due.set(id, workspaceId);
    loop.wake();
  });
  return async () => {
    stopListening();
    await loop.stop();
  };
}
