/**
 * Table of the agent versions that had calls in the range, with their figures. On narrow screens it is a list of cards.
 */
import type { AgentReport, AgentVersionFigures } from '../../../contract/agent-scorecards.ts';
import { agentVersionsLabels as labels } from './agent-page-es.ts';
import { analyticsTileNoDataReasonLabels } from '../../../labels/analytics-es.ts';
import { scorecardNoDataReasonLabels } from '../../../labels/performance-es.ts';
import type { RegionalFormat } from '../../format/regional-format.ts';
import { LabelWithHelp } from '../../help/help-tip.tsx';
import { useRegionalFormat } from '../../session/use-format.ts';
import { SectionCard } from '../../ui/card.tsx';
import { ResponsiveTableOrCards } from '../../ui/column-list.tsx';
import type { TableColumn } from '../../ui/column-table.tsx';
import { UnknownFigure } from '../../ui/unknown-figure.tsx';
import { formatAverageDuration } from '../../format/durations.ts';

function VersionName({ version: { version, firstCallAt, lastCallAt } }: { readonly version: AgentVersionFigures }) {
  const format = useRegionalFormat();
  return (
    <>
      {version === null ? (
        <span title={labels.unknownWhy}>{labels.unknownVersion}</span>
      ) : (
        labels.version(String(version))
      )}
      <span className="block text-xs font-normal text-muted tabular-nums">
        {labels.spoke(format.date(firstCallAt), format.date(lastCallAt))}
      </span>
    </>
  );
}

type FigureColumn = Exclude<keyof typeof labels.columns, 'version'>;

function figure(
  id: FigureColumn,
  write: (version: AgentVersionFigures, format: RegionalFormat) => string | null,
  why = '',
): TableColumn<AgentVersionFigures, RegionalFormat> {
  return {
    id,
    head: labels.columns[id],
    cell: (version, format) => write(version, format) ?? <UnknownFigure why={why} />,
    className: 'px-2 text-right last:pr-4',
    cellClass: 'tabular-nums',
  };
}

const percent = (rate: number | null, format: RegionalFormat) => (rate === null ? null : format.percent(rate));

const columns: readonly TableColumn<AgentVersionFigures, RegionalFormat>[] = [
  {
    id: 'version',
    head: labels.columns.version,
    cell: (version) => <VersionName version={version} />,
    headClass: 'pr-2 pl-4',
    cellClass: 'py-1.5 pr-2 pl-4 font-medium whitespace-nowrap',
    isRowHead: true,
    card: 'title',
  },
  figure('totalCalls', ({ totalCalls }, format) => format.count(totalCalls)),
  figure(
    'successRate',
    ({ successRate }, format) => percent(successRate, format),
    scorecardNoDataReasonLabels.successRate,
  ),
  figure('goalRate', ({ goalRate }, format) => percent(goalRate, format), analyticsTileNoDataReasonLabels.successRate),
  figure(
    'averageDuration',
    ({ averageDuration }) => (averageDuration === null ? null : formatAverageDuration(averageDuration)),
    scorecardNoDataReasonLabels.averageDuration,
  ),
];

export default function AgentVersionsCard({
  report: { versions, versionsAreCapped },
}: {
  readonly report: AgentReport;
}) {
  const format = useRegionalFormat();
  const counted = format.count(versions.reduce((sum, { totalCalls }) => sum + totalCalls, 0));
  return (
    <SectionCard
      title={<LabelWithHelp about={labels.title} text={labels.help} />}
      subtitle={
        <span className="tabular-nums">{versionsAreCapped ? labels.capped(counted) : labels.over(counted)}</span>
      }
      bodyClassName="p-0"
    >
      {versions.length === 0 ? (
        <p className="px-4 py-6 text-center text-muted">{labels.empty}</p>
      ) : (
        <ResponsiveTableOrCards
          wideFrom="(min-width: 40rem), print"
          figures="pairs"
          aria-label={labels.title}
          columns={columns}
          context={format}
          rows={versions}
          keyOf={({ version }) => version ?? ''}
        />
      )}
    </SectionCard>
  );
}
