/** The Analytics screen: figures of a date range beside those of a comparison range. The URL holds the filters. */
import { Download, FileText } from 'lucide-react';
import { Link } from 'wouter';
import type { Analytics } from '../../../contract/analytics.ts';
import { analyticsLabels as labels, dailyLabels } from '../../../labels/analytics-es.ts';
import { hasCode, shownMessage } from '../../api/api-error.ts';
import { useAnalytics, useDialingHours } from '../../api/queries.ts';
import type { ReadAhead } from '../../api/read-ahead.ts';
import { ActiveHelpBadge } from '../../help/help-toggle.tsx';
import { readFigureRange } from '../../format/figure-range.ts';
import { useSearchState } from '../../hooks/use-search-state.ts';
import { HeaderActions } from '../../layout/header-actions.tsx';
import { Page } from '../../layout/page.tsx';
import { FigureFilters, todayIn, useFigureRange } from '../../layout/figure-filters.tsx';
import { saveCsv } from '../../layout/save-csv.ts';
import { PrintButton } from '../../layout/print-button.tsx';
import { ReportHeader, useReportNames } from '../../layout/report-header.tsx';
import { useFormat } from '../../session/use-format.ts';
import { paths } from '../../paths.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { StaleNotice } from '../../ui/stale-notice.tsx';
import { EmptyState, FailedState, ForbiddenState } from '../../ui/states.tsx';
import {
  analyticsRanges,
  createCallsLink,
  toHoursQuery,
  toFigureQuery,
  toVolumeQuery,
  type AnalyticsRange,
} from './analytics-filters.ts';
import { AnalyticsTiles } from './analytics-tiles.tsx';
import { DailySkeleton } from './daily-skeleton.tsx';
import { DailySlot } from './daily-slot.tsx';
import { HoursCard } from './hours-slot.tsx';
import { MoodCard } from './mood-card.tsx';

// Preloads the code of the Analytics screen's cards, so that it loads in parallel with the figures.
const agentsCard = lazyPart(() => import('./agents-card.tsx'));
const reasonsCard = lazyPart(async () => ({ default: (await import('./reasons-card.tsx')).ReasonsCard }));
const verdictCard = lazyPart(() => import('../../layout/verdict-card.tsx'));
for (const part of [verdictCard, reasonsCard, agentsCard]) part.preload();

interface ChosenProps {
  readonly range: AnalyticsRange;
  readonly agentId: string | null;
}

function Loading({ range }: Pick<ChosenProps, 'range'>) {
  const isDay = toVolumeQuery(range, null) !== null;
  return (
    <>
      <Skeleton className="h-28 w-full" />
      <AnalyticsTiles analytics={undefined} linkOf={() => ''} />
      <DailySkeleton title={isDay ? dailyLabels.byHour : dailyLabels.byDay} />
      <div className="grid gap-x-8 gap-y-4 lg:gap-y-6 xl:grid-cols-[3fr_2fr]">
        <Skeleton className="h-96 w-full" />
        <Skeleton className="h-64 w-full" />
      </div>
    </>
  );
}

interface FiguresProps extends ChosenProps {
  readonly analytics: Analytics;
  readonly hours: ReturnType<typeof useDialingHours>;
}

function Figures({ analytics, hours, range, agentId }: FiguresProps) {
  const linkOf = createCallsLink(analytics, agentId);
  return (
    <>
      {analytics.totalCalls === 0 ? null : (
        <verdictCard.Part
          query={toFigureQuery(range, agentId)}
          linkOf={linkOf}
          fallback={<Skeleton className="h-28 w-full" />}
        />
      )}
      <AnalyticsTiles analytics={analytics} linkOf={linkOf} />
      {analytics.totalCalls === 0 ? (
        <Card>
          <EmptyState picture="chart" title={labels.empty} text={labels.emptyText} />
        </Card>
      ) : (
        <>
          <DailySlot analytics={analytics} range={range} agentId={agentId} linkOf={linkOf} />
          <div className="grid gap-x-8 gap-y-4 lg:gap-y-6 xl:grid-cols-[3fr_2fr] print:block print:space-y-4">
            <reasonsCard.Part analytics={analytics} linkOf={linkOf} fallback={<Skeleton className="h-96 w-full" />} />
            <MoodCard analytics={analytics} linkOf={linkOf} />
          </div>
          <agentsCard.Part analytics={analytics} linkOf={linkOf} />
          <HoursCard hours={hours} linkOf={linkOf} />
        </>
      )}
    </>
  );
}

/** First data reads of Analytics. */
export const readAnalyticsAhead: ReadAhead = ({ read }, { search, workspace }) => {
  const range = readFigureRange(search, analyticsRanges, todayIn(workspace.timeZone));
  read('getAnalytics', { query: toFigureQuery(range, search.get('agent')) });
  read('getVerdict', { query: toFigureQuery(range, search.get('agent')) });
  read('getDialingHours', { query: toHoursQuery(range, search.get('agent')) });
};

export default function AnalyticsPage() {
  const format = useFormat();
  const [search] = useSearchState();
  const range = useFigureRange(analyticsRanges);
  const agentId = search.get('agent');
  const { data, error, isPlaceholderData, refetch } = useAnalytics(toFigureQuery(range, agentId));
  const hours = useDialingHours(toHoursQuery(range, agentId));
  const report = useReportNames(range.title, agentId);
  const isWhole = data !== undefined && !isPlaceholderData && !hours.isPlaceholderData;
  const save = () => {
    if (!data || !hours.data) return;
    const { data: week } = hours;
    void saveCsv(async () => {
      const { analyticsCsv, analyticsCsvFileName: csvName } = await import('./analytics-csv.ts');
      return { name: csvName(data), csv: analyticsCsv(data, week, report, format) };
    });
  };
  const actions = (
    <HeaderActions>
      <Button size="small" disabled={!isWhole || !hours.data} onClick={save}>
        <Download aria-hidden />
        {labels.exportCsv}
      </Button>
      <PrintButton isWhole={isWhole} />
      <Link
        href={paths.analytics({ ...Object.fromEntries(search), informe: '1' })}
        className={buttonClass({ size: 'small' })}
      >
        <FileText aria-hidden />
        {labels.report}
      </Link>
    </HeaderActions>
  );
  return (
    <Page title={labels.title} actions={actions} className="flex flex-col gap-4 lg:gap-6 print:block print:space-y-4">
      <div className="flex flex-wrap items-start justify-between gap-3 print:hidden">
        <div className="min-w-0 max-sm:w-full sm:flex-1">
          <FigureFilters named={analyticsRanges} answered={isPlaceholderData ? undefined : data} />
        </div>
        <div className="ml-auto flex h-9 items-center gap-1">
          <ActiveHelpBadge />
        </div>
      </div>
      {data ? (
        <div
          className={classNames(
            'flex flex-col gap-4 lg:gap-6 print:block print:space-y-4',
            isPlaceholderData && 'opacity-60',
          )}
          aria-busy={isPlaceholderData}
        >
          <ReportHeader report={report} answered={data} />
          {error === null ? null : <StaleNotice onRetry={() => void refetch()} />}
          <Figures analytics={data} hours={hours} range={range} agentId={agentId} />
        </div>
      ) : error === null ? (
        <Loading range={range} />
      ) : hasCode(error, 'forbidden') ? (
        <ForbiddenState />
      ) : (
        <Card>
          <FailedState text={shownMessage(error)} onRetry={() => void refetch()} />
        </Card>
      )}
    </Page>
  );
}
