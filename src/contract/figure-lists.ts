/**
 * Every figure that opens a list of calls, and the filters of the history that hold exactly the calls which it counts; screens
 * add their days and their agent. Figures that are not here open nothing. `linked-figures.test.ts` compares each with its list.
 */
import type { CallFilters } from './calls.ts';
import type { CopcMetric } from './regional.ts';

export type FigureList = Readonly<
  Partial<
    Pick<CallFilters, 'status' | 'sentiment' | 'origin' | 'goal' | 'reason' | 'measure' | 'missed' | 'weekday' | 'hour'>
  >
>;

export const figureLists = {
  calls: {},
  finished: { status: 'finished' },
  active: { status: 'in_progress' },
  succeeded: { measure: 'succeeded' },
  unsuccessful: { measure: 'unsuccessful' },
  judged: { measure: 'judged' },
  goalReached: { goal: 'reached' },
  goalMissed: { goal: 'missed' },
  inbound: { origin: 'inbound' },
  outbound: { origin: 'outbound' },
  web_call: { origin: 'web_call' },
  positive: { sentiment: 'Positive', status: 'finished' },
  neutral: { sentiment: 'Neutral', status: 'finished' },
  negative: { sentiment: 'Negative', status: 'finished' },
} as const satisfies Record<string, FigureList>;

/** Finished calls that ended for a reason. */
export const reasonList = (reason: string): FigureList => ({ reason });

/** The attempts of an hour of the week. */
export const hourList = (weekday: number, hour: number): FigureList => ({
  origin: 'outbound',
  status: 'finished',
  weekday,
  hour,
});

/** The calls over which a quality metric is; of a metric from an analysis or a review no list knows them. */
export const copcLists: Partial<Record<CopcMetric, FigureList>> = {
  connectRate: { origin: 'outbound', status: 'finished' },
  dialerAbandonRate: { origin: 'outbound', measure: 'human_transcribed' },
  speedToGreeting: { measure: 'human_greeted' },
  dataIntegrity: { measure: 'human_fielded' },
  fcr: { measure: 'human_judged' },
  aht: { measure: 'human_timed' },
  containmentRate: { measure: 'human' },
  handoffRate: { measure: 'human' },
  silenceOvertalk: { measure: 'human_worded' },
};

/** The calls that miss a quality metric's target. */
export const missedList = (metric: CopcMetric): FigureList => ({ missed: metric });
