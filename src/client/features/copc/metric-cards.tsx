/**
 * Cards of the quality metrics of one tab, in the order of the specification. While data load, the cards show only the
 * metrics' names.
 */
import type { CopcReport } from '../../../contract/copc.ts';
import { copcMetricsByTab } from '../../../contract/copc-bands.ts';
import type { CopcMetric } from '../../../contract/regional.ts';
import { copcLabels } from '../../../labels/copc-es.ts';
import { copcMetricLabels } from '../../../labels/copc-metrics-es.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import type { CopcTab } from './copc-address.ts';
import { CopcMetricCard, CopcMetricCardSkeleton } from './metric-card.tsx';
import { buildCopcMetricDisplay } from './metric-figures.ts';

interface MetricCardsProps {
  readonly tab: CopcTab;
  /** The metrics; undefined while they are read. */
  readonly report: CopcReport | undefined;
  readonly hrefOf: (metric: CopcMetric) => string;
  readonly onlyMissed: boolean;
}

export function CopcMetricCards({ tab, report, hrefOf, onlyMissed }: MetricCardsProps) {
  const format = useRegionalFormat();
  const views = report && copcMetricsByTab[tab].map((metric) => buildCopcMetricDisplay(report, metric, format));
  const shown = views?.filter(({ isMet }) => !onlyMissed || isMet === false);
  if (shown?.length === 0) return <p className="py-8 text-center text-muted">{copcLabels.noneOutside}</p>;
  return (
    <ul
      aria-label={copcLabels.tabs[tab]}
      aria-busy={report === undefined}
      className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-4 print:grid-cols-3"
    >
      {report && shown
        ? shown.map((view) => (
            <CopcMetricCard key={view.metric} view={view} report={report} href={hrefOf(view.metric)} />
          ))
        : copcMetricsByTab[tab].map((metric) => (
            <CopcMetricCardSkeleton key={metric} name={copcMetricLabels[metric]} />
          ))}
    </ul>
  );
}
