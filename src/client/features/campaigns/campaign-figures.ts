/** What a card shows of a campaign, from its counts. Each row of the file stands in exactly one part. Pure. */
import type { Campaign, MomentRange } from '../../../contract/campaigns.ts';
import { progressLabels } from '../../../labels/campaigns-es.ts';
import { writeWait } from '../../../labels/waits-es.ts';
import { percentOf } from '../../format/numbers.ts';

const longestName = 45;

/** The name as cards show it: 45 characters, then an ellipsis (spec A 9). */
export function shortName(name: string): string {
  const letters = Array.from(name);
  return letters.length > longestName ? `${letters.slice(0, longestName).join('').trimEnd()}…` : name;
}

const keptEnds = { first: 40, last: 22 } as const;

/** The name in two lines beside its buttons: a longer one loses its middle, for names often differ at the end ('… tanda 7'). */
export function endedName(name: string): string {
  const letters = Array.from(name);
  const { first, last } = keptEnds;
  if (letters.length <= first + last + 1) return name;
  // No word is left in half, where there are words.
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

/** Somebody's call has a result; until then figures of results say nothing. */
export const hasResult = (campaign: Campaign): boolean => countWithResult(campaign) > 0 || campaign.pickedUpCount > 0;

/** A figure of results as it is shown: '—' until there is one. From then on a rate over nobody is 0 (spec A 2). */
export const resultFigure = (campaign: Campaign, text: string): string => (hasResult(campaign) ? text : '—');

/** successful / contacted, 0 to 100; 0 when nobody was contacted. */
export const successRateOf = (campaign: Pick<Campaign, 'successfulCount' | 'contactedCount'>): number =>
  percentOf(campaign.successfulCount, campaign.contactedCount);

export type CampaignPart = 'finished' | 'live' | 'dialing' | 'pending' | 'undelivered' | 'unconfirmed' | 'skipped';

/** The recipients by where they stand; the parts add up to totalRecipients. */
export function partsOf(campaign: Campaign): Readonly<Record<CampaignPart, number>> {
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

/** Recipients whose call is over, and no other follows. */
export const countWithResult = (campaign: Campaign): number => partsOf(campaign).finished;

/** Recipients about whom nothing more is expected, those who were never called included. */
export function countSettled(campaign: Campaign): number {
  const { finished, undelivered, unconfirmed, skipped } = partsOf(campaign);
  return finished + undelivered + unconfirmed + skipped;
}

const [minute, hour, day] = [60, 3_600, 86_400];

/** The time until the range's middle, rounded up: in minutes, from a day on in hours, from two on in days: 'Quedan ~12 min'. */
export function timeLeftOf({ from, to }: MomentRange, nowMs: number): string {
  const secondsLeft = ((Date.parse(from) + Date.parse(to)) / 2 - nowMs) / 1_000;
  if (secondsLeft < minute) return progressLabels.underAMinute;
  const step = secondsLeft < day ? minute : secondsLeft < 2 * day ? hour : day;
  return progressLabels.timeLeft(writeWait(step * Math.ceil(secondsLeft / step)));
}
