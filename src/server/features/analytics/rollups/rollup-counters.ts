/**
 * What the rollups count of a call, declared once: the columns of the rollups of half hours and days, by agent and of all (a
 * test compares them with the database), each with the measure that fills it. All of them add up.
 */
import {
  goal,
  hasClearVoice,
  isConnected,
  isFinished,
  isHandoff,
  isHuman,
  isSucceeded,
  type CallState,
} from '../../calls/index.ts';

export interface RollupCounter {
  readonly column: string;
  readonly type: 'bigint' | 'numeric';
  /** What one call adds: a whole number, or an exact decimal of at least 0. */
  readonly measure: (call: CallState) => number | string;
}

const hasTime = (call: CallState): boolean => (call.durationMs ?? 0) > 0;
const isTimed = (call: CallState): boolean => isHuman(call) && call.silenceMs !== null && hasTime(call);
const isContact = (call: CallState): boolean => isHuman(call) && call.isFollowedUp !== null && goal(call) !== null;
const hasRequired = (call: CallState): boolean => isHuman(call) && (call.fieldsExpected ?? 0) > 0;

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
  // Of human calls, in the order of GLOSSARY.md's quality metrics.
  sum('human_ms', isHuman, (call) => call.durationMs),
  count('human_n', (call) => isHuman(call) && hasTime(call)),
  count('handoffs', (call) => isHuman(call) && isHandoff(call)),
  sum('greeting_ms', isHuman, (call) => call.greetingMs),
  count('greeting_n', (call) => isHuman(call) && call.greetingMs !== null),
  sum('silence_ms', isTimed, (call) => call.silenceMs),
  sum('overlap_ms', isTimed, (call) => call.overlapMs),
  sum('timed_ms', isTimed, (call) => call.durationMs),
  count('timed_n', isTimed),
  count('speech_known', (call) => isFinished(call) && isHuman(call) && call.agentSpoke !== null),
  count('speechless', (call) => isFinished(call) && isHuman(call) && call.agentSpoke === false),
  count('voice_known', (call) => hasClearVoice(call) !== null),
  count('voice_clear', (call) => hasClearVoice(call) === true),
  count('contacts', isContact),
  count('contacts_resolved', (call) => isContact(call) && goal(call) === true && call.isFollowedUp === false),
  sum('fields_filled', hasRequired, (call) => call.fieldsFilled),
  sum('fields_expected', hasRequired, (call) => call.fieldsExpected),
  count('fields_n', hasRequired),
  // The three moods that agents are compared by; all that the provider says of feelings stands in the tallies.
  count('mood_positive', (call) => isFinished(call) && call.sentiment === 'Positive'),
  count('mood_neutral', (call) => isFinished(call) && call.sentiment === 'Neutral'),
  count('mood_negative', (call) => isFinished(call) && call.sentiment === 'Negative'),
];

function sum(
  column: string,
  holds: (call: CallState) => boolean,
  figure: (call: CallState) => number | null,
): RollupCounter {
  return { column, type: 'bigint', measure: (call) => (holds(call) ? (figure(call) ?? 0) : 0) };
}

function count(column: string, holds: (call: CallState) => boolean): RollupCounter {
  return { column, type: 'bigint', measure: (call) => (holds(call) ? 1 : 0) };
}
