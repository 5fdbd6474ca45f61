/** The Analytics screen: figures of a date range beside those of a comparison range. The URL holds the filters. */
import { Download, FileText } from 'lucide-react';
import { Link } from 'wouter';
import type { Analytics } from '../../../contract/analytics.ts';
import { analyticsLabels as labels, callVolumeLabels } from '../../../labels/analytics-es.ts';
import { isApiErrorWithCode, getRequestErrorText } from '../../api/api-error.ts';
import { useAnalytics, useAnswerRatesByHour } from '../../api/queries.ts';
import type { ScreenPrefetchFunction } from '../../api/read-ahead.ts';
import { ActiveHelpBadge } from '../../help/help-toggle.tsx';
import { readFigureRangeFromUrl } from '../../format/figure-range.ts';
import { useUrlSearchState } from '../../hooks/use-search-state.ts';
import { PageHeaderActions } from '../../layout/header-actions.tsx';
import { PageFrame } from '../../layout/page.tsx';
import { FigureRangeFilters, getTodayInZone, useFigureRangeFromUrl } from '../../layout/figure-filters.tsx';
import { saveCsvFile } from '../../layout/save-csv.ts';
import { PrintButton } from '../../layout/print-button.tsx';
import { PrintedReportHeader, usePrintedReportHeading } from '../../layout/report-header.tsx';
import { useRegionalFormat } from '../../session/use-format.ts';
import { screenPaths } from '../../paths.ts';
import { Button, getButtonClasses } from '../../ui/button.tsx';
import { SectionCard } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { createLazyComponent } from '../../ui/lazy-part.tsx';
import { StaleNotice } from '../../ui/stale-notice.tsx';
import { EmptyState, FailedReadState, ForbiddenState } from '../../ui/states.tsx';
import {
  analyticsPeriodOptions,
  createFigureCallsLinkBuilder,
  toDialingHoursQuery,
  toAnalyticsFiguresQuery,
  toCallVolumeQuery,
  type AnalyticsDateRange,
} from './analytics-filters.ts';
import { AnalyticsTiles } from './analytics-tiles.tsx';
import { AnalyticsCallVolumeSkeleton } from './daily-skeleton.tsx';
import { AnalyticsCallVolumeSlot } from './daily-slot.tsx';
import { AnswerRateHeatMapCard } from './hours-slot.tsx';
import { CustomerSentimentCard } from './mood-card.tsx';

// Preload the code of the Analytics screen's cards, so that it loads in parallel with the data.
const agentsCard = createLazyComponent(() => import('./agents-card.tsx'));
const reasonsCard = createLazyComponent(async () => ({
  default: (await import('./reasons-card.tsx')).DisconnectionReasonsCard,
}));
const verdictCard = createLazyComponent(() => import('../../layout/verdict-card.tsx'));
for (const part of [verdictCard, reasonsCard, agentsCard]) part.preload();

interface ChosenProps {
  readonly range: AnalyticsDateRange;
  readonly agentId: string | null;
}

function Loading({ range }: Pick<ChosenProps, 'range'>) {
  const isDay = toCallVolumeQuery(range, null) !== null;
  return (
    <>
      <Skeleton className="h-28 w-full" />
      <AnalyticsTiles analytics={undefined} linkOf={() => ''} />
      <AnalyticsCallVolumeSkeleton title={isDay ? callVolumeLabels.byHour : callVolumeLabels.byDay} />
      <div className="grid gap-x-8 gap-y-4 lg:gap-y-6 xl:grid-cols-[3fr_2fr]">
        <Skeleton className="h-96 w-full" />
        <Skeleton className="h-64 w-full" />
      </div>
    </>
  );
}

interface FiguresProps extends ChosenProps {
  readonly analytics: Analytics;
  readonly hours: ReturnType<typeof useAnswerRatesByHour>;
}

function Figures({ analytics, hours, range, agentId }: FiguresProps) {
  const linkOf = createFigureCallsLinkBuilder(analytics, agentId);
  return (
    <>
      {analytics.totalCalls === 0 ? null : (
        <verdictCard.Part
          query={toAnalyticsFiguresQuery(range, agentId)}
          linkOf={linkOf}
          fallback={<Skeleton className="h-28 w-full" />}
        />
      )}
      <AnalyticsTiles analytics={analytics} linkOf={linkOf} />
      {analytics.totalCalls === 0 ? (
        <SectionCard>
          <EmptyState picture="chart" title={labels.empty} text={labels.emptyText} />
        </SectionCard>
      ) : (
        <>
          <AnalyticsCallVolumeSlot analytics={analytics} range={range} agentId={agentId} linkOf={linkOf} />
          <div className="grid gap-x-8 gap-y-4 lg:gap-y-6 xl:grid-cols-[3fr_2fr] print:block print:space-y-4">
            <reasonsCard.Part analytics={analytics} linkOf={linkOf} fallback={<Skeleton className="h-96 w-full" />} />
            <CustomerSentimentCard analytics={analytics} linkOf={linkOf} />
          </div>
          <agentsCard.Part analytics={analytics} linkOf={linkOf} />
          <AnswerRateHeatMapCard hours={hours} linkOf={linkOf} />
        </>
      )}
    </>
  );
}

/** First data reads of Analytics. */
export const prefetchAnalytics: ScreenPrefetchFunction = ({ read }, { search, workspace }) => {
  const range = readFigureRangeFromUrl(search, analyticsPeriodOptions, getTodayInZone(workspace.timeZone));
  read('getAnalytics', { query: toAnalyticsFiguresQuery(range, search.get('agent')) });
  read('getVerdict', { query: toAnalyticsFiguresQuery(range, search.get('agent')) });
  read('getDialingHours', { query: toDialingHoursQuery(range, search.get('agent')) });
};

export default function AnalyticsPage() {
  const format = useRegionalFormat();
  const [search] = useUrlSearchState();
  const range = useFigureRangeFromUrl(analyticsPeriodOptions);
  const agentId = search.get('agent');
  const { data, error, isPlaceholderData, refetch } = useAnalytics(toAnalyticsFiguresQuery(range, agentId));
  const hours = useAnswerRatesByHour(toDialingHoursQuery(range, agentId));
  const report = usePrintedReportHeading(range.title, agentId);
  const isWhole = data !== undefined && !isPlaceholderData && !hours.isPlaceholderData;
  const save = () => {
    if (!data || !hours.data) return;
    const { data: week } = hours;
    void saveCsvFile(async () => {
      const { createAnalyticsCsv: analyticsCsv, getAnalyticsCsvFileName: csvName } = await import('./analytics-csv.ts');
      return { name: csvName(data), csv: analyticsCsv(data, week, report, format) };
    });
  };
  const actions = (
    <PageHeaderActions>
      <Button size="small" disabled={!isWhole || !hours.data} onClick={save}>
        <Download aria-hidden />
        {labels.exportCsv}
      </Button>
      <PrintButton isWhole={isWhole} />
      <Link
        href={screenPaths.analytics({ ...Object.fromEntries(search), informe: '1' })}
        className={getButtonClasses({ size: 'small' })}
      >
        <FileText aria-hidden />
        {labels.report}
      </Link>
    </PageHeaderActions>
  );
  return (
    <PageFrame
      title={labels.title}
      actions={actions}
      className="flex flex-col gap-4 lg:gap-6 print:block print:space-y-4"
    >
      <div className="flex flex-wrap items-start justify-between gap-3 print:hidden">
        <div className="min-w-0 max-sm:w-full sm:flex-1">
          <FigureRangeFilters named={analyticsPeriodOptions} answered={isPlaceholderData ? undefined : data} />
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
          <PrintedReportHeader report={report} answered={data} />
          {error === null ? null : <StaleNotice onRetry={() => void refetch()} />}
          <Figures analytics={data} hours={hours} range={range} agentId={agentId} />
        </div>
      ) : error === null ? (
        <Loading range={range} />
      ) : isApiErrorWithCode(error, 'forbidden') ? (
        <ForbiddenState />
      ) : (
        <SectionCard>
          <FailedReadState text={getRequestErrorText(error)} onRetry={() => void refetch()} />
        </SectionCard>
      )}
    </PageFrame>
  );
}
