/**
 * Sums of analysis values by field, so that a new mapping of metrics to fields applies at once to old calls. Scores by
 * people are summed too and replace the analysis of their call. All sums can be added up.
 */
import type { CallState } from '../../calls/index.ts';

/** Names under which scores by people are summed like analysis fields. A real analysis field never begins with '@'. */
export const reviewFields = { quality: '@quality', script: '@script', intent: '@intent' } as const;
export type ReviewedPart = keyof typeof reviewFields;
/** Bits that say which parts of a call people scored. A row of field sums has the sum of these bits. */
export const reviewBits: Readonly<Record<ReviewedPart, number>> = { quality: 1, script: 2, intent: 4 };
const parts = Object.keys(reviewFields) as readonly ReviewedPart[];

/** Rollup sums of one field of the call analysis, as exact decimals in text form. */
export interface FieldSums {
  /** Number of calls with a number in the analysis field; `number_sum` adds these numbers up. */
  readonly number_n: number;
  readonly number_sum: string;
  /** Number of calls whose field is a share: true (1), false (0), a number up to 1, or up to 100 as percent. */
  readonly share_n: number;
  readonly share_sum: string;
  /** Number of calls whose analysis field is a score from 1 to 5; `score_high` counts scores of at least 4. */
  readonly score_n: number;
  readonly score_sum: string;
  readonly score_high: number;
}

export interface FieldContribution extends FieldSums {
  readonly name: string;
  readonly reviewed: number;
}

export const fieldColumns = [
  { column: 'number_n', type: 'bigint' },
  { column: 'number_sum', type: 'numeric' },
  { column: 'share_n', type: 'bigint' },
  { column: 'share_sum', type: 'numeric' },
  { column: 'score_n', type: 'bigint' },
  { column: 'score_sum', type: 'numeric' },
  { column: 'score_high', type: 'bigint' },
] as const satisfies readonly { readonly column: keyof FieldSums; readonly type: 'bigint' | 'numeric' }[];

/** Lists what a call adds to the rollups of analysis fields, sorted by field name. */
export function fieldsOf({ figures, review }: Pick<CallState, 'figures' | 'review'>): FieldContribution[] {
  const reviewed = parts.reduce((bits, part) => (review?.[part] === undefined ? bits : bits + reviewBits[part]), 0);
  return [
    ...parts.flatMap((part) => {
      const share = review?.[part];
      return share === undefined
        ? []
        : [{ name: reviewFields[part], reviewed: 0, ...nothing, share_n: 1, share_sum: decimal(share) }];
    }),
    ...Object.entries(figures ?? {}).map(([name, value]) => ({ name, reviewed, ...sumsOf(value) })),
  ].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

const nothing: FieldSums = {
  number_n: 0,
  number_sum: '0',
  share_n: 0,
  share_sum: '0',
  score_n: 0,
  score_sum: '0',
  score_high: 0,
};

function sumsOf(value: number | boolean): FieldSums {
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

/** Formats a plain decimal with at most six places. Equal values give equal text, so sums can be subtracted exactly. */
function decimal(value: number): string {
  return String(Number(value.toFixed(6)) + 0).includes('e') ? '0' : String(Number(value.toFixed(6)) + 0);
}
