/**
 * List of all counters in the call rollups. Each counter is a database column with a function that computes a call's
 * value. Values of several calls are summed. A test compares the columns with the database.
 */
import type { CallMeasure } from '../../../../contract/calls.ts';
import {
  allConditions,
  columnOf,
  fieldAboveCondition,
  isConnected,
  isFinished,
  isHandoff,
  isHuman,
  isKnown,
  isOneOf,
  isSucceeded,
  isVoiceClear,
  isVoiceKnown,
  measureConditions,
  type CallCondition,
  type CallState,
} from '../../calls/index.ts';

export interface RollupCounter {
  readonly column: string;
  readonly type: 'bigint' | 'numeric';
  /** Condition on the calls that the counter counts. Missing if the counter sums a figure, such as the duration. */
  readonly counts?: CallCondition;
  /** Returns what one call adds to the rollup counter: a whole number, or an exact decimal of at least 0. */
  readonly measure: (call: CallState) => number | string;
  /** SQL expression over `calls as c` that gives the counter's value for one call. */
  readonly sql: string;
}

const everyCall = allConditions();
const { judged, human_timed, human_greeted, human_worded, human_transcribed, human_judged, human_fielded } =
  measureConditions;

export const rollupCounters: readonly RollupCounter[] = [
  count('calls', everyCall),
  count('finished', isFinished),
  count('connected', isConnected),
  count('human', isHuman),
  count('succeeded', isSucceeded),
  count('goal_known', judged),
  count('goal_reached', isOneOf('isSuccessful', true)),
  // Averages include only calls whose figure is known, and only durations above 0.
  sum('duration_ms', everyCall, 'durationMs'),
  count('duration_n', fieldAboveCondition('durationMs', 0)),
  sum('cost_cents', everyCall, 'costCents', 'numeric'),
  count('cost_n', isKnown('costCents')),
  sum('e2e_p50_ms', everyCall, 'e2eP50Ms', 'numeric'),
  count('e2e_p50_n', isKnown('e2eP50Ms')),
  // Counters of calls with a human, in the order of GLOSSARY.md's quality metrics.
  sum('human_ms', isHuman, 'durationMs'),
  count('human_n', human_timed),
  count('handoffs', allConditions(isHuman, isHandoff)),
  sum('greeting_ms', isHuman, 'greetingMs'),
  count('greeting_n', human_greeted),
  sum('silence_ms', human_worded, 'silenceMs'),
  sum('overlap_ms', human_worded, 'overlapMs'),
  sum('timed_ms', human_worded, 'durationMs'),
  count('timed_n', human_worded),
  count('speech_known', human_transcribed),
  count('speechless', allConditions(human_transcribed, isOneOf('agentSpoke', false))),
  count('voice_known', isVoiceKnown),
  count('voice_clear', isVoiceClear),
  count('contacts', human_judged),
  count(
    'contacts_resolved',
    allConditions(human_judged, isOneOf('isSuccessful', true), isOneOf('isFollowedUp', false)),
  ),
  sum('fields_filled', human_fielded, 'fieldsFilled'),
  sum('fields_expected', human_fielded, 'fieldsExpected'),
  count('fields_n', human_fielded),
  // Counters exist only for the three moods by which agents are compared. Tallies (counts by value) count all moods.
  count('mood_positive', allConditions(isFinished, isOneOf('sentiment', 'Positive'))),
  count('mood_neutral', allConditions(isFinished, isOneOf('sentiment', 'Neutral'))),
  count('mood_negative', allConditions(isFinished, isOneOf('sentiment', 'Negative'))),
];

const countedBy = new Map(rollupCounters.map(({ counts, column }) => [counts, column]));
/** SQL expression of rollup counters that counts the calls of a measure, for filters of the call history. */
export function countOfMeasure(measure: CallMeasure): string {
  if (measure === 'unsuccessful') return '(finished - succeeded)';
  return countedBy.get(measureConditions[measure]) ?? measure;
}

type Figure = { [F in keyof CallState]: CallState[F] extends number | string | null ? F : never }[keyof CallState];

function sum(
  column: string,
  holds: CallCondition,
  figure: Figure,
  type: RollupCounter['type'] = 'bigint',
): RollupCounter {
  const sql = `case when ${holds.sql} then coalesce(${columnOf(figure)}, 0) else 0 end`;
  return { column, type, measure: (call) => (holds(call) ? (call[figure] ?? 0) : 0), sql };
}

function count(column: string, holds: CallCondition): RollupCounter {
  return { column, type: 'bigint', counts: holds, measure: (call) => (holds(call) ? 1 : 0), sql: `${holds.sql}::int` };
}
