/**
 * The Analytics report: one A4 page on a date range, for one agent or all agents, shown as it prints. The number of
 * table rows is limited, so that any data fit the page (report-rows.ts).
 */
import { Link } from 'wouter';
import { reportHeadingLabels } from '../../../labels/common-es.ts';
import { figureRangeLabels } from '../../../labels/figure-range-es.ts';
import { reportPageLabels as labels } from '../../../labels/report-es.ts';
import { appInfoFallbacks } from '../../../labels/shell-es.ts';
import { analyticsPeriodOptions } from '../../features/analytics/analytics-filters.ts';
import { formatDayRange } from '../../format/figure-range.ts';
import { useUrlSearchState } from '../../hooks/use-search-state.ts';
import { getTodayInZone, useFigureRangeFromUrl } from '../../layout/figure-filters.tsx';
import { PageFrame } from '../../layout/page.tsx';
import { usePrintTime, usePrintedReportHeading } from '../../layout/report-header.tsx';
import { screenPaths } from '../../paths.ts';
import { useAppInfo, useSession } from '../../session/session.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Button, getButtonClasses } from '../../ui/button.tsx';
import { useAnalyticsReportQueries, type AnalyticsReportQueries } from './report-reads.ts';
import { ReportCallVolumeSection, ReportFiguresSection, ReportVerdictSection } from './report-figures.tsx';
import { ReportAgentsTable, ReportCampaignsTable, ReportMissedTargetsTable } from './report-tables.tsx';
import { divideReportRowCapacity, shortenNameInMiddle } from './report-rows.ts';
import { listQualityMetricsOffTarget } from './missed-targets.ts';
import './report.css';

/** Maximum numbers of characters of a workspace's name in the report's title, in normal and in small font size. */
const inTitle = 32;
const inSmallTitle = 64;
/** Maximum number of characters of the user's name in the report, where it shares a line with the time. */
const inHalfALine = 40;
/** Maximum number of characters of an agent's name that fit two lines of the report. */
const inTwoLines = 56;

function Head({ answered, agentId }: Pick<AnalyticsReportQueries, 'answered'> & { readonly agentId: string | null }) {
  const format = useRegionalFormat();
  const { user } = useSession();
  const { title, period: chosen } = useFigureRangeFromUrl(analyticsPeriodOptions);
  const isNamed = chosen !== 'custom';
  const { workspace, period, agent } = usePrintedReportHeading(title, agentId);
  const printedAt = usePrintTime();
  const isRunning = answered?.days.to === getTodayInZone(format.regional.timeZone);
  const days = answered && formatDayRange(answered.days, format);
  const facts = [
    days === undefined || isNamed
      ? [reportHeadingLabels.period, period, days]
      : [reportHeadingLabels.period, days, undefined],
    [
      figureRangeLabels.comparedWith,
      answered && formatDayRange(answered.compared, format),
      isRunning ? labels.sameTime : undefined,
    ],
    [reportHeadingLabels.agent, shortenNameInMiddle(agent, inTwoLines), undefined],
  ] as const;
  return (
    <div className="report-head">
      <div>
        <p className="report-line report-small">
          <span>{labels.title}</span>
          <span>{labels.printed(format.dateTime(printedAt), shortenNameInMiddle(user.username, inHalfALine))}</span>
        </p>
        <h2 className={workspace.length > inTitle ? 'report-name report-long' : 'report-name'}>
          {shortenNameInMiddle(workspace, inSmallTitle)}
        </h2>
      </div>
      <dl className="report-facts">
        {facts.map(([name, value, more]) => (
          <div key={name}>
            <dt className="report-small">{name}</dt>
            <dd>
              <p>{value}</p>
              {more === undefined ? null : <p>{more}</p>}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

export default function AnalyticsReportPage() {
  const [search] = useUrlSearchState();
  const range = useFigureRangeFromUrl(analyticsPeriodOptions);
  const agentId = search.get('agent');
  const reads = useAnalyticsReportQueries(range, agentId);
  const { workspace } = useSession();
  const appName = useAppInfo().data?.appName || appInfoFallbacks.appName;
  const { scorecards, copc, campaigns } = reads;
  const places = divideReportRowCapacity({
    upper: Math.max(1, scorecards.data?.agents.length ?? 0, listQualityMetricsOffTarget(copc.data).length),
    lower: Math.max(1, campaigns.data?.totals.calledCount ?? 0),
  });
  const actions = (
    <>
      <Button size="small" variant="primary" disabled={!reads.isWhole} onClick={() => window.print()}>
        {labels.print}
      </Button>
      <Link
        href={screenPaths.analytics({ ...Object.fromEntries(search), informe: '' })}
        className={getButtonClasses({ size: 'small' })}
      >
        {labels.back}
      </Link>
    </>
  );
  return (
    <PageFrame title={labels.title} actions={actions}>
      <article aria-label={labels.of(workspace?.name ?? '')} className="report">
        <Head answered={reads.answered} agentId={agentId} />
        <ReportVerdictSection verdict={reads.verdict} />
        <ReportFiguresSection analytics={reads.analytics} />
        <ReportCallVolumeSection analytics={reads.analytics} volume={reads.volume} />
        <div className="report-beside">
          <ReportAgentsTable scorecards={scorecards} places={places.upper} />
          <ReportMissedTargetsTable copc={copc} places={places.upper} />
        </div>
        <ReportCampaignsTable campaigns={campaigns} places={places.lower} />
        <p className="report-foot report-small">{labels.source(appName)}</p>
      </article>
    </PageFrame>
  );
}
