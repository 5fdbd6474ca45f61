/** Opens a campaign, so that it waits for more people once everybody was called, and closes it again. */
import type { Campaign } from '../../../../contract/campaigns.ts';
import { isGrowing } from '../../../../contract/recipient-file.ts';
import { AppError } from '../../../platform/errors.ts';
import { lockWorkspaceShared } from '../../calls/index.ts';
import { findCampaign } from '../campaign-store.ts';
import type { Author } from '../creation/create-campaign.ts';
import { addLogLine } from '../outcome/campaign-log-store.ts';
import type { ChangeCampaignDeps } from './change-campaign.ts';
import { lockCourse, writeOpen } from './control-store.ts';

/** Throws `not_found`, and `invalid_transition` for a campaign that has called everybody. Asked for what it is, it changes nothing. */
export async function setOpen(
  { db, events, audit }: Pick<ChangeCampaignDeps, 'db' | 'events' | 'audit'>,
  { workspaceId, userId, username, address }: Author,
  campaignId: string,
  isOpen: boolean,
): Promise<Campaign> {
  const isChanged = await db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (tx) => {
      await lockWorkspaceShared(tx, workspaceId);
      const course = await lockCourse(tx, workspaceId, campaignId);
      if (course === null) throw new AppError('not_found');
      if (!isGrowing(course.status)) {
        throw new AppError('invalid_transition', {
          message: 'La campaña ya llamó a todos o terminó: no se puede abrir ni cerrar.',
        });
      }
      if (!(await writeOpen(tx, workspaceId, campaignId, isOpen))) return false;
      const action = isOpen ? 'campaign.opened' : 'campaign.closed';
      await audit.record(
        { workspaceId, userId, username, address, action, target: campaignId, details: { name: course.name } },
        tx,
      );
      await addLogLine(tx, { workspaceId, campaignId, kind: isOpen ? 'opened' : 'closed', details: {}, username });
      return true;
    });
  if (isChanged) {
    events.emit('dispatch.due', { workspaceId });
    events.emit('campaigns.changed', { workspaceId, campaignIds: [campaignId] });
  }
  const campaign = await findCampaign(db, workspaceId, campaignId);
  if (!campaign) throw new AppError('not_found');
  return campaign;
}
