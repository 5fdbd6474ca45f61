/**
 * The words of measure (GLOSSARY.md) as conditions on a call: what counts as connected, human, succeeded or a goal
 * reached. The one place that says so, for code and for SQL; rollups, lists and campaigns ask here.
 */
import type { CallMeasure, CallResult } from '../../../../contract/calls.ts';
import {
  disconnectionReasons,
  machineReasons,
  severityOfReason as severityOf,
  type ReasonSeverity,
} from '../../../../retell/disconnection-reasons.ts';
import { fieldNames } from './call-columns.ts';
import { all, any, isAbove, isKnown, isOneOf, not, reasonBegins, type CallCondition } from './call-condition.ts';
import type { CallState } from './call-state.ts';

/** What the measures need of a call. */
export type MeasuredCall = Pick<
  CallState,
  'isOver' | 'status' | 'startAt' | 'durationMs' | 'disconnectionReason' | 'inVoicemail' | 'isSuccessful'
>;

type Measured = CallCondition<keyof MeasuredCall>;

/** Some event says that it is over. It never opens again. */
export const isFinished = isOneOf('isOver', true);

/** The call reached a conversation: `ended`, or has a start and a duration above 0, and no `dial_*` reason. */
export const isConnected: Measured = all(
  not(reasonBegins('dial_')),
  any(isOneOf('status', 'ended'), all(isKnown('startAt'), isAbove('durationMs', 0))),
);

const isMachine: Measured = any(
  isOneOf('inVoicemail', true),
  isOneOf('disconnectionReason', ...Object.keys(machineReasons)),
);

/** Connected, and neither voicemail nor IVR answered. */
export const isHuman: Measured = all(isConnected, not(isMachine));

const errorReasons = Object.keys(disconnectionReasons).filter((reason) => severityOf(reason) === 'error');

/** The first that is true of a call is its result. A machine never looks like a goal. */
const resultRules = [
  ['in_progress', not(isFinished)],
  ['machine', isMachine],
  ['goal_reached', all(isConnected, isOneOf('isSuccessful', true))],
  ['failed', any(isOneOf('status', 'error'), isOneOf('disconnectionReason', ...errorReasons))],
  ['no_conversation', not(isConnected)],
  ['unjudged', not(isKnown('isSuccessful'))],
  ['goal_missed', all()],
] as const satisfies readonly (readonly [CallResult, Measured])[];

/** A call's result, in the one word that lists and its page show beside its status. */
export function callResult(call: MeasuredCall): CallResult {
  return resultRules.find(([, holds]) => holds(call))?.[0] ?? 'goal_missed';
}

/** A condition that is true of exactly the calls of one result. */
export const resultConditions = Object.fromEntries(
  resultRules.map(([result, holds], index) => [
    result,
    all<keyof MeasuredCall>(holds, ...resultRules.slice(0, index).map(([, former]) => not<keyof MeasuredCall>(former))),
  ]),
) as Readonly<Record<CallResult, Measured>>;

/** The success of /api/metrics, performance and the dashboard: finished, and `ended` or longer than 10 s. */
export const isSucceeded: Measured = all(isFinished, any(isOneOf('status', 'ended'), isAbove('durationMs', 10_000)));

/** The agent handed the person over to another one. */
export const isHandoff = isOneOf('disconnectionReason', 'call_transfer', 'transfer_bridged', 'call_take_over');

/** Somebody could not be heard or understood, or the provider failed. */
const isUnheard: Measured = any(
  isOneOf('disconnectionReason', 'error_no_audio_received', 'error_asr', 'error_retell', 'error_unknown'),
  reasonBegins('error_llm_websocket'),
);
/** Of a connected call it is known whether its voice was clear: an error says it, or its latency. */
export const isVoiceKnown: CallCondition = all(isConnected, any(isUnheard, isKnown('e2eP50Ms')));
/** Free of errors of audio, recognition and provider, and half of the answers within 1,500 ms: later drags. */
export const isVoiceClear: CallCondition = all(isVoiceKnown, not(any(isUnheard, isAbove('e2eP50Ms', 1_500))));

/** What lists may count, and the rollups do. */
export const measureConditions: Readonly<Record<CallMeasure, CallCondition>> = {
  succeeded: isSucceeded,
  unsuccessful: all(isFinished, not(isSucceeded)),
  judged: isKnown('isSuccessful'),
  human: isHuman,
  human_timed: all(isHuman, isAbove('durationMs', 0)),
  human_greeted: all(isHuman, isKnown('greetingMs')),
  human_worded: all(isHuman, isAbove('durationMs', 0), isKnown('silenceMs')),
  human_transcribed: all(isFinished, isHuman, isKnown('agentSpoke')),
  human_judged: all(isHuman, isKnown('isFollowedUp'), isKnown('isSuccessful')),
  human_fielded: all(isHuman, isAbove('fieldsExpected', 0)),
};

/** Whether the call reached its goal, as the provider's analysis judged; null: not judged, counts as neither. */
export function goal(call: Pick<MeasuredCall, 'isSuccessful'>): boolean | null {
  return call.isSuccessful;
}

/** Severity of why the call ended; null while no reason is known. */
export function severityOfReason(call: MeasuredCall): ReasonSeverity | null {
  return call.disconnectionReason === null ? null : severityOf(call.disconnectionReason);
}

const reasonPlace = fieldNames.indexOf('disconnectionReason');

/**
 * The provider said why the call ended. False of a reason that stands there because the provider knew nothing of an open
 * call any more (reconcile-run.ts): the weakest evidence there is.
 */
export function hasReportedReason(call: Pick<CallState, 'disconnectionReason' | 'evidence'>): boolean {
  return call.disconnectionReason !== null && call.evidence[reasonPlace] !== '0';
}
