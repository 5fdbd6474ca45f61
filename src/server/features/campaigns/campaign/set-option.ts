/** Changes an option of a running campaign, such as its weight. The option applies to all calls placed afterwards. */
import type { Campaign } from '../../../../contract/campaigns.ts';
import type { ChangeableCampaignOptionName, CampaignOptionValue } from '../../../../contract/campaign-options.ts';
import { toLoggedCampaignOptionValue } from '../../../../contract/logged-value.ts';
import { canCampaignStatusTakeRecipients } from '../../../../contract/recipient-file.ts';
import { AppError } from '../../../platform/errors.ts';
import { lockWorkspaceShared, type Tx } from '../../calls/index.ts';
import { findCampaign } from './campaign-store.ts';
import type { CampaignChangeAuthor } from './create-campaign.ts';
import { insertCampaignLogEntry } from './campaign-log-store.ts';
import type { CampaignStatusChangeDeps } from './change-campaign.ts';
import { assertCallingWindowWithinWorkspaceHours } from './order-checks.ts';
import { lockCampaignState, storeCampaignOption } from './control-store.ts';

/**
 * End of the error message for each campaign option, shown if a user changes the option after the campaign has called
 * everybody.
 */
const refusals: Readonly<Record<ChangeableCampaignOptionName, string>> = {
  isOpen: 'no se puede abrir ni cerrar',
  weight: 'su peso ya no cambia nada',
  bestHour: 'la mejor hora ya no cambia nada',
  callingWindow: 'su franja horaria ya no cambia nada',
};

/** Checks of new option values that need the database. All other checks are in the options' schemas. */
const checks: {
  readonly [N in ChangeableCampaignOptionName]?: (
    tx: Tx,
    workspaceId: string,
    value: CampaignOptionValue<N>,
  ) => Promise<void>;
} = {
  callingWindow: assertCallingWindowWithinWorkspaceHours,
};

/** Changes a campaign's option. Throws `not_found`, and `invalid_transition` if the campaign has called everybody. */
export async function setCampaignOption<N extends ChangeableCampaignOptionName>(
  { db, events, audit }: Pick<CampaignStatusChangeDeps, 'db' | 'events' | 'audit'>,
  { workspaceId, userId, username, address }: CampaignChangeAuthor,
  campaignId: string,
  field: N,
  value: CampaignOptionValue<N>,
): Promise<Campaign> {
  const isChanged = await db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (tx) => {
      await lockWorkspaceShared(tx, workspaceId);
      const course = await lockCampaignState(tx, workspaceId, campaignId);
      if (course === null) throw new AppError('not_found');
      if (!canCampaignStatusTakeRecipients(course.status))
        throw new AppError('invalid_transition', {
          message: `La campaña ya llamó a todos o terminó: ${refusals[field]}.`,
        });
      await checks[field]?.(tx, workspaceId, value);
      const before = await storeCampaignOption(tx, workspaceId, campaignId, field, value);
      if (before === null) return false;
      const [from, to] = [toLoggedCampaignOptionValue(before.value), toLoggedCampaignOptionValue(value)];
      const details = { name: course.name, before: { [field]: from }, after: { [field]: to } };
      await audit.record(
        { workspaceId, userId, username, address, action: 'campaign.changed', target: campaignId, details },
        tx,
      );
      await insertCampaignLogEntry(tx, {
        workspaceId,
        campaignId,
        kind: 'changed',
        details: { field, from, to },
        username,
      });
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
