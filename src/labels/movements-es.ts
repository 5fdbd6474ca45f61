/** Words for the change of a figure against earlier days, the same on every screen and in every file. */
import type { Trend } from '../contract/agent-scorecards.ts';

export const movementWords = {
  up: 'Subió',
  down: 'Bajó',
  same: 'Sin cambios',
  unclear: 'Sin cambio claro',
  few: 'Muy pocas llamadas para decir',
  better: 'mejor',
  worse: 'peor',
} as const;

/** Returns the movement that a trend shows. An unknown direction of a newer server counts as unclear. */
export function trendMovement({ direction, isOfFew }: Trend): 'up' | 'down' | 'unclear' | 'few' {
  if (isOfFew) return 'few';
  return direction === 'up' || direction === 'down' ? direction : 'unclear';
}

/** Writes the former value beside the movement: 'vs. 72,7%', or '· antes 72,7%' with too few calls. */
export const writeFormerValue = (movement: keyof typeof movementWords, before: string): string =>
  movement === 'few' ? `· antes ${before}` : `vs. ${before}`;
