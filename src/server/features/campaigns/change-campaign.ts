/**
 * Stops or deletes a campaign. The row is locked exclusively, so that no claim slips in after it; then it waits a
 * little for requests already on their way, so that nothing is placed once the answer is given.
 */
import type { Kysely } from 'kysely';
import type { Campaign, CampaignStatus } from '../../../contract/campaigns.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import type { EventBus } from '../../platform/events.ts';
import type { Audit } from '../audit/index.ts';
import { lockWorkspaceShared } from '../calls/index.ts';
import { findCampaign, hasUnwrittenClaims, leavePendingRecipients, lockCampaign, setCampaignStatus } from './campaign-store.ts';
import { addCounts } from './count-store.ts';
import type { Author } from './create-campaign.ts';
import { noCounts } from './recipient-state.ts';

export interface ChangeCampaignDeps {
  readonly db: Kysely<Schema>;
  readonly events: EventBus;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly writerSlot: number;
}

/** From where a person may stop a campaign; any but a deleted one may be deleted. */
const stoppable: ReadonlySet<CampaignStatus> = new Set(['created', 'scheduled', 'in_progress', 'paused', 'sent']);
const leftReasons = { completed: 'Campaña detenida', failed: 'Campaña eliminada' } as const;
/** A claim is written within milliseconds; a provider that hangs is not waited for. */
const settleWithinMs = 3_000;
const askAgainMs = 25;

/** Throws `not_found`, or `invalid_transition` when the campaign is beyond it. Live calls go on. */
export async function changeCampaign(
  deps: ChangeCampaignDeps,
  author: Author,
  campaignId: string,
  to: 'completed' | 'failed',
): Promise<Campaign> {
  const { workspaceId } = author;
  const from = await deps.db.transaction().setIsolationLevel('read committed').execute(async (tx) => {
    await lockWorkspaceShared(tx, workspaceId);
    const from = await lockCampaign(tx, workspaceId, campaignId);
    if (from === null) throw new AppError('not_found');
    const isAllowed = to === 'failed' ? from !== 'failed' : stoppable.has(from);
    if (!isAllowed) throw new AppError('invalid_transition');
    await setCampaignStatus(tx, workspaceId, campaignId, to);
    const left = await leavePendingRecipients(tx, workspaceId, campaignId, leftReasons[to]);
    const counts = { ...noCounts(), pending: -left, undelivered: left };
    await addCounts(tx, workspaceId, deps.writerSlot, new Map([[campaignId, counts]]));
    const action = to === 'completed' ? 'campaign.stopped' : 'campaign.deleted';
    const { userId, username, address } = author;
    await deps.audit.record(
      { workspaceId, userId, username, address, action, target: campaignId, details: { from, undelivered: left } },
      tx,
    );
    return from;
  });
  if (from === 'paused') deps.events.emit('campaign.unpaused', { workspaceId, campaignId });
  await whenClaimsAreSettled(deps, workspaceId, campaignId);
  deps.events.emit('campaigns.changed', { workspaceId, campaignIds: [campaignId] });
  const campaign = await findCampaign(deps.db, workspaceId, campaignId);
  if (!campaign) throw new AppError('not_found');
  return campaign;
}

async function whenClaimsAreSettled({ db, clock }: ChangeCampaignDeps, workspaceId: string, campaignId: string): Promise<void> {
  const untilMs = clock.monotonicMs() + settleWithinMs;
  while (await hasUnwrittenClaims(db, workspaceId, campaignId)) {
    if (clock.monotonicMs() >= untilMs) return;
    await clock.sleep(askAgainMs);
  }
}
