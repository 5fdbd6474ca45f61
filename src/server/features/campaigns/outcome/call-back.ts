/**
 * Sets, moves or cancels a recipient's call back, as requested by a person who views one of the recipient's calls. The
 * campaign and the recipient are locked, so that the dispatcher does not select the recipient for a call meanwhile.
 */
import type { CallBackRefusalReason, CallBackInfo } from '../../../../contract/campaigns.ts';
import { callBackRefusalReasonLabels } from '../../../../labels/call-back-es.ts';
import { AppError } from '../../../platform/errors.ts';
import { lockWorkspaceShared, type Tx } from '../../calls/index.ts';
import type { DoNotCallFeature } from '../../do-not-call/index.ts';
import { findPromisedCallBackSettings } from '../../settings/index.ts';
import type { CampaignChangeAuthor } from '../campaign/create-campaign.ts';
import { isCallBackWithinMaxDaysAhead, extractCallBackWords } from './call-promises.ts';
import { insertCampaignLogEntry } from '../campaign/campaign-log-store.ts';
import {
  canRecipientBeCalledBack,
  scheduleRecipientCallBack,
  cancelPendingCallBack,
  applyResultsToRecipient,
  type RecipientProgress,
} from '../rules/recipient-state.ts';
import {
  wakeCampaignForRetries,
  lockCampaignsAffectedByCallEnds,
  type CampaignAffectedByCallEnds,
} from './retry-store.ts';
import {
  findCallWithRecipient,
  lockAttemptAndRecipient,
  updateRecipientAndCampaignCounts,
  type CampaignCallRecipient,
  type LockedRecipientWithAttempts,
} from './call-back-store.ts';
import type { CampaignStatusChangeDeps } from '../campaign/change-campaign.ts';

export type CallBackDeps = Pick<CampaignStatusChangeDeps, 'db' | 'events' | 'audit' | 'writerSlot'> & {
  readonly doNotCall: Pick<DoNotCallFeature, 'findListed'>;
};

/**
 * Returns the call back that is scheduled for the recipient of a call, and what the agent noted about a call back. Also
 * returns why no call back may be scheduled. Each is null if there is none. Throws `not_found` for an unknown call.
 */
export async function readRecipientCallBack(
  { db, doNotCall }: CallBackDeps,
  workspaceId: string,
  callId: string,
): Promise<CallBackInfo> {
  const found = await findCallWithRecipient(db, workspaceId, callId);
  const reading = await findPromisedCallBackSettings(db, workspaceId);
  if (!found || !reading) throw new AppError('not_found');
  const { called, analysis } = found;
  const said = extractCallBackWords(analysis, reading.field);
  if (called === null) return { at: null, said, refusal: 'no_campaign' };
  const listed = await doNotCall.findListed(db, workspaceId, [called.phoneNumber]);
  return {
    at: (called.recipient.state === 'pending' && called.recipient.callbackAt?.toISOString()) || null,
    said,
    refusal: refusalOf(called.status, called.recipient, called.phoneNumber, listed.size > 0),
  };
}

function refusalOf(
  status: CampaignCallRecipient['status'],
  recipient: RecipientProgress | CampaignCallRecipient['recipient'],
  phoneNumber: string,
  isListed: boolean,
): CallBackRefusalReason | null {
  if (status === 'completed' || status === 'failed') return 'campaign_ended';
  if (phoneNumber === '') return 'forgotten';
  if (recipient.state === 'unconfirmed') return 'unconfirmed';
  if (!canRecipientBeCalledBack(recipient)) return 'being_called';
  return isListed ? 'do_not_call' : null;
}

/**
 * Schedules the call-back of a recipient for a moment. If the calling window is then closed, the call is placed when it
 * opens. Throws `not_found`, `invalid_input` for a past or too distant moment, and `invalid_transition` (with the
 * reason) if no call-back is allowed.
 */
export async function setRecipientCallBack(
  deps: CallBackDeps,
  author: CampaignChangeAuthor,
  callId: string,
  at: Date,
): Promise<CallBackInfo> {
  await changeRecipient(deps, author, callId, async (tx, { held, campaign, called }) => {
    if (!isCallBackWithinMaxDaysAhead(at, campaign.now)) {
      const message = 'Elige un momento que no haya pasado, dentro de los próximos 90 días.';
      throw new AppError('invalid_input', { message, details: [{ path: 'at', message }] });
    }
    const listed = await deps.doNotCall.findListed(tx, author.workspaceId, [called.phoneNumber]);
    const refusal = refusalOf(campaign.status, held.recipient, called.phoneNumber, listed.size > 0);
    const next = refusal === null ? scheduleRecipientCallBack(held.recipient, at) : null;
    if (!next) throw refused(refusal ?? 'being_called');
    // If the call-back is moved to another time, wake the campaign now, because it may be waiting for the previous
    // time.
    const isMoved = held.recipient.callbackAt !== null;
    await wakeCampaignForRetries(tx, author.workspaceId, campaign, isMoved ? campaign.now : at);
    return { next, action: 'call.callback_set', kind: 'callback_set', at };
  });
  return readRecipientCallBack(deps, author.workspaceId, callId);
}

/** Cancels a recipient's call back. Throws `not_found`, and `invalid_transition` if there is none. */
export async function cancelRecipientCallBack(
  deps: CallBackDeps,
  author: CampaignChangeAuthor,
  callId: string,
): Promise<CallBackInfo> {
  await changeRecipient(deps, author, callId, async (tx, { held: { recipient }, campaign }) => {
    const next = cancelPendingCallBack(recipient);
    if (!next || recipient.callbackAt === null)
      throw new AppError('invalid_transition', { message: 'No hay ninguna llamada acordada para cancelar.' });
    await wakeCampaignForRetries(tx, author.workspaceId, campaign, campaign.now);
    return { next, action: 'call.callback_cancelled', kind: 'callback_cancelled', at: recipient.callbackAt };
  });
  return readRecipientCallBack(deps, author.workspaceId, callId);
}

interface Held {
  readonly held: LockedRecipientWithAttempts;
  readonly campaign: CampaignAffectedByCallEnds;
  readonly called: CampaignCallRecipient;
}

interface Change {
  readonly next: RecipientProgress;
  readonly action: 'call.callback_set' | 'call.callback_cancelled';
  readonly kind: 'callback_set' | 'callback_cancelled';
  readonly at: Date;
}

async function changeRecipient(
  { db, events, audit, writerSlot }: CallBackDeps,
  { workspaceId, userId, username, address }: CampaignChangeAuthor,
  callId: string,
  decide: (tx: Tx, held: Held) => Promise<Change>,
): Promise<void> {
  const campaignId = await db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (tx) => {
      await lockWorkspaceShared(tx, workspaceId);
      const found = await findCallWithRecipient(tx, workspaceId, callId);
      if (!found) throw new AppError('not_found');
      const { called } = found;
      if (called === null) throw refused('no_campaign');
      const campaigns = await lockCampaignsAffectedByCallEnds(tx, workspaceId, [
        { campaignId: called.campaignId, outcome: 'callback' },
      ]);
      const campaign = campaigns.get(called.campaignId);
      if (!campaign) throw refused('campaign_ended');
      const held = await lockAttemptAndRecipient(tx, workspaceId, called.attemptId);
      if (!held) throw new AppError('not_found');
      const { next, action, kind, at } = await decide(tx, { held, campaign, called });
      const { recipient, attempts } = held;
      const after = { ...recipient, ...applyResultsToRecipient(next, attempts) };
      await updateRecipientAndCampaignCounts(tx, workspaceId, writerSlot, recipient, after);
      const details = { at: at.toISOString() };
      await insertCampaignLogEntry(tx, { workspaceId, campaignId: campaign.id, kind, details, username });
      const kept = { ...details, campaign: campaign.id };
      await audit.record({ workspaceId, userId, username, address, action, target: callId, details: kept }, tx);
      return campaign.id;
    });
  events.emit('dispatch.due', { workspaceId });
  events.emit('campaigns.changed', { workspaceId, campaignIds: [campaignId] });
}

const refused = (refusal: CallBackRefusalReason): AppError =>
  new AppError('invalid_transition', { message: callBackRefusalReasonLabels[refusal] });
