/**
 * Figures on screens that open a list of calls. Each figure has filters of the call history that select exactly the
 * calls it counts. `linked-figures.test.ts` compares each figure with its list.
 */
import type { CallFilters } from './calls.ts';
import type { CopcMetric } from './regional.ts';

export type FigureCallFilters = Readonly<
  Partial<
    Pick<CallFilters, 'status' | 'sentiment' | 'origin' | 'goal' | 'reason' | 'measure' | 'missed' | 'weekday' | 'hour'>
  >
>;

export const callFiltersByFigure = {
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
} as const satisfies Record<string, FigureCallFilters>;

/** Returns filters of the call history for the finished calls with this disconnection reason. */
export const makeDisconnectionReasonCallFilters = (reason: string): FigureCallFilters => ({ reason });

/** Returns filters of the call history for the finished outbound calls of one hour of the week. */
export const makeWeekHourCallFilters = (weekday: number, hour: number): FigureCallFilters => ({
  origin: 'outbound',
  status: 'finished',
  weekday,
  hour,
});

/**
 * For each quality metric, the call history filters that select exactly the calls which the metric counts. Metrics for
 * which no filters can do this are missing.
 */
export const callFiltersByCopcMetric: Partial<Record<CopcMetric, FigureCallFilters>> = {
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

/** Returns filters of the call history for the calls that miss a quality metric's target. */
export const makeMissedTargetCallFilters = (metric: CopcMetric): FigureCallFilters => ({ missed: metric });
