/** Badges of a quality metric: target met or missed, grade, trend, and whether the value is provisional. */
import {
  ArrowDown,
  ArrowUp,
  ChevronsUp,
  CircleCheck,
  CircleHelp,
  CircleX,
  Clock3,
  Minus,
  OctagonAlert,
  ThumbsUp,
  TriangleAlert,
} from 'lucide-react';
import type { CopcBand } from '../../../contract/copc-bands.ts';
import { copcLabels, copcTrendLabels } from '../../../labels/copc-es.ts';
import { describeComparisonPeriodFigure, trendMovementLabels } from '../../../labels/movements-es.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import type { CopcMetricDisplay, CopcMetricTrendDisplay } from './metric-figures.ts';

const bandIcons = {
  excellent: ChevronsUp,
  good: ThumbsUp,
  regular: TriangleAlert,
  critical: OctagonAlert,
} as const;

/** Badge with a quality metric's band, such as 'excellent'. It has no colour: colours show whether targets are met. */
export function MetricBandBadge({ band }: { readonly band: CopcBand }) {
  const Icon = bandIcons[band];
  return (
    <Badge>
      <Icon aria-hidden />
      {copcLabels.bands[band]}
    </Badge>
  );
}

interface TargetBadgeProps extends Pick<CopcMetricDisplay, 'isMet'> {
  /** True if the badge shows only its icon on narrow screens. Screen readers still read the badge's text. */
  readonly isBrief?: boolean;
}

/** Badge that says whether a metric meets its target, in green or red. Renders nothing if the metric has no value. */
export function MetricTargetBadge({ isMet, isBrief = false }: TargetBadgeProps) {
  if (isMet === null) return null;
  const Icon = isMet ? CircleCheck : CircleX;
  return (
    <Badge tone={isMet ? 'good' : 'bad'}>
      <Icon aria-hidden />
      <span className={isBrief ? 'max-xl:sr-only' : undefined}>{copcLabels.verdicts[isMet ? 'met' : 'missed']}</span>
    </Badge>
  );
}

const movementIcons = { up: ArrowUp, down: ArrowDown, unclear: Minus, few: CircleHelp } as const;

/**
 * Text for the change of a quality metric since the comparison period, and whether it is good. If there is no
 * comparison, the text says so.
 */
export function MetricTrendNote({ trend }: { readonly trend: CopcMetricTrendDisplay | null }) {
  if (trend === null) return <span className="text-xs text-muted">{copcTrendLabels.none}</span>;
  const { movement, text, verdict, before } = trend;
  const Icon = movementIcons[movement];
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1 text-xs text-muted tabular-nums">
      <span className="inline-flex items-center gap-1">
        <Icon aria-hidden className="size-3 shrink-0" />
        {verdict === null ? text : `${text}, ${trendMovementLabels[verdict]}`}
      </span>
      {describeComparisonPeriodFigure(movement, before)}
    </span>
  );
}

export function ProvisionalValueBadge({ from }: { readonly from: string }) {
  const text = copcLabels.provisionalText(useRegionalFormat().date(from));
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
