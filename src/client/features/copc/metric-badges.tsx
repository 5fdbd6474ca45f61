/** Small parts of cards and window: band, movement, and the mark of what may still change. */
import { ArrowDown, ArrowUp, ChevronsUp, Clock3, Minus, OctagonAlert, ThumbsUp, TriangleAlert } from 'lucide-react';
import type { CopcBand } from '../../../contract/copc-bands.ts';
import { copcLabels, copcTrendLabels as trendLabels } from '../../../labels/copc-es.ts';
import { figureRangeLabels } from '../../../labels/figure-range-es.ts';
import { useFormat } from '../../session/use-format.ts';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Tooltip } from '../../ui/tooltip.tsx';
import type { MetricView, TrendView } from './metric-figures.ts';

const bandLooks = {
  excellent: { tone: 'good', Icon: ChevronsUp },
  good: { tone: 'good', Icon: ThumbsUp },
  regular: { tone: 'attention', Icon: TriangleAlert },
  critical: { tone: 'bad', Icon: OctagonAlert },
} as const;

/** Excellent and good share their colour; word and icon tell them apart. */
export function BandBadge({ band }: { readonly band: CopcBand }) {
  const { tone, Icon } = bandLooks[band];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      {copcLabels.bands[band]}
    </Badge>
  );
}

/** Whether the target is reached, and by how much it is missed or passed. */
export function TargetVerdict({
  view: { isMet, distance },
}: {
  readonly view: Pick<MetricView, 'isMet' | 'distance'>;
}) {
  if (isMet === null) return null;
  return (
    <p className="text-xs whitespace-nowrap text-muted tabular-nums">
      <span className={isMet ? undefined : 'font-medium text-bad'}>
        {copcLabels.verdicts[isMet ? 'met' : 'missed']}
      </span>{' '}
      {distance}
    </p>
  );
}

const directionIcons = { up: ArrowUp, down: ArrowDown, stable: Minus } as const;
const verdictInks = { better: 'text-good', worse: 'text-bad' } as const;

/** How the metric moved, good or bad by its own direction; that there is nothing to compare where there is not. */
export function TrendNote({ trend }: { readonly trend: TrendView | null }) {
  if (trend === null) return <p className="text-xs text-muted">{trendLabels.none}</p>;
  const { direction, text, verdict, before } = trend;
  const Icon = directionIcons[direction];
  return (
    <p className="flex flex-wrap items-center gap-x-1 text-xs text-muted tabular-nums">
      <span
        className={classNames(
          'inline-flex items-center gap-1',
          verdict !== null && `font-medium ${verdictInks[verdict]}`,
        )}
      >
        <Icon aria-hidden className="size-3 shrink-0" />
        {verdict === null ? text : `${text}, ${trendLabels[verdict]}`}
      </span>
      {figureRangeLabels.versus(before)}
    </p>
  );
}

export function ProvisionalMark({ from }: { readonly from: string }) {
  const text = copcLabels.provisionalText(useFormat().date(from));
  return (
    <Tooltip text={text}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the reason is told on focus too */}
      <span tabIndex={0} className="relative z-10 inline-flex rounded-full">
        <Badge>
          <Clock3 aria-hidden />
          {copcLabels.provisional}
        </Badge>
        <span className="sr-only">: {text}</span>
      </span>
    </Tooltip>
  );
}
