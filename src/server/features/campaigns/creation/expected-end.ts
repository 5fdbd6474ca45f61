/**
 * When everybody of a new campaign will have been called: within the window, at the workspace's own pace, in turns with the
 * campaigns that dial already, and again whom the retry policy lets be called again. Pure.
 */
import { retryOutcomes, type RetryOutcome, type RetryPolicy } from '../../../../contract/campaigns.ts';
import type { DialingRules } from '../../settings/index.ts';
import { dayAround, windowAt } from '../dispatch/calling-window.ts';
import type { PeopleLeft } from './running-campaigns-query.ts';

export interface Outlook {
  readonly rules: DialingRules;
  readonly at: Date;
  /** The workspace's calls a minute. */
  readonly pace: number;
  readonly callable: number;
  /** They had today's attempts, and follow tomorrow. */
  readonly dailyLimit: number;
  /** Of each other campaign that dials now, who is left. */
  readonly othersLeft: readonly PeopleLeft[];
  /** Of the new one. */
  readonly weight: number;
  readonly retryPolicy: RetryPolicy;
  /** Of outbound calls, 0 to 1. */
  readonly shares: Readonly<Partial<Record<RetryOutcome, number>>>;
}

const minuteMs = 60_000;

/** Null: nobody is to be called, or the window does not open for them. */
export function expectedEnd(outlook: Outlook): Date | null {
  const { rules, at, pace, callable, dailyLimit, retryPolicy, shares } = outlook;
  const people = callable + dailyLimit;
  if (people === 0) return null;
  const others = leftThen(outlook);
  // Of another one as many are called meanwhile as the weights say, until nobody of it is left.
  const dialled = (attempts: number) => {
    const meanwhile = others.map(({ left, weight }) => Math.min(left, (attempts * weight) / outlook.weight));
    return dialledBy(rules, at, meanwhile.reduce((sum, calls) => sum + calls, attempts) / pace);
  };
  let end = dialled(callable);
  if (end !== null && dailyLimit > 0)
    end = dialledBy(rules, laterOf(end, dayAround(rules.timeZone, at).endsAt), dailyLimit / pace);
  let attempts = people;
  let attemptsOfDay = 1;
  for (const round of retryRounds(retryPolicy, shares, people)) {
    if (end === null) return null;
    const { endsAt: tomorrow } = dayAround(rules.timeZone, end);
    const due = new Date(end.getTime() + round.delayMinutes * minuteMs);
    const from: Date = attemptsOfDay < rules.dailyAttempts ? due : laterOf(due, tomorrow);
    attemptsOfDay = from < tomorrow ? attemptsOfDay + 1 : 1;
    attempts += round.people;
    const [work, last] = [dialled(attempts), dialledBy(rules, from, 0)];
    end = work && last && laterOf(work, last);
  }
  return end;
}

/** The other campaigns dial until this one begins. */
function leftThen({ rules, at, pace, othersLeft }: Outlook): readonly PeopleLeft[] {
  const left = othersLeft.reduce((sum, each) => sum + each.left, 0);
  const kept = Math.max(0, 1 - (openMinutes(rules, rules.readAt, at) * pace) / left);
  return othersLeft.map((each) => ({ ...each, left: each.left * kept }));
}

interface RetryRound {
  readonly people: number;
  /** The longest that somebody of it waits. */
  readonly delayMinutes: number;
}

/** A group of less than half a person is nobody. */
const leastPeople = 0.5;

/** Whom the policy lets be called a second time, a third time and so on, if calls end as they did lately. */
export function* retryRounds(
  policy: RetryPolicy,
  shares: Outlook['shares'],
  everybody: number,
): Generator<RetryRound, void> {
  let groups = [{ people: everybody, delayMinutes: 0, used: {} as Partial<Record<RetryOutcome, number>> }];
  for (;;) {
    groups = groups.flatMap(({ people, used }) =>
      retryOutcomes.flatMap((outcome) => {
        const rule = policy[outcome];
        const before = used[outcome] ?? 0;
        const again = people * (shares[outcome] ?? 0);
        if (!rule || before >= rule.attempts || again < leastPeople) return [];
        return [{ people: again, delayMinutes: rule.delayMinutes, used: { ...used, [outcome]: before + 1 } }];
      }),
    );
    if (groups.length === 0) return;
    yield groups.reduce((round, { people, delayMinutes }) => ({
      ...round,
      people: round.people + people,
      delayMinutes: Math.max(round.delayMinutes, delayMinutes),
    }));
  }
}

const laterOf = (one: Date, other: Date): Date => (one > other ? one : other);

/** Windows at most, so that a pace of next to nothing ends the reckoning. */
const mostWindows = 400;

/** When people may be called, from then on. */
function* openSpans(
  { callingWindow, timeZone }: DialingRules,
  from: Date,
): Generator<{ fromMs: number; toMs: number }> {
  let at = from;
  for (let count = 0; count < mostWindows; count += 1) {
    const window = windowAt(callingWindow, timeZone, at);
    const next = window.isOpen ? window.closesAt : window.opensAt;
    if (window.isOpen) yield { fromMs: at.getTime(), toMs: next?.getTime() ?? Infinity };
    if (next === null) return;
    at = next;
  }
}

/** So many minutes of dialling later. */
function dialledBy(rules: DialingRules, at: Date, minutes: number): Date | null {
  let leftMs = minutes * minuteMs;
  for (const { fromMs, toMs } of openSpans(rules, at)) {
    if (leftMs <= toMs - fromMs) return new Date(fromMs + leftMs);
    leftMs -= toMs - fromMs;
  }
  return null;
}

function openMinutes(rules: DialingRules, from: Date, until: Date): number {
  let openMs = 0;
  for (const { fromMs, toMs } of openSpans(rules, from)) {
    if (fromMs >= until.getTime()) break;
    openMs += Math.min(toMs, until.getTime()) - fromMs;
  }
  return openMs / minuteMs;
}
