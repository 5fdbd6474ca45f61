/**
 * Lower half of the printed report: agents, missed targets and campaigns. A last row sums up the rows that do not fit.
 */
import type { AgentScorecard } from '../../../contract/agent-scorecards.ts';
import type { CopcReport } from '../../../contract/copc.ts';
import { campaignFunnelLabels } from '../../../labels/campaign-detail-es.ts';
import { campaignFigureLabels } from '../../../labels/campaigns-es.ts';
import { noDataText } from '../../../labels/common-es.ts';
import { copcLabels } from '../../../labels/copc-es.ts';
import { agentComparisonLabels } from '../../../labels/performance-es.ts';
import { reportPageLabels as labels } from '../../../labels/report-es.ts';
import { computeCampaignSuccessRate } from '../../features/campaigns/campaign-figures.ts';
import { buildCopcMetricDisplay } from '../../features/copc/metric-figures.ts';
import { defaultAgentComparisonSort } from '../../features/performance/performance-address.ts';
import {
  hasEnoughCallsForRank,
  formatScorecardAgentName,
  sortAgentsByColumn,
} from '../../features/performance/scorecard-values.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { listQualityMetricsWithData, listQualityMetricsOffTarget } from './missed-targets.ts';
import { ReportSection } from './report-part.tsx';
import type { AnalyticsReportQueries } from './report-reads.ts';
import {
  fitReportCampaigns,
  fitReportRows,
  shortenNameInMiddle,
  sumAgentCounts,
  type ReportAgentTotals,
} from './report-rows.ts';

interface Column {
  readonly head: string;
  /** Width of a report table's column in percent. The column with the names has no width and gets the rest. */
  readonly width?: number;
}

interface Row {
  readonly key: string;
  readonly cells: readonly string[];
  readonly isRest?: true;
}

interface ReportTableProps {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** Index of the report table's column that contains the names of the rows. */
  readonly named: number;
  readonly label: string;
}

function ReportTable({ columns, rows, named, label }: ReportTableProps) {
  return (
    <table aria-label={label} className="report-table">
      <colgroup>
        {columns.map(({ head, width }) => (
          <col key={head} width={width === undefined ? undefined : `${width}%`} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map(({ head }, place) => (
            <th key={head} scope="col" className={place <= named ? 'report-text' : undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells, isRest }) => (
          <tr key={key} className={isRest ? 'report-rest' : undefined}>
            {cells.map((cell, place) =>
              place === named ? (
                <th key={columns[place]?.head} scope="row" className="report-text">
                  {cell}
                </th>
              ) : (
                <td key={columns[place]?.head} className={place < named ? 'report-text' : undefined}>
                  {cell}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * Maximum number of characters of an agent's name (`ofAgent`) and a campaign's name (`ofCampaign`) that fit one line of
 * the report's tables.
 */
const ofAgent = 24;
const ofCampaign = 48;

function Note({ text }: { readonly text: string }) {
  return <span className="report-small">{text}</span>;
}

interface PlacesProps {
  readonly places: number;
}

export function ReportAgentsTable({ scorecards, places }: PlacesProps & Pick<AnalyticsReportQueries, 'scorecards'>) {
  const format = useRegionalFormat();
  const { columns } = agentComparisonLabels;
  const percent = (rate: number | null) => (rate === null ? noDataText : format.percent(rate));
  const figures = ({ totalCalls, successRate, goalRate }: ReportAgentTotals) => [
    format.count(totalCalls),
    percent(successRate),
    percent(goalRate),
  ];
  const rowsOf = (agents: readonly AgentScorecard[]): readonly Row[] => {
    const { shown, rest } = fitReportRows(sortAgentsByColumn(agents, defaultAgentComparisonSort), places);
    const rows = shown.map((agent, index) => ({
      key: agent.agentId,
      cells: [
        hasEnoughCallsForRank(agent) ? String(index + 1) : labels.unranked,
        shortenNameInMiddle(formatScorecardAgentName(agent), ofAgent),
        ...figures(agent),
      ],
    }));
    if (rest.length === 0) return rows;
    const cells = ['', labels.moreAgents(format.count(rest.length)), ...figures(sumAgentCounts(rest))];
    return [...rows, { key: 'rest', cells, isRest: true }];
  };
  return (
    <ReportSection
      title={labels.agents}
      note={scorecards.data?.agents.length ? <Note text={labels.agentsNote} /> : null}
      read={scorecards}
    >
      {({ agents }) =>
        agents.length === 0 ? (
          <p>{labels.noAgents}</p>
        ) : (
          <ReportTable
            label={labels.agents}
            named={1}
            columns={[
              { head: labels.rank, width: 7 },
              { head: columns.name },
              { head: columns.totalCalls, width: 16 },
              { head: columns.successRate, width: 14 },
              { head: columns.goalRate, width: 16 },
            ]}
            rows={rowsOf(agents)}
          />
        )
      }
    </ReportSection>
  );
}

export function ReportMissedTargetsTable({ copc, places }: PlacesProps & Pick<AnalyticsReportQueries, 'copc'>) {
  const format = useRegionalFormat();
  const rowsOf = (report: CopcReport): readonly Row[] => {
    const { shown, rest } = fitReportRows(listQualityMetricsOffTarget(report), places);
    const rows = shown.map((metric) => {
      const { name, written, writtenTarget, gap } = buildCopcMetricDisplay(report, metric, format);
      return { key: metric, cells: [name, written ?? noDataText, writtenTarget, gap ?? ''] };
    });
    if (rest.length === 0) return rows;
    return [...rows, { key: 'rest', cells: [labels.moreMetrics(format.count(rest.length)), '', '', ''], isRest: true }];
  };
  const missed = listQualityMetricsOffTarget(copc.data).length;
  const known = copc.data === undefined ? 0 : listQualityMetricsWithData(copc.data).length;
  return (
    <ReportSection
      title={labels.missed}
      note={known === 0 ? null : <Note text={copcLabels.outside(format.count(missed), format.count(known))} />}
      read={copc}
    >
      {(report) =>
        listQualityMetricsOffTarget(report).length === 0 ? (
          <p>{listQualityMetricsWithData(report).length === 0 ? labels.noneKnown : labels.noneMissed}</p>
        ) : (
          <ReportTable
            label={labels.missed}
            named={0}
            columns={[
              { head: labels.metric },
              { head: labels.value, width: 12 },
              { head: labels.target, width: 13 },
              { head: labels.gap, width: 16.5 },
            ]}
            rows={rowsOf(report)}
          />
        )
      }
    </ReportSection>
  );
}

export function ReportCampaignsTable({ campaigns, places }: PlacesProps & Pick<AnalyticsReportQueries, 'campaigns'>) {
  const format = useRegionalFormat();
  const figures = (counts: {
    readonly sentCount: number;
    readonly contactedCount: number;
    readonly successfulCount: number;
  }) => [
    format.count(counts.sentCount),
    format.count(counts.contactedCount),
    format.count(counts.successfulCount),
    format.percent(computeCampaignSuccessRate(counts)),
  ];
  return (
    <ReportSection
      title={labels.campaigns}
      note={campaigns.data?.totals.calledCount ? <Note text={labels.campaignsNote} /> : null}
      read={campaigns}
    >
      {(called) => {
        const { shown, restCount, rest } = fitReportCampaigns(called, places);
        const rows: readonly Row[] = shown.map((campaign) => ({
          key: campaign.id,
          cells: [shortenNameInMiddle(campaign.name, ofCampaign), ...figures(campaign)],
        }));
        const more = { key: 'rest', cells: [labels.moreCampaigns(format.count(restCount)), ...figures(rest)] };
        return shown.length === 0 ? (
          <p>{labels.noCampaigns}</p>
        ) : (
          <ReportTable
            label={labels.campaigns}
            named={0}
            columns={[
              { head: labels.campaign },
              { head: campaignFunnelLabels.stages.sent.label, width: 11 },
              { head: campaignFunnelLabels.stages.contacted.label, width: 13 },
              { head: campaignFunnelLabels.stages.successful.label, width: 17 },
              { head: campaignFigureLabels.successRate.label, width: 19 },
            ]}
            rows={restCount === 0 ? rows : [...rows, { ...more, isRest: true }]}
          />
        );
      }}
    </ReportSection>
  );
}
