/**
 * The clock of a forecast of dialling (dialling-model.ts): it goes on as calls are placed, as fast as pace and lines let them, and
 * stands still while nobody may be called. Pure.
 */
import { dayAround } from './calling-window.ts';
import { earliest, hoursAt, type CampaignHours } from './place-hours.ts';
import type { Outlook } from './dialling-outlook.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Windows at most, so that a pace of next to nothing ends the reckoning. */
const mostWindows = 400;
/** Each window of each place costs up to a millisecond: the first of many stand for all. */
const mostPlaces = 6;

/** As claims judge them. */
export const hoursOfCampaign = ({
  kind = null,
  callingWindow: own = null,
}: Pick<Outlook, 'kind' | 'callingWindow'>): CampaignHours => ({
  kind,
  callingWindow: own,
});

/** When people of one of the places may be called, from then on; no span is longer than a day. */
function* openSpans(outlook: Outlook, from: Date): Generator<Span, void> {
  const { rules } = outlook;
  const places = outlook.places?.length ? outlook.places.slice(0, mostPlaces) : [''];
  const hours = hoursOfCampaign(outlook);
  let at = from;
  for (let count = 0; count < mostWindows; count += 1) {
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
export function createTimeline(outlook: Outlook) {
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
