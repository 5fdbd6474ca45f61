/**
 * Decides which campaigns of a workspace must wait, and until when. A campaign waits if nobody left may be called at
 * this hour, or if everybody left waits for another day, a retry delay or a call back. It also waits if no number may
 * call them today or by the law of their place, or if it is open and has nobody left. A waiting campaign keeps its
 * status. Nobody looks at it until its time comes, the settings change or people are added.
 */
import type { Kysely } from 'kysely';
import type { WaitingReason } from '../../../../contract/campaigns.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { EventBus } from '../../../platform/events.ts';
import { mapCooperatively } from '../../../platform/in-turns.ts';
import type { DialingRules } from '../../settings/index.ts';
import { dayAround } from '../rules/calling-window.ts';
import {
  personOfPlaceOnly,
  combineWaits,
  findPlaceWait,
  findWait,
  laterReasons,
  type Wait,
} from '../rules/may-call.ts';
import { isFull, unboundNumbers, type OriginFacts } from '../rules/origin-choice.ts';
import type { NextAttempt } from '../people/queue-store.ts';
import { writeNextAttemptWait, writeWaits } from './wait-store.ts';
import type { DialingCampaign } from '../campaign/work-store.ts';

interface WaitDeps {
  readonly db: Kysely<Schema>;
  readonly events: EventBus;
}

export interface CampaignWaits {
  /** Ids of the campaigns that need not wait, in their order. */
  readonly ready: readonly string[];
  /** Time until the first waiting campaign may go on; null if none will as things are. */
  readonly endInMs: number | null;
  /** The wait of every campaign by id, as decided now; null if it need not wait. */
  readonly waits: ReadonlyMap<string, Wait | null>;
}

/** Decides the waits and stores those that changed. If `rules` is null (they were not found), every campaign waits. */
export async function updateCampaignWaits(
  { db, events }: WaitDeps,
  workspaceId: string,
  campaigns: readonly DialingCampaign[],
  rules: DialingRules | null,
): Promise<CampaignWaits> {
  const decided = await decideWaits(campaigns, rules);
  const version = rules?.version ?? null;
  const noted = decided.filter(({ campaign, wait }) => campaign.rulesVersion !== version || !isNoted(campaign, wait));
  if (noted.length > 0) {
    const waits = noted.map(({ campaign, wait }) => ({
      campaignId: campaign.id,
      wait,
      isRecalled: campaign.rulesVersion !== null && campaign.rulesVersion !== version,
    }));
    const written = new Set(await writeWaits(db, workspaceId, waits, version));
    const campaignIds = noted
      .filter(({ campaign, wait }) => written.has(campaign.id) && !isNoted(campaign, wait))
      .map(({ campaign }) => campaign.id);
    if (campaignIds.length > 0) events.emit('campaigns.changed', { workspaceId, campaignIds });
  }
  const ends = decided.flatMap(({ wait }) =>
    wait?.until && rules ? [wait.until.getTime() - rules.readAt.getTime()] : [],
  );
  return {
    ready: decided.filter(({ wait }) => wait === null).map(({ campaign }) => campaign.id),
    endInMs: ends.length > 0 ? Math.max(0, Math.min(...ends)) : null,
    waits: new Map(decided.map(({ campaign, wait }) => [campaign.id, wait])),
  };
}

/**
 * Notes a wait if nobody of a campaign was due, or only people whom no number may call any more today. @returns whether
 * the campaign waits until a later time. It does not while an order of its own, or of a capped number, may prove not to
 * have been placed: that would free a call under the cap.
 */
export async function waitForNextAttempt(
  { db, events }: WaitDeps,
  workspaceId: string,
  campaignId: string,
  rules: DialingRules,
  capped: OriginFacts | null,
): Promise<boolean> {
  const numbers = capped ?? unboundNumbers;
  const isNoted = await writeNextAttemptWait(db, workspaceId, campaignId, {
    rulesVersion: rules.version,
    fullNumbers: [...numbers.callsToday.keys()].filter((number) => isFull(numbers, number)),
    cap: rules.dialing.callsPerNumberPerDay,
    since: dayAround(rules.timeZone, rules.readAt).startsAt,
    waitOf: (next) => waitFor(next, rules, numbers),
  });
  if (isNoted) events.emit('campaigns.changed', { workspaceId, campaignIds: [campaignId] });
  return isNoted;
}

/** The wait until the first of these people may be called; null if somebody may be called now. */
function waitFor(next: NextAttempt, rules: DialingRules, numbers: OriginFacts): Wait | null {
  if (next.waitsFor === 'people') return { reason: 'open', until: null };
  const { campaign, now: at } = next;
  const facts = { at, rules, campaign, numbers, dayEndsAt: dayAround(rules.timeZone, rules.readAt).endsAt };
  return combineWaits(
    next.places.map(({ place, later }) =>
      findWait({ ...facts, placeName: place, person: { ...personOfPlaceOnly, later } }),
    ),
  );
}

/** Reasons for a wait that lasts until its time, even if somebody else is called meanwhile. */
const timedWaits: ReadonlySet<WaitingReason | null> = new Set([...laterReasons, 'number_cap', 'origin_barred']);

/** Yields to other work in between, because hundreds of places whose hours never meet take seconds. */
async function decideWaits(campaigns: readonly DialingCampaign[], rules: DialingRules | null) {
  if (!rules) return campaigns.map((campaign) => ({ campaign, wait: closed }));
  const { readAt: at } = rules;
  const asked = campaigns.flatMap((campaign) =>
    (campaign.places.length > 0 ? campaign.places : ['']).map((placeName) => ({ campaign, placeName })),
  );
  const waits = await mapCooperatively(asked, ({ campaign, placeName }) => ({
    campaign,
    wait: findPlaceWait(rules, campaign, placeName, at),
  }));
  const byCampaign = Map.groupBy(waits, ({ campaign }) => campaign);
  return campaigns.map((campaign) => {
    const ofPlaces = (byCampaign.get(campaign) ?? []).map(({ wait }) => wait);
    return { campaign, wait: combineWaits(ofPlaces) ?? keptWait(campaign, rules) };
  });
}

const closed: Wait = { reason: 'calling_window', until: null };

/** The wait that was noted under these settings and goes on, although somebody could be called at this hour. */
function keptWait({ waitingReason, waitingUntil, rulesVersion }: DialingCampaign, rules: DialingRules): Wait | null {
  if (rulesVersion !== rules.version) return null;
  // Added people, or another attempt for somebody, clear this wait elsewhere.
  if (waitingReason === 'open') return { reason: waitingReason, until: null };
  return waitingReason !== null && timedWaits.has(waitingReason) && waitingUntil !== null && waitingUntil > rules.readAt
    ? { reason: waitingReason, until: waitingUntil }
    : null;
}

function isNoted({ waitingReason, waitingUntil }: DialingCampaign, wait: Wait | null): boolean {
  return waitingReason === (wait?.reason ?? null) && waitingUntil?.getTime() === wait?.until?.getTime();
}
