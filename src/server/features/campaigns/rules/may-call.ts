/**
 * Decides whether a person may be called now and from which number, or later and why, or not at all. Claims, waits,
 * preflight, added people and forecasts all use it, so that they never disagree. Pure.
 */
import type {
  RetryLimits,
  RetryOutcome,
  RetryPolicy,
  AttemptOutcome,
  WaitingReason,
} from '../../../../contract/campaigns.ts';
import type { OriginRuleId } from '../../../../contract/country-rules.ts';
import type { DialingRules } from '../../settings/index.ts';
import type { WindowState } from './calling-window.ts';
import { chooseOrigin, hasNumberBelowCap, unboundNumbers, type OriginFacts } from './origin-choice.ts';
import { earliestOrNever, hoursAt, type CampaignHours } from './place-hours.ts';
import { barredBy, numbersAllowedInPlace } from './place-laws.ts';
import { isBeyondDays } from './recipient-state.ts';

export interface CampaignFacts extends CampaignHours {
  readonly phoneNumbers: readonly string[];
  /** Country rules on origin numbers that do not apply to the campaign, because it is older than they are. */
  readonly exemptRules: readonly string[];
  readonly retryPolicy: RetryPolicy;
  readonly retryLimits: RetryLimits;
}

/** Calling hours and allowed numbers of a place (country and zones), equal for all of a campaign's people there. */
export interface PlaceFacts {
  /** Origin numbers of the campaign that may call people of the place by their country's rules. */
  readonly numbers: readonly string[];
  /** Country rule that bars all of the campaign's numbers from calling the place; null if no rule does. */
  readonly barredBy: OriginRuleId | null;
  readonly hours: WindowState;
}

/** Earlier call whose outcome gave the person another attempt. */
export interface RetriedCall {
  readonly outcome: AttemptOutcome;
  /** Origin number of the earlier call; null if it is unknown. */
  readonly fromNumber: string | null;
  /** Time in ISO 8601 of the order of the recipient's first call. */
  readonly firstAt: string;
}

export const laterReasons = ['daily_attempts', 'retry_delay', 'callback'] as const satisfies readonly WaitingReason[];
export type LaterReason = (typeof laterReasons)[number];

export interface PersonFacts {
  /** The person's phone number; '' if their data were erased. */
  readonly phoneNumber: string;
  /** True if the person's number is on the do-not-call list. */
  readonly isListed: boolean;
  /** Attempts of today to this person's number, over all campaigns. */
  readonly attemptsToday: number;
  /** Call whose outcome caused this retry; null for a first call or a call back. */
  readonly retryOf: RetriedCall | null;
  /** Reason and end of the delay before the person's next attempt; null if the person is due. */
  readonly later: { readonly until: Date; readonly reason: LaterReason } | null;
  /** Origin number that last spoke to this person, otherwise the one that last called them. */
  readonly spokeFrom: string | null;
}

export interface CallFacts {
  readonly at: Date;
  readonly rules: Pick<DialingRules, 'dailyAttempts'>;
  readonly campaign: Pick<CampaignFacts, 'phoneNumbers' | 'retryPolicy' | 'retryLimits'>;
  readonly person: PersonFacts;
  readonly place: PlaceFacts;
  readonly numbers: OriginFacts;
  /** End of the day for which attempts and calls are counted. */
  readonly dayEndsAt: Date;
}

export type SkipReason = 'do_not_call' | 'retry_expired';
export type Verdict =
  | { readonly kind: 'call'; readonly from: string }
  /** Verdict that the person must wait for one reason. `until` is null if it does not end under these settings. */
  | { readonly kind: 'wait'; readonly reason: WaitingReason; readonly until: Date | null }
  | { readonly kind: 'skip'; readonly reason: SkipReason };

const wait = (reason: WaitingReason, until: Date | null): Verdict => ({ kind: 'wait', reason, until });

/** Rules about calling a person, in the order in which they decide. Each returns null if it forbids nothing. */
const checks: readonly ((facts: CallFacts) => Verdict | null)[] = [
  function listed({ person }) {
    // An erased person may still get a retry by a call that is discovered later, but has no number to dial.
    return person.phoneNumber === '' || person.isListed ? { kind: 'skip', reason: 'do_not_call' } : null;
  },
  function tooLate({ at, person: { retryOf }, campaign }) {
    const isLate = retryOf && isBeyondDays(campaign.retryLimits, new Date(retryOf.firstAt), at);
    return isLate ? { kind: 'skip', reason: 'retry_expired' } : null;
  },
  function hadTheirAttempts({ person, rules, dayEndsAt }) {
    return person.attemptsToday >= rules.dailyAttempts ? wait('daily_attempts', dayEndsAt) : null;
  },
  function barred({ place }) {
    return place.numbers.length === 0 ? wait('origin_barred', null) : null;
  },
  function numbersFull({ place, numbers, campaign, dayEndsAt }) {
    if (hasNumberBelowCap(numbers, place.numbers)) return null;
    // All numbers for this place are at their daily cap. If others are not, the reason to wait is `origin_barred`.
    return wait(hasNumberBelowCap(numbers, campaign.phoneNumbers) ? 'origin_barred' : 'number_cap', dayEndsAt);
  },
  function later({ at, person }) {
    return person.later && person.later.until > at ? wait(person.later.reason, person.later.until) : null;
  },
  function closed({ place }) {
    return place.hours.isOpen ? null : wait('calling_window', place.hours.opensAt);
  },
];

/** Applies the rules in their order to decide whether a person may be called now, and from which origin number. */
export function mayCall(facts: CallFacts): Verdict {
  for (const check of checks) {
    const verdict = check(facts);
    if (verdict) return verdict;
  }
  const { person, place, numbers, campaign } = facts;
  const from = chooseOrigin(numbers, {
    phoneNumber: person.phoneNumber,
    spokeFrom: person.spokeFrom,
    notFrom: numberToLeave(person, campaign.retryPolicy),
    among: place.numbers,
  });
  if (from === null) throw new Error('no number has room, though one had');
  return { kind: 'call', from };
}

/** Origin number of the retried call, if the retry policy asks for another one after its outcome; otherwise null. */
function numberToLeave({ retryOf }: PersonFacts, policy: RetryPolicy): string | null {
  return retryOf && policy[retryOf.outcome as RetryOutcome]?.otherNumber ? retryOf.fromNumber : null;
}

type PlaceRules = Pick<DialingRules, 'callingWindow' | 'timeZone' | 'rulesOff'>;
type PlaceCampaign = Pick<CampaignFacts, 'kind' | 'callingWindow' | 'phoneNumbers' | 'exemptRules'>;

export function readPlaceFacts(rules: PlaceRules, campaign: PlaceCampaign, place: string, at: Date): PlaceFacts {
  return {
    numbers: numbersAllowedInPlace(rules, campaign, place),
    barredBy: barredBy(rules, campaign, place)[0] ?? null,
    hours: hoursAt(rules, campaign, place, at),
  };
}

/** Time in ms until the calling hours close; Infinity if nothing closes them. */
export function msUntilClosing(hours: WindowState | undefined, at: Date): number {
  return hours?.isOpen && hours.closesAt ? hours.closesAt.getTime() - at.getTime() : Infinity;
}

/** Stand-in for a person of whom only the place (country and zones) is known. */
export const personOfPlaceOnly: PersonFacts = {
  phoneNumber: '-',
  isListed: false,
  attemptsToday: 0,
  retryOf: null,
  later: null,
  spokeFrom: null,
};

/** Reason why a campaign calls nobody, and its end; `until` is null if it does not end under these settings. */
export interface Wait {
  readonly reason: WaitingReason;
  readonly until: Date | null;
}

/** Most reasons to wait that are followed one after another, since one may end while the next goes on. */
const mostReasons = 20;

/** First moment from `at` on at which a person may be called, and why not at once. Null if at once, or never. */
export function findWait(
  facts: Omit<CallFacts, 'place' | 'rules' | 'campaign'> & {
    readonly rules: PlaceRules & Pick<DialingRules, 'dailyAttempts'>;
    readonly campaign: CampaignFacts;
    readonly placeName: string;
  },
): Wait | null {
  const { rules, campaign, placeName, dayEndsAt } = facts;
  let { at } = facts;
  let reason: WaitingReason | null = null;
  for (let step = 0; step < mostReasons; step += 1) {
    const isOtherDay = at >= dayEndsAt;
    const verdict = mayCall({
      ...facts,
      at,
      place: readPlaceFacts(rules, campaign, placeName, at),
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

/** Reason why nobody in a place may be called, regardless of today's calls. Null if somebody may be. */
export function findPlaceWait(
  rules: PlaceRules & Pick<DialingRules, 'dailyAttempts'>,
  campaign: CampaignFacts,
  placeName: string,
  at: Date,
): Wait | null {
  // Pass any end of the day, because without counts of today's calls it changes nothing.
  return findWait({
    at,
    rules,
    campaign,
    placeName,
    person: personOfPlaceOnly,
    numbers: unboundNumbers,
    dayEndsAt: at,
  });
}

/** Ranks of the reasons why a campaign waits. If several apply, the reason with the lowest rank is shown. */
const ranks: Readonly<Record<WaitingReason, number>> = {
  number_cap: 0,
  daily_attempts: 1,
  retry_delay: 1,
  callback: 1,
  origin_barred: 2,
  calling_window: 3,
  open: 4,
};

/** Why and until when a campaign waits for the first of its people. Null if somebody may be called now. */
export function combineWaits(waits: readonly (Wait | null)[]): Wait | null {
  const all = waits.filter((each) => each !== null);
  if (all.length < waits.length) return null;
  // Ignore people whom no number may ever call, because they do not tell when the others may be called.
  const ending = all.filter(({ reason, until }) => reason !== 'origin_barred' || until !== null);
  const [first] = ending.toSorted((one, other) => ranks[one.reason] - ranks[other.reason]);
  return first
    ? { reason: first.reason, until: earliestOrNever(ending.map(({ until }) => until)) }
    : { reason: 'origin_barred', until: null };
}
