/** What a person sets of a campaign while it dials or waits: whether it stays open for more people, its weight beside others, its hours, 'Mejor hora'. */
import type { Campaign, CampaignLogDetails } from '../../../../contract/campaigns.ts';
import type { CampaignWindow } from '../../../../contract/settings.ts';
import { isGrowing } from '../../../../contract/recipient-file.ts';
import { AppError } from '../../../platform/errors.ts';
import type { AuditAction } from '../../audit/index.ts';
import { lockWorkspaceShared, type Tx } from '../../calls/index.ts';
import { findCampaign } from './campaign-store.ts';
import type { Author } from './create-campaign.ts';
import { addLogLine } from './campaign-log-store.ts';
import type { ChangeCampaignDeps } from './change-campaign.ts';
import { refuseWider } from './own-window.ts';
import { lockCourse, writeBestHour, writeOpen, writeWeight, writeWindow } from './control-store.ts';

interface Setting<Kind extends keyof CampaignLogDetails> {
  readonly refusal: string;
  readonly action: AuditAction;
  readonly kind: Kind;
  readonly details: CampaignLogDetails[Kind];
  /** Answers false where it is so already. */
  readonly write: (tx: Tx, workspaceId: string, campaignId: string) => Promise<boolean>;
}

/** Once everybody was called it waits for more people, or ends. */
export const openness = (isOpen: boolean): Setting<'opened' | 'closed'> => ({
  refusal: 'no se puede abrir ni cerrar',
  action: isOpen ? 'campaign.opened' : 'campaign.closed',
  kind: isOpen ? 'opened' : 'closed',
  details: {},
  write: (tx, workspaceId, campaignId) => writeOpen(tx, workspaceId, campaignId, isOpen),
});

/** From the next claims on. */
export const weighing = (weight: number): Setting<'weight_set'> => ({
  refusal: 'su peso ya no cambia nada',
  action: 'campaign.weight_set',
  kind: 'weight_set',
  details: { weight },
  write: (tx, workspaceId, campaignId) => writeWeight(tx, workspaceId, campaignId, weight),
});

/** Whether those who answer most at this hour come first, from the next claims on. */
export const orderingByHour = (isOn: boolean): Setting<'best_hour_on' | 'best_hour_off'> => ({
  refusal: 'la mejor hora ya no cambia nada',
  action: isOn ? 'campaign.best_hour_on' : 'campaign.best_hour_off',
  kind: isOn ? 'best_hour_on' : 'best_hour_off',
  details: {},
  write: (tx, workspaceId, campaignId) => writeBestHour(tx, workspaceId, campaignId, isOn),
});

/** From the next claims on; null: the workspace's. */
export const timing = (own: CampaignWindow | null): Setting<'window_set'> => ({
  refusal: 'su franja horaria ya no cambia nada',
  action: 'campaign.window_set',
  kind: 'window_set',
  details: own ? { ...own, days: own.days.join('') } : { days: null, from: null, to: null },
  async write(tx, workspaceId, campaignId) {
    await refuseWider(tx, workspaceId, own);
    return writeWindow(tx, workspaceId, campaignId, own);
  },
});

/** Throws `not_found`, and `invalid_transition` for a campaign that has called everybody. Asked for what it is, it changes nothing. */
export async function setCampaign<Kind extends keyof CampaignLogDetails>(
  { db, events, audit }: Pick<ChangeCampaignDeps, 'db' | 'events' | 'audit'>,
  { workspaceId, userId, username, address }: Author,
  campaignId: string,
  { refusal, action, kind, details, write }: Setting<Kind>,
): Promise<Campaign> {
  const isChanged = await db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (tx) => {
      await lockWorkspaceShared(tx, workspaceId);
      const course = await lockCourse(tx, workspaceId, campaignId);
      if (course === null) throw new AppError('not_found');
      if (!isGrowing(course.status))
        throw new AppError('invalid_transition', { message: `La campaña ya llamó a todos o terminó: ${refusal}.` });
      if (!(await write(tx, workspaceId, campaignId))) return false;
      const kept = { name: course.name, ...details };
      await audit.record({ workspaceId, userId, username, address, action, target: campaignId, details: kept }, tx);
      await addLogLine(tx, { workspaceId, campaignId, kind, details, username });
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
