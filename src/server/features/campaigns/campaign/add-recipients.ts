/**
 * Adds recipients to a campaign that has not called everybody yet. The campaign's row is locked, so that nobody adds or
 * calls recipients or completes the campaign until the transaction ends.
 */
import type { Kysely } from 'kysely';
import {
  canCampaignStatusTakeRecipients,
  maxRecipientFileColumns,
  maxCampaignRecipients,
} from '../../../../contract/recipient-file.ts';
import type { AddRecipientsResult } from '../../../../contract/campaigns.ts';
import { barredOriginNumberTexts } from '../../../../labels/country-rules-es.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { EventBus } from '../../../platform/events.ts';
import type { AuditLog } from '../../audit/index.ts';
import { lockWorkspaceShared } from '../../calls/index.ts';
import type { DoNotCallFeature } from '../../do-not-call/index.ts';
import { insertRecipients, insertRejectedRecipientRows } from './campaign-store.ts';
import { insertCampaignLogEntry } from './campaign-log-store.ts';
import { incrementCampaignCounts } from '../people/count-store.ts';
import { createZeroCampaignCounts } from '../rules/recipient-state.ts';
import type { CampaignChangeAuthor } from './create-campaign.ts';
import { createInvalidInputError, findPeopleBarredByRules } from './order-checks.ts';
import {
  findCampaignRecipientNumberKeys,
  lockCampaignForRecipientAddition,
  storeRecipientAdditionTotals,
} from '../people/added-recipients-store.ts';
import type { ParsedRecipientAddition } from '../people/read-addition.ts';

export interface AddRecipientsDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly events: EventBus;
  readonly audit: AuditLog;
  readonly writerSlot: number;
  readonly doNotCall: Pick<DoNotCallFeature, 'findForms'>;
}

/**
 * Adds recipients to a campaign. Numbers that the campaign already has are skipped, even if they were erased since.
 * Throws `invalid_recipients` with one detail per row, `invalid_input` for too many recipients or columns, and
 * `invalid_transition` if the campaign has called everybody or was ended.
 */
export async function addRecipients(
  deps: AddRecipientsDeps,
  { workspaceId, userId, username, address }: CampaignChangeAuthor,
  campaignId: string,
  read: ParsedRecipientAddition,
): Promise<AddRecipientsResult> {
  const { errors, rejectedRows: rejected } = read;
  if (errors.length > 0) throw new AppError('invalid_recipients', { details: errors });
  const answer = await deps.db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (tx) => {
      await lockWorkspaceShared(tx, workspaceId);
      const campaign = await lockCampaignForRecipientAddition(tx, workspaceId, campaignId);
      if (campaign === null) throw new AppError('not_found');
      if (!canCampaignStatusTakeRecipients(campaign.status))
        throw new AppError('invalid_transition', {
          message: 'No se pueden agregar destinatarios: la campaña ya llamó a todos o terminó.',
        });
      const taken = await findCampaignRecipientNumberKeys(tx, workspaceId, campaignId);
      const forms = await deps.doNotCall.findForms(workspaceId, read.keys);
      const fresh = read.recipients.filter((_, index) => !forms[index]?.some((form) => taken.has(form)));
      const barred = await findPeopleBarredByRules(tx, workspaceId, campaign, fresh);
      if (barred.size > 0) {
        const details = read.recipients.flatMap((each, index) => {
          const rule = barred.get(each);
          return rule ? [{ path: `recipients.${read.rows[index]}`, message: barredOriginNumberTexts[rule] }] : [];
        });
        throw new AppError('invalid_recipients', { details });
      }
      const totalRecipients = campaign.total + fresh.length;
      if (totalRecipients > maxCampaignRecipients)
        throw createInvalidInputError('recipients', 'Como máximo 10.000 destinatarios');
      if (campaign.rejected + rejected.length > maxCampaignRecipients)
        throw createInvalidInputError('rejectedRows', 'Como máximo 10.000 filas omitidas');
      const columns = new Set([...campaign.columns, ...read.columns]);
      if (columns.size > maxRecipientFileColumns)
        throw createInvalidInputError('recipients', 'Como máximo 1.000 columnas');
      await insertRecipients(tx, workspaceId, campaignId, fresh, campaign.total);
      await insertRejectedRecipientRows(tx, workspaceId, campaignId, rejected);
      const duplicates = read.duplicates + read.recipients.length - fresh.length;
      await storeRecipientAdditionTotals(tx, workspaceId, campaignId, {
        totalRecipients,
        added: fresh.length,
        duplicates,
        rejected: rejected.length,
        columns: [...columns],
      });
      const details = { recipients: fresh.length, duplicates, rejected: rejected.length };
      await deps.audit.record(
        {
          workspaceId,
          userId,
          username,
          address,
          action: 'campaign.recipients_added',
          target: campaignId,
          details: { name: campaign.name, ...details },
        },
        tx,
      );
      await insertCampaignLogEntry(tx, { workspaceId, campaignId, kind: 'recipients_added', details, username });
      const counts = { ...createZeroCampaignCounts(), pending: fresh.length };
      await incrementCampaignCounts(tx, workspaceId, deps.writerSlot, new Map([[campaignId, counts]]));
      return { added: fresh.length, duplicates, totalRecipients, warnings: [...read.warnings] };
    });
  deps.events.emit('campaigns.changed', { workspaceId, campaignIds: [campaignId] });
  deps.events.emit('dispatch.due', { workspaceId });
  return answer;
}
