/** 'Exitosa', 'En curso' or 'Fallida' (spec B 2.2): how the call stands, small and neutral. The result's badge beside it has the colour. */
import type { CallResult, CallStatus } from '../../../contract/calls.ts';
import { callStatusLabels } from '../../../labels/es.ts';
import { known } from '../../../labels/known.ts';

/** Results that say the status already. */
const resultsOfStatus: Partial<Readonly<Record<CallStatus, CallResult>>> = {
  in_progress: 'in_progress',
  not_connected: 'failed',
  failed: 'failed',
};

interface CallStatusTextProps {
  readonly call: { readonly callStatus: CallStatus; readonly result: CallResult };
}

/** Nothing where the result beside it says the same. */
export function CallStatusText({ call: { callStatus, result } }: CallStatusTextProps) {
  if (known(resultsOfStatus, callStatus) === result) return null;
  return <span className="text-xs text-muted">{known(callStatusLabels, callStatus) ?? callStatus}</span>;
}
