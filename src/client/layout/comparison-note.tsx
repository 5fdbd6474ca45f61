/** Note below a figure. It says how the figure changed since the period with which it is compared. */
import { ArrowDown, ArrowUp, Minus } from 'lucide-react';
import { previousPeriodFigureLabels as labels } from '../../labels/analytics-es.ts';
import { describeComparisonPeriodFigure, trendMovementLabels } from '../../labels/movements-es.ts';
import type { FigureComparison } from '../format/comparison.ts';
import { useRegionalFormat } from '../session/use-format.ts';
import { classNames } from '../ui/class-names.ts';

const directionIcons = { up: ArrowUp, down: ArrowDown, same: Minus, unclear: Minus, few: Minus } as const;
const verdictInks = { better: 'text-good', worse: 'text-bad' } as const;

interface ComparisonNoteProps {
  readonly comparison: FigureComparison | null;
  readonly isRate: boolean;
  readonly writtenBefore: string | null;
}

export function FigureComparisonNote({ comparison, isRate, writtenBefore }: ComparisonNoteProps) {
  const format = useRegionalFormat();
  if (comparison === null) return null;
  const { direction, change, verdict } = comparison;
  const Icon = directionIcons[direction];
  const isMoved = direction === 'up' || direction === 'down';
  const moved = isMoved ? format.change(change ?? 0, isRate ? 'points' : 'percent') : trendMovementLabels[direction];
  const written =
    change === null
      ? labels.from(writtenBefore ?? '')
      : `${moved} ${describeComparisonPeriodFigure(direction, writtenBefore ?? '')}`;
  return (
    <p className={classNames('flex items-center gap-1', verdict === null ? 'text-muted' : verdictInks[verdict])}>
      <Icon aria-hidden className="size-3 shrink-0" />
      <span className="sr-only">
        {isMoved
          ? `${trendMovementLabels[direction]}${verdict === null ? '' : `, ${trendMovementLabels[verdict]}`}: `
          : ''}
      </span>
      <span className="min-w-0">{written}</span>
    </p>
  );
}
