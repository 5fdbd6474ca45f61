/** Pauses what can't go on until a person has put the provider's account right, and says so. */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { PauseReason } from '../../../../contract/campaigns.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { EventBus } from '../../../platform/events.ts';
import { pauseCampaign } from './work-store.ts';

interface PauseDeps {
  readonly db: Kysely<Schema>;
  readonly log: Logger;
  readonly events: EventBus;
}

/** Those of the campaigns that dial. `message`: the provider's own words. */
export async function pauseCampaigns(
  { db, log, events }: PauseDeps,
  workspaceId: string,
  campaignIds: readonly string[],
  { reason, message }: { readonly reason: PauseReason; readonly message: string },
): Promise<void> {
  for (const campaignId of campaignIds) {
    if (!(await pauseCampaign(db, workspaceId, campaignId, reason))) continue;
    log.error({ workspaceId, campaignId, reason, message }, 'the provider refuses the account: campaign paused');
    events.emit('campaigns.changed', { workspaceId, campaignIds: [campaignId] });
    events.emit('campaign.paused', { workspaceId, campaignId });
  }
}
