/** Help texts of a quality metric: its formula, where its data come from, and how to get missing data. Pure. */
import type { CopcMetric } from '../../../contract/regional.ts';
import {
  copcAnalysisFieldHints,
  copcMetricFormulaTexts,
  copcMissingDataReasonTexts,
  copcMissingDataLabels as labels,
  copcMetricSourceLabels,
  copcMetricSourceTexts,
} from './copc-help-es.ts';

/** Quality metrics for which a person's review of the call, if there is one, replaces the automatic analysis. */
const reviewed: ReadonlySet<CopcMetric> = new Set(['qaPassRate', 'scriptCompliance', 'intentAccuracy']);

/** True if a person's review of a call counts for this quality metric. */
export const isMetricFromHumanReviews = (metric: CopcMetric): boolean => reviewed.has(metric);

export interface MetricHelpTexts {
  readonly formula: string;
  readonly source: string;
}

/**
 * Builds the help texts of a quality metric. `field` is the analysis field that the settings assign to the metric; null
 * if the metric uses none.
 */
export function buildMetricHelpTexts(metric: CopcMetric, field: string | null): MetricHelpTexts {
  const source =
    field === null
      ? (copcMetricSourceTexts[metric] ?? '')
      : (isMetricFromHumanReviews(metric) ? copcMetricSourceLabels.reviewed : copcMetricSourceLabels.field)(field);
  return { formula: copcMetricFormulaTexts[metric], source: copcMetricSourceLabels.source(source) };
}

export interface AnalysisFieldToAdd {
  readonly name: string;
  readonly type: string;
  readonly text: string;
  /** The whole help text on one line. */
  readonly line: string;
}

export interface MissingMetricDataHelp {
  readonly reason: string;
  readonly how: string;
  /**
   * Analysis field that must be added to the agent, so that the metric gets data. Null if the metric is not based on an
   * analysis field.
   */
  readonly field: AnalysisFieldToAdd | null;
}

export function buildMissingMetricDataHelp(metric: CopcMetric, field: string | null): MissingMetricDataHelp {
  const hint = copcAnalysisFieldHints[metric];
  if (field === null || !hint) return { reason: '', how: '', ...copcMissingDataReasonTexts[metric], field: null };
  const added = { name: field, ...hint, line: `${field} (${hint.type}): ${hint.text}` };
  return isMetricFromHumanReviews(metric)
    ? { reason: labels.noReview(field), how: labels.addFieldOrReview, field: added }
    : { reason: labels.noField(field), how: labels.addField, field: added };
}
