/**
 * List of all counters in the call rollups. Each counter is a database column with a function that computes a call's
 * value. Values of several calls are summed. A test compares the columns with the database.
 */
import type { CallMeasureFilterName } from '../../../../contract/calls.ts';
import {
  joinCallConditionsByAnd,
  toCallColumnSql,
  callFieldAboveCondition,
  connectedCallCondition,
  finishedCallCondition,
  handoffCallCondition,
  humanCallCondition,
  callFieldKnownCondition,
  callFieldOneOfCondition,
  succeededCallCondition,
  goodVoiceQualityCondition,
  voiceQualityKnownCondition,
  callMeasureConditions,
  type CallCondition,
  type CallTableRow,
} from '../../calls/index.ts';

export interface RollupCounter {
  readonly column: string;
  readonly type: 'bigint' | 'numeric';
  /**
   * Condition that a call must meet to be counted. Missing if the counter sums a value, such as the duration, instead
   * of counting calls.
   */
  readonly counts?: CallCondition;
  /** Returns what one call adds to the rollup counter: a whole number, or an exact decimal of at least 0. */
  readonly measure: (call: CallTableRow) => number | string;
  readonly sql: string;
}

const everyCall = joinCallConditionsByAnd();
const { judged, human_timed, human_greeted, human_worded, human_transcribed, human_judged, human_fielded } =
  callMeasureConditions;

export const rollupCounters: readonly RollupCounter[] = [
  count('calls', everyCall),
  count('finished', finishedCallCondition),
  count('connected', connectedCallCondition),
  count('human', humanCallCondition),
  count('succeeded', succeededCallCondition),
  count('goal_known', judged),
  count('goal_reached', callFieldOneOfCondition('isSuccessful', true)),
  sum('duration_ms', everyCall, 'durationMs'),
  count('duration_n', callFieldAboveCondition('durationMs', 0)),
  sum('cost_cents', everyCall, 'costCents', 'numeric'),
  count('cost_n', callFieldKnownCondition('costCents')),
  sum('e2e_p50_ms', everyCall, 'e2eP50Ms', 'numeric'),
  count('e2e_p50_n', callFieldKnownCondition('e2eP50Ms')),
  // Counters of calls with a human, in the order of GLOSSARY.md's quality metrics.
  sum('human_ms', humanCallCondition, 'durationMs'),
  count('human_n', human_timed),
  count('handoffs', joinCallConditionsByAnd(humanCallCondition, handoffCallCondition)),
  sum('greeting_ms', humanCallCondition, 'greetingMs'),
  count('greeting_n', human_greeted),
  sum('silence_ms', human_worded, 'silenceMs'),
  sum('overlap_ms', human_worded, 'overlapMs'),
  sum('timed_ms', human_worded, 'durationMs'),
  count('timed_n', human_worded),
  count('speech_known', human_transcribed),
  count('speechless', joinCallConditionsByAnd(human_transcribed, callFieldOneOfCondition('agentSpoke', false))),
  count('voice_known', voiceQualityKnownCondition),
  count('voice_clear', goodVoiceQualityCondition),
  count('contacts', human_judged),
  count(
    'contacts_resolved',
    joinCallConditionsByAnd(
      human_judged,
      callFieldOneOfCondition('isSuccessful', true),
      callFieldOneOfCondition('isFollowedUp', false),
    ),
  ),
  sum('fields_filled', human_fielded, 'fieldsFilled'),
  sum('fields_expected', human_fielded, 'fieldsExpected'),
  count('fields_n', human_fielded),
  // These counters cover only the three sentiments by which agents are compared. The rollup tallies (counts by value)
  // cover every sentiment.
  count(
    'mood_positive',
    joinCallConditionsByAnd(finishedCallCondition, callFieldOneOfCondition('sentiment', 'Positive')),
  ),
  count(
    'mood_neutral',
    joinCallConditionsByAnd(finishedCallCondition, callFieldOneOfCondition('sentiment', 'Neutral')),
  ),
  count(
    'mood_negative',
    joinCallConditionsByAnd(finishedCallCondition, callFieldOneOfCondition('sentiment', 'Negative')),
  ),
];

const countedBy = new Map(rollupCounters.map(({ counts, column }) => [counts, column]));
/**
 * Returns a SQL expression over rollup columns: the number of calls that the call history shows with the given measure
 * filter.
 */
export function buildRollupMeasureCountSql(measure: CallMeasureFilterName): string {
  if (measure === 'unsuccessful') return '(finished - succeeded)';
  return countedBy.get(callMeasureConditions[measure]) ?? measure;
}

type Figure = {
  [F in keyof CallTableRow]: CallTableRow[F] extends number | string | null ? F : never;
}[keyof CallTableRow];

function sum(
  column: string,
  holds: CallCondition,
  figure: Figure,
  type: RollupCounter['type'] = 'bigint',
): RollupCounter {
  const sql = `case when ${holds.sql} then coalesce(${toCallColumnSql(figure)}, 0) else 0 end`;
  return { column, type, measure: (call) => (holds(call) ? (call[figure] ?? 0) : 0), sql };
}

function count(column: string, holds: CallCondition): RollupCounter {
  return { column, type: 'bigint', counts: holds, measure: (call) => (holds(call) ? 1 : 0), sql: `${holds.sql}::int` };
}
