/** Grades of an agent's success rate (spec B 2.6 and 4), judged by the rate as it is shown. Pure. */
import { shownPercent } from './numbers.ts';

export type RateTier = 'high' | 'middle' | 'low';

/** Above 80 %, above 60 %, the rest. */
export function rateTier(percent: number): RateTier {
  const shown = shownPercent(percent);
  if (shown > 80) return 'high';
  return shown > 60 ? 'middle' : 'low';
}
