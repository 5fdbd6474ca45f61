/**
 * Grades success rates and goal rates. Rates are rounded first, so that the grade agrees with the percentage on the
 * screen. Pure.
 */
import { roundToShownPercent } from './numbers.ts';

/** Grade of a success rate. excellent: from 85 %. good: from 70 %. regular: from 50 %. poor: lower. */
export type SuccessGrade = 'excellent' | 'good' | 'regular' | 'poor';

export function gradeSuccessRate(percent: number): SuccessGrade {
  const shown = roundToShownPercent(percent);
  if (shown >= 85) return 'excellent';
  if (shown >= 70) return 'good';
  return shown >= 50 ? 'regular' : 'poor';
}

/** Band of a goal rate (spec B 2.6): above 80 %, above 60 %, or lower. */
export type GoalRateBand = 'high' | 'middle' | 'low';

export function classifyGoalRate(percent: number): GoalRateBand {
  const shown = roundToShownPercent(percent);
  if (shown > 80) return 'high';
  return shown > 60 ? 'middle' : 'low';
}
