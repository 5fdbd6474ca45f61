/**
 * The words of measure (GLOSSARY.md) as functions of a call: what counts as connected, human, succeeded or a goal
 * reached. The one place that says so; rollups, lists and campaigns ask here.
 */
import type { CallResult } from '../../../../contract/calls.ts';
import { severityOfReason as severityOf, type ReasonSeverity } from '../../../../retell/disconnection-reasons.ts';
import { fieldNames } from './call-columns.ts';
import type { CallState } from './call-state.ts';

/** What the measures need of a call. */
export type MeasuredCall = Pick<
  CallState,
  'isOver' | 'status' | 'startAt' | 'durationMs' | 'disconnectionReason' | 'inVoicemail' | 'isSuccessful'
>;

/** Why a call ended that a person took over from the agent. */
const handoffReasons: ReadonlySet<string> = new Set(['call_transfer', 'transfer_bridged', 'call_take_over']);
/** Why a call ended in which somebody could not be heard or understood, or the provider failed. */
const voiceReasons: ReadonlySet<string> = new Set([
  'error_no_audio_received',
  'error_asr',
  'error_retell',
  'error_unknown',
]);
/** Half of the answers later than this is a conversation that drags. */
const clearLatencyMs = 1_500;

/** An ended call counts as succeeded; so does any that lasted longer than this. */
const succeededAboveMs = 10_000;
const machineReasons: ReadonlySet<string> = new Set(['voicemail_reached', 'ivr_reached']);

/** Some event says that it is over. It never opens again. */
export function isFinished(call: MeasuredCall): boolean {
  return call.isOver;
}

/** The call reached a conversation: `ended`, or has a start and a duration above 0, and no `dial_*` reason. */
export function isConnected(call: MeasuredCall): boolean {
  if (call.disconnectionReason?.startsWith('dial_')) return false;
  return call.status === 'ended' || (call.startAt !== null && (call.durationMs ?? 0) > 0);
}

/** Connected, and neither voicemail nor IVR answered. */
export function isHuman(call: MeasuredCall): boolean {
  return isConnected(call) && !isMachine(call);
}

function isMachine(call: MeasuredCall): boolean {
  return call.inVoicemail === true || machineReasons.has(call.disconnectionReason ?? '');
}

/** What came of a call, in the one word that lists and its page show beside its status. A machine never looks like a goal. */
export function callResult(call: MeasuredCall): CallResult {
  if (!call.isOver) return 'in_progress';
  if (isMachine(call)) return 'machine';
  const isTalk = isConnected(call);
  if (isTalk && call.isSuccessful === true) return 'goal_reached';
  if (call.status === 'error' || severityOfReason(call) === 'error') return 'failed';
  if (!isTalk) return 'no_conversation';
  return call.isSuccessful === null ? 'unjudged' : 'goal_missed';
}

/** The success of /api/metrics, performance and the dashboard: finished, and `ended` or longer than 10 s. */
export function isSucceeded(call: MeasuredCall): boolean {
  return call.isOver && (call.status === 'ended' || (call.durationMs ?? 0) > succeededAboveMs);
}

/** The agent handed the person over to another one. */
export function isHandoff(call: MeasuredCall): boolean {
  return handoffReasons.has(call.disconnectionReason ?? '');
}

/**
 * Whether a connected call was free of audio, recognition and provider errors and answered in time, half of the answers
 * within 1,500 ms; null where its latency is not known and no error says it.
 */
export function hasClearVoice(call: MeasuredCall & Pick<CallState, 'e2eP50Ms'>): boolean | null {
  if (!isConnected(call)) return null;
  const reason = call.disconnectionReason ?? '';
  if (voiceReasons.has(reason) || reason.startsWith('error_llm_websocket')) return false;
  return call.e2eP50Ms === null ? null : Number(call.e2eP50Ms) <= clearLatencyMs;
}

/** Whether the call reached its goal, as the provider's analysis judged; null: not judged, counts as neither. */
export function goal(call: MeasuredCall): boolean | null {
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
