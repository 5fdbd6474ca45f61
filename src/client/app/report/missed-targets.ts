/** Selects the quality metrics that have data, and those that miss their target, in the specification's order. Pure. */
import type { CopcReport } from '../../../contract/copc.ts';
import { copcMetrics, type CopcMetric } from '../../../contract/regional.ts';
import { isCopcMetricTargetMet } from '../../features/copc/metric-figures.ts';

const metOf = (report: CopcReport, metric: CopcMetric) =>
  isCopcMetricTargetMet(metric, report[metric].value, report.targets[metric]);

export const listQualityMetricsWithData = (report: CopcReport): readonly CopcMetric[] =>
  copcMetrics.filter((metric) => metOf(report, metric) !== null);

/** Quality metrics that miss their target; empty until the metrics are fetched. */
export const listQualityMetricsOffTarget = (report: CopcReport | undefined): readonly CopcMetric[] =>
  report === undefined ? [] : copcMetrics.filter((metric) => metOf(report, metric) === false);
