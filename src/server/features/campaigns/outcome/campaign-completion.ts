/** Checks if campaigns are finished, after every change of their counts and at intervals. */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { EventBus } from '../../../platform/events.ts';
import { startBackgroundLoop, type BackgroundLoop } from '../../../platform/run-loop.ts';
import { updateCampaignStatusFromCounts, findCampaignsToMarkCompleted } from './completion-store.ts';

export interface CampaignCompletionDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Interval in ms of the check of all campaigns. It finds finished campaigns that a server missed because it died. */
const everyMs = 5_000;
/**
 * Minimum time in ms between two checks for finished campaigns. When a campaign nears its end, changes trigger the
 * check hundreds of times a second.
 */
const spacingMs = 50;

/** @returns the function that stops the watch. */
export function watchCampaignCompletion({ db, events, clock, log }: CampaignCompletionDeps): () => Promise<void> {
  const changed = new Set<string>();
  let sweptAtMs = Number.NEGATIVE_INFINITY;
  const loop: BackgroundLoop = startBackgroundLoop({
    name: 'campaign-completion',
    clock,
    log,
    intervalMs: everyMs,
    async work(signal) {
      const isSweep = clock.monotonicMs() - sweptAtMs >= everyMs;
      const ids = [...changed];
      if (!isSweep && ids.length === 0) return;
      // Empty the set before checking its campaigns, so that ids added during the check are kept. If the check fails,
      // the next regular check of all campaigns covers the emptied ids.
      changed.clear();
      for (const { workspaceId, campaignId } of await findCampaignsToMarkCompleted(db, isSweep ? null : ids)) {
        const status = await updateCampaignStatusFromCounts(db, workspaceId, campaignId);
        if (status === null) continue;
        log.info({ workspaceId, campaignId, status }, 'campaign moved on');
        events.emit('campaigns.changed', { workspaceId, campaignIds: [campaignId] });
      }
      if (isSweep) sweptAtMs = clock.monotonicMs();
      await clock.sleep(spacingMs, signal);
    },
  });
  const stopListening = events.on('campaigns.changed', ({ campaignIds }) => {
    for (const id of campaignIds) changed.add(id);
    loop.wake();
  });
  return async () => {
    stopListening();
    await loop.stop();
  };
}
