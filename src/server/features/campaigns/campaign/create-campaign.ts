/** Creates a campaign in one transaction, and only once even if the same request is repeated. */
import type { Kysely } from 'kysely';
import { maxCampaignRecipients } from '../../../../contract/recipient-file.ts';
import { campaignRequestOptionNames } from '../../../../contract/campaign-options.ts';
import type { CreatedCampaign } from '../../../../contract/campaigns.ts';
import { countryRulesSectionLabels as rulesLabels } from '../../../../labels/country-rules-es.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { EventBus } from '../../../platform/events.ts';
import type { AuditLog } from '../../audit/index.ts';
import {
  updateRecipientsPlannerStatisticsOnce,
  findCampaignByIdempotencyKey,
  findCampaign,
  queryMomentOfLocalTime,
  insertCampaign,
  insertRecipients,
  type CampaignOfIdempotencyKey,
  type NewCampaign,
} from './campaign-store.ts';
import { resolveCampaignAgent, findAgentForVoicemailRetry, type CampaignAgentDeps } from './campaign-caller.ts';
import {
  countPeopleByOriginBarringRule,
  findPeopleBarredByRules,
  assertCallingWindowWithinWorkspaceHours,
  createInvalidInputError,
} from './order-checks.ts';
import { lockDialCheckIfExists } from './dial-check-store.ts';
import { insertCampaignLogEntry } from './campaign-log-store.ts';
import { incrementCampaignCounts } from '../people/count-store.ts';
import type { ParsedCampaignRequest } from '../people/read-order.ts';
import { createZeroCampaignCounts } from '../rules/recipient-state.ts';

export interface CreateCampaignDeps extends CampaignStartDeps, CampaignAgentDeps {
  readonly events: EventBus;
  readonly audit: AuditLog;
  readonly writerSlot: number;
}

/** The person who changes a campaign, and the IP address of the request. */
export interface CampaignChangeAuthor {
  readonly workspaceId: string;
  readonly userId: string;
  readonly username: string;
  readonly address: string;
}

/**
 * Creates a campaign. Throws `invalid_recipients` with a detail for each wrong row, `invalid_input`, or `conflict` if
 * the idempotency key was used for a different request.
 */
export async function createCampaign(
  deps: CreateCampaignDeps,
  author: CampaignChangeAuthor,
  order: ParsedCampaignRequest,
  idempotencyKey: string | null,
): Promise<{ readonly campaign: CreatedCampaign; readonly isReplayed: boolean }> {
  const { workspaceId } = author;
  const digest = idempotencyKey === null ? null : order.digest;
  const earlier =
    idempotencyKey === null ? null : await findCampaignByIdempotencyKey(deps.db, workspaceId, idempotencyKey);
  const replay = async (first: Exclude<typeof earlier, null>) => ({
    campaign: await answerEarlier(deps, workspaceId, first, order, digest),
    isReplayed: true,
  });
  if (earlier) return replay(earlier);

  if (order.errors.length > 0) throw new AppError('invalid_recipients', { details: order.errors });
  assertRecipientLimit(order.recipients.length);
  const campaign: NewCampaign = {
    name: order.name,
    ...(await resolveCampaignAgent(deps, workspaceId, order)),
    phoneNumbers: order.phoneNumbers,
    options: optionsOf(order),
    ...(await resolveCampaignStart(deps, workspaceId, order)),
    idempotencyKey,
    requestDigest: digest,
    totalRecipients: order.recipients.length,
    duplicateCount: order.duplicates,
    rejectedRows: order.rejectedRows,
    voicemailAgent: await findAgentForVoicemailRetry(deps, workspaceId, order.retryPolicy.voicemail?.agentId),
    fileColumns: order.columns,
    createdBy: author.userId,
    lastSentBy: author.username,
  };
  const campaignId = await insertWhole(deps, author, campaign, order.recipients);
  if (campaignId === null) {
    // Another request with the same idempotency key committed first, so respond with the campaign that it created.
    const first = await findCampaignByIdempotencyKey(deps.db, workspaceId, idempotencyKey ?? '');
    if (!first) throw new AppError('conflict');
    return replay(first);
  }
  deps.events.emit('campaigns.changed', { workspaceId, campaignIds: [campaignId] });
  deps.events.emit('dispatch.due', { workspaceId });
  return { campaign: await found(deps, workspaceId, campaignId, order), isReplayed: false };
}

function insertWhole(
  deps: CreateCampaignDeps,
  { workspaceId, userId, username, address }: CampaignChangeAuthor,
  campaign: NewCampaign,
  recipients: ParsedCampaignRequest['recipients'],
): Promise<string | null> {
  return deps.db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (tx) => {
      const { checkId, callingWindow, kind } = campaign.options;
      if (checkId !== null && !(await lockDialCheckIfExists(tx, workspaceId, checkId)))
        throw createInvalidInputError('checkId', 'Esa consulta ya no existe. Elige otra.');
      await assertCallingWindowWithinWorkspaceHours(tx, workspaceId, callingWindow);
      const barred = await findPeopleBarredByRules(
        tx,
        workspaceId,
        { kind, phoneNumbers: campaign.phoneNumbers, exemptRules: [] },
        recipients,
      );
      if (barred.size > 0)
        throw createInvalidInputError(
          'phoneNumber',
          rulesLabels.barredPeople(countPeopleByOriginBarringRule(barred.values())),
        );
      const campaignId = await insertCampaign(tx, workspaceId, campaign);
      if (campaignId === null) return null;
      await insertRecipients(tx, workspaceId, campaignId, recipients);
      await updateRecipientsPlannerStatisticsOnce(tx);
      const counts = { ...createZeroCampaignCounts(), pending: recipients.length };
      await incrementCampaignCounts(tx, workspaceId, deps.writerSlot, new Map([[campaignId, counts]]));
      const details = {
        name: campaign.name,
        recipients: recipients.length,
        duplicates: campaign.duplicateCount,
        rejected: campaign.rejectedRows.length,
        sendOption: campaign.sendOption,
      };
      await deps.audit.record(
        { workspaceId, userId, username, address, action: 'campaign.created', target: campaignId, details },
        tx,
      );
      await insertCampaignLogEntry(tx, {
        workspaceId,
        campaignId,
        kind: 'created',
        details: { recipients: details.recipients, duplicates: details.duplicates, rejected: details.rejected },
        username,
      });
      return campaignId;
    });
}

function optionsOf(order: ParsedCampaignRequest): NewCampaign['options'] {
  return Object.fromEntries(
    campaignRequestOptionNames.map((name) => [name, order[name] ?? null]),
  ) as unknown as NewCampaign['options'];
}

async function answerEarlier(
  deps: CreateCampaignDeps,
  workspaceId: string,
  earlier: CampaignOfIdempotencyKey,
  order: ParsedCampaignRequest,
  digest: string | null,
): Promise<CreatedCampaign> {
  if (earlier.digest !== digest) {
    throw new AppError('conflict', { message: 'Esa clave de idempotencia ya se usó para otra campaña.' });
  }
  return found(deps, workspaceId, earlier.campaignId, order);
}

async function found(
  { db }: CreateCampaignDeps,
  workspaceId: string,
  campaignId: string,
  { warnings }: ParsedCampaignRequest,
): Promise<CreatedCampaign> {
  const campaign = await findCampaign(db, workspaceId, campaignId);
  if (!campaign) throw new AppError('not_found');
  return { ...campaign, warnings: [...warnings] };
}

export interface CampaignStartDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly directory: { timeZoneOf(workspaceId: string): Promise<string> };
}

/**
 * Returns when a new campaign starts. `startsAt` is null if it starts immediately. Throws `invalid_input` if the time
 * is in the past.
 */
export async function resolveCampaignStart(
  { db, directory }: CampaignStartDeps,
  workspaceId: string,
  order: Pick<ParsedCampaignRequest, 'sendOption' | 'scheduledDate' | 'scheduledTime'>,
) {
  const { sendOption, scheduledDate: date, scheduledTime: time } = order;
  if (sendOption === 'now' || !date || !time) {
    return { sendOption: 'now' as const, scheduledDate: null, scheduledTime: null, startsAt: null };
  }
  const { at, isAhead } = await queryMomentOfLocalTime(db, {
    date,
    time,
    zone: await directory.timeZoneOf(workspaceId),
  });
  if (!isAhead) throw createInvalidInputError('scheduledDate', 'La fecha y hora de envío ya pasaron.');
  return { sendOption, scheduledDate: date, scheduledTime: time, startsAt: at };
}

/** Throws `invalid_input` if `numbers` exceeds the maximum number of recipients of a campaign. */
export function assertRecipientLimit(numbers: number): void {
  if (numbers > maxCampaignRecipients) throw createInvalidInputError('recipients', 'Como máximo 10.000 destinatarios');
}
