/** What a new campaign is filled with from an earlier one. */
import type { Kysely } from 'kysely';
import type { Campaign, CampaignDraft, RecipientRow } from '../../../../contract/campaigns.ts';
import { copySuffixes } from '../../../../labels/campaign-results-es.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { DoNotCall } from '../../do-not-call/index.ts';
import { findCampaignFile, findCopiedRecipients, type CopiedRecipient } from './campaign-file-query.ts';

export interface DraftDeps {
  readonly db: Kysely<Schema>;
  readonly doNotCall: Pick<DoNotCall, 'findListed'>;
}

const longestName = 200;

/** Throws `invalid_transition` when those who were not contacted are asked of a campaign that is not finished. */
export async function readDraft(
  deps: DraftDeps,
  workspaceId: string,
  campaign: Campaign,
  only: 'all' | 'uncontacted',
): Promise<CampaignDraft> {
  if (only === 'uncontacted' && campaign.status !== 'completed') throw new AppError('invalid_transition');
  const { extraColumns } = await findCampaignFile(deps.db, workspaceId, campaign.id);
  const everybody = await findCopiedRecipients(deps.db, workspaceId, campaign.id);
  const chosen =
    only === 'all'
      ? { recipients: everybody, leftOut: { unconfirmed: 0, doNotCall: 0 } }
      : await uncontacted(deps, workspaceId, everybody);
  return {
    name: nameCopy(campaign.name, copySuffixes[only]),
    successDefinition: campaign.successDefinition,
    phoneNumber: campaign.phoneNumber,
    phoneNumbers: campaign.phoneNumbers,
    agentId: campaign.isNumbersAgent ? null : campaign.agentId,
    agentVersion: campaign.agentVersion,
    retryPolicy: campaign.retryPolicy,
    retryLimits: campaign.retryLimits,
    checkId: campaign.checkId,
    weight: campaign.weight,
    bestHour: campaign.bestHour,
    callingWindow: campaign.callingWindow,
    kind: campaign.kind,
    recipients: chosen.recipients.map((recipient) => toRow(recipient, extraColumns)),
    leftOut: chosen.leftOut,
  };
}

async function uncontacted({ db, doNotCall }: DraftDeps, workspaceId: string, everybody: readonly CopiedRecipient[]) {
  const unreached = everybody.filter(({ contacted }) => !contacted);
  const listed = await doNotCall.findListed(
    db,
    workspaceId,
    unreached.map(({ phoneNumber }) => phoneNumber),
  );
  const allowed = unreached.filter(({ phoneNumber, state }) => state !== 'skipped' && !listed.has(phoneNumber));
  const recipients = allowed.filter((recipient) => !isOpen(recipient));
  return {
    recipients,
    leftOut: { unconfirmed: allowed.length - recipients.length, doNotCall: unreached.length - allowed.length },
  };
}

/** Perhaps on the phone at this moment, or nobody knows: not to be called again. */
function isOpen({ state, isLive }: CopiedRecipient): boolean {
  return isLive || state === 'unconfirmed' || state === 'dialing';
}

function toRow(
  { phoneNumber, customerName, variables }: CopiedRecipient,
  extraColumns: readonly string[],
): RecipientRow {
  const extra = extraColumns
    .filter((name) => Object.hasOwn(variables, name))
    .map((name): [string, string] => [name, variables[name] ?? '']);
  return Object.fromEntries([['phone_number', phoneNumber], ['customer_name', customerName], ...extra]);
}

/** At most so long, its end whole. */
function nameCopy(name: string, suffix: string): string {
  const kept = name.slice(0, longestName - suffix.length);
  // Not half a character.
  return (kept.isWellFormed() ? kept : kept.slice(0, -1)) + suffix;
}
