/**
 * Six tiles of today's figures on the wall display. Rates are marked as better or worse than in the comparison period.
 * Numbers of calls are not marked.
 */
import type { ReactNode } from 'react';
import type { RateChange } from '../../../contract/verdicts.ts';
import { wallDisplayLabels as labels } from '../../../labels/wall-es.ts';
import { useActiveCalls, useAnalytics, useDashboardMetrics, usePeriodVerdict } from '../../api/queries.ts';
import { formatAverageDuration } from '../../format/durations.ts';
import { getRateChangeVerdictLook } from '../../layout/verdict-parts.tsx';
import { useRegionalFormat } from '../../session/use-format.ts';

const today = { timeFilter: 'today' } as const;

interface TileProps {
  readonly label: string;
  /** The figure; null if unknown. */
  readonly figure: string | null;
  readonly note?: ReactNode;
}

function Tile({ label, figure, note }: TileProps) {
  return (
    <div className="min-w-0">
      <dt className="text-muted">{label}</dt>
      <dd className="text-[3rem] leading-[1.15] font-semibold tabular-nums">{figure ?? '—'}</dd>
      <dd className="leading-[1.2] text-muted tabular-nums">{note}</dd>
    </div>
  );
}

function RateTile({ label, rate }: { readonly label: string; readonly rate: RateChange | undefined }) {
  const format = useRegionalFormat();
  if (!rate) return <Tile label={label} figure={null} />;
  const { Icon, ink, word } = getRateChangeVerdictLook(rate.movement);
  return (
    <Tile
      label={label}
      figure={rate.now.rate === null ? null : format.percent(rate.now.rate)}
      note={
        <span className={`flex gap-2 ${ink}`}>
          <Icon aria-hidden className="size-[1.1rem] shrink-0" />
          {word}
        </span>
      }
    />
  );
}

export function WallTiles() {
  const format = useRegionalFormat();
  const { data: metrics } = useDashboardMetrics({ period: 'today' });
  // Use the number of active calls from the query of the list beside this tile, so that both show the same number.
  const { data: active } = useActiveCalls({});
  const { data: analytics } = useAnalytics(today);
  const { data: verdict } = usePeriodVerdict(today);
  const previous = analytics?.previous ?? null;
  const before = (write: (figures: NonNullable<typeof previous>) => string | null) => {
    const written = previous && write(previous);
    return written === null ? null : labels.before(written);
  };
  const duration = (seconds: number | null | undefined) => (seconds ? formatAverageDuration(seconds) : null);
  return (
    <dl aria-label={labels.today} className="grid grid-cols-6 gap-6 border-y border-line py-[0.6rem]">
      <Tile
        label={labels.calls}
        figure={metrics ? format.count(metrics.totalCalls) : null}
        note={before(({ totalCalls }) => format.count(totalCalls))}
      />
      <Tile label={labels.active} figure={active ? format.count(active.total) : null} />
      <Tile
        label={labels.connected}
        figure={analytics ? format.count(analytics.connectedCalls) : null}
        note={before(({ connectedCalls }) => format.count(connectedCalls))}
      />
      <Tile
        label={labels.duration}
        figure={duration(metrics?.avgDuration)}
        note={before(({ averageCallDuration }) => duration(averageCallDuration))}
      />
      <RateTile label={labels.success} rate={verdict?.success} />
      <RateTile label={labels.goal} rate={verdict?.goal} />
    </dl>
  );
}
