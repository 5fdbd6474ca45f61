/**
 * Pauses campaigns that can't or must not continue until a person has checked them. Each pause is logged and announced.
 */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { EventBus } from '../../../platform/events.ts';
import { pauseCampaign, type CampaignPauseCause } from './work-store.ts';

interface PauseDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly log: Logger;
  readonly events: EventBus;
}

export async function pauseDialingCampaigns(
  deps: PauseDeps,
  workspaceId: string,
  campaignIds: readonly string[],
  cause: CampaignPauseCause,
): Promise<void> {
  for (const campaignId of campaignIds) {
    if (await pauseCampaign(deps.db, workspaceId, campaignId, cause))
      announceCampaignPause(deps, workspaceId, campaignId, cause);
  }
}

/** Logs the pause of a campaign and announces it to the browsers. Call it only after the pause has been committed. */
export function announceCampaignPause(
  { log, events }: Omit<PauseDeps, 'db'>,
  workspaceId: string,
  campaignId: string,
  cause: CampaignPauseCause,
): void {
  log.error({ workspaceId, campaignId, ...cause }, 'campaign paused by the dispatcher');
  events.emit('campaigns.changed', { workspaceId, campaignIds: [campaignId] });
  events.emit('campaign.paused', { workspaceId, campaignId });
}
