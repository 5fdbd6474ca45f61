/** How one recipient and one attempt read: their result, and why it ended. Pure. */
import type { CampaignRecipient, RecipientAttempt } from '../../../../contract/campaigns.ts';
import {
  attemptOutcomeLabels,
  attemptStateLabels,
  recipientResultLabels,
  recipientStateLabels,
  recipientsLabels,
} from '../../../../labels/campaign-recipients-es.ts';
import { lastReasonLabel, reasonTexts } from '../../../../labels/disconnection-reasons-es.ts';
import { known, wordFor } from '../../../../labels/known.ts';
import type { RegionalFormat } from '../../../format/regional-format.ts';
import type { BadgeTone } from '../../../ui/badge.tsx';

interface Result {
  readonly label: string;
  readonly tone: BadgeTone;
}

type ResultFacts = Pick<CampaignRecipient, 'state' | 'isLive' | 'pickedUp' | 'contacted' | 'successful'> & {
  readonly attempts: readonly Pick<RecipientAttempt, 'state'>[];
};

/** Where a recipient stands: what is under way first, then their best result. */
export function resultOf({ state, isLive, pickedUp, contacted, successful, attempts }: ResultFacts): Result {
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

/** A reason of the provider in words, one that nobody knows as such; what the server wrote itself as it is. */
export function reasonInWords(reason: string): string {
  return known(reasonTexts, reason)?.meaning ?? lastReasonLabel(reason);
}

type AttemptFacts = Pick<RecipientAttempt, 'state' | 'outcome' | 'isSurplus' | 'error' | 'disconnectionReason'>;

/** How an attempt ended, or where it stands. */
export function attemptResult({ state, outcome }: AttemptFacts): string {
  return outcome === null ? wordFor(attemptStateLabels, state) : wordFor(attemptOutcomeLabels, outcome);
}

/** Why it ended so; null where the result says all. */
export function attemptReason({ state, isSurplus, error, disconnectionReason }: AttemptFacts): string | null {
  if (isSurplus) return recipientsLabels.surplus;
  if (disconnectionReason !== null) return reasonInWords(disconnectionReason);
  return state === 'refused' ? error : null;
}

/** When the last attempt was made; null without any. */
export function lastAttemptAt({ attempts }: Pick<CampaignRecipient, 'attempts'>): string | null {
  const last = attempts.at(-1);
  return last ? (last.startedAt ?? last.createdAt) : null;
}

/** When somebody is called again, else when they were called last. */
export function whenOf(recipient: CampaignRecipient, format: RegionalFormat): string {
  const { state, nextAttemptAt, callbackAt } = recipient;
  if (state !== 'pending' || nextAttemptAt === null) return format.dateTime(lastAttemptAt(recipient));
  const moment = format.dateTime(nextAttemptAt);
  // One that was put off since is an attempt as any other.
  return nextAttemptAt === callbackAt ? recipientsLabels.callBack(moment) : recipientsLabels.nextAttempt(moment);
}
