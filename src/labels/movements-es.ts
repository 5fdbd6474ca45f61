/** Spanish words for a figure's change since the comparison period, the same on screens and in files. */
import type { FigureTrend } from '../contract/agent-scorecards.ts';

export const trendMovementLabels = {
  up: 'Subió',
  down: 'Bajó',
  same: 'Sin cambios',
  unclear: 'Sin cambio claro',
  few: 'Muy pocas llamadas para decir',
  better: 'mejor',
  worse: 'peor',
} as const;

/**
 * Returns whether a figure moved up or down. Returns 'few' if there are too few calls to compare, and 'unclear' for any
 * other direction, including one that only a newer server knows.
 */
export function findTrendMovement({ direction, isOfFew }: FigureTrend): 'up' | 'down' | 'unclear' | 'few' {
  if (isOfFew) return 'few';
  return direction === 'up' || direction === 'down' ? direction : 'unclear';
}

/**
 * Formats the comparison period's value of a figure: 'vs. 72,7%', or '· antes 72,7%' if there are too few calls to
 * compare.
 */
export const describeComparisonPeriodFigure = (movement: keyof typeof trendMovementLabels, before: string): string =>
  movement === 'few' ? `· antes ${before}` : `vs. ${before}`;
