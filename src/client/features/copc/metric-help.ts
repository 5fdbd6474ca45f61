/** Help texts of a quality metric: its formula, where its data come from, and how to get missing data. Pure. */
import type { CopcMetric } from '../../../contract/regional.ts';
import {
  copcFieldHints,
  copcFormulas,
  copcMissing,
  copcMissingLabels as labels,
  copcSourceLabels,
  copcSources,
} from './copc-help-es.ts';

/** Quality metrics for which a person's review of the call, if there is one, replaces the automatic analysis. */
const reviewed: ReadonlySet<CopcMetric> = new Set(['qaPassRate', 'scriptCompliance', 'intentAccuracy']);

/** True if a person's review of a call counts for this quality metric. */
export const isReviewed = (metric: CopcMetric): boolean => reviewed.has(metric);

export interface MetricHelp {
  readonly formula: string;
  readonly source: string;
}

/** Builds the help texts of a quality metric. `field`: the analysis field chosen for it in the settings. */
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
  /** Analysis field to add to the agent so that the metric gets data; null if the metric is not based on a field. */
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
