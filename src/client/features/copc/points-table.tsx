/** Points of a quality metric's chart as a table, newest first. Each day's number of calls is a link to these calls. */
import { copcDetailLabels as labels, copcLabels } from '../../../labels/copc-es.ts';
import { Badge } from '../../ui/badge.tsx';
import { TableCell, TableHeadCell, TableHead, TableRow } from '../../ui/table.tsx';
import { buildMetricCountedCallsUrl } from './copc-address.ts';
import { MetricValueAndCountCells } from './figure-cells.tsx';
import { MetricBandBadge } from './metric-badges.tsx';
import { findCopcBandOfRoundedValue, type CopcMetricDisplay } from './metric-figures.ts';
import type { MetricChartPoint } from './metric-points.ts';

interface PointsTableProps {
  readonly view: CopcMetricDisplay;
  readonly points: readonly MetricChartPoint[];
  readonly agentId: string | null;
}

function PointRow({ view, point, agentId }: Omit<PointsTableProps, 'points'> & { readonly point: MetricChartPoint }) {
  const { day, title, value, n, isProvisional } = point;
  const band = findCopcBandOfRoundedValue(view.metric, value, view.target);
  const href =
    day === null || n === 0 ? null : buildMetricCountedCallsUrl(view.metric, { from: day, to: day }, agentId);
  return (
    <TableRow>
      <th scope="row" className="h-9 px-3 font-normal whitespace-nowrap">
        {title}
      </th>
      <MetricValueAndCountCells
        metric={view.metric}
        value={value}
        n={n}
        href={href}
        nameOf={(count) => labels.seeDay(count, title)}
      />
      <TableCell className="h-9 px-3 max-sm:hidden">
        <span className="flex gap-1">
          {band === null ? null : <MetricBandBadge band={band} />}
          {isProvisional ? <Badge>{copcLabels.provisional}</Badge> : null}
        </span>
      </TableCell>
    </TableRow>
  );
}

export function MetricChartPointsTable({ view, points, agentId }: PointsTableProps) {
  const isDaily = points.some(({ day }) => day !== null);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keyboard too
    <section aria-label={labels.points} tabIndex={0} className="max-h-64 overflow-y-auto rounded-md border border-line">
      <table className="w-full border-collapse text-left">
        <TableHead className="sticky top-0 bg-surface">
          <tr>
            <TableHeadCell className="px-3">{isDaily ? labels.day : labels.hour}</TableHeadCell>
            <TableHeadCell className="px-3 text-right">{labels.value}</TableHeadCell>
            <TableHeadCell className="px-3 text-right">{labels.calls}</TableHeadCell>
            <TableHeadCell className="px-3 max-sm:hidden">{labels.band}</TableHeadCell>
          </tr>
        </TableHead>
        <tbody>
          {points.toReversed().map((point) => (
            <PointRow key={point.at} view={view} point={point} agentId={agentId} />
          ))}
        </tbody>
      </table>
    </section>
  );
}
