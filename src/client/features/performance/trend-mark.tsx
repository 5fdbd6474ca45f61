/** How a success rate moved: an icon, and a word beside it or for screen readers. */
import { Minus, TrendingDown, TrendingUp } from 'lucide-react';
import type { Scorecard } from '../../../contract/agent-scorecards.ts';
import { known, wordFor } from '../../../labels/known.ts';
import { scorecardReasons, trendLabels as labels } from '../../../labels/performance-es.ts';
import { changeOf } from '../../format/changes.ts';
import { useFormat } from '../../session/use-format.ts';
import { classNames } from '../../ui/class-names.ts';
import { Tooltip } from '../../ui/tooltip.tsx';
import { UnknownFigure } from '../../ui/unknown-figure.tsx';

const looks = {
  up: { Icon: TrendingUp, ink: 'text-good' },
  down: { Icon: TrendingDown, ink: 'text-bad' },
  stable: { Icon: Minus, ink: 'text-muted' },
} as const;

interface TrendMarkProps {
  readonly scorecard: Pick<Scorecard, 'trend' | 'successRate'>;
  /** Only icon and amount are seen; the word is heard. For tables. */
  readonly isBrief?: boolean;
}

/** Nothing where the rate itself is not known. */
export function TrendMark({ scorecard: { trend, successRate }, isBrief = false }: TrendMarkProps) {
  const format = useFormat();
  if (trend === null) {
    if (isBrief || successRate === null) return null;
    return (
      <span className="text-xs whitespace-nowrap text-muted">
        {labels.unknownBefore} <UnknownFigure why={scorecardReasons.trend} />
      </span>
    );
  }
  const { Icon, ink } = known(looks, trend.direction) ?? looks.stable;
  const points = changeOf({ now: successRate ?? 0, before: trend.previous, isRate: true }) ?? 0;
  const amount = trend.direction === 'stable' ? '' : format.amount(points, 'points');
  const word = wordFor(labels.directions, trend.direction);
  const before = labels.before(format.percent(trend.previous));
  const look = classNames('inline-flex items-center gap-1 text-xs whitespace-nowrap tabular-nums', ink);
  if (isBrief) {
    return (
      <span className={look} title={`${word}. ${before}`}>
        <Icon aria-hidden className="size-3.5 shrink-0" />
        <span className="sr-only">{word} </span>
        {amount}
      </span>
    );
  }
  return (
    <Tooltip text={before}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what was before is told on focus too */}
      <span tabIndex={0} className={classNames(look, 'rounded-sm font-medium')}>
        <Icon aria-hidden className="size-3.5 shrink-0" />
        {labels.moved(word, amount).trim()}
        <span className="sr-only"> ({before})</span>
      </span>
    </Tooltip>
  );
}
