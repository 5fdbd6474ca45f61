/**
 * Two table cells: a metric's value, and a link with the number of calls behind it. A value from few calls has a muted
 * colour.
 */
import { Link } from 'wouter';
import { minCallsToCompareRates } from '../../../contract/rate-changes.ts';
import type { CopcMetric } from '../../../contract/regional.ts';
import { noDataText } from '../../../labels/common-es.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { TableCell } from '../../ui/table.tsx';
import { formatCopcMetricValue } from './metric-figures.ts';

interface FigureCellsProps {
  readonly metric: CopcMetric;
  readonly value: number | null;
  readonly n: number;
  readonly href: string | null;
  readonly nameOf: (count: string) => string;
}

export function MetricValueAndCountCells({ metric, value, n, href, nameOf }: FigureCellsProps) {
  const format = useRegionalFormat();
  const count = format.count(n);
  return (
    <>
      <TableCell className="h-9 px-3 text-right font-medium whitespace-nowrap">
        <span className={value === null || n < minCallsToCompareRates ? 'font-normal text-muted' : undefined}>
          {value === null ? noDataText : formatCopcMetricValue(metric, value, format)}
        </span>
      </TableCell>
      <TableCell className="h-9 px-3 text-right">
        {href === null ? (
          count
        ) : (
          <Link
            href={href}
            data-figure={n}
            aria-label={nameOf(count)}
            className="rounded-sm text-accent-text hover:underline"
          >
            {count}
          </Link>
        )}
      </TableCell>
    </>
  );
}
