/**
 * Computes what a call adds to the rollup sums of each analysis field. Every field is summed, so that mapping a metric
 * to another field needs no rebuild. Scores that people gave are summed too and replace those of the call's analysis.
 */
import type { CallTableRow } from '../../calls/index.ts';

/**
 * Field names under which rollups store the scores that human reviewers gave. They begin with '@', so that they never
 * equal an analysis field's name.
 */
export const reviewScoreRollupFieldNames = { quality: '@quality', script: '@script', intent: '@intent' } as const;
export type ReviewScorePart = keyof typeof reviewScoreRollupFieldNames;
/**
 * Bit for each part of a call review. A rollup row's `reviewed` combines the bits of the parts that people scored in
 * the row's calls.
 */
export const reviewPartBits: Readonly<Record<ReviewScorePart, number>> = { quality: 1, script: 2, intent: 4 };
const parts = Object.keys(reviewScoreRollupFieldNames) as readonly ReviewScorePart[];

/** Rollup sums of one field of the call analysis, as exact decimals in text form. */
export interface AnalysisFieldRollupSums {
  /** Number of calls with a number in the analysis field; `number_sum` adds these numbers up. */
  readonly number_n: number;
  readonly number_sum: string;
  /**
   * Number of calls whose analysis field is a boolean or a number up to 100. `share_sum` adds these values up as shares
   * from 0 to 1, so numbers above 1 are read as percentages.
   */
  readonly share_n: number;
  readonly share_sum: string;
  /** Number of calls whose analysis field is a score from 1 to 5; `score_high` counts scores of at least 4. */
  readonly score_n: number;
  readonly score_sum: string;
  readonly score_high: number;
}

export interface AnalysisFieldRollupContribution extends AnalysisFieldRollupSums {
  readonly name: string;
  readonly reviewed: number;
}

export const analysisFieldRollupColumns = [
  { column: 'number_n', type: 'bigint' },
  { column: 'number_sum', type: 'numeric' },
  { column: 'share_n', type: 'bigint' },
  { column: 'share_sum', type: 'numeric' },
  { column: 'score_n', type: 'bigint' },
  { column: 'score_sum', type: 'numeric' },
  { column: 'score_high', type: 'bigint' },
] as const satisfies readonly { readonly column: keyof AnalysisFieldRollupSums; readonly type: 'bigint' | 'numeric' }[];

/** Lists what a call adds to the rollups of analysis fields, sorted by field name. */
export function listAnalysisFieldRollupContributions({
  figures,
  review,
}: Pick<CallTableRow, 'figures' | 'review'>): AnalysisFieldRollupContribution[] {
  const reviewed = parts.reduce((bits, part) => (review?.[part] === undefined ? bits : bits + reviewPartBits[part]), 0);
  return [
    ...parts.flatMap((part) => {
      const share = review?.[part];
      return share === undefined
        ? []
        : [{ name: reviewScoreRollupFieldNames[part], reviewed: 0, ...nothing, share_n: 1, share_sum: decimal(share) }];
    }),
    ...Object.entries(figures ?? {}).map(([name, value]) => ({ name, reviewed, ...sumsOf(value) })),
  ].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

const nothing: AnalysisFieldRollupSums = {
  number_n: 0,
  number_sum: '0',
  share_n: 0,
  share_sum: '0',
  score_n: 0,
  score_sum: '0',
  score_high: 0,
};

function sumsOf(value: number | boolean): AnalysisFieldRollupSums {
  if (typeof value === 'boolean') return { ...nothing, share_n: 1, share_sum: value ? '1' : '0' };
  const isShare = value <= 100;
  const isScore = value >= 1 && value <= 5;
  return {
    number_n: 1,
    number_sum: decimal(value),
    share_n: isShare ? 1 : 0,
    share_sum: isShare ? decimal(value <= 1 ? value : value / 100) : '0',
    score_n: isScore ? 1 : 0,
    score_sum: isScore ? decimal(value) : '0',
    score_high: isScore && value >= 4 ? 1 : 0,
  };
}

/**
 * Formats a number as a decimal of at most six places. Rollups add a call's value and may later subtract it, so both
 * texts must be equal to cancel out exactly.
 */
function decimal(value: number): string {
  return String(Number(value.toFixed(6)) + 0).includes('e') ? '0' : String(Number(value.toFixed(6)) + 0);
}
