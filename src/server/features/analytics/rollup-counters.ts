/**
 * What the rollups count of a call, declared once: the columns of `rollup_half_hours` and `rollup_days` (a test compares
 * them with the database), each with the measure that fills it. All of them add up.
 */
import { goal, isConnected, isFinished, isHuman, isSucceeded, type CallState } from '../calls/index.ts';

export interface RollupCounter {
  readonly column: string;
  readonly type: 'bigint' | 'numeric';
  /** What one call adds: a whole number, or an exact decimal of at least 0. */
  readonly measure: (call: CallState) => number | string;
}

export const rollupCounters: readonly RollupCounter[] = [
  count('calls', () => true),
  count('finished', isFinished),
  count('connected', isConnected),
  count('human', isHuman),
  count('succeeded', isSucceeded),
  count('goal_known', (call) => goal(call) !== null),
  count('goal_reached', (call) => goal(call) === true),
  // Averages are over calls that have the figure, durations over those above 0.
  { column: 'duration_ms', type: 'bigint', measure: (call) => call.durationMs ?? 0 },
  count('duration_n', (call) => (call.durationMs ?? 0) > 0),
  { column: 'cost_cents', type: 'numeric', measure: (call) => call.costCents ?? 0 },
  count('cost_n', (call) => call.costCents !== null),
  { column: 'e2e_p50_ms', type: 'numeric', measure: (call) => call.e2eP50Ms ?? 0 },
  count('e2e_p50_n', (call) => call.e2eP50Ms !== null),
];

function count(column: string, holds: (call: CallState) => boolean): RollupCounter {
  return { column, type: 'bigint', measure: (call) => (holds(call) ? 1 : 0) };
}
