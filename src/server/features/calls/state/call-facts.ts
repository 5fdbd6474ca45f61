/**
 * Conditions on a call for the measures of GLOSSARY.md, such as connected, human, succeeded, or goal reached. Code and
 * SQL of rollups, lists and campaigns use only these definitions.
 */
import type { CallMeasure, CallResult } from '../../../../contract/calls.ts';
import {
  disconnectionReasons,
  machineReasons,
  severityOfReason as severityOf,
  type ReasonSeverity,
} from '../../../../retell/disconnection-reasons.ts';
import { fieldNames } from './call-columns.ts';
import {
  allConditions,
  anyCondition,
  fieldAboveCondition,
  isKnown,
  isOneOf,
  negateCondition,
  reasonBegins,
  type CallCondition,
} from './call-condition.ts';
import type { CallState } from './call-state.ts';

export type MeasuredCall = Pick<
  CallState,
  'isOver' | 'status' | 'startAt' | 'durationMs' | 'disconnectionReason' | 'inVoicemail' | 'isSuccessful'
>;

type Measured = CallCondition<keyof MeasuredCall>;

/** Condition: the call is over. An event reported its end, and nothing reopens it. */
export const isFinished = isOneOf('isOver', true);

/** Condition: the call reached a conversation. It ended normally or has a duration, and dialling did not fail. */
export const isConnected: Measured = allConditions(
  negateCondition(reasonBegins('dial_')),
  anyCondition(isOneOf('status', 'ended'), allConditions(isKnown('startAt'), fieldAboveCondition('durationMs', 0))),
);

const isMachine: Measured = anyCondition(
  isOneOf('inVoicemail', true),
  isOneOf('disconnectionReason', ...Object.keys(machineReasons)),
);

/** Connected, and neither voicemail nor IVR answered. */
export const isHuman: Measured = allConditions(isConnected, negateCondition(isMachine));

const errorReasons = Object.keys(disconnectionReasons).filter((reason) => severityOf(reason) === 'error');

/** List of results and conditions. The first true condition decides, so a machine never counts as goal reached. */
const resultRules = [
  ['in_progress', negateCondition(isFinished)],
  ['machine', isMachine],
  ['goal_reached', allConditions(isConnected, isOneOf('isSuccessful', true))],
  ['failed', anyCondition(isOneOf('status', 'error'), isOneOf('disconnectionReason', ...errorReasons))],
  ['no_conversation', negateCondition(isConnected)],
  ['unjudged', negateCondition(isKnown('isSuccessful'))],
  ['goal_missed', allConditions()],
] as const satisfies readonly (readonly [CallResult, Measured])[];

/** Returns a call's result (such as goal reached), which is shown beside the call's status. */
export function callResult(call: MeasuredCall): CallResult {
  return resultRules.find(([, holds]) => holds(call))?.[0] ?? 'goal_missed';
}

/** Key: a result. Value: the condition that a call has exactly this result. */
export const resultConditions = Object.fromEntries(
  resultRules.map(([result, holds], index) => [
    result,
    allConditions<keyof MeasuredCall>(
      holds,
      ...resultRules.slice(0, index).map(([, former]) => negateCondition<keyof MeasuredCall>(former)),
    ),
  ]),
) as Readonly<Record<CallResult, Measured>>;

/** Condition: the call succeeded. It is finished, and its status is `ended` or it lasted longer than 10 s. */
export const isSucceeded: Measured = allConditions(
  isFinished,
  anyCondition(isOneOf('status', 'ended'), fieldAboveCondition('durationMs', 10_000)),
);

/** Condition: the agent transferred the call, or a person took it over. */
export const isHandoff = isOneOf('disconnectionReason', 'call_transfer', 'transfer_bridged', 'call_take_over');

/** Condition: somebody could not be heard or understood, or the provider failed. */
const isUnheard: Measured = anyCondition(
  isOneOf('disconnectionReason', 'error_no_audio_received', 'error_asr', 'error_retell', 'error_unknown'),
  reasonBegins('error_llm_websocket'),
);
/** Condition: the voice quality of a connected call is known, because of a technical error or a known latency. */
export const isVoiceKnown: CallCondition = allConditions(isConnected, anyCondition(isUnheard, isKnown('e2eP50Ms')));
/** Condition: the voice quality is good: no error of audio, recognition or provider, median latency up to 1,500 ms. */
export const isVoiceClear: CallCondition = allConditions(
  isVoiceKnown,
  negateCondition(anyCondition(isUnheard, fieldAboveCondition('e2eP50Ms', 1_500))),
);

/** Key: a measure by which call lists can be filtered. Value: its condition. The rollups count the same measures. */
export const measureConditions: Readonly<Record<CallMeasure, CallCondition>> = {
  succeeded: isSucceeded,
  unsuccessful: allConditions(isFinished, negateCondition(isSucceeded)),
  judged: isKnown('isSuccessful'),
  human: isHuman,
  human_timed: allConditions(isHuman, fieldAboveCondition('durationMs', 0)),
  human_greeted: allConditions(isHuman, isKnown('greetingMs')),
  human_worded: allConditions(isHuman, fieldAboveCondition('durationMs', 0), isKnown('silenceMs')),
  human_transcribed: allConditions(isFinished, isHuman, isKnown('agentSpoke')),
  human_judged: allConditions(isHuman, isKnown('isFollowedUp'), isKnown('isSuccessful')),
  human_fielded: allConditions(isHuman, fieldAboveCondition('fieldsExpected', 0)),
};

/** True or false if the provider's analysis says that the call reached or missed its goal. Null if it does not say. */
export function goalReached(call: Pick<MeasuredCall, 'isSuccessful'>): boolean | null {
  return call.isSuccessful;
}

/** Returns the severity of the call's disconnection reason. Null while no reason is known. */
export function severityOfReason(call: MeasuredCall): ReasonSeverity | null {
  return call.disconnectionReason === null ? null : severityOf(call.disconnectionReason);
}

const reasonPlace = fieldNames.indexOf('disconnectionReason');

/**
 * True if the provider reported why the call ended. False if reconciliation closed the call, because the provider no
 * longer knew it: the reason then has the weakest evidence.
 */
export function hasReportedReason(call: Pick<CallState, 'disconnectionReason' | 'evidence'>): boolean {
  return call.disconnectionReason !== null && call.evidence[reasonPlace] !== '0';
}
