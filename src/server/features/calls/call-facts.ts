/**
 * The words of measure (GLOSSARY.md) as functions of a call: what counts as connected, human, succeeded or a goal
 * reached. The one place that says so; rollups, lists and campaigns ask here.
 */
import { severityOfReason as severityOf, type ReasonSeverity } from '../../../retell/disconnection-reasons.ts';
import type { CallState } from './call-state.ts';

/** What the measures need of a call. */
export type MeasuredCall = Pick<
  CallState,
  'isOver' | 'status' | 'startAt' | 'durationMs' | 'disconnectionReason' | 'inVoicemail' | 'isSuccessful'
>;

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
  const isMachine = call.inVoicemail === true || machineReasons.has(call.disconnectionReason ?? '');
  return isConnected(call) && !isMachine;
}

/** The success of /api/metrics, performance and the dashboard: finished, and `ended` or longer than 10 s. */
export function isSucceeded(call: MeasuredCall): boolean {
  return call.isOver && (call.status === 'ended' || (call.durationMs ?? 0) > succeededAboveMs);
}

/** Whether the call reached its goal, as the provider's analysis judged; null: not judged, counts as neither. */
export function goal(call: MeasuredCall): boolean | null {
  return call.isSuccessful;
}

/** Severity of why the call ended; null while no reason is known. */
export function severityOfReason(call: MeasuredCall): ReasonSeverity | null {
  return call.disconnectionReason === null ? null : severityOf(call.disconnectionReason);
}
