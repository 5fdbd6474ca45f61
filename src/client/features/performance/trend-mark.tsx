/** Change of a success rate: an icon and a word. In a narrow place the word is only for screen readers. */
import { CircleHelp, Minus, TrendingDown, TrendingUp } from 'lucide-react';
import type { Scorecard } from '../../../contract/agent-scorecards.ts';
import {
  describeComparisonPeriodFigure,
  trendMovementLabels,
  findTrendMovement,
} from '../../../labels/movements-es.ts';
import { scorecardNoDataReasonLabels, performanceTrendLabels as labels } from '../../../labels/performance-es.ts';
import { computeFigureChange } from '../../format/changes.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { classNames } from '../../ui/class-names.ts';
import { UnknownFigure } from '../../ui/unknown-figure.tsx';

const looks = {
  up: { Icon: TrendingUp, ink: 'text-good' },
  down: { Icon: TrendingDown, ink: 'text-bad' },
  unclear: { Icon: Minus, ink: 'text-muted' },
  few: { Icon: CircleHelp, ink: 'text-muted' },
} as const;

interface TrendMarkProps {
  readonly scorecard: Pick<Scorecard, 'trend' | 'successRate'>;
  /** True in tables, where the word for the trend is only for screen readers, not visible. */
  readonly isBrief?: boolean;
}

/** Change of an agent's success rate. Renders nothing if the rate is unknown. */
export function SuccessRateTrend({ scorecard: { trend, successRate }, isBrief = false }: TrendMarkProps) {
  const format = useRegionalFormat();
  if (trend === null) {
    if (isBrief || successRate === null) return null;
    return (
      <span className="text-xs whitespace-nowrap text-muted">
        {labels.unknownBefore} <UnknownFigure why={scorecardNoDataReasonLabels.trend} />
      </span>
    );
  }
  const movement = findTrendMovement(trend);
  const { Icon, ink } = looks[movement];
  const points = computeFigureChange({ now: successRate ?? 0, before: trend.previous, isRate: true }) ?? 0;
  const isMoved = movement === 'up' || movement === 'down';
  return (
    <span
      className={classNames(
        'inline-flex flex-wrap items-center gap-x-1 text-xs tabular-nums',
        isBrief && 'leading-tight lg:w-16 lg:justify-end print:w-18 print:justify-end',
      )}
    >
      <span className={classNames('inline-flex items-center gap-1 font-medium', isMoved && 'whitespace-nowrap', ink)}>
        <Icon aria-hidden className="size-3.5 shrink-0" />
        <span className={isBrief ? 'sr-only' : ''}>{trendMovementLabels[movement]} </span>
        {isMoved ? format.amount(points, 'points') : ''}
      </span>
      <span className="whitespace-nowrap text-muted">
        {describeComparisonPeriodFigure(movement, format.percent(trend.previous))}
      </span>
    </span>
  );
}
