/** Spanish words for a figure's change since the comparison period, the same on screens and in files. */
import type { FigureTrend } from '../contract/agent-scorecards.ts';

export const movementWords = {
  up: 'Subió',
  down: 'Bajó',
  same: 'Sin cambios',
  unclear: 'Sin cambio claro',
  few: 'Muy pocas llamadas para decir',
  better: 'mejor',
  worse: 'peor',
} as const;

/** Returns how a figure moved. A direction that this version does not know counts as 'unclear'. */
export function findTrendMovement({ direction, isOfFew }: FigureTrend): 'up' | 'down' | 'unclear' | 'few' {
  if (isOfFew) return 'few';
  return direction === 'up' || direction === 'down' ? direction : 'unclear';
}

/** Writes the figure of the comparison period: 'vs. 72,7%', or '· antes 72,7%' if there are too few calls. */
export const writeComparisonPeriodFigure = (movement: keyof typeof movementWords, before: string): string =>
  movement === 'few' ? `· antes ${before}` : `vs. ${before}`;
