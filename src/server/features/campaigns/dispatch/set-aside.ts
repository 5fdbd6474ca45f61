/**
 * Excludes origin numbers with a low answer rate from use by campaigns, and puts them back into use on request.
 * Campaign logs record both.
 */
import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { EventBus } from '../../../platform/events.ts';
import type { AuditLog } from '../../audit/index.ts';
import { lockWorkspaceShared } from '../../calls/index.ts';
import type { CampaignChangeAuthor } from '../campaign/create-campaign.ts';
import { insertCampaignLogEntry } from '../campaign/campaign-log-store.ts';
import {
  listUnfinishedCampaigns,
  countRecentCallsByOriginNumber,
  excludeOriginNumber,
  markOriginNumberUsable,
} from './number-store.ts';
import { findRarelyAnsweredNumbers } from '../rules/weak-numbers.ts';

interface SetAsideDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly events: Pick<EventBus, 'emit'>;
}

/**
 * Excludes origin numbers whose calls are rarely answered. Call it at most once a minute, because it reads the calls of
 * seven days.
 */
export async function excludeRarelyAnsweredOriginNumbers(
  { db, events }: SetAsideDeps,
  workspaceId: string,
): Promise<void> {
  const campaigns = await listUnfinishedCampaigns(db, workspaceId);
  if (!campaigns.some(({ phoneNumbers }) => phoneNumbers.length > 1)) return;
  const records = await countRecentCallsByOriginNumber(db, workspaceId);
  const weak = findRarelyAnsweredNumbers(
    records,
    campaigns.map(({ phoneNumbers }) => phoneNumbers),
  );
  for (const { phoneNumber, percent, others } of weak) {
    const own = campaigns.filter(({ phoneNumbers }) => phoneNumbers.includes(phoneNumber));
    const isNews = await db.transaction().execute(async (tx) => {
      await lockWorkspaceShared(tx, workspaceId);
      if (!(await excludeOriginNumber(tx, workspaceId, phoneNumber))) return false;
      const details = { number: phoneNumber, percent, others };
      for (const { id: campaignId } of own)
        await insertCampaignLogEntry(tx, {
          workspaceId,
          campaignId,
          kind: 'number_set_aside',
          details,
          username: null,
        });
      return true;
    });
    if (isNews) events.emit('campaigns.changed', { workspaceId, campaignIds: own.map(({ id }) => id) });
  }
}

/** Puts an origin number back into use. Throws `not_found` if it was never excluded. */
export async function returnOriginNumberToUse(
  { db, events, audit }: SetAsideDeps & { readonly audit: AuditLog },
  { workspaceId, userId, username, address }: CampaignChangeAuthor,
  phoneNumber: string,
): Promise<void> {
  const campaignIds = await db.transaction().execute(async (tx) => {
    await lockWorkspaceShared(tx, workspaceId);
    const isTaken = await markOriginNumberUsable(tx, workspaceId, phoneNumber);
    if (isTaken === null) throw new AppError('not_found');
    if (!isTaken) return [];
    await audit.record(
      { workspaceId, userId, username, address, action: 'number.taken_back', target: phoneNumber },
      tx,
    );
    const own = (await listUnfinishedCampaigns(tx, workspaceId)).filter(({ phoneNumbers }) =>
      phoneNumbers.includes(phoneNumber),
    );
    for (const { id: campaignId } of own)
      await insertCampaignLogEntry(tx, {
        workspaceId,
        campaignId,
        kind: 'number_taken_back',
        details: { number: phoneNumber },
        username,
      });
    return own.map(({ id }) => id);
  });
  if (campaignIds.length === 0) return;
  events.emit('dispatch.due', { workspaceId });
  events.emit('campaigns.changed', { workspaceId, campaignIds });
}
