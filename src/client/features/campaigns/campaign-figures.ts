/** Figures on a campaign's card, computed from the campaign's counts. Pure. */
import type { Campaign, MomentRange } from '../../../contract/campaigns.ts';
import { campaignProgressLabels } from '../../../labels/campaigns-es.ts';
import { formatDurationInWords } from '../../../labels/waits-es.ts';
import { computePercent } from '../../format/numbers.ts';

const longestName = 45;

/** Cuts a campaign's name for its card: 45 characters, then an ellipsis (spec A 9). */
export function truncateCampaignName(name: string): string {
  const letters = Array.from(name);
  return letters.length > longestName ? `${letters.slice(0, longestName).join('').trimEnd()}…` : name;
}

const keptEnds = { first: 40, last: 22 } as const;

/** Cuts the middle out of a long campaign name, because names often differ only at the end ('… tanda 7'). */
export function elideCampaignNameMiddle(name: string): string {
  const letters = Array.from(name);
  const { first, last } = keptEnds;
  if (letters.length <= first + last + 1) return name;
  const beginning = letters
    .slice(0, first + 1)
    .join('')
    .replace(/\s+\S{0,12}$/u, '');
  const end = letters
    .slice(-last - 1)
    .join('')
    .replace(/^\S{0,12}\s+/u, '');
  return `${beginning} … ${end}`;
}

/** True if any recipient of the campaign has a result. Before that, result figures such as rates mean nothing. */
export const hasCampaignResult = (campaign: Campaign): boolean =>
  countRecipientsWithResult(campaign) > 0 || campaign.pickedUpCount > 0;

/** Returns `text`, a figure of a campaign's results, or '—' if no recipient has a result yet (spec A 2). */
export const formatCampaignFigureOrDash = (campaign: Campaign, text: string): string =>
  hasCampaignResult(campaign) ? text : '—';

/** Success rate of a campaign in percent: successful recipients / contacted recipients. 0 if nobody was contacted. */
export const computeCampaignSuccessRate = (campaign: Pick<Campaign, 'successfulCount' | 'contactedCount'>): number =>
  computePercent(campaign.successfulCount, campaign.contactedCount);

export type CampaignProgressPart =
  | 'finished'
  | 'live'
  | 'dialing'
  | 'pending'
  | 'undelivered'
  | 'unconfirmed'
  | 'skipped';

/** Number of recipients in each part of the campaign's progress bar. The parts add up to totalRecipients. */
export function countRecipientsByProgressPart(campaign: Campaign): Readonly<Record<CampaignProgressPart, number>> {
  return {
    finished: campaign.sentCount - campaign.retryingCount - campaign.liveCount,
    live: campaign.liveCount,
    dialing: campaign.dialingCount,
    pending: campaign.pendingCount,
    undelivered: campaign.undeliveredCount,
    unconfirmed: campaign.unconfirmedCount,
    skipped: campaign.skippedCount,
  };
}

/** Number of a campaign's recipients whose call is over and who get no further call. */
export const countRecipientsWithResult = (campaign: Campaign): number =>
  countRecipientsByProgressPart(campaign).finished;

/** Number of a campaign's recipients for whom dialling is over, including those who were never called. */
export function countFinishedRecipients(campaign: Campaign): number {
  const { finished, undelivered, unconfirmed, skipped } = countRecipientsByProgressPart(campaign);
  return finished + undelivered + unconfirmed + skipped;
}

const [minute, hour, day] = [60, 3_600, 86_400];

/**
 * Text of a campaign's estimated remaining time, such as 'Quedan ~12 min'. It counts until the middle of the expected
 * range of end times.
 */
export function formatCampaignTimeLeft({ from, to }: MomentRange, nowMs: number): string {
  const secondsLeft = ((Date.parse(from) + Date.parse(to)) / 2 - nowMs) / 1_000;
  if (secondsLeft < minute) return campaignProgressLabels.underAMinute;
  const step = secondsLeft < day ? minute : secondsLeft < 2 * day ? hour : day;
  return campaignProgressLabels.timeLeft(formatDurationInWords(step * Math.ceil(secondsLeft / step)));
}
