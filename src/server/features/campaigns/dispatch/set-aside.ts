/** Excludes origin numbers that are rarely answered, and puts them back on request. Campaign logs record both. */
import type { Kysely } from 'kysely';
import type { Schema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { EventBus } from '../../../platform/events.ts';
import type { Audit } from '../../audit/index.ts';
import { lockWorkspaceShared } from '../../calls/index.ts';
import type { Author } from '../campaign/create-campaign.ts';
import { addLogLine } from '../campaign/campaign-log-store.ts';
import { listOpenCampaigns, readNumberRecords, setAside, returnNumberToUse } from './number-store.ts';
import { findWeakNumbers } from '../rules/weak-numbers.ts';

interface SetAsideDeps {
  readonly db: Kysely<Schema>;
  readonly events: Pick<EventBus, 'emit'>;
}

/** Excludes rarely answered origin numbers. It reads the calls of seven days, so call it at most once a minute. */
export async function setWeakNumbersAside({ db, events }: SetAsideDeps, workspaceId: string): Promise<void> {
  const campaigns = await listOpenCampaigns(db, workspaceId);
  if (!campaigns.some(({ phoneNumbers }) => phoneNumbers.length > 1)) return;
  const records = await readNumberRecords(db, workspaceId);
  const weak = findWeakNumbers(
    records,
    campaigns.map(({ phoneNumbers }) => phoneNumbers),
  );
  for (const { phoneNumber, percent, others } of weak) {
    const own = campaigns.filter(({ phoneNumbers }) => phoneNumbers.includes(phoneNumber));
    const isNews = await db.transaction().execute(async (tx) => {
      await lockWorkspaceShared(tx, workspaceId);
      if (!(await setAside(tx, workspaceId, phoneNumber))) return false;
      const details = { number: phoneNumber, percent, others };
      for (const { id: campaignId } of own)
        await addLogLine(tx, { workspaceId, campaignId, kind: 'number_set_aside', details, username: null });
      return true;
    });
    if (isNews) events.emit('campaigns.changed', { workspaceId, campaignIds: own.map(({ id }) => id) });
  }
}

/** Puts an origin number back into use. Throws `not_found` if it was never excluded. */
export async function takeNumberBack(
  { db, events, audit }: SetAsideDeps & { readonly audit: Audit },
  { workspaceId, userId, username, address }: Author,
  phoneNumber: string,
): Promise<void> {
  const campaignIds = await db.transaction().execute(async (tx) => {
    await lockWorkspaceShared(tx, workspaceId);
    const isTaken = await returnNumberToUse(tx, workspaceId, phoneNumber);
    if (isTaken === null) throw new AppError('not_found');
    if (!isTaken) return [];
    await audit.record(
      { workspaceId, userId, username, address, action: 'number.taken_back', target: phoneNumber },
      tx,
    );
    const own = (await listOpenCampaigns(tx, workspaceId)).filter(({ phoneNumbers }) =>
      phoneNumbers.includes(phoneNumber),
    );
    for (const { id: campaignId } of own)
      await addLogLine(tx, {
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
