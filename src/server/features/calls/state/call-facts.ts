/**
 * The measures of GLOSSARY.md as conditions on a call: connected, human, succeeded, goal reached. They are defined only
 * here, for code and SQL, for rollups, lists and campaigns.
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

/** The fields of a call from which its measures are computed. */
export type MeasuredCall = Pick<
  CallState,
  'isOver' | 'status' | 'startAt' | 'durationMs' | 'disconnectionReason' | 'inVoicemail' | 'isSuccessful'
>;

type Measured = CallCondition<keyof MeasuredCall>;

/** Condition: an event has reported that the call is over. A call never reopens. */
export const isFinished = isOneOf('isOver', true);

/** Condition: the call reached a conversation. It ended regularly or has a duration, and dialling did not fail. */
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

/** The rules for a call's result. The first rule that matches wins, so a machine never counts as a goal reached. */
const resultRules = [
  ['in_progress', negateCondition(isFinished)],
  ['machine', isMachine],
  ['goal_reached', allConditions(isConnected, isOneOf('isSuccessful', true))],
  ['failed', anyCondition(isOneOf('status', 'error'), isOneOf('disconnectionReason', ...errorReasons))],
  ['no_conversation', negateCondition(isConnected)],
  ['unjudged', negateCondition(isKnown('isSuccessful'))],
  ['goal_missed', allConditions()],
] as const satisfies readonly (readonly [CallResult, Measured])[];

/** Returns a call's result (such as goal reached), which lists and the call's page show beside its status. */
export function callResult(call: MeasuredCall): CallResult {
  return resultRules.find(([, holds]) => holds(call))?.[0] ?? 'goal_missed';
}

/** For each result, the condition that is true of exactly the calls with that result. */
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
/** Condition: the call is connected, and an error or its latency shows whether the voice was clear. */
export const isVoiceKnown: CallCondition = allConditions(isConnected, anyCondition(isUnheard, isKnown('e2eP50Ms')));
/** Condition: the call had no error of audio, recognition or provider, and a median latency of at most 1,500 ms. */
export const isVoiceClear: CallCondition = allConditions(
  isVoiceKnown,
  negateCondition(anyCondition(isUnheard, fieldAboveCondition('e2eP50Ms', 1_500))),
);

/** The condition of each measure that call lists can filter by and that rollups count. */
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

/** True if the call reached its goal by the provider's analysis, false if it missed it. Null if it was not judged. */
export function goalReached(call: Pick<MeasuredCall, 'isSuccessful'>): boolean | null {
  return call.isSuccessful;
}

/** Returns the severity of the call's disconnection reason. Null while no reason is known. */
export function severityOfReason(call: MeasuredCall): ReasonSeverity | null {
  return call.disconnectionReason === null ? null : severityOf(call.disconnectionReason);
}

const reasonPlace = fieldNames.indexOf('disconnectionReason');

/**
 * True if the provider reported why the call ended. False if reconciliation closed an open call that the provider no
 * longer knows (reconcile-run.ts), because that reason has the weakest evidence.
 */
export function hasReportedReason(call: Pick<CallState, 'disconnectionReason' | 'evidence'>): boolean {
  return call.disconnectionReason !== null && call.evidence[reasonPlace] !== '0';
}
