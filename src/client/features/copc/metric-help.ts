/** Help texts of a quality metric: its formula, its source, and how to get it if it is missing. Pure. */
import type { CopcMetric } from '../../../contract/regional.ts';
import {
  copcFieldHints,
  copcFormulas,
  copcMissing,
  copcMissingLabels as labels,
  copcSourceLabels,
  copcSources,
} from './copc-help-es.ts';

/** Quality metrics that take a person's review of the call, if there is one, instead of the analysis. */
const reviewed: ReadonlySet<CopcMetric> = new Set(['qaPassRate', 'scriptCompliance', 'intentAccuracy']);

/** True if people's reviews of calls count for this quality metric. */
export const isReviewed = (metric: CopcMetric): boolean => reviewed.has(metric);

export interface MetricHelp {
  readonly formula: string;
  readonly source: string;
}

/** Help texts of a quality metric. `field` is the analysis field that the workspace mapped to it; null if none is. */
export function metricHelpTexts(metric: CopcMetric, field: string | null): MetricHelp {
  const source =
    field === null
      ? (copcSources[metric] ?? '')
      : (isReviewed(metric) ? copcSourceLabels.reviewed : copcSourceLabels.field)(field);
  return { formula: copcFormulas[metric], source: copcSourceLabels.source(source) };
}

export interface FieldToAdd {
  readonly name: string;
  readonly type: string;
  readonly text: string;
  /** The whole help text on one line. */
  readonly line: string;
}

export interface MissingHelp {
  readonly reason: string;
  readonly how: string;
  /** Analysis field to add, so that the metric gets data; null if the metric does not come from a field. */
  readonly field: FieldToAdd | null;
}

export function missingDataHelp(metric: CopcMetric, field: string | null): MissingHelp {
  const hint = copcFieldHints[metric];
  if (field === null || !hint) return { reason: '', how: '', ...copcMissing[metric], field: null };
  const added = { name: field, ...hint, line: `${field} (${hint.type}): ${hint.text}` };
  return isReviewed(metric)
    ? { reason: labels.noReview(field), how: labels.addFieldOrReview, field: added }
    : { reason: labels.noField(field), how: labels.addField, field: added };
}
