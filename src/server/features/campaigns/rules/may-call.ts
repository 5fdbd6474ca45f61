/**
 * Decides whether a person may be called now and from which number, or later and why, or never. Claims, waits,
 * preflight, additions and forecasts all use these functions, so that they never disagree. Pure.
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
  /** Country rules on origin numbers that are newer than the campaign, and therefore do not apply to it. */
  readonly exemptRules: readonly string[];
  readonly retryPolicy: RetryPolicy;
  readonly retryLimits: RetryLimits;
}

/** Calling hours and allowed origin numbers for all of a campaign's people in one place (country and zones). */
export interface PlaceFacts {
  /** Origin numbers of the campaign that may call this place by its country's rules. */
  readonly numbers: readonly string[];
  /** Country rule that forbids all of the campaign's numbers to call this place; null if a number may. */
  readonly barredBy: OriginRuleId | null;
  readonly hours: WindowState;
}

/** The call whose outcome caused this retry. */
export interface RetriedCall {
  readonly outcome: AttemptOutcome;
  /** Origin number of the call that is retried; null if it is unknown. */
  readonly fromNumber: string | null;
  /** Time of the recipient's first call in ISO 8601. */
  readonly firstAt: string;
}

export const laterReasons = ['daily_attempts', 'retry_delay', 'callback'] as const satisfies readonly WaitingReason[];
export type LaterReason = (typeof laterReasons)[number];

export interface PersonFacts {
  /** The person's phone number; '' if their data were erased. */
  readonly phoneNumber: string;
  readonly isListed: boolean;
  /** Number of today's attempts to call the person's number, over all campaigns. */
  readonly attemptsToday: number;
  /** The call whose outcome caused this retry; null for a first call or a call back. */
  readonly retryOf: RetriedCall | null;
  /** Reason and end of the delay before the person's next attempt; null if the person is due. */
  readonly later: { readonly until: Date; readonly reason: LaterReason } | null;
  /** Origin number that last spoke to the person, otherwise the one that last called them. */
  readonly spokeFrom: string | null;
}

export interface CallFacts {
  readonly at: Date;
  readonly rules: Pick<DialingRules, 'dailyAttempts'>;
  readonly campaign: Pick<CampaignFacts, 'phoneNumbers' | 'retryPolicy' | 'retryLimits'>;
  readonly person: PersonFacts;
  readonly place: PlaceFacts;
  readonly numbers: OriginFacts;
  /** End of the day over which attempts and calls are counted. */
  readonly dayEndsAt: Date;
}

export type SkipReason = 'do_not_call' | 'retry_expired';
export type Verdict =
  | { readonly kind: 'call'; readonly from: string }
  /** Verdict that the person must wait. `until` is null if the wait does not end unless settings change. */
  | { readonly kind: 'wait'; readonly reason: WaitingReason; readonly until: Date | null }
  | { readonly kind: 'skip'; readonly reason: SkipReason };

const wait = (reason: WaitingReason, until: Date | null): Verdict => ({ kind: 'wait', reason, until });

/** Rules about calling a person, in order of precedence. Each returns null if it does not forbid the call. */
const checks: readonly ((facts: CallFacts) => Verdict | null)[] = [
  function listed({ person }) {
    // An erased person has no number to dial, but may get a retry from a call that becomes known later.
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
    // All numbers that may call this place are at their daily cap. The reason is `origin_barred` if the campaign has
    // other numbers below their cap.
    return wait(hasNumberBelowCap(numbers, campaign.phoneNumbers) ? 'origin_barred' : 'number_cap', dayEndsAt);
  },
  function later({ at, person }) {
    return person.later && person.later.until > at ? wait(person.later.reason, person.later.until) : null;
  },
  function closed({ place }) {
    return place.hours.isOpen ? null : wait('calling_window', place.hours.opensAt);
  },
];

/** Decides by the rules whether a person may be called now, and from which origin number. */
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

/** Returns the number to avoid in a retry: the last call's, if the retry policy asks for another; otherwise null. */
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

export function msUntilClosing(hours: WindowState | undefined, at: Date): number {
  return hours?.isOpen && hours.closesAt ? hours.closesAt.getTime() - at.getTime() : Infinity;
}

/** Facts about an unnamed person, to decide about a place (country and zones) as a whole. */
export const personOfPlaceOnly: PersonFacts = {
  phoneNumber: '-',
  isListed: false,
  attemptsToday: 0,
  retryOf: null,
  later: null,
  spokeFrom: null,
};

/** Why a campaign calls nobody, and until when. `until` is null if the wait does not end unless settings change. */
export interface Wait {
  readonly reason: WaitingReason;
  readonly until: Date | null;
}

/** Limit of reasons to wait that are followed one after another: a second may apply when the first ends. */
const mostReasons = 20;

/** Returns the first moment from `at` on at which a person may be called, and why not before. Null if now or never. */
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

/** Returns why nobody in a place may be called, without regard to today's calls. Null if somebody may be. */
export function findPlaceWait(
  rules: PlaceRules & Pick<DialingRules, 'dailyAttempts'>,
  campaign: CampaignFacts,
  placeName: string,
  at: Date,
): Wait | null {
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

/** Rank of each reason to wait. If several apply to a campaign, the one with the lowest rank is shown. */
const ranks: Readonly<Record<WaitingReason, number>> = {
  number_cap: 0,
  daily_attempts: 1,
  retry_delay: 1,
  callback: 1,
  origin_barred: 2,
  calling_window: 3,
  open: 4,
};

/** Returns why and until when a campaign waits for the first of its people. Null if somebody may be called now. */
export function combineWaits(waits: readonly (Wait | null)[]): Wait | null {
  const all = waits.filter((each) => each !== null);
  if (all.length < waits.length) return null;
  // Ignore people whom no number may ever call: they don't show when the others may be called.
  const ending = all.filter(({ reason, until }) => reason !== 'origin_barred' || until !== null);
  const [first] = ending.toSorted((one, other) => ranks[one.reason] - ranks[other.reason]);
  return first
    ? { reason: first.reason, until: earliestOrNever(ending.map(({ until }) => until)) }
    : { reason: 'origin_barred', until: null };
}
