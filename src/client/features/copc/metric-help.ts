/** In words: how a metric is counted, where it comes from, and why it is missing and what brings it. Pure. */
import type { CopcMetric } from '../../../contract/regional.ts';
import {
  copcFieldHints,
  copcFormulas,
  copcMissing,
  copcMissingLabels as labels,
  copcSourceLabels,
  copcSources,
} from '../../../labels/copc-help-es.ts';

/** What people score in the quality review stands in place of the analysis. */
const reviewed: ReadonlySet<CopcMetric> = new Set(['qaPassRate', 'scriptCompliance', 'intentAccuracy']);

/** Whether people may score it. */
export const isReviewed = (metric: CopcMetric): boolean => reviewed.has(metric);

export interface MetricHelp {
  readonly formula: string;
  readonly source: string;
}

/** `field`: of the analysis, as the workspace maps it; null where none brings the metric. */
export function helpOf(metric: CopcMetric, field: string | null): MetricHelp {
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
  /** All of it on one line. */
  readonly line: string;
}

export interface MissingHelp {
  readonly reason: string;
  readonly how: string;
  /** Null where no field brings the metric. */
  readonly field: FieldToAdd | null;
}

export function missingOf(metric: CopcMetric, field: string | null): MissingHelp {
  const hint = copcFieldHints[metric];
  if (field === null || !hint) return { reason: '', how: '', ...copcMissing[metric], field: null };
  const added = { name: field, ...hint, line: `${field} (${hint.type}): ${hint.text}` };
  return isReviewed(metric)
    ? { reason: labels.noReview(field), how: labels.addFieldOrReview, field: added }
    : { reason: labels.noField(field), how: labels.addField, field: added };
}
