/**
 * How a campaign is dialled, before it happens: how many people are called in each hour, and when the last call ends. Through the
 * calling window, as fast as pace and lines allow, in turns with the campaigns that dial already, and again whom the retry
 * policy lets be called again. Pure, and the same for the same input: no dice, each outcome falls to its share of the calls.
 */
import {
  retryOutcomes,
  type RetryLimits,
  type RetryOutcome,
  type RetryPolicy,
} from '../../../../contract/campaigns.ts';
import type { CampaignWindow } from '../../../../contract/settings.ts';
import type { DialingRules } from '../../settings/index.ts';
import { dayAround } from '../dispatch/calling-window.ts';
import { findOtherHour } from '../outcome/other-hour.ts';
import { earliest, hoursAt, hoursOf, type CampaignHours } from '../place/place-hours.ts';

/** How fast a workspace dials, all campaigns together. */
export interface Capacity {
  readonly callsPerSecond: number;
  /** Those that campaigns may use, and how many of them are free as it begins; null: they are no bound. */
  readonly lines: { readonly usable: number; readonly free: number } | null;
  /** How long a call has its line, from the order to its end: the mean. */
  readonly holdSeconds: number;
  /** The same as evenly spaced quantiles, the least first; null: the mean stands for all. */
  readonly lengths: readonly number[] | null;
}

export interface DayCalls {
  readonly perDay: number;
  /** Those of the day on which it begins that were made already. */
  readonly made: number;
}

/** People who wait to be called, in the order of the queue. */
export interface Waiting {
  readonly people: number;
  /** Not before then: at once where it has passed. Over `from` to `until` they come due evenly. */
  readonly from: Date;
  readonly until?: Date;
  /** Of each outcome, how many retries they had. */
  readonly retriesUsed?: RetriesUsed;
}

type RetriesUsed = Readonly<Partial<Record<RetryOutcome, number>>>;

export interface Outlook {
  readonly rules: DialingRules;
  readonly capacity: Capacity;
  readonly waiting: readonly Waiting[];
  /** Their calls are under way as it begins, and may yet cause retries. */
  readonly live?: number;
  /** Of each other campaign that dials now, who is left. */
  readonly othersLeft: readonly { readonly left: number; readonly weight: number }[];
  /** Of this one. */
  readonly weight: number;
  /** Calls that its numbers may make a day, all together; null or left out: any number of them. */
  readonly dayCalls?: DayCalls | null | undefined;
  /** Its own, within the workspace's. */
  readonly callingWindow?: CampaignWindow | null | undefined;
  /** Which rules of countries hold; null or left out: the strictest. */
  readonly kind?: string | null | undefined;
  /** Of its people: somebody is called while one of them is open. None: where the workspace is. */
  readonly places?: readonly string[];
  readonly retryPolicy: RetryPolicy;
  readonly retryLimits: RetryLimits;
  /** Of outbound calls, 0 to 1: how many end so. */
  readonly shares: OutcomeShares;
}

export type OutcomeShares = Readonly<Partial<Record<RetryOutcome, number>>>;

export interface Forecast {
  /** Only those in which somebody is called, in order. */
  readonly hours: readonly ForecastHour[];
  /** When the last call has ended; null: nobody is to be called, or the window does not open for all of them. */
  readonly endsAt: Date | null;
  /** For whom the window does not open, as things are. */
  readonly uncalled: number;
}

export interface ForecastHour {
  /** Of the hour on the workspace's clock. */
  readonly at: Date;
  /** Whose first call it is, or whose next one as it begins. */
  readonly people: number;
  /** Calls that outcomes of others cause. */
  readonly retries: number;
}

/** Who is called together: some people of a large list, one of a small one. */
interface Unit {
  readonly people: number;
  readonly place: number;
  readonly dueMs: number;
  readonly retriesUsed: RetriesUsed;
  readonly isRetry: boolean;
  /** Of their first call that is told here; null: none yet. */
  readonly firstMs: number | null;
  /** The attempts of that day; days are known by when they end. */
  readonly day: { readonly endsMs: number; readonly attempts: number };
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const minuteMs = 60_000;

/** `mostUnits`: the more, the finer; a list is dialled in so many parts at most. */
export function forecastDialling(outlook: Outlook, mostUnits = 2_000): Forecast {
  const { rules, capacity, waiting, live = 0, retryPolicy, retryLimits, shares } = outlook;
  const { maxAttempts = Infinity, maxDays = Infinity } = retryLimits;
  const time = createTimeline(outlook);
  const [place = '', ...otherPlaces] = outlook.places ?? [];
  const usualHours = hoursOf(rules, hoursOfCampaign(outlook), otherPlaces.length === 0 ? place : '');
  const outcomes = createOutcomes(retryPolicy, shares);
  const holdMs = capacity.holdSeconds * 1_000;
  const queues = createQueues(unitsOf(waiting, mostUnits));
  const hours = new Map<number, { people: number; retries: number }>();
  const ends = createEnds(capacity);
  const cap = createCap(outlook.dayCalls ?? null, time.today().endsMs);

  function callAgain(unit: Unit): void {
    const outcome = outcomes.next(unit.retriesUsed);
    const rule = outcome && retryPolicy[outcome];
    if (!outcome || !rule) return;
    const calls = Object.values(unit.retriesUsed).reduce((sum, used) => sum + used, 1);
    const endMs = time.nowMs + holdMs;
    const delayedMs = endMs + rule.delayMinutes * minuteMs;
    const dueMs = rule.otherHour
      ? findOtherHour(usualHours, new Date(endMs), new Date(delayedMs)).getTime()
      : delayedMs;
    if (calls >= maxAttempts || dueMs - (unit.firstMs ?? endMs) > maxDays * dayMs) return;
    const { endsMs, attempts } = unit.day;
    const retriesUsed = { ...unit.retriesUsed, [outcome]: (unit.retriesUsed[outcome] ?? 0) + 1 };
    const next = { ...unit, retriesUsed, isRetry: true };
    if (attempts >= rules.dailyAttempts && dueMs < endsMs) queues.add('tomorrow', { ...next, dueMs: endsMs });
    else queues.add(outcome, { ...next, dueMs });
  }

  const began = time.today();
  // Where they are in their time is not known: half-way, as a mean.
  if (live > 0) ends.add(time.nowMs - holdMs / 2, live);
  for (const unit of unitsOf([{ people: live, from: rules.readAt }], mostUnits))
    callAgain({ ...unit, day: { endsMs: began.endsMs, attempts: 1 } });
  for (;;) {
    const dueMs = queues.nextDueMs();
    if (dueMs === null) break;
    if (!time.waitUntil(dueMs) || (cap.isReached(time.today().endsMs) && !time.waitUntil(time.today().endsMs)))
      return { hours: listHours(hours), endsAt: null, uncalled: queues.countUncalled() };
    const today = time.today();
    if (cap.isReached(today.endsMs)) continue;
    const taken = queues.take(time.nowMs);
    if (!taken) continue;
    cap.call(taken.people);
    const attempts = taken.day.endsMs === today.endsMs ? taken.day.attempts + 1 : 1;
    const unit = { ...taken, firstMs: taken.firstMs ?? time.nowMs, day: { endsMs: today.endsMs, attempts } };
    const hour = hours.get(time.hourMs()) ?? { people: 0, retries: 0 };
    hour[unit.isRetry ? 'retries' : 'people'] += unit.people;
    hours.set(time.hourMs(), hour);
    ends.add(time.call(unit.people), unit.people);
    callAgain(unit);
  }
  return {
    hours: listHours(hours),
    endsAt: ends.count === 0 ? null : new Date(Math.max(ends.lastMs(), time.nowMs)),
    uncalled: 0,
  };
}

/** The calls that numbers may make a day; days are known by when they end. */
function createCap(dayCalls: DayCalls | null, firstEndsMs: number) {
  const { perDay, made } = dayCalls ?? { perDay: Infinity, made: 0 };
  let calls = Math.min(made, perDay);
  let endsMs = firstEndsMs;
  return {
    isReached(todayEndsMs: number): boolean {
      // What a part of a long list has above one day's calls is of the days that follow.
      if (todayEndsMs > endsMs)
        calls = Math.max(0, calls - perDay * Math.max(1, Math.round((todayEndsMs - endsMs) / dayMs)));
      endsMs = todayEndsMs;
      return calls >= perDay;
    },
    call(people: number): void {
      calls += people;
    },
  };
}

function listHours(hours: ReadonlyMap<number, { people: number; retries: number }>): ForecastHour[] {
  return [...hours].map(([atMs, counts]) => ({ at: new Date(atMs), ...counts }));
}

function unitsOf(waiting: readonly Waiting[], mostUnits: number): Unit[] {
  const size = Math.max(1, Math.ceil(waiting.reduce((sum, { people }) => sum + people, 0) / mostUnits));
  const units: Unit[] = [];
  for (const { people, from, until = from, retriesUsed = {} } of waiting) {
    const count = Math.ceil(people / size);
    const stepMs = count > 1 ? (until.getTime() - from.getTime()) / (count - 1) : 0;
    for (let index = 0; index < count; index += 1) {
      units.push({
        people: Math.min(size, people - index * size),
        place: units.length,
        dueMs: from.getTime() + index * stepMs,
        retriesUsed,
        isRetry: false,
        firstMs: null,
        day: { endsMs: 0, attempts: 0 },
      });
    }
  }
  return units;
}

/** When the last call has ended: as likely before as after, for it is the longest of many that go on as the last one begins. */
function createEnds({ holdSeconds, lengths }: Capacity) {
  const calls: { readonly fromMs: number; readonly people: number }[] = [];
  const steps = lengths ?? [holdSeconds];
  /** Which part of calls has ended after so long. */
  function endedAfter(ms: number): number {
    const above = steps.findIndex((length) => length * 1_000 > ms);
    if (above === -1) return 1;
    const [shorter, longer] = [(steps[above - 1] ?? 0) * 1_000, (steps[above] ?? 0) * 1_000];
    return above === 0 ? 0 : (above - 1 + (ms - shorter) / (longer - shorter)) / (steps.length - 1);
  }
  return {
    get count() {
      return calls.length;
    },
    add(fromMs: number, people: number): void {
      calls.push({ fromMs, people });
    },
    lastMs(): number {
      const longestMs = (steps.at(-1) ?? 0) * 1_000;
      let early = calls.reduce((last, { fromMs }) => Math.max(last, fromMs), -Infinity);
      let late = early + longestMs;
      const open = calls.filter(({ fromMs }) => fromMs + longestMs > early);
      const haveEnded = (atMs: number) =>
        open.reduce((chance, { fromMs, people }) => chance * endedAfter(atMs - fromMs) ** people, 1);
      while (late - early > 1) {
        const middle = (early + late) / 2;
        if (haveEnded(middle) >= 0.5) late = middle;
        else early = middle;
      }
      return Math.round(late);
    },
  };
}

/** Who is due next: a queue for each delay, so that each of them is in order by itself. */
function createQueues(units: readonly Unit[]) {
  const queues = new Map<RetryOutcome | 'first' | 'tomorrow', { readonly units: Unit[]; next: number }>();
  queues.set('first', { units: units.toSorted((one, other) => one.dueMs - other.dueMs), next: 0 });
  const heads = () => [...queues.values()].flatMap((queue) => queue.units.slice(queue.next, queue.next + 1));
  return {
    add(name: RetryOutcome | 'tomorrow', unit: Unit): void {
      const queue = queues.get(name) ?? { units: [], next: 0 };
      queues.set(name, queue);
      queue.units.push(unit);
    },
    nextDueMs: (): number | null => {
      const dues = heads().map(({ dueMs }) => dueMs);
      return dues.length === 0 ? null : Math.min(...dues);
    },
    /** Of those who are due, the first in the file. */
    take(nowMs: number): Unit | null {
      let first: { units: Unit[]; next: number } | null = null;
      for (const queue of queues.values()) {
        const [unit, best] = [queue.units[queue.next], first?.units[first.next]];
        if (unit && unit.dueMs <= nowMs && (!best || unit.place < best.place)) first = queue;
      }
      if (!first) return null;
      first.next += 1;
      return first.units[first.next - 1] ?? null;
    },
    /** Without those who were called and wait for another call. */
    countUncalled: (): number =>
      [...queues.values()]
        .flatMap((queue) => queue.units.slice(queue.next))
        .reduce((sum, { isRetry, people }) => sum + (isRetry ? 0 : people), 0),
  };
}

/** How calls end, one after the other, so that each outcome has its share of them and none falls behind by a whole call. */
function createOutcomes(policy: RetryPolicy, shares: OutcomeShares) {
  const owed = new Map<string, Map<RetryOutcome | null, number>>();
  return {
    /** Null: no other call follows. */
    next(used: RetriesUsed): RetryOutcome | null {
      const causes = retryOutcomes.filter((outcome) => (used[outcome] ?? 0) < (policy[outcome]?.attempts ?? 0));
      const key = retryOutcomes.map((outcome) => used[outcome] ?? 0).join();
      const all = owed.get(key) ?? new Map<RetryOutcome | null, number>();
      owed.set(key, all);
      const rest = causes.reduce((left, outcome) => left - (shares[outcome] ?? 0), 1);
      let most: RetryOutcome | null = null;
      for (const outcome of [null, ...causes]) {
        all.set(outcome, (all.get(outcome) ?? 0) + (outcome === null ? rest : (shares[outcome] ?? 0)));
        // Sums of fractions may fall short by an ulp.
        if ((all.get(outcome) ?? 0) + 1e-9 >= (all.get(most) ?? 0)) most = outcome;
      }
      all.set(most, (all.get(most) ?? 0) - 1);
      return most;
    },
  };
}

/** Windows of a place at most, so that a pace of next to nothing ends the reckoning. */
const mostWindows = 400;

/** As claims judge them. */
export const hoursOfCampaign = ({
  kind = null,
  callingWindow: own = null,
}: Pick<Outlook, 'kind' | 'callingWindow'>): CampaignHours => ({
  kind,
  callingWindow: own && { ...own, enabled: true, holidays: [] },
});

/** When people of one of the places may be called, from then on; no span is longer than a day. */
function* openSpans(outlook: Outlook, from: Date): Generator<Span, void> {
  const { rules } = outlook;
  const places = outlook.places?.length ? outlook.places : [''];
  const hours = hoursOfCampaign(outlook);
  let at = from;
  for (let count = 0; count < mostWindows * places.length; count += 1) {
    const states = places.map((place) => hoursAt(rules, hours, place, at));
    const open = states.filter((state) => state.isOpen);
    const dayLater = new Date(at.getTime() + dayMs);
    const next: Date | null =
      open.length > 0
        ? earliest(open.map(({ closesAt }) => closesAt ?? dayLater))
        : earliest(states.map((state) => (state.isOpen ? null : state.opensAt)));
    if (next === null) return;
    if (open.length > 0) yield { fromMs: at.getTime(), toMs: next.getTime() };
    at = next;
  }
}

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The clock of the forecast: it stands within the window, and goes on as calls are placed. */
function createTimeline(outlook: Outlook) {
  const { rules, capacity, othersLeft, weight } = outlook;
  const { callsPerSecond, lines, holdSeconds } = capacity;
  let spans = openSpans(outlook, rules.readAt);
  let nowMs = rules.readAt.getTime();
  let span: Span | void = spans.next().value;
  // Free lines are called on at once; then they are as many as calls end.
  const linesPerMs = lines && holdSeconds > 0 ? Math.max(1, lines.usable) / (holdSeconds * 1_000) : Infinity;
  const callsPerMs = callsPerSecond / 1_000;
  let free = lines?.free ?? 0;
  /** Calls of a part that the window's end cut off: they are the first as it opens. */
  let cutOff = 0;
  let others = othersLeft.map((each) => ({ ...each }));
  const dayOf = (at: Date) => {
    const { startsAt, endsAt } = dayAround(rules.timeZone, at);
    return { startsMs: startsAt.getTime(), endsMs: endsAt.getTime() };
  };
  let day = dayOf(rules.readAt);

  function pass(ms: number): void {
    nowMs += ms;
    if (linesPerMs !== Infinity) free = Math.min(lines?.usable ?? 0, free + ms * linesPerMs);
  }

  function place(calls: number): void {
    const beganMs = nowMs;
    free -= calls;
    pass(calls / callsPerMs);
    if (free < 0 && linesPerMs !== Infinity) pass(-free / linesPerMs);
    cutOff = span && nowMs > span.toMs ? (calls * (nowMs - span.toMs)) / (nowMs - beganMs) : 0;
    if (cutOff > 0 && span) nowMs = span.toMs;
  }

  /** Calls of the others while this one has nobody to call. @returns ms that they took */
  function dialOthers(ms: number): void {
    let calls = ms * Math.min(callsPerMs, linesPerMs);
    while (others.length > 0 && calls > 1e-9) {
      const weights = others.reduce((sum, each) => sum + each.weight, 0);
      // Until the first of them has nobody left.
      const turns = Math.min(calls / weights, ...others.map((each) => each.left / each.weight));
      for (const each of others) each.left -= turns * each.weight;
      calls -= turns * weights;
      others = others.filter(({ left }) => left > 1e-9);
    }
    pass(ms);
    if (others.length > 0) free = 0;
  }

  const today = () => {
    if (nowMs >= day.endsMs) day = dayOf(new Date(nowMs));
    return day;
  };

  return {
    get nowMs() {
      return nowMs;
    },
    today,
    /** When the hour began, which is not that of UTC in zones of half hours. */
    hourMs(): number {
      const { startsMs } = today();
      return startsMs + Math.floor((nowMs - startsMs) / hourMs) * hourMs;
    },
    /** And then until the window is open. False: it does not open. */
    waitUntil(dueMs: number): boolean {
      while (span && (span.toMs <= nowMs || nowMs < Math.max(dueMs, span.fromMs))) {
        if (span.toMs <= nowMs) {
          span = spans.next().value;
          continue;
        }
        if (nowMs < span.fromMs) pass(span.fromMs - nowMs);
        if (cutOff > 0) place(cutOff);
        if (others.length === 0 && dueMs > span.toMs) {
          // Nobody is called meanwhile, be it years.
          pass(dueMs - nowMs);
          spans = openSpans(outlook, new Date(nowMs));
          span = spans.next().value;
          continue;
        }
        const untilMs = Math.min(span.toMs, Math.max(nowMs, dueMs));
        if (untilMs > nowMs) dialOthers(untilMs - nowMs);
      }
      return Boolean(span);
    },
    /** @returns when the last of them is called */
    call(people: number): number {
      const beganMs = nowMs;
      const meanwhile = others.map((each) => Math.min(each.left, (people * each.weight) / weight));
      others = others
        .map((each, index) => ({ ...each, left: each.left - (meanwhile[index] ?? 0) }))
        .filter(({ left }) => left > 1e-9);
      place(meanwhile.reduce((sum, each) => sum + each, people));
      return beganMs + ((nowMs - beganMs) * (people - 1)) / people;
    },
  };
}
