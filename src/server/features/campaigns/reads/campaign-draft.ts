/** Prefills a new campaign from an existing one: with all of its recipients, or only those not contacted. */
import type { Kysely } from 'kysely';
import { copiedCampaignOptionNames } from '../../../../contract/campaign-options.ts';
import type { Campaign, CopiedCampaignDraft, RecipientFileRow } from '../../../../contract/campaigns.ts';
import { campaignCopySuffixes } from '../../../../labels/campaign-results-es.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { DoNotCallFeature } from '../../do-not-call/index.ts';
import {
  readCampaignFileColumnsAndRejectedRows,
  findRecipientsToCopy,
  findUncontactedRecipients,
  type RecipientToCopy,
  type RecipientContactState,
} from './campaign-file-query.ts';

export interface CampaignDraftDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly doNotCall: Pick<DoNotCallFeature, 'findListed'>;
}

const longestName = 200;

/**
 * Prefills a copy of a campaign. Throws `invalid_transition` if only uncontacted recipients are wanted but the campaign
 * is unfinished.
 */
export async function readCopiedCampaignDraft(
  deps: CampaignDraftDeps,
  workspaceId: string,
  campaign: Campaign,
  only: 'all' | 'uncontacted',
): Promise<CopiedCampaignDraft> {
  if (only === 'uncontacted' && !isFinished(campaign)) throw new AppError('invalid_transition');
  const { extraColumns } = await readCampaignFileColumnsAndRejectedRows(deps.db, workspaceId, campaign.id);
  const everybody = await findRecipientsToCopy(deps.db, workspaceId, campaign.id);
  const chosen = only === 'all' ? all(everybody) : await uncontacted(deps, workspaceId, everybody);
  return {
    name: nameCopy(campaign.name, campaignCopySuffixes[only]),
    phoneNumber: campaign.phoneNumber,
    phoneNumbers: campaign.phoneNumbers,
    agentId: campaign.isNumbersAgent ? null : campaign.agentId,
    agentVersion: campaign.agentVersion,
    ...(Object.fromEntries(copiedCampaignOptionNames.map((name) => [name, campaign[name]])) as Pick<
      Campaign,
      (typeof copiedCampaignOptionNames)[number]
    >),
    recipients: chosen.recipients.map((recipient) => toRow(recipient, extraColumns)),
    leftOut: chosen.leftOut,
  };
}

/** Number of a finished campaign's recipients who were not contacted and may be called again; null if not finished. */
export async function countUncontactedRecipients(
  deps: CampaignDraftDeps,
  workspaceId: string,
  campaign: Campaign,
): Promise<number | null> {
  if (!isFinished(campaign)) return null;
  const unreached = await findUncontactedRecipients(deps.db, workspaceId, campaign.id);
  return (await uncontacted(deps, workspaceId, unreached)).recipients.length;
}

const isFinished = ({ status }: Campaign): boolean => status === 'completed';

interface Chosen<T> {
  readonly recipients: readonly T[];
  readonly leftOut: CopiedCampaignDraft['leftOut'];
}

function all<T extends RecipientContactState>(everybody: readonly T[]): Chosen<T> {
  const recipients = everybody.filter((recipient) => !isErased(recipient));
  return { recipients, leftOut: { unconfirmed: 0, doNotCall: 0, erased: everybody.length - recipients.length } };
}

async function uncontacted<T extends RecipientContactState>(
  { db, doNotCall }: CampaignDraftDeps,
  workspaceId: string,
  everybody: readonly T[],
): Promise<Chosen<T>> {
  const unreached = everybody.filter(({ contacted }) => !contacted);
  const known = unreached.filter((recipient) => !isErased(recipient));
  const listed = await doNotCall.findListed(
    db,
    workspaceId,
    known.map(({ phoneNumber }) => phoneNumber),
  );
  const allowed = known.filter(({ phoneNumber, state }) => state !== 'skipped' && !listed.has(phoneNumber));
  const recipients = allowed.filter((recipient) => !isOpen(recipient));
  return {
    recipients,
    leftOut: {
      unconfirmed: allowed.length - recipients.length,
      doNotCall: known.length - allowed.length,
      erased: unreached.length - known.length,
    },
  };
}

const isErased = ({ phoneNumber }: RecipientContactState): boolean => phoneNumber === '';

/**
 * True if the recipient may be on the phone or may have been called. A copy of the campaign leaves such a recipient
 * out.
 */
function isOpen({ state, isLive }: RecipientContactState): boolean {
  return isLive || state === 'unconfirmed' || state === 'dialing';
}

function toRow(
  { phoneNumber, customerName, variables }: RecipientToCopy,
  extraColumns: readonly string[],
): RecipientFileRow {
  const extra = extraColumns
    .filter((name) => Object.hasOwn(variables, name))
    .map((name): [string, string] => [name, variables[name] ?? '']);
  return Object.fromEntries([['phone_number', phoneNumber], ['customer_name', customerName], ...extra]);
}

/** Returns the name for a copy of a campaign: the old name, cut to leave room for the suffix. */
function nameCopy(name: string, suffix: string): string {
  const kept = name.slice(0, longestName - suffix.length);
  // Never cut a surrogate pair in half.
  return (kept.isWellFormed() ? kept : kept.slice(0, -1)) + suffix;
}
