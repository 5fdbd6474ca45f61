/**
 * Decides whether somebody may be called now and from which number, or later and why, or not at all. Claims, waits,
 * preflight, added people and forecasts all use it, so that no two of them differ. Pure.
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
import { chooseOrigin, hasRoom, unboundNumbers, type OriginFacts } from './origin-choice.ts';
import { earliestOrNever, hoursAt, type CampaignHours } from './place-hours.ts';
import { barredBy, numbersFor } from './place-laws.ts';
import { isBeyondDays } from './recipient-state.ts';

export interface CampaignFacts extends CampaignHours {
  readonly phoneNumbers: readonly string[];
  /** Origin rules that are newer than the campaign. */
  readonly exemptRules: readonly string[];
  readonly retryPolicy: RetryPolicy;
  readonly retryLimits: RetryLimits;
}

/** Facts of a place at a moment, equal for all of a campaign's people there. */
export interface PlaceFacts {
  /** The campaign's numbers that may call people there by the rules of their country. */
  readonly numbers: readonly string[];
  /** The rule that bars all numbers; null if no rule does. */
  readonly barredBy: OriginRuleId | null;
  readonly hours: WindowState;
}

/** The call whose outcome gave somebody another attempt. */
export interface RetriedCall {
  readonly outcome: AttemptOutcome;
  /** The origin number of that call; null if it is unknown. */
  readonly fromNumber: string | null;
  /** Time of the order of the recipient's first call, in ISO 8601. */
  readonly firstAt: string;
}

export const laterReasons = ['daily_attempts', 'retry_delay', 'callback'] as const satisfies readonly WaitingReason[];
export type LaterReason = (typeof laterReasons)[number];

export interface PersonFacts {
  /** The person's number; '' if their data were erased. */
  readonly phoneNumber: string;
  /** True if the number is on the do-not-call list. */
  readonly isListed: boolean;
  /** Attempts of today to this person's number, over all campaigns. */
  readonly attemptsToday: number;
  /** The call whose outcome caused this attempt; null for a first call, or a call back, which is placed as one. */
  readonly retryOf: RetriedCall | null;
  /** The delay of the person's next attempt; null if it is due. */
  readonly later: { readonly until: Date; readonly reason: LaterReason } | null;
  /** The number that last spoke to this person, otherwise the one that last called them. */
  readonly spokeFrom: string | null;
}

export interface CallFacts {
  readonly at: Date;
  readonly rules: Pick<DialingRules, 'dailyAttempts'>;
  readonly campaign: Pick<CampaignFacts, 'phoneNumbers' | 'retryPolicy' | 'retryLimits'>;
  readonly person: PersonFacts;
  readonly place: PlaceFacts;
  readonly numbers: OriginFacts;
  /** End of the day to which the counts of attempts and calls belong. */
  readonly dayEndsAt: Date;
}

export type SkipReason = 'do_not_call' | 'retry_expired';
export type Verdict =
  | { readonly kind: 'call'; readonly from: string }
  /** `until` is the end of this reason alone; null if it does not end under these settings. */
  | { readonly kind: 'wait'; readonly reason: WaitingReason; readonly until: Date | null }
  | { readonly kind: 'skip'; readonly reason: SkipReason };

const wait = (reason: WaitingReason, until: Date | null): Verdict => ({ kind: 'wait', reason, until });

/** The rules in the order in which they decide. Each returns null if it does not forbid the call. */
const checks: readonly ((facts: CallFacts) => Verdict | null)[] = [
  function listed({ person }) {
    // A person without data may get another attempt by a call that came to light later, but has no number to dial.
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
    if (hasRoom(numbers, place.numbers)) return null;
    // Other numbers of the campaign may still call people in other places.
    return wait(hasRoom(numbers, campaign.phoneNumbers) ? 'origin_barred' : 'number_cap', dayEndsAt);
  },
  function later({ at, person }) {
    return person.later && person.later.until > at ? wait(person.later.reason, person.later.until) : null;
  },
  function closed({ place }) {
    return place.hours.isOpen ? null : wait('calling_window', place.hours.opensAt);
  },
];

/** Asks the rules in their order, and chooses the origin number if none forbids the call. */
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

/** The number of the call that caused this attempt, if the rule of its outcome asks for another number. */
function numberToLeave({ retryOf }: PersonFacts, policy: RetryPolicy): string | null {
  return retryOf && policy[retryOf.outcome as RetryOutcome]?.otherNumber ? retryOf.fromNumber : null;
}

type PlaceRules = Pick<DialingRules, 'callingWindow' | 'timeZone' | 'rulesOff'>;
type PlaceCampaign = Pick<CampaignFacts, 'kind' | 'callingWindow' | 'phoneNumbers' | 'exemptRules'>;

export function readPlaceFacts(rules: PlaceRules, campaign: PlaceCampaign, place: string, at: Date): PlaceFacts {
  return {
    numbers: numbersFor(rules, campaign, place),
    barredBy: barredBy(rules, campaign, place)[0] ?? null,
    hours: hoursAt(rules, campaign, place, at),
  };
}

/** Time until the hours close, in ms; Infinity if nothing closes them. */
export function msUntilClosing(hours: WindowState | undefined, at: Date): number {
  return hours?.isOpen && hours.closesAt ? hours.closesAt.getTime() - at.getTime() : Infinity;
}

/** A person of whom only the place is known. */
export const personOfPlaceOnly: PersonFacts = {
  phoneNumber: '-',
  isListed: false,
  attemptsToday: 0,
  retryOf: null,
  later: null,
  spokeFrom: null,
};

/** The reason why nobody is called, and its end; `until` is null if it does not end under these settings. */
export interface Wait {
  readonly reason: WaitingReason;
  readonly until: Date | null;
}

/** Most reasons that are followed: one may end while another goes on, as midnight does before the window. */
const mostReasons = 20;

/** The first moment at which this person may be called, and the reason at `at`. Null if at once or never. */
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

/** The reason why nobody in a place may be called, whatever was called today. Null if somebody may be. */
export function findPlaceWait(
  rules: PlaceRules & Pick<DialingRules, 'dailyAttempts'>,
  campaign: CampaignFacts,
  placeName: string,
  at: Date,
): Wait | null {
  // The end of the day does not matter without counts of the day.
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

/** Ranks of reasons. If there are several at once, the one with the lowest rank is shown. */
const ranks: Readonly<Record<WaitingReason, number>> = {
  number_cap: 0,
  daily_attempts: 1,
  retry_delay: 1,
  callback: 1,
  origin_barred: 2,
  calling_window: 3,
  open: 4,
};

/** A campaign waits while all its people wait, until the first may be called. Null if somebody may be called. */
export function combineWaits(waits: readonly (Wait | null)[]): Wait | null {
  const all = waits.filter((each) => each !== null);
  if (all.length < waits.length) return null;
  // People whom no number may ever call say nothing about when the others may be called.
  const ending = all.filter(({ reason, until }) => reason !== 'origin_barred' || until !== null);
  const [first] = ending.toSorted((one, other) => ranks[one.reason] - ranks[other.reason]);
  return first
    ? { reason: first.reason, until: earliestOrNever(ending.map(({ until }) => until)) }
    : { reason: 'origin_barred', until: null };
}
