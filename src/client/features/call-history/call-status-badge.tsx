/** 'Exitosa', 'En curso' or 'Fallida' (spec B 2.2): how the call stands, without a colour. What came of it says the result beside it. */
import type { CallStatus } from '../../../contract/calls.ts';
import { callStatusLabels } from '../../../labels/es.ts';
import { known } from '../../../labels/known.ts';
import { Badge } from '../../ui/badge.tsx';

export function CallStatusBadge({ status }: { readonly status: CallStatus }) {
  return <Badge>{known(callStatusLabels, status) ?? status}</Badge>;
}
