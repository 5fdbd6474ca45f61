/** The chart's points as a table, newest first; how many calls a day is over opens them. */
import { Link } from 'wouter';
import { unknownFigure } from '../../../labels/common-es.ts';
import { copcDetailLabels as labels, copcLabels } from '../../../labels/copc-es.ts';
import { useFormat } from '../../session/use-format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Cell, HeadCell, TableHead, TableRow } from '../../ui/table.tsx';
import { fewestCalls } from '../../../contract/rate-changes.ts';
import { callsAddress } from './copc-address.ts';
import { BandBadge } from './metric-badges.tsx';
import { bandOfShown, writeValue, type MetricView } from './metric-figures.ts';
import type { Point } from './metric-points.ts';

interface PointsTableProps {
  readonly view: MetricView;
  readonly points: readonly Point[];
  readonly agentId: string | null;
}

function PointRow({ view, point, agentId }: Omit<PointsTableProps, 'points'> & { readonly point: Point }) {
  const format = useFormat();
  const { day, title, value, n, isProvisional } = point;
  const band = bandOfShown(view.metric, value, view.target);
  const href = day === null || n === 0 ? null : callsAddress(view.metric, { from: day, to: day }, agentId);
  return (
    <TableRow>
      <th scope="row" className="h-9 px-3 font-normal whitespace-nowrap">
        {title}
      </th>
      <Cell className="h-9 px-3 text-right font-medium whitespace-nowrap">
        {value === null ? (
          <span className="font-normal text-muted">{unknownFigure}</span>
        ) : (
          <span className={n < fewestCalls ? 'font-normal text-muted' : undefined}>
            {writeValue(view.metric, value, format)}
          </span>
        )}
      </Cell>
      <Cell className="h-9 px-3 text-right">
        {href === null ? (
          format.count(n)
        ) : (
          <Link
            href={href}
            data-figure={n}
            aria-label={labels.seeDay(format.count(n), title)}
            className="rounded-sm text-accent-text hover:underline"
          >
            {format.count(n)}
          </Link>
        )}
      </Cell>
      <Cell className="h-9 px-3 max-sm:hidden">
        <span className="flex gap-1">
          {band === null ? null : <BandBadge band={band} />}
          {isProvisional ? <Badge>{copcLabels.provisional}</Badge> : null}
        </span>
      </Cell>
    </TableRow>
  );
}

export function PointsTable({ view, points, agentId }: PointsTableProps) {
  const isDaily = points.some(({ day }) => day !== null);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keyboard too
    <section aria-label={labels.points} tabIndex={0} className="max-h-64 overflow-y-auto rounded-md border border-line">
      <table className="w-full border-collapse text-left">
        <TableHead className="sticky top-0 bg-surface">
          <tr>
            <HeadCell className="px-3">{isDaily ? labels.day : labels.hour}</HeadCell>
            <HeadCell className="px-3 text-right">{labels.value}</HeadCell>
            <HeadCell className="px-3 text-right">{labels.calls}</HeadCell>
            <HeadCell className="px-3 max-sm:hidden">{labels.band}</HeadCell>
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
