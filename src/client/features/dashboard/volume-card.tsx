/** Card 'Volumen de Llamadas': calls over time by direction. `?ampliado=volumen` opens it in a large dialog. */
import { ChartLine, Maximize2 } from 'lucide-react';
import { useState } from 'react';
import { dashboardLabels } from '../../../labels/dashboard-es.ts';
import { volumeLabels } from './volume-es.ts';
import { useApiQuery, type useCallVolume } from '../../api/queries.ts';
import { calendarDay } from '../../format/dates.ts';
import { HelpTip } from '../../help/help-tip.tsx';
import { useCampaignsOf } from '../../layout/campaign-starts.ts';
import { useSearchState } from '../../hooks/use-search-state.ts';
import { useFormat } from '../../session/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TableToggle } from '../../ui/chart-table.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import type { SeriesId } from '../../ui/series-looks.ts';
import { toAgentQuery, type PeriodOption } from './filters.ts';
import { isDayView } from './volume-axes.ts';
import { countCalls, seriesFigures } from './volume-series.ts';
import { useSharedFigures } from './shared-figures.tsx';
import { cardChartHeight } from './volume-skeleton.tsx';
import { callsText } from './volume-texts.ts';
import { VolumeSummary, VolumeView, type VolumeState } from './volume-view.tsx';

const dialog = lazyPart(() => import('./volume-dialog.tsx'));

const addressKey = 'ampliado';
const addressValue = 'volumen';

/** Milliseconds from about noon of one day to the start of the same weekday one week later. */
const weekToNoonMs = 6.5 * 24 * 60 * 60_000;

export interface VolumeCardProps {
  readonly period: PeriodOption;
  readonly agentId: string | null;
  readonly volume: ReturnType<typeof useCallVolume>;
}

function toggled(hidden: ReadonlySet<SeriesId>, series: SeriesId): ReadonlySet<SeriesId> {
  const next = new Set(hidden);
  if (!next.delete(series)) next.add(series);
  return next;
}

export default function VolumeCard({ period, agentId, volume }: VolumeCardProps) {
  const format = useFormat();
  const [search, changeSearch] = useSearchState();
  const [hidden, setHidden] = useState<ReadonlySet<SeriesId>>(new Set());
  const [asTable, setAsTable] = useState(false);
  const { data: buckets, error, isPlaceholderData, refetch } = volume;
  const [first] = buckets ?? [];
  const isDay = first !== undefined && isDayView([first]);
  const day = isDay ? calendarDay(new Date(Date.parse(first.time) - weekToNoonMs), format.regional.timeZone) : null;
  // The call volume of a past day does not change any more, so this query is never refreshed.
  const weekBefore = useApiQuery(
    'getCallVolume',
    { query: { timeRange: 'custom', ...(day === null ? {} : { from: day, to: day }), ...toAgentQuery(agentId) } },
    { enabled: day !== null, once: true },
  );
  const campaigns = useCampaignsOf(agentId);
  const { metrics, shared } = useSharedFigures();
  const total = buckets && shared('totalCalls', countCalls(buckets));
  const state: VolumeState = {
    buckets,
    figures: seriesFigures(buckets ?? [], metrics),
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
  const subtitle = total === undefined ? period.title : volumeLabels.subtitle(callsText(total, format), period.title);
  return (
    <Card
      title={<HelpTip about={dashboardLabels.volumeTitle} text={volumeLabels.help} />}
      subtitle={<span className="tabular-nums">{subtitle}</span>}
      actions={
        <span className="-mr-2 flex items-center gap-1.5 max-sm:-ml-3">
          <TableToggle asTable={asTable} onChange={setAsTable} Icon={ChartLine} />
          <Tooltip text={volumeLabels.expand}>
            <Button
              size="icon"
              variant="ghost"
              aria-label={volumeLabels.expand}
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
      footer={<VolumeSummary state={state} />}
    >
      <VolumeView state={state} height={cardChartHeight} />
      {search.get(addressKey) === addressValue ? (
        <dialog.Part subtitle={subtitle} state={state} onClose={() => changeSearch({ [addressKey]: null })} />
      ) : null}
    </Card>
  );
}
