/**
 * How a campaign is dialled, before it happens: how many people are called in each hour, and when the last call ends. Through the
 * calling window, as fast as pace and lines allow, in turns with the campaigns that dial already, and again whom the retry
 * policy lets be called again. Pure, and the same for the same input: no dice, each outcome falls to its share of the calls.
 */
import { retryOutcomes, type RetryOutcome, type RetryPolicy } from '../../../../contract/campaigns.ts';
import { findOtherHour } from './other-hour.ts';
import { callsCounted, type RetriesUsed } from './recipient-state.ts';
import { hoursOf } from './place-hours.ts';
import { createTimeline, hoursOfCampaign } from './dialling-clock.ts';
import type { Capacity, DayCalls, OutcomeShares, Outlook, Waiting } from './dialling-outlook.ts';

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

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** Each day that is waited for costs a millisecond for each place: a list spread over more of them has no end that is told. */
const mostCappedDays = 60;

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
  let cappedDays = 0;

  function callAgain(unit: Unit): void {
    const outcome = outcomes.next(unit.retriesUsed);
    const rule = outcome && retryPolicy[outcome];
    if (!outcome || !rule) return;
    const endMs = time.nowMs + holdMs;
    const delayedMs = endMs + rule.delayMinutes * minuteMs;
    const dueMs = rule.otherHour
      ? findOtherHour(usualHours, new Date(endMs), new Date(delayedMs)).getTime()
      : delayedMs;
    if (callsCounted(unit.retriesUsed) >= maxAttempts || dueMs - (unit.firstMs ?? endMs) > maxDays * dayMs) return;
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
    if (!time.waitUntil(dueMs)) return { hours: listHours(hours), endsAt: null, uncalled: queues.countUncalled() };
    const today = time.today();
    if (cap.isReached(today.endsMs)) {
      cappedDays += 1;
      if (cappedDays * Math.max(1, outlook.places?.length ?? 0) > mostCappedDays || !time.waitUntil(today.endsMs))
        return { hours: listHours(hours), endsAt: null, uncalled: queues.countUncalled() };
      continue;
    }
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
