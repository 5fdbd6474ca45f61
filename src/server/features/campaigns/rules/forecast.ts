/**
 * Simulates a campaign's dialling. The results are the people called in each hour and a time range for the end of the
 * last call. The simulation uses expected numbers of people in the calling hours of their places. Pure, without random
 * numbers.
 */
import { retryableAttemptOutcomes, type RetryableOutcome } from '../../../../contract/campaigns.ts';
import type { WorkspaceDialingRules } from '../../settings/index.ts';
import { computeLocalDayBounds } from './calling-window.ts';
import { millisecondsPerDay } from './local-time.ts';
import {
  findCountryZoneCallWait,
  deriveCountryZoneCallPermissionFacts,
  type CampaignCallPermissionFacts,
} from './may-call.ts';
import { findRetryTimeAtOtherHour } from './other-hour.ts';
import { createPlaceCallingHours } from './place-hours.ts';
import { countCallsForRetryLimit, isBeyondRetryPeriod, type RetriesUsedByCause } from './recipient-state.ts';

export interface DialingCapacity {
  readonly callsPerSecond: number;
  /** Relative standard deviation of `callsPerSecond` if that was measured; 0 if it was calculated from settings. */
  readonly paceSpread: number;
  /**
   * Number of concurrent calls that campaigns may have (`usable`), and how many of them are free at the start (`free`).
   * Null if there is no limit.
   */
  readonly lines: { readonly usable: number; readonly free: number } | null;
  /** Mean seconds for which a call occupies a line, from its request to its end. */
  readonly holdSeconds: number;
  /**
   * Evenly spaced quantiles of the time in seconds for which a call occupies a line; null if only the mean is known.
   */
  readonly lengths: readonly number[] | null;
}

/** Group of recipients in one place (country and zones) who wait to be called. */
export interface WaitingRecipientGroup {
  readonly people: number;
  readonly place: string;
  /**
   * Time from which a group of recipients may be called. If `until` is set, they become due evenly between `from` and
   * `until`. If not, they all become due at `from`.
   */
  readonly from: Date;
  readonly until?: Date;
  readonly retriesUsed?: RetriesUsedByCause;
}

export type RetryableOutcomeShares = Readonly<Partial<Record<RetryableOutcome, number>>>;

export interface DialingForecastInputs extends CampaignCallPermissionFacts {
  readonly rules: WorkspaceDialingRules;
  readonly capacity: DialingCapacity;
  /** Groups of pending recipients in the order in which they are called. */
  readonly waiting: readonly WaitingRecipientGroup[];
  /** Number of the campaign's recipients whose call is in progress when the forecast begins. They may need a retry. */
  readonly live: number;
  /**
   * Recipients left to call in each of the workspace's other dialling campaigns, and the weight of that campaign.
   * Campaigns share the call rate in proportion to their weights.
   */
  readonly othersLeft: readonly { readonly left: number; readonly weight: number }[];
  readonly weight: number;
  /**
   * Sum of the daily caps of the campaign's origin numbers (`perDay`), and number of their calls already made today
   * (`made`). Null if there is no cap.
   */
  readonly dayCalls: { readonly perDay: number; readonly made: number } | null;
  /** For each call outcome that allows a retry: the share (0 to 1) of outbound calls that ended with it. */
  readonly shares: RetryableOutcomeShares;
  /** Number of calls from which the call lengths and the shares of call outcomes were measured. */
  readonly callsKnown: number;
}

export interface DialingForecast {
  /** The hours in which somebody is called, earliest first. `people`: number of first calls. `retries`: of retries. */
  readonly hours: readonly { readonly at: Date; readonly people: number; readonly retries: number }[];
  /** Time range that contains the campaign's end in nine of ten cases. Null if not everybody can be called. */
  readonly endsBetween: { readonly from: Date; readonly to: Date } | null;
  /**
   * Number of people whom the simulation can't call, for example because their calling hours never open or the campaign
   * takes too long.
   */
  readonly uncalled: number;
}

const [secondMs, minuteMs, hourMs] = [1_000, 60_000, 3_600_000];
/**
 * Limits of a simulated campaign in days: its total length, and its longest period without open calling hours. The
 * simulation ends at either limit.
 */
const [mostDays, mostClosedDays] = [180, 62];
/**
 * Share by which a campaign takes longer than calculated, because the provider responds late and free lines are not
 * used at once.
 */
const overhead = 0.03;
/** Number of standard deviations on each side. */
const deviations = 1.3;
const nobody = 1e-3;

export function* simulateDialingForecastInSteps(outlook: DialingForecastInputs): Generator<void, DialingForecast> {
  const openings = createOpenings(outlook);
  const usual = yield* play(outlook, openings, 0);
  const hours = roundHours(usual.hours);
  const all = Math.round(outlook.waiting.reduce((sum, { people }) => sum + people, 0));
  const uncalled = usual.isOver ? 0 : all - hours.reduce((sum, { people }) => sum + people, 0);
  const slow = usual.isOver && usual.calls.length > 0 ? yield* play(outlook, openings, 1) : usual;
  if (!slow.isOver || slow.calls.length === 0) return { hours, endsBetween: null, uncalled };
  const quick = yield* play(outlook, openings, -1);
  const from = yield* endOf(quick.calls, outlook, -1);
  return { hours, endsBetween: { from, to: yield* endOf(slow.calls, outlook, 1) }, uncalled };
}

/** People who are called together. */
interface Group {
  people: number;
  dueMs: number;
  readonly place: string;
  readonly used: RetriesUsedByCause;
  readonly isRetry: boolean;
  readonly firstMs: number | null;
  readonly attempts: number;
  readonly dayEndsMs: number;
}

interface Calls {
  readonly fromMs: number;
  readonly toMs: number;
  readonly people: number;
  readonly isRetry: boolean;
}

interface Played {
  readonly calls: readonly Calls[];
  readonly hours: ReadonlyMap<number, { people: number; retries: number }>;
  readonly isOver: boolean;
}

/** Simulates the dialling: `side` 0 with the expected rates, -1 with the fastest likely rates, 1 with the slowest. */
function* play(outlook: DialingForecastInputs, openings: Openings, side: -1 | 0 | 1): Generator<void, Played> {
  const { rules, capacity, retryPolicy, retryLimits, dayCalls, weight } = outlook;
  const { maxAttempts = Infinity } = retryLimits;
  const { callsPerMs, linesPerMs, holdMs, shares } = ratesOf(outlook, side);
  const lines = capacity.lines ?? { usable: Infinity, free: Infinity };
  const calls: Calls[] = [];
  const hours = new Map<number, { people: number; retries: number }>();
  const queue = new Map<string, Group>();
  let others = outlook.othersLeft.map((each) => ({ ...each }));
  let nowMs = rules.readAt.getTime();
  let day = computeLocalDayBounds(rules.timeZone, rules.readAt);
  let { free } = lines;
  let made = dayCalls?.made ?? 0;
  let beganMs: number | null = null;
  let idleSinceMs = nowMs;
  /** Time step of the simulation: 2 % of the simulated time so far, at least a second. */
  const stepAt = (atMs: number): number => Math.max(secondMs, (atMs - (beganMs ?? nowMs)) / 50);

  /**
   * Schedules the retries that follow the simulated calls to a group of recipients. Recipients of one place form a
   * group if they have used the same retries and become due at about the same time.
   */
  function callAgain(group: Group, people: number, atMs: number): void {
    const dayEndsMs = day.endsAt.getTime();
    const attempts = group.dayEndsMs === dayEndsMs ? group.attempts + 1 : 1;
    const firstMs = group.firstMs ?? atMs;
    if (countCallsForRetryLimit(group.used) >= maxAttempts) return;
    for (const outcome of retryableAttemptOutcomes) {
      const rule = retryPolicy[outcome];
      const had = group.used[outcome] ?? 0;
      const again = people * (shares[outcome] ?? 0);
      if (!rule || had >= rule.attempts || again < nobody / 10) continue;
      const endMs = atMs + holdMs;
      let dueMs = endMs + rule.delayMinutes * minuteMs;
      if (rule.otherHour) dueMs = openings.otherHour(group.place, endMs, dueMs);
      if (isBeyondRetryPeriod(retryLimits, new Date(firstMs), new Date(dueMs))) continue;
      if (attempts >= rules.dailyAttempts) dueMs = Math.max(dueMs, dayEndsMs);
      const used = { ...group.used, [outcome]: had + 1 };
      const kind = [
        group.place,
        ...retryableAttemptOutcomes.map((each) => used[each]),
        countCallsForRetryLimit(used),
        attempts,
        dayEndsMs,
      ];
      const key = [...kind, Math.round(dueMs / stepAt(dueMs))].join();
      const known = queue.get(key);
      if (known) {
        known.dueMs += ((dueMs - known.dueMs) * again) / (known.people + again);
        known.people += again;
      } else queue.set(key, { ...group, used, people: again, dueMs, isRetry: true, firstMs, attempts, dayEndsMs });
    }
  }

  function pass(untilMs: number): void {
    free = Math.min(lines.usable, free + (untilMs - nowMs) * linesPerMs);
    nowMs = untilMs;
  }

  /**
   * Simulates calls of the workspace's other campaigns, which share the call rate in proportion to their weights.
   * @returns number of calls placed, up to `most`.
   */
  function dialOthers(most: number): number {
    let left = most;
    while (others.length > 0 && left > nobody) {
      const weights = others.reduce((sum, each) => sum + each.weight, 0);
      const turns = Math.min(left / weights, ...others.map((each) => each.left / each.weight));
      for (const each of others) each.left -= turns * each.weight;
      left -= turns * weights;
      others = others.filter((each) => each.left > nobody);
    }
    return most - left;
  }

  for (const [index, each] of outlook.waiting.flatMap(partsOf).entries()) queue.set(`first ${index}`, each);
  if (outlook.live > 0) {
    // How long the live calls have lasted is unknown, so assume half of a call's mean length.
    const atMs = nowMs - holdMs / 2;
    calls.push({ fromMs: atMs, toMs: atMs, people: outlook.live, isRetry: false });
    const [like] = queue.values();
    const place = like?.place ?? '';
    const today = { attempts: 0, dayEndsMs: day.endsAt.getTime() };
    const group = { people: 0, dueMs: 0, place, used: {}, isRetry: false, firstMs: null, ...today };
    callAgain(group, outlook.live, atMs);
  }
  while (queue.size > 0) {
    yield* openings.moveTo(nowMs);
    if (nowMs >= day.endsAt.getTime()) {
      day = computeLocalDayBounds(rules.timeZone, new Date(nowMs));
      made = 0;
    }
    const dayEndsMs = day.endsAt.getTime();
    const isCapped = dayCalls !== null && made >= dayCalls.perDay - nobody;
    const open = openings.open();
    const ready: Group[] = [];
    let dueMs = Infinity;
    let isClosed = false;
    for (const [key, group] of queue) {
      yield;
      if (group.people < nobody) queue.delete(key);
      else if (group.dueMs > nowMs) dueMs = Math.min(dueMs, group.dueMs);
      else if (isCapped || !open.has(group.place)) isClosed ||= !isCapped;
      else ready.push(group);
    }
    if (ready.length === 0) {
      if (queue.size === 0) break;
      if (dueMs - nowMs > mostDays * millisecondsPerDay) others = [];
      const changeMs = isClosed || others.length > 0 ? openings.nextChangeMs() : Infinity;
      const untilMs = Math.min(isCapped ? dayEndsMs : dueMs, changeMs);
      if (!isClosed) idleSinceMs = untilMs;
      const isLate = untilMs - (beganMs ?? untilMs) > mostDays * millisecondsPerDay;
      if (untilMs === Infinity || isLate || untilMs - idleSinceMs > mostClosedDays * millisecondsPerDay)
        return { calls, hours, isOver: false };
      if (open.size > 0) dialOthers((untilMs - nowMs) * Math.min(callsPerMs, linesPerMs));
      pass(untilMs);
      if (others.length > 0) free = Math.min(free, 0);
      continue;
    }
    beganMs ??= nowMs;
    const hourAt = nowMs - ((nowMs - day.startsAt.getTime()) % hourMs);
    const mostMs = Math.min(stepAt(nowMs), hourAt + hourMs - nowMs, dayEndsMs - nowMs, openings.nextChangeMs() - nowMs);
    const room = Math.min(mostMs * callsPerMs, free + mostMs * linesPerMs);
    const share = weight / others.reduce((sum, each) => sum + each.weight, weight);
    const due = ready.reduce((sum, { people }) => sum + people, 0);
    const theirs = dialOthers((1 - share) * Math.min(room, due / share));
    const ours = Math.min(due, room - theirs, dayCalls ? dayCalls.perDay - made : Infinity);
    const all = ours + theirs;
    const toMs = nowMs + Math.min(mostMs, Math.max(all / callsPerMs, all > free ? (all - free) / linesPerMs : 0));
    const inHour = hours.get(hourAt) ?? { people: 0, retries: 0 };
    hours.set(hourAt, inHour);
    // Simulate retries before first calls. Recipients are called in the file's order, and people who were called before
    // come earlier in it.
    let left = ours;
    for (const isRetry of [true, false]) {
      const alike = ready.filter((group) => group.isRetry === isRetry);
      const people = alike.reduce((sum, group) => sum + group.people, 0);
      const part = people > 0 ? Math.min(1, left / people) : 0;
      if (part === 0) continue;
      left = Math.max(0, left - people);
      inHour[isRetry ? 'retries' : 'people'] += part * people;
      calls.push({ fromMs: nowMs, toMs, people: part * people, isRetry });
      for (const group of alike) {
        yield;
        callAgain(group, part * group.people, (nowMs + toMs) / 2);
        group.people *= 1 - part;
      }
    }
    made += ours;
    free -= all;
    pass(Math.max(nowMs + 1, toMs));
    idleSinceMs = nowMs;
  }
  return { calls, hours, isOver: true };
}

/** Splits recipients who become due over a period into ten groups that become due at one moment each. */
function partsOf({ people, place, from, until = from, retriesUsed = {} }: WaitingRecipientGroup): Group[] {
  const parts = people === 0 ? 0 : until > from ? 10 : 1;
  const stepMs = parts > 1 ? (until.getTime() - from.getTime()) / (parts - 1) : 0;
  return Array.from({ length: parts }, (_, index) => ({
    people: people / parts,
    dueMs: from.getTime() + index * stepMs,
    place,
    used: retriesUsed,
    isRetry: false,
    firstMs: null,
    attempts: 0,
    dayEndsMs: 0,
  }));
}

/** Returns the rates of calls and retries to simulate. `side`: 0 for usual, -1 for fast, 1 for slow rates. */
function ratesOf(outlook: DialingForecastInputs, side: -1 | 0 | 1) {
  const { capacity, shares, retryPolicy } = outlook;
  const { callsPerSecond, paceSpread, lines, holdSeconds } = capacity;
  const people = outlook.waiting.reduce((sum, each) => sum + each.people, outlook.live);
  const uncertain = side * deviations * Math.sqrt(1 / Math.max(1, people) + 1 / Math.max(1, outlook.callsKnown));
  const variance = lengthsOf(outlook, 0).reduce(
    (sum, { ms, part }) => sum + part * (ms / secondMs - holdSeconds) ** 2,
    0,
  );
  const holdMs = secondMs * Math.max(0, holdSeconds + uncertain * Math.sqrt(variance));
  const again = retryableAttemptOutcomes.reduce((sum, each) => sum + (retryPolicy[each] ? (shares[each] ?? 0) : 0), 0);
  const factor = again > 0 ? Math.min(1 / again, Math.max(0, 1 + uncertain * Math.sqrt((1 - again) / again))) : 1;
  const delay = side > 0 ? 1 + overhead : 1;
  return {
    callsPerMs: callsPerSecond / secondMs / delay / Math.max(0.2, 1 + side * deviations * paceSpread),
    linesPerMs: lines && holdMs > 0 ? Math.max(1, lines.usable) / holdMs / delay : Infinity,
    holdMs,
    shares: Object.fromEntries(
      retryableAttemptOutcomes.map((each) => [each, factor * (shares[each] ?? 0)]),
    ) as RetryableOutcomeShares,
  };
}

type Openings = ReturnType<typeof createOpenings>;

/** Tracks when people of each place may be called in a forecast, by the rules of `decideCallPermission`. */
function createOpenings(outlook: DialingForecastInputs) {
  const { rules, waiting } = outlook;
  const names = waiting.length > 0 ? waiting.map(({ place }) => place) : [''];
  const places = new Map(names.map((place) => [place, { isOpen: false, fromMs: Infinity, untilMs: 0 }]));
  return {
    *moveTo(atMs: number): Generator<void, void> {
      yield;
      const at = new Date(atMs);
      for (const [place, each] of places) {
        if (each.fromMs <= atMs && atMs < each.untilMs) continue;
        const { hours } = deriveCountryZoneCallPermissionFacts(rules, outlook, place, at);
        const wait = findCountryZoneCallWait(rules, outlook, place, at);
        const openUntil = hours.isOpen && hours.closesAt ? hours.closesAt : new Date(atMs + millisecondsPerDay);
        const until = wait ? wait.until : openUntil;
        Object.assign(each, { isOpen: wait === null, fromMs: atMs, untilMs: until?.getTime() ?? Infinity });
        yield;
      }
    },
    open: (): Set<string> => new Set([...places].flatMap(([place, { isOpen }]) => (isOpen ? [place] : []))),
    nextChangeMs: (): number => [...places.values()].reduce((first, { untilMs }) => Math.min(first, untilMs), Infinity),
    otherHour: (place: string, endMs: number, dueMs: number): number =>
      findRetryTimeAtOtherHour(
        createPlaceCallingHours(rules, outlook, place),
        new Date(endMs),
        new Date(dueMs),
      ).getTime(),
  };
}

/** Rounds the expected people and retries of each hour to whole numbers without changing the sums. */
function roundHours(hours: Played['hours']): DialingForecast['hours'] {
  const sums = { people: 0, retries: 0 };
  function whole(of: 'people' | 'retries', count: number): number {
    const before = Math.round(sums[of]);
    sums[of] += count;
    return Math.round(sums[of]) - before;
  }
  return [...hours]
    .map(([atMs, { people, retries }]) => ({
      at: new Date(atMs),
      people: whole('people', people),
      retries: whole('retries', retries),
    }))
    .filter(({ people, retries }) => people + retries > 0);
}

/**
 * Returns call lengths, each with the share of calls that last about so long. The longest 5 % of the calls are divided
 * more finely, because they decide when a campaign ends.
 */
function lengthsOf({ capacity: { lengths, holdSeconds }, callsKnown }: DialingForecastInputs, side: -1 | 0 | 1) {
  const quantiles = lengths ?? [0, 0.5, 1, 1.5, 2].map((each) => each * holdSeconds);
  const last = quantiles.length - 2;
  return quantiles.slice(1).flatMap((upper, index) => {
    const lower = quantiles[index] ?? upper;
    const pieces = lengths && index === last ? 8 : 2;
    return Array.from({ length: pieces }, (_, piece) => {
      const way = (piece + 0.5) / pieces;
      const reach =
        lengths && index === last ? ((side < 0 ? 0.6 : 1) * -Math.log(1 - way)) / Math.log(1 + callsKnown / 20) : way;
      return { ms: secondMs * (lower + reach * (upper - lower)), part: 1 / pieces / (last + 1) };
    });
  });
}

/**
 * Returns the time by which all simulated calls have ended, with a probability of 5 % (quick side) or 95 % (slow side).
 */
function* endOf(calls: readonly Calls[], outlook: DialingForecastInputs, side: -1 | 1): Generator<void, Date> {
  const chance = side < 0 ? 0.05 : 0.95;
  const lengths = lengthsOf(outlook, side);
  const longestMs = lengths.reduce((most, { ms }) => Math.max(most, ms), 0);
  let late = longestMs + calls.reduce((last, { toMs }) => Math.max(last, toMs), -Infinity);
  let early = calls.reduce((first, { fromMs }) => Math.min(first, fromMs), Infinity);
  // Search for the end of all calls from the start of the fifth last call on, because an earlier end is unlikely.
  let later = 0;
  for (const { fromMs, people } of calls.toReversed()) {
    later += people;
    if (later >= 5) {
      early = fromMs;
      break;
    }
  }
  const open = calls.filter(({ toMs }) => toMs + longestMs >= early);
  while (late - early > 100) {
    yield;
    const middle = (early + late) / 2;
    let ended = 1;
    for (const { fromMs, toMs, people, isRetry } of open) {
      const overMs = people > 1 ? ((toMs - fromMs) * (people - 1)) / people : 0;
      const going = lengths.reduce((sum, { ms, part }) => {
        const leftMs = fromMs + overMs + ms - middle;
        return leftMs <= 0 ? sum : sum + part * (leftMs < overMs ? leftMs / overMs : 1);
      }, 0);
      ended *= isRetry ? Math.exp(-people * going) : Math.max(0, 1 - going) ** people;
    }
    if (ended >= chance) late = middle;
    else early = middle;
  }
  return new Date(Math.round(late));
}
