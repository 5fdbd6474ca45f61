/** How a figure moved against the days before, in the same words on every screen and in every file. */
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

/** The word for a trend; a direction that a newer server added reads as no clear change. */
export function trendMovement({ direction, isOfFew }: Trend): 'up' | 'down' | 'unclear' | 'few' {
  if (isOfFew) return 'few';
  return direction === 'up' || direction === 'down' ? direction : 'unclear';
}

/** The former value, as it is written beside the movement: 'vs. 72,7%'; of too few calls '· antes 72,7%'. */
export const besideMovement = (movement: keyof typeof movementWords, before: string): string =>
  movement === 'few' ? `· antes ${before}` : `vs. ${before}`;
