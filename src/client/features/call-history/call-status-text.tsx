/** A call's status as small text beside its result's badge: 'Exitosa', 'En curso' or 'Fallida' (spec B 2.2). */
import type { CallResult, CallStatus } from '../../../contract/calls.ts';
import { callStatusLabels } from '../../../labels/es.ts';
import { findLabelEntry } from '../../../labels/known.ts';

/** Results that already name the status. */
const resultsOfStatus: Partial<Readonly<Record<CallStatus, CallResult>>> = {
  in_progress: 'in_progress',
  not_connected: 'failed',
  failed: 'failed',
};

interface CallStatusTextProps {
  readonly call: { readonly callStatus: CallStatus; readonly result: CallResult };
}

/** The call's status as text. Renders nothing if the badge of the call's result already says the same. */
export function CallStatusText({ call: { callStatus, result } }: CallStatusTextProps) {
  if (findLabelEntry(resultsOfStatus, callStatus) === result) return null;
  return <span className="text-xs text-muted">{findLabelEntry(callStatusLabels, callStatus) ?? callStatus}</span>;
}
