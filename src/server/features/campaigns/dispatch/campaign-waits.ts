/**
 * Decides which campaigns of a workspace must wait, and until when. A campaign waits if none of its pending recipients
 * may be called at this hour, or if all of them wait for another day, a retry delay or a call back. It also waits if no
 * origin number may call them today or by country rules, or if it is open and has no pending recipients. A waiting
 * campaign keeps its status. No server looks at it until the wait ends, the settings change or recipients are added.
 */
import type { Kysely } from 'kysely';
import type { CampaignWaitReason } from '../../../../contract/campaigns.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { EventBus } from '../../../platform/events.ts';
import { mapCooperatively } from '../../../platform/in-turns.ts';
import type { WorkspaceDialingRules } from '../../settings/index.ts';
import { computeLocalDayBounds } from '../rules/calling-window.ts';
import {
  unrestrictedPersonCallPermissionFacts,
  combineIntoCampaignWait,
  findCountryZoneCallWait,
  findPersonCallWait,
  recipientDelayReasons,
  type CampaignWait,
} from '../rules/may-call.ts';
import {
  isOriginNumberAtDailyCap,
  unrestrictedOriginNumberChoiceFacts,
  type OriginNumberChoiceFacts,
} from '../rules/origin-choice.ts';
import type { CampaignDialingWait } from '../people/queue-store.ts';
import { storeCampaignNextAttemptWait, storeCampaignWaits } from './wait-store.ts';
import type { DialingCampaign } from '../campaign/work-store.ts';

interface WaitDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly events: EventBus;
}

export interface CampaignWaitDecisions {
  /** Ids of the campaigns that need not wait and may dial. */
  readonly ready: readonly string[];
  /** Time in ms until the earliest end of a campaign's wait; null if no wait has an end. */
  readonly endInMs: number | null;
  /** Map from a campaign's id to the reason and end of its wait; null if the campaign need not wait. */
  readonly waits: ReadonlyMap<string, CampaignWait | null>;
}

/**
 * Decides which campaigns wait, and stores the waits that changed. If `rules` is null because the settings were not
 * found, all campaigns wait.
 */
export async function updateCampaignWaits(
  { db, events }: WaitDeps,
  workspaceId: string,
  campaigns: readonly DialingCampaign[],
  rules: WorkspaceDialingRules | null,
): Promise<CampaignWaitDecisions> {
  const decided = await decideWaits(campaigns, rules);
  const version = rules?.version ?? null;
  const noted = decided.filter(({ campaign, wait }) => campaign.rulesVersion !== version || !isNoted(campaign, wait));
  if (noted.length > 0) {
    const waits = noted.map(({ campaign, wait }) => ({
      campaignId: campaign.id,
      wait,
      isRecalled: campaign.rulesVersion !== null && campaign.rulesVersion !== version,
    }));
    const written = new Set(await storeCampaignWaits(db, workspaceId, waits, version));
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
 * Stores that a campaign waits, because no recipient is due or because its origin numbers may call no due recipient any
 * more today.
 * @returns false if the campaign need not wait, or if it may still call somebody today. For example, if an attempt
 * turns out to have placed no call, its recipient may be called again today.
 */
export async function storeCampaignWaitForNextAttempt(
  { db, events }: WaitDeps,
  workspaceId: string,
  campaignId: string,
  rules: WorkspaceDialingRules,
  capped: OriginNumberChoiceFacts | null,
): Promise<boolean> {
  const numbers = capped ?? unrestrictedOriginNumberChoiceFacts;
  const isNoted = await storeCampaignNextAttemptWait(db, workspaceId, campaignId, {
    rulesVersion: rules.version,
    fullNumbers: [...numbers.callsToday.keys()].filter((number) => isOriginNumberAtDailyCap(numbers, number)),
    cap: rules.dialing.callsPerNumberPerDay,
    since: computeLocalDayBounds(rules.timeZone, rules.readAt).startsAt,
    waitOf: (next) => waitFor(next, rules, numbers),
  });
  if (isNoted) events.emit('campaigns.changed', { workspaceId, campaignIds: [campaignId] });
  return isNoted;
}

/** Returns the reason and end of a campaign's wait. Null if at least one recipient may be called now. */
function waitFor(
  next: CampaignDialingWait,
  rules: WorkspaceDialingRules,
  numbers: OriginNumberChoiceFacts,
): CampaignWait | null {
  if (next.waitsFor === 'people') return { reason: 'open', until: null };
  const { campaign, now: at } = next;
  const facts = { at, rules, campaign, numbers, dayEndsAt: computeLocalDayBounds(rules.timeZone, rules.readAt).endsAt };
  return combineIntoCampaignWait(
    next.places.map(({ place, later }) =>
      findPersonCallWait({ ...facts, placeName: place, person: { ...unrestrictedPersonCallPermissionFacts, later } }),
    ),
  );
}

/**
 * A campaign that waits for one of these reasons is not checked again before its wait ends, even if a recipient may be
 * called earlier.
 */
const timedWaits: ReadonlySet<CampaignWaitReason | null> = new Set([
  ...recipientDelayReasons,
  'number_cap',
  'origin_barred',
]);

/**
 * Decides which campaigns may call nobody now. Yields to the event loop, because a campaign with recipients in many
 * time zones can take seconds.
 */
async function decideWaits(campaigns: readonly DialingCampaign[], rules: WorkspaceDialingRules | null) {
  if (!rules) return campaigns.map((campaign) => ({ campaign, wait: closed }));
  const { readAt: at } = rules;
  const asked = campaigns.flatMap((campaign) =>
    (campaign.places.length > 0 ? campaign.places : ['']).map((placeName) => ({ campaign, placeName })),
  );
  const waits = await mapCooperatively(asked, ({ campaign, placeName }) => ({
    campaign,
    wait: findCountryZoneCallWait(rules, campaign, placeName, at),
  }));
  const byCampaign = Map.groupBy(waits, ({ campaign }) => campaign);
  return campaigns.map((campaign) => {
    const ofPlaces = (byCampaign.get(campaign) ?? []).map(({ wait }) => wait);
    return { campaign, wait: combineIntoCampaignWait(ofPlaces) ?? keptWait(campaign, rules) };
  });
}

const closed: CampaignWait = { reason: 'calling_window', until: null };

/**
 * Returns a campaign's stored wait if it still applies. It does not if the settings have changed or the wait's end has
 * come.
 */
function keptWait(
  { waitingReason, waitingUntil, rulesVersion }: DialingCampaign,
  rules: WorkspaceDialingRules,
): CampaignWait | null {
  if (rulesVersion !== rules.version) return null;
  // If a campaign that accepts more recipients has no pending recipients, its wait has no end time. The wait ends when
  // recipients are added or a retry is granted.
  if (waitingReason === 'open') return { reason: waitingReason, until: null };
  return waitingReason !== null && timedWaits.has(waitingReason) && waitingUntil !== null && waitingUntil > rules.readAt
    ? { reason: waitingReason, until: waitingUntil }
    : null;
}

function isNoted({ waitingReason, waitingUntil }: DialingCampaign, wait: CampaignWait | null): boolean {
  return waitingReason === (wait?.reason ?? null) && waitingUntil?.getTime() === wait?.until?.getTime();
}
