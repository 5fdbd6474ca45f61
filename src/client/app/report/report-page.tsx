/**
 * The Analytics report: one A4 page on a date range, for one agent or all agents, shown as it prints. The number of
 * table rows is limited, so that any data fit the page (report-rows.ts).
 */
import { Link } from 'wouter';
import { reportLabels } from '../../../labels/common-es.ts';
import { figureRangeLabels } from '../../../labels/figure-range-es.ts';
import { reportPageLabels as labels } from '../../../labels/report-es.ts';
import { appInfoFallbacks } from '../../../labels/shell-es.ts';
import { analyticsRanges } from '../../features/analytics/analytics-filters.ts';
import { formatDayRange } from '../../format/figure-range.ts';
import { useSearchState } from '../../hooks/use-search-state.ts';
import { todayIn, useFigureRange } from '../../layout/figure-filters.tsx';
import { Page } from '../../layout/page.tsx';
import { usePrintedAt, useReportNames } from '../../layout/report-header.tsx';
import { paths } from '../../paths.ts';
import { useAppInfo, useSession } from '../../session/session.ts';
import { useFormat } from '../../session/use-format.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { useReportReads, type ReportReads } from './report-reads.ts';
import { CallsPart, FiguresPart, VerdictPart } from './report-figures.tsx';
import { AgentsPart, CampaignsPart, MissedTargetsPart } from './report-tables.tsx';
import { divideReportRows, shortenMiddle } from './report-rows.ts';
import { metricsOffTarget } from './missed-targets.ts';
import './report.css';

/** Maximum numbers of characters of a workspace's name in the report's title, in normal and in small font size. */
const inTitle = 32;
const inSmallTitle = 64;
/** Maximum number of characters of the user's name that fit beside the time in the report. */
const inHalfALine = 40;
/** Maximum number of characters of an agent's name that fit two lines of the report. */
const inTwoLines = 56;

function Head({ answered, agentId }: Pick<ReportReads, 'answered'> & { readonly agentId: string | null }) {
  const format = useFormat();
  const { user } = useSession();
  const { title, period: chosen } = useFigureRange(analyticsRanges);
  const isNamed = chosen !== 'custom';
  const { workspace, period, agent } = useReportNames(title, agentId);
  const printedAt = usePrintedAt();
  const isRunning = answered?.days.to === todayIn(format.regional.timeZone);
  const days = answered && formatDayRange(answered.days, format);
  const facts = [
    days === undefined || isNamed ? [reportLabels.period, period, days] : [reportLabels.period, days, undefined],
    [
      figureRangeLabels.comparedWith,
      answered && formatDayRange(answered.compared, format),
      isRunning ? labels.sameTime : undefined,
    ],
    [reportLabels.agent, shortenMiddle(agent, inTwoLines), undefined],
  ] as const;
  return (
    <div className="report-head">
      <div>
        <p className="report-line report-small">
          <span>{labels.title}</span>
          <span>{labels.printed(format.dateTime(printedAt), shortenMiddle(user.username, inHalfALine))}</span>
        </p>
        <h2 className={workspace.length > inTitle ? 'report-name report-long' : 'report-name'}>
          {shortenMiddle(workspace, inSmallTitle)}
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

export default function ReportPage() {
  const [search] = useSearchState();
  const range = useFigureRange(analyticsRanges);
  const agentId = search.get('agent');
  const reads = useReportReads(range, agentId);
  const { workspace } = useSession();
  const appName = useAppInfo().data?.appName || appInfoFallbacks.appName;
  const { scorecards, copc, campaigns } = reads;
  const places = divideReportRows({
    upper: Math.max(1, scorecards.data?.agents.length ?? 0, metricsOffTarget(copc.data).length),
    lower: Math.max(1, campaigns.data?.totals.calledCount ?? 0),
  });
  const actions = (
    <>
      <Button size="small" variant="primary" disabled={!reads.isWhole} onClick={() => window.print()}>
        {labels.print}
      </Button>
      <Link
        href={paths.analytics({ ...Object.fromEntries(search), informe: '' })}
        className={buttonClass({ size: 'small' })}
      >
        {labels.back}
      </Link>
    </>
  );
  return (
    <Page title={labels.title} actions={actions}>
      <article aria-label={labels.of(workspace?.name ?? '')} className="report">
        <Head answered={reads.answered} agentId={agentId} />
        <VerdictPart verdict={reads.verdict} />
        <FiguresPart analytics={reads.analytics} />
        <CallsPart analytics={reads.analytics} volume={reads.volume} />
        <div className="report-beside">
          <AgentsPart scorecards={scorecards} places={places.upper} />
          <MissedTargetsPart copc={copc} places={places.upper} />
        </div>
        <CampaignsPart campaigns={campaigns} places={places.lower} />
        <p className="report-foot report-small">{labels.source(appName)}</p>
      </article>
    </Page>
  );
}
