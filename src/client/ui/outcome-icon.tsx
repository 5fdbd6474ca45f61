/** How a call ended, as an icon with its word: check, cross, clock or dash (product.md 1). */
import { CircleCheck, CircleMinus, CircleX, Clock } from 'lucide-react';
import { callOutcomeLabels } from '../../labels/common-es.ts';
import type { CallOutcome } from '../format/calls.ts';
import { classNames } from './class-names.ts';

const looks = {
  success: { Icon: CircleCheck, className: 'text-good' },
  failure: { Icon: CircleX, className: 'text-bad' },
  open: { Icon: Clock, className: 'text-accent-text' },
  other: { Icon: CircleMinus, className: 'text-muted' },
} as const;

export function OutcomeIcon({ outcome }: { readonly outcome: CallOutcome }) {
  const { Icon, className } = looks[outcome];
  return (
    <span className={classNames('shrink-0', className)} title={callOutcomeLabels[outcome]}>
      <Icon aria-hidden className="size-5" strokeWidth={1.75} />
      <span className="sr-only">{callOutcomeLabels[outcome]}</span>
    </span>
  );
}
