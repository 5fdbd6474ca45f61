/** Card 'Volumen de Llamadas': calls over time by direction. `?ampliado=volumen` opens it in a large dialog. */
import { ChartLine, Maximize2 } from 'lucide-react';
import { useState } from 'react';
import { dashboardLabels } from '../../../labels/dashboard-es.ts';
import { dashboardVolumeLabels } from './volume-es.ts';
import { useApiQuery, type useCallVolume } from '../../api/queries.ts';
import { toCalendarDay } from '../../format/dates.ts';
import { LabelWithHelp } from '../../help/help-tip.tsx';
import { useCampaignsOfAgent } from '../../layout/campaign-starts.ts';
import { useUrlSearchState } from '../../hooks/use-search-state.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { SectionCard } from '../../ui/card.tsx';
import { ChartTableToggle } from '../../ui/chart-table.tsx';
import { createLazyComponent } from '../../ui/lazy-part.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import type { CallDirectionSeriesId } from '../../ui/series-looks.ts';
import { toAgentFilterQuery, type DashboardPeriodOption } from './filters.ts';
import { areBucketsOfSingleDay } from './volume-axes.ts';
import { countCallsInBuckets, computeCallVolumeSeriesTotals } from './volume-series.ts';
import { useSharedDashboardMetrics } from './shared-figures.tsx';
import { volumeCardChartHeight } from './volume-skeleton.tsx';
import { formatNumberOfCalls } from './volume-texts.ts';
import { CallVolumeSummary, CallVolumeView, type CallVolumeCardData } from './volume-view.tsx';

const dialog = createLazyComponent(() => import('./volume-dialog.tsx'));

const addressKey = 'ampliado';
const addressValue = 'volumen';

/**
 * Subtracting this time in ms from the start of a day gives about noon of the same weekday one week before. Noon is far
 * from midnight, so a clock change can't move the result to another day.
 */
const weekToNoonMs = 6.5 * 24 * 60 * 60_000;

export interface CallVolumeCardProps {
  readonly period: DashboardPeriodOption;
  readonly agentId: string | null;
  readonly volume: ReturnType<typeof useCallVolume>;
}

function toggled(
  hidden: ReadonlySet<CallDirectionSeriesId>,
  series: CallDirectionSeriesId,
): ReadonlySet<CallDirectionSeriesId> {
  const next = new Set(hidden);
  if (!next.delete(series)) next.add(series);
  return next;
}

export default function DashboardCallVolumeCard({ period, agentId, volume }: CallVolumeCardProps) {
  const format = useRegionalFormat();
  const [search, changeSearch] = useUrlSearchState();
  const [hidden, setHidden] = useState<ReadonlySet<CallDirectionSeriesId>>(new Set());
  const [asTable, setAsTable] = useState(false);
  const { data: buckets, error, isPlaceholderData, refetch } = volume;
  const [first] = buckets ?? [];
  const isDay = first !== undefined && areBucketsOfSingleDay([first]);
  const day = isDay ? toCalendarDay(new Date(Date.parse(first.time) - weekToNoonMs), format.regional.timeZone) : null;
  // The call volume of a past day does not change any more, so this query is never refreshed.
  const weekBefore = useApiQuery(
    'getCallVolume',
    { query: { timeRange: 'custom', ...(day === null ? {} : { from: day, to: day }), ...toAgentFilterQuery(agentId) } },
    { enabled: day !== null, once: true },
  );
  const campaigns = useCampaignsOfAgent(agentId);
  const { metrics, shared } = useSharedDashboardMetrics();
  const total = buckets && shared('totalCalls', countCallsInBuckets(buckets));
  const state: CallVolumeCardData = {
    buckets,
    figures: computeCallVolumeSeriesTotals(buckets ?? [], metrics),
    total,
    weekBefore: (isDay && weekBefore.data) || [],
    campaigns,
    error,
    isOutdated: isPlaceholderData,
    onRetry: () => void refetch(),
    isRunning: period.value !== 'yesterday',
    hidden,
    onToggle: (series) => setHidden((before) => toggled(before, series)),
    asTable,
  };
  const subtitle =
    total === undefined
      ? period.title
      : dashboardVolumeLabels.subtitle(formatNumberOfCalls(total, format), period.title);
  return (
    <SectionCard
      title={<LabelWithHelp about={dashboardLabels.volumeTitle} text={dashboardVolumeLabels.help} />}
      subtitle={<span className="tabular-nums">{subtitle}</span>}
      actions={
        <span className="-mr-2 flex items-center gap-1.5 max-sm:-ml-3">
          <ChartTableToggle asTable={asTable} onChange={setAsTable} Icon={ChartLine} />
          <Tooltip text={dashboardVolumeLabels.expand}>
            <Button
              size="icon"
              variant="ghost"
              aria-label={dashboardVolumeLabels.expand}
              aria-haspopup="dialog"
              onPointerEnter={dialog.preload}
              onFocus={dialog.preload}
              onClick={() => changeSearch({ [addressKey]: addressValue })}
            >
              <Maximize2 aria-hidden />
            </Button>
          </Tooltip>
        </span>
      }
      footer={<CallVolumeSummary state={state} />}
    >
      <CallVolumeView state={state} height={volumeCardChartHeight} />
      {search.get(addressKey) === addressValue ? (
        <dialog.Part subtitle={subtitle} state={state} onClose={() => changeSearch({ [addressKey]: null })} />
      ) : null}
    </SectionCard>
  );
}
