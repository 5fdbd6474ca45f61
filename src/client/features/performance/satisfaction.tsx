/** An agent's satisfaction from 1 to 5: number, partly filled stars, and 'Estimada' if no call was scored. */
import { Star } from 'lucide-react';
import type { Scorecard } from '../../../contract/agent-scorecards.ts';
import { satisfactionLabels as labels } from '../../../labels/performance-es.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';

const places = [1, 2, 3, 4, 5] as const;

function StarRow({ className }: { readonly className: string }) {
  return (
    <span className={classNames('flex w-max', className)}>
      {places.map((place) => (
        <Star key={place} className="size-4" strokeWidth={1.5} />
      ))}
    </span>
  );
}

/** Partly filled stars beside the satisfaction number; hidden from screen readers. */
export function SatisfactionStars({ value, className }: { readonly value: number; readonly className?: string }) {
  return (
    <span aria-hidden className={classNames('relative inline-block shrink-0', className)}>
      <StarRow className="text-line-strong" />
      <span
        className="absolute inset-y-0 left-0 overflow-hidden"
        style={{ width: `${(100 * value) / places.length}%` }}
      >
        <StarRow className="text-accent [&_svg]:fill-current" />
      </span>
    </span>
  );
}

export function EstimatedSatisfactionBadge() {
  return <Badge tone="neutral">{labels.estimated}</Badge>;
}

/**
 * Satisfaction of an agent. Renders nothing if the satisfaction is unknown, because the parent component shows that
 * case.
 */
export function AgentSatisfaction({
  scorecard,
  isBrief = false,
}: {
  readonly scorecard: Scorecard;
  readonly isBrief?: boolean;
}) {
  const format = useRegionalFormat();
  if (scorecard.satisfaction === null) return null;
  const written = format.decimal(scorecard.satisfaction, 1);
  return (
    <span
      className={classNames('inline-flex items-center gap-x-2 gap-y-1', isBrief ? 'whitespace-nowrap' : 'flex-wrap')}
    >
      <span className="tabular-nums">
        {written}
        <span className="sr-only"> {labels.max}</span>
      </span>
      {isBrief ? null : <SatisfactionStars value={scorecard.satisfaction} />}
      {scorecard.satisfactionIsEstimated ? <EstimatedSatisfactionBadge /> : null}
    </span>
  );
}
