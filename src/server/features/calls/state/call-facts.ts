/**
 * Conditions on a call for the measures of GLOSSARY.md, such as connected, human, succeeded, or goal reached. Code and
 * SQL of rollups, lists and campaigns use only these definitions.
 */
import type { CallMeasureFilterName, CallResult } from '../../../../contract/calls.ts';
import {
  disconnectionReasonSeverities,
  machineKindByDisconnectionReason,
  getDisconnectionReasonSeverity as severityOf,
  type DisconnectionSeverity,
} from '../../../../retell/disconnection-reasons.ts';
import { callFieldNamesInEvidenceOrder } from './call-columns.ts';
import {
  joinCallConditionsByAnd,
  joinCallConditionsByOr,
  callFieldAboveCondition,
  callFieldKnownCondition,
  callFieldOneOfCondition,
  negateCallCondition,
  disconnectionReasonPrefixCondition,
  type CallCondition,
} from './call-condition.ts';
import type { CallTableRow } from './call-state.ts';

export type CallFactFields = Pick<
  CallTableRow,
  'isOver' | 'status' | 'startAt' | 'durationMs' | 'disconnectionReason' | 'inVoicemail' | 'isSuccessful'
>;

type Measured = CallCondition<keyof CallFactFields>;

/** Condition: the call is over. An event reported its end, and nothing reopens it. */
export const finishedCallCondition = callFieldOneOfCondition('isOver', true);

/** Condition: the call reached a conversation. It ended normally or has a duration, and dialling did not fail. */
export const connectedCallCondition: Measured = joinCallConditionsByAnd(
  negateCallCondition(disconnectionReasonPrefixCondition('dial_')),
  joinCallConditionsByOr(
    callFieldOneOfCondition('status', 'ended'),
    joinCallConditionsByAnd(callFieldKnownCondition('startAt'), callFieldAboveCondition('durationMs', 0)),
  ),
);

const isMachine: Measured = joinCallConditionsByOr(
  callFieldOneOfCondition('inVoicemail', true),
  callFieldOneOfCondition('disconnectionReason', ...Object.keys(machineKindByDisconnectionReason)),
);

/** Connected, and neither voicemail nor IVR answered. */
export const humanCallCondition: Measured = joinCallConditionsByAnd(
  connectedCallCondition,
  negateCallCondition(isMachine),
);

const errorReasons = Object.keys(disconnectionReasonSeverities).filter((reason) => severityOf(reason) === 'error');

/**
 * Call results with their conditions. A call gets the first result whose condition is true, so a call that a machine
 * answered never counts as goal reached.
 */
const resultRules = [
  ['in_progress', negateCallCondition(finishedCallCondition)],
  ['machine', isMachine],
  ['goal_reached', joinCallConditionsByAnd(connectedCallCondition, callFieldOneOfCondition('isSuccessful', true))],
  [
    'failed',
    joinCallConditionsByOr(
      callFieldOneOfCondition('status', 'error'),
      callFieldOneOfCondition('disconnectionReason', ...errorReasons),
    ),
  ],
  ['no_conversation', negateCallCondition(connectedCallCondition)],
  ['unjudged', negateCallCondition(callFieldKnownCondition('isSuccessful'))],
  ['goal_missed', joinCallConditionsByAnd()],
] as const satisfies readonly (readonly [CallResult, Measured])[];

export function getCallResult(call: CallFactFields): CallResult {
  return resultRules.find(([, holds]) => holds(call))?.[0] ?? 'goal_missed';
}

/** For each call result, the condition that a call has exactly this result. */
export const callResultConditions = Object.fromEntries(
  resultRules.map(([result, holds], index) => [
    result,
    joinCallConditionsByAnd<keyof CallFactFields>(
      holds,
      ...resultRules.slice(0, index).map(([, former]) => negateCallCondition<keyof CallFactFields>(former)),
    ),
  ]),
) as Readonly<Record<CallResult, Measured>>;

/** Condition: the call succeeded. It is finished, and its status is `ended` or it lasted longer than 10 s. */
export const succeededCallCondition: Measured = joinCallConditionsByAnd(
  finishedCallCondition,
  joinCallConditionsByOr(callFieldOneOfCondition('status', 'ended'), callFieldAboveCondition('durationMs', 10_000)),
);

/** Condition: the agent transferred the call, or a person took it over. */
export const handoffCallCondition = callFieldOneOfCondition(
  'disconnectionReason',
  'call_transfer',
  'transfer_bridged',
  'call_take_over',
);

/** Condition: somebody could not be heard or understood, or the provider failed. */
const isUnheard: Measured = joinCallConditionsByOr(
  callFieldOneOfCondition(
    'disconnectionReason',
    'error_no_audio_received',
    'error_asr',
    'error_retell',
    'error_unknown',
  ),
  disconnectionReasonPrefixCondition('error_llm_websocket'),
);
/** Condition: a connected call has a known voice quality. Its latency is known, or a technical error ended it. */
export const voiceQualityKnownCondition: CallCondition = joinCallConditionsByAnd(
  connectedCallCondition,
  joinCallConditionsByOr(isUnheard, callFieldKnownCondition('e2eP50Ms')),
);
/**
 * Condition: the voice quality is good. The call had no error of audio, recognition or provider, and its median latency
 * is at most 1,500 ms.
 */
export const goodVoiceQualityCondition: CallCondition = joinCallConditionsByAnd(
  voiceQualityKnownCondition,
  negateCallCondition(joinCallConditionsByOr(isUnheard, callFieldAboveCondition('e2eP50Ms', 1_500))),
);

/**
 * Key: a measure by which call lists can be filtered. Value: its condition on a call. The rollups count calls by the
 * same measures.
 */
export const callMeasureConditions: Readonly<Record<CallMeasureFilterName, CallCondition>> = {
  succeeded: succeededCallCondition,
  unsuccessful: joinCallConditionsByAnd(finishedCallCondition, negateCallCondition(succeededCallCondition)),
  judged: callFieldKnownCondition('isSuccessful'),
  human: humanCallCondition,
  human_timed: joinCallConditionsByAnd(humanCallCondition, callFieldAboveCondition('durationMs', 0)),
  human_greeted: joinCallConditionsByAnd(humanCallCondition, callFieldKnownCondition('greetingMs')),
  human_worded: joinCallConditionsByAnd(
    humanCallCondition,
    callFieldAboveCondition('durationMs', 0),
    callFieldKnownCondition('silenceMs'),
  ),
  human_transcribed: joinCallConditionsByAnd(
    finishedCallCondition,
    humanCallCondition,
    callFieldKnownCondition('agentSpoke'),
  ),
  human_judged: joinCallConditionsByAnd(
    humanCallCondition,
    callFieldKnownCondition('isFollowedUp'),
    callFieldKnownCondition('isSuccessful'),
  ),
  human_fielded: joinCallConditionsByAnd(humanCallCondition, callFieldAboveCondition('fieldsExpected', 0)),
};

/**
 * True if the provider's analysis says that the call reached its goal, false if the call missed it. Null if the
 * analysis does not say.
 */
export function isCallGoalReached(call: Pick<CallFactFields, 'isSuccessful'>): boolean | null {
  return call.isSuccessful;
}

/** Returns the severity of the call's disconnection reason. Null while no reason is known. */
export function getDisconnectionSeverity(call: CallFactFields): DisconnectionSeverity | null {
  return call.disconnectionReason === null ? null : severityOf(call.disconnectionReason);
}

const reasonPlace = callFieldNamesInEvidenceOrder.indexOf('disconnectionReason');

/**
 * True if the provider reported why the call ended. False if the reason comes only from reconciliation, which closed
 * the call because the provider no longer had it.
 */
export function hasReportedDisconnectionReason(call: Pick<CallTableRow, 'disconnectionReason' | 'evidence'>): boolean {
  return call.disconnectionReason !== null && call.evidence[reasonPlace] !== '0';
}
