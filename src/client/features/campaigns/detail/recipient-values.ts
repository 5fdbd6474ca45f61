/** Texts for a recipient's result and for the outcome of a call attempt. Pure. */
import type { CampaignRecipient, RecipientAttempt } from '../../../../contract/campaigns.ts';
import {
  attemptOutcomeLabels,
  attemptStateLabels,
  recipientResultLabels,
  recipientStateLabels,
  campaignRecipientsLabels,
} from '../../../../labels/campaign-recipients-es.ts';
import { describeNotReachedReason, disconnectionReasonTexts } from '../../../../labels/disconnection-reasons-es.ts';
import { findLabelEntry, getLabelOrUnknown } from '../../../../labels/known.ts';
import type { RegionalFormat } from '../../../format/regional-format.ts';
import type { BadgeTone } from '../../../ui/badge.tsx';

interface Result {
  readonly label: string;
  readonly tone: BadgeTone;
}

type ResultFacts = Pick<CampaignRecipient, 'state' | 'isLive' | 'pickedUp' | 'contacted' | 'successful'> & {
  readonly attempts: readonly Pick<RecipientAttempt, 'state'>[];
};

/**
 * Label and colour for a campaign recipient: the current state while calls may still follow, afterwards the best result
 * of their calls.
 */
export function getRecipientResultLabelAndTone({
  state,
  isLive,
  pickedUp,
  contacted,
  successful,
  attempts,
}: ResultFacts): Result {
  const wasSent = attempts.some((attempt) => attempt.state === 'accepted' || attempt.state === 'finished');
  if (isLive) return { label: recipientResultLabels.live, tone: 'accent' };
  if (state === 'pending')
    return { label: wasSent ? recipientResultLabels.retrying : recipientStateLabels.pending, tone: 'neutral' };
  if (state === 'dialing') return { label: recipientStateLabels.dialing, tone: 'accent' };
  if (state === 'unconfirmed') return { label: recipientStateLabels.unconfirmed, tone: 'attention' };
  if (state === 'undelivered') return { label: recipientStateLabels.undelivered, tone: 'bad' };
  if (state === 'skipped') return { label: recipientStateLabels.skipped, tone: 'neutral' };
  if (successful) return { label: recipientResultLabels.successful, tone: 'good' };
  if (contacted) return { label: recipientResultLabels.contacted, tone: 'good' };
  return { label: pickedUp ? recipientResultLabels.pickedUp : recipientResultLabels.notContacted, tone: 'neutral' };
}

/** Text for a disconnection reason: its meaning if the reason is known, otherwise a label made of the reason itself. */
export function formatRecipientDisconnectReason(reason: string): string {
  return findLabelEntry(disconnectionReasonTexts, reason)?.meaning ?? describeNotReachedReason(reason);
}

type AttemptFacts = Pick<RecipientAttempt, 'state' | 'outcome' | 'isSurplus' | 'error' | 'disconnectionReason'>;

/** Text for the outcome of a call attempt; while there is no outcome, text for the attempt's state. */
export function describeAttemptOutcomeOrState({ state, outcome }: AttemptFacts): string {
  return outcome === null
    ? getLabelOrUnknown(attemptStateLabels, state)
    : getLabelOrUnknown(attemptOutcomeLabels, outcome);
}

/** Text for the reason why a call attempt ended; null if there is nothing to add to its outcome. */
export function describeAttemptEndReason({
  state,
  isSurplus,
  error,
  disconnectionReason,
}: AttemptFacts): string | null {
  if (isSurplus) return campaignRecipientsLabels.surplus;
  if (disconnectionReason !== null) return formatRecipientDisconnectReason(disconnectionReason);
  return state === 'refused' ? error : null;
}

/** Time of a recipient's last attempt; null if there was none. */
export function findLastAttemptTime({ attempts }: Pick<CampaignRecipient, 'attempts'>): string | null {
  const last = attempts.at(-1);
  return last ? (last.startedAt ?? last.createdAt) : null;
}

/** Text for the time of a recipient's next call if one is planned, otherwise for the time of the last call. */
export function describeNextOrLastCallTime(recipient: CampaignRecipient, format: RegionalFormat): string {
  const { state, nextAttemptAt, callbackAt } = recipient;
  if (state !== 'pending' || nextAttemptAt === null) return format.dateTime(findLastAttemptTime(recipient));
  const moment = format.dateTime(nextAttemptAt);
  // Describe the next attempt as a callback only if it is at the time that the recipient asked for.
  return nextAttemptAt === callbackAt
    ? campaignRecipientsLabels.callBack(moment)
    : campaignRecipientsLabels.nextAttempt(moment);
}
