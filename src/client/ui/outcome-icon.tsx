/**
 * Icon for a call's outcome, with a text for screen readers. The icon has no colour, unlike the badge of the call's
 * result.
 */
import { CircleCheck, CircleMinus, CircleX, Clock } from 'lucide-react';
import { callOutcomeLabels } from '../../labels/common-es.ts';
import type { CallOutcome } from '../format/calls.ts';

const icons = { success: CircleCheck, failure: CircleX, open: Clock, other: CircleMinus } as const;

export function CallOutcomeIcon({ outcome }: { readonly outcome: CallOutcome }) {
  const Icon = icons[outcome];
  return (
    <span className="shrink-0 text-muted" title={callOutcomeLabels[outcome]}>
      <Icon aria-hidden className="size-5" strokeWidth={1.75} />
      <span className="sr-only">{callOutcomeLabels[outcome]}</span>
    </span>
  );
}
