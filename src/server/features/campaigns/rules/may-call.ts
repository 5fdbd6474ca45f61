/**
 * Decides whether a person may be called now, only later or never. Gives the origin number of a call, or the reason
 * against it. Pure.
 * The dispatcher, campaign waits, the check before a campaign starts, added recipients and forecasts all use these
 * functions, so that they never disagree.
 */
import type {
  RetryLimits,
  RetryableOutcome,
  RetryPolicy,
  AttemptOutcome,
  CampaignWaitReason,
} from '../../../../contract/campaigns.ts';
import type { OriginBarringRuleId } from '../../../../contract/country-rules.ts';
import type { WorkspaceDialingRules } from '../../settings/index.ts';
import type { CallingWindowState } from './calling-window.ts';
import {
  chooseOriginNumber,
  hasOriginNumberBelowCap,
  unrestrictedOriginNumberChoiceFacts,
  type OriginNumberChoiceFacts,
} from './origin-choice.ts';
import { pickEarliestMoment, computeCallingHoursState, type CampaignHourRestrictions } from './place-hours.ts';
import { findBarringCountryRules, findAllowedOriginNumbers } from './place-laws.ts';
import { isBeyondRetryPeriod } from './recipient-state.ts';

export interface CampaignCallPermissionFacts extends CampaignHourRestrictions {
  readonly phoneNumbers: readonly string[];
  /**
   * Country rules about origin numbers that do not apply to this campaign, because they were introduced after it was
   * created.
   */
  readonly exemptRules: readonly string[];
  readonly retryPolicy: RetryPolicy;
  readonly retryLimits: RetryLimits;
}

/**
 * Facts for calling the people of one place (country and time zones) in a campaign: calling hours and allowed origin
 * numbers.
 */
export interface CountryZoneCallPermissionFacts {
  /** The campaign's origin numbers that may call people in this place under its country's rules. */
  readonly numbers: readonly string[];
  /**
   * The country rule that forbids all of the campaign's origin numbers to call people in this place. Null if at least
   * one number may call them.
   */
  readonly barredBy: OriginBarringRuleId | null;
  readonly hours: CallingWindowState;
}

/** The call whose outcome caused this retry. */
export interface RetriedCall {
  readonly outcome: AttemptOutcome;
  /** Origin number of the call that is retried; null if it is unknown. */
  readonly fromNumber: string | null;
  /** Time of the first call to the recipient, in ISO 8601. */
  readonly firstAt: string;
}

export const recipientDelayReasons = [
  'daily_attempts',
  'retry_delay',
  'callback',
] as const satisfies readonly CampaignWaitReason[];
export type RecipientDelayReason = (typeof recipientDelayReasons)[number];

export interface PersonCallPermissionFacts {
  /** The person's phone number; '' if their data were erased. */
  readonly phoneNumber: string;
  readonly isListed: boolean;
  /** Number of today's attempts to call the person's phone number, in all campaigns together. */
  readonly attemptsToday: number;
  /** The earlier call whose outcome caused this retry. Null for a first call or a call back. */
  readonly retryOf: RetriedCall | null;
  /** Reason and end of the delay before the person's next attempt. Null if there is no delay. */
  readonly later: { readonly until: Date; readonly reason: RecipientDelayReason } | null;
  /**
   * Origin number of the last call in which the person spoke. If the person never spoke, that of the last call to the
   * person.
   */
  readonly spokeFrom: string | null;
}

export interface CallPermissionFacts {
  readonly at: Date;
  readonly rules: Pick<WorkspaceDialingRules, 'dailyAttempts'>;
  readonly campaign: Pick<CampaignCallPermissionFacts, 'phoneNumbers' | 'retryPolicy' | 'retryLimits'>;
  readonly person: PersonCallPermissionFacts;
  readonly place: CountryZoneCallPermissionFacts;
  readonly numbers: OriginNumberChoiceFacts;
  /** End of the local day. The limits of attempts per person and of calls per origin number apply to that day. */
  readonly dayEndsAt: Date;
}

export type RecipientSkipReason = 'do_not_call' | 'retry_expired';
export type CallPermissionDecision =
  | { readonly kind: 'call'; readonly from: string }
  /**
   * Verdict: the person may not be called before `until`. If `until` is null, only a change of settings can allow the
   * call.
   */
  | { readonly kind: 'wait'; readonly reason: CampaignWaitReason; readonly until: Date | null }
  | { readonly kind: 'skip'; readonly reason: RecipientSkipReason };

const wait = (reason: CampaignWaitReason, until: Date | null): CallPermissionDecision => ({
  kind: 'wait',
  reason,
  until,
});

/**
 * Rules that may forbid a call to a person, in order of precedence. A rule returns null if it does not forbid the call.
 */
const checks: readonly ((facts: CallPermissionFacts) => CallPermissionDecision | null)[] = [
  function listed({ person }) {
    // Skip an erased person, because no phone number is stored any more. Such a person can be in the queue, because a
    // late call report may grant a retry.
    return person.phoneNumber === '' || person.isListed ? { kind: 'skip', reason: 'do_not_call' } : null;
  },
  function tooLate({ at, person: { retryOf }, campaign }) {
    const isLate = retryOf && isBeyondRetryPeriod(campaign.retryLimits, new Date(retryOf.firstAt), at);
    return isLate ? { kind: 'skip', reason: 'retry_expired' } : null;
  },
  function hadTheirAttempts({ person, rules, dayEndsAt }) {
    return person.attemptsToday >= rules.dailyAttempts ? wait('daily_attempts', dayEndsAt) : null;
  },
  function barred({ place }) {
    return place.numbers.length === 0 ? wait('origin_barred', null) : null;
  },
  function numbersFull({ place, numbers, campaign, dayEndsAt }) {
    if (hasOriginNumberBelowCap(numbers, place.numbers)) return null;
    // All origin numbers that may call this place have reached their daily cap. If another number of the campaign is
    // below its cap, the wait's reason is that this number may not call here (`origin_barred`).
    return wait(hasOriginNumberBelowCap(numbers, campaign.phoneNumbers) ? 'origin_barred' : 'number_cap', dayEndsAt);
  },
  function later({ at, person }) {
    return person.later && person.later.until > at ? wait(person.later.reason, person.later.until) : null;
  },
  function closed({ place }) {
    return place.hours.isOpen ? null : wait('calling_window', place.hours.opensAt);
  },
];

/** Decides by the calling rules whether a person may be called now, and from which origin number. */
export function decideCallPermission(facts: CallPermissionFacts): CallPermissionDecision {
  for (const check of checks) {
    const verdict = check(facts);
    if (verdict) return verdict;
  }
  const { person, place, numbers, campaign } = facts;
  const from = chooseOriginNumber(numbers, {
    phoneNumber: person.phoneNumber,
    spokeFrom: person.spokeFrom,
    notFrom: numberToLeave(person, campaign.retryPolicy),
    among: place.numbers,
  });
  if (from === null) throw new Error('no number has room, though one had');
  return { kind: 'call', from };
}

/**
 * Returns the origin number that a retry must avoid. It is the last call's number if the retry policy asks for another
 * number, otherwise null.
 */
function numberToLeave({ retryOf }: PersonCallPermissionFacts, policy: RetryPolicy): string | null {
  return retryOf && policy[retryOf.outcome as RetryableOutcome]?.otherNumber ? retryOf.fromNumber : null;
}

type PlaceRules = Pick<WorkspaceDialingRules, 'callingWindow' | 'timeZone' | 'rulesOff'>;
type PlaceCampaign = Pick<CampaignCallPermissionFacts, 'kind' | 'callingWindow' | 'phoneNumbers' | 'exemptRules'>;

export function deriveCountryZoneCallPermissionFacts(
  rules: PlaceRules,
  campaign: PlaceCampaign,
  place: string,
  at: Date,
): CountryZoneCallPermissionFacts {
  return {
    numbers: findAllowedOriginNumbers(rules, campaign, place),
    barredBy: findBarringCountryRules(rules, campaign, place)[0] ?? null,
    hours: computeCallingHoursState(rules, campaign, place, at),
  };
}

export function msUntilCallingHoursClose(hours: CallingWindowState | undefined, at: Date): number {
  return hours?.isOpen && hours.closesAt ? hours.closesAt.getTime() - at.getTime() : Infinity;
}

/**
 * Facts of an imaginary person without restrictions. They serve to decide whether anybody in a place (country and time
 * zones) may be called.
 */
export const unrestrictedPersonCallPermissionFacts: PersonCallPermissionFacts = {
  phoneNumber: '-',
  isListed: false,
  attemptsToday: 0,
  retryOf: null,
  later: null,
  spokeFrom: null,
};

/**
 * Reason and end of the time in which a campaign calls nobody. `until` is null if the time has no known end. Only a
 * change, for example of settings, can then end it.
 */
export interface CampaignWait {
  readonly reason: CampaignWaitReason;
  readonly until: Date | null;
}

const mostReasons = 20;

/**
 * Returns the first time, not before `at`, at which a person may be called, and the reason for waiting. Null if the
 * person may be called now or never.
 */
export function findPersonCallWait(
  facts: Omit<CallPermissionFacts, 'place' | 'rules' | 'campaign'> & {
    readonly rules: PlaceRules & Pick<WorkspaceDialingRules, 'dailyAttempts'>;
    readonly campaign: CampaignCallPermissionFacts;
    readonly placeName: string;
  },
): CampaignWait | null {
  const { rules, campaign, placeName, dayEndsAt } = facts;
  let { at } = facts;
  let reason: CampaignWaitReason | null = null;
  for (let step = 0; step < mostReasons; step += 1) {
    const isOtherDay = at >= dayEndsAt;
    const verdict = decideCallPermission({
      ...facts,
      at,
      place: deriveCountryZoneCallPermissionFacts(rules, campaign, placeName, at),
      person: isOtherDay ? { ...facts.person, attemptsToday: 0 } : facts.person,
      numbers: isOtherDay ? { ...facts.numbers, callsToday: new Map() } : facts.numbers,
    });
    if (verdict.kind !== 'wait') return reason && { reason, until: at };
    reason ??= verdict.reason;
    if (verdict.until === null) return { reason, until: null };
    at = verdict.until;
  }
  return { reason: reason ?? 'calling_window', until: null };
}

/**
 * Returns why nobody in a place (country and time zones) may be called at `at`. Daily limits are ignored. Null if
 * somebody may be called.
 */
export function findCountryZoneCallWait(
  rules: PlaceRules & Pick<WorkspaceDialingRules, 'dailyAttempts'>,
  campaign: CampaignCallPermissionFacts,
  placeName: string,
  at: Date,
): CampaignWait | null {
  return findPersonCallWait({
    at,
    rules,
    campaign,
    placeName,
    person: unrestrictedPersonCallPermissionFacts,
    numbers: unrestrictedOriginNumberChoiceFacts,
    dayEndsAt: at,
  });
}

/** Rank of each wait reason. If several reasons apply to a campaign, the reason with the lowest rank is shown. */
const ranks: Readonly<Record<CampaignWaitReason, number>> = {
  number_cap: 0,
  daily_attempts: 1,
  retry_delay: 1,
  callback: 1,
  origin_barred: 2,
  calling_window: 3,
  open: 4,
};

/**
 * Combines the waits of a campaign's people into the campaign's wait: its reason and its end. Null if at least one
 * person may be called now.
 */
export function combineIntoCampaignWait(waits: readonly (CampaignWait | null)[]): CampaignWait | null {
  const all = waits.filter((each) => each !== null);
  if (all.length < waits.length) return null;
  // Ignore people whom no origin number may ever call. Their waits have no end, and so they don't decide when the
  // campaign may call again.
  const ending = all.filter(({ reason, until }) => reason !== 'origin_barred' || until !== null);
  const [first] = ending.toSorted((one, other) => ranks[one.reason] - ranks[other.reason]);
  return first
    ? { reason: first.reason, until: pickEarliestMoment(ending.map(({ until }) => until)) }
    : { reason: 'origin_barred', until: null };
}
