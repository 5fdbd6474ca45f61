/** Table of one quality metric by agent, worst value first, agents with few calls last. Counts link to the calls. */
import type { CopcFiguresByAgent } from '../../../contract/copc.ts';
import { lowerIsBetterCopcMetrics } from '../../../contract/copc-bands.ts';
import { minCallsToCompareRates } from '../../../contract/rate-changes.ts';
import { copcDetailLabels as labels } from '../../../labels/copc-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { useCopcMetricByAgent } from '../../api/queries.ts';
import { formatAgentLabel } from '../../format/calls.ts';
import { useFigureRangeFromUrl } from '../../layout/figure-filters.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FailedReadState } from '../../ui/states.tsx';
import { TableCell, TableHeadCell, TableHead, TableRow } from '../../ui/table.tsx';
import { buildMetricCountedCallsUrl, copcPeriodOptions, toCopcReportQuery } from './copc-address.ts';
import { MetricValueAndCountCells } from './figure-cells.tsx';
import { MetricTargetBadge } from './metric-badges.tsx';
import { isCopcMetricTargetMet, type CopcMetricDisplay } from './metric-figures.ts';

type AgentValue = CopcFiguresByAgent['agents'][number];

/** Sorts agents by a quality metric, worst first. Agents with few calls come last, because their values mean little. */
function worstFirst(metric: CopcMetricDisplay['metric'], agents: readonly AgentValue[]): readonly AgentValue[] {
  const way = lowerIsBetterCopcMetrics.has(metric) ? -1 : 1;
  return agents.toSorted(
    (a, b) =>
      Number(a.n < minCallsToCompareRates) - Number(b.n < minCallsToCompareRates) ||
      way * ((a.value ?? 0) - (b.value ?? 0)) ||
      b.n - a.n,
  );
}

function AgentRow({
  view,
  agent,
  days,
}: { readonly view: CopcMetricDisplay; readonly agent: AgentValue } & Pick<CopcFiguresByAgent, 'days'>) {
  const { agentId, agentName, value, n } = agent;
  const name = formatAgentLabel({ agentId: agentId || null, agentName }, labels.noAgent);
  const href = agentId === '' ? null : buildMetricCountedCallsUrl(view.metric, days, agentId);
  return (
    <TableRow>
      <th scope="row" className="h-9 max-w-72 truncate px-3 font-normal" title={name}>
        {name}
      </th>
      <MetricValueAndCountCells
        metric={view.metric}
        value={value}
        n={n}
        href={href}
        nameOf={(count) => labels.seeAgent(count, name)}
      />
      <TableCell className="h-9 px-3 max-sm:hidden">
        {n < minCallsToCompareRates ? null : (
          <MetricTargetBadge isMet={isCopcMetricTargetMet(view.metric, value, view.target)} />
        )}
      </TableCell>
    </TableRow>
  );
}

export function CopcMetricByAgentTable({ view }: { readonly view: CopcMetricDisplay }) {
  const range = useFigureRangeFromUrl(copcPeriodOptions);
  const { data, error, refetch } = useCopcMetricByAgent({ ...toCopcReportQuery(range, null), metric: view.metric });
  if (!data) {
    return error === null ? (
      <Skeleton className="h-24 w-full" />
    ) : (
      <FailedReadState className="py-4" text={getRequestErrorText(error)} onRetry={() => void refetch()} />
    );
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keyboard too
    <section aria-label={labels.agents} tabIndex={0} className="max-h-64 overflow-y-auto rounded-md border border-line">
      <table className="w-full border-collapse text-left">
        <TableHead className="sticky top-0 bg-surface">
          <tr>
            <TableHeadCell className="px-3">{labels.agent}</TableHeadCell>
            <TableHeadCell className="px-3 text-right">{labels.value}</TableHeadCell>
            <TableHeadCell className="px-3 text-right">{labels.calls}</TableHeadCell>
            <TableHeadCell className="px-3 max-sm:hidden">{labels.target}</TableHeadCell>
          </tr>
        </TableHead>
        <tbody>
          {worstFirst(view.metric, data.agents).map((agent) => (
            <AgentRow key={agent.agentId} view={view} agent={agent} days={data.days} />
          ))}
        </tbody>
      </table>
    </section>
  );
}
