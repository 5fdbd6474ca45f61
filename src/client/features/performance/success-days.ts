/** Pairs an agent's success rate of each day with that of a compared day. Pure. */
import type { AgentCallsOfDay } from '../../../contract/agent-scorecards.ts';
import { successRateChartLabels as labels } from './agent-page-es.ts';
import type { RegionalFormat } from '../../format/regional-format.ts';

export interface DailySuccessRate {
  /** The day, 'YYYY-MM-DD'. */
  readonly date: string;
  /** The day, '21/11/2026'. */
  readonly title: string;
  /** The day's success rate in percent; null without finished calls. */
  readonly rate: number | null;
  readonly finished: number;
  readonly before: { readonly title: string; readonly rate: number | null } | null;
}

const rateOf = ({ finished, successful }: AgentCallsOfDay): number | null =>
  finished === 0 ? null : (100 * successful) / finished;

/** Pairs each day of the date range with the day at the same position in the comparison period. */
export function pairDailySuccessRates(
  days: readonly AgentCallsOfDay[],
  before: readonly AgentCallsOfDay[],
  format: RegionalFormat,
): readonly DailySuccessRate[] {
  return days.map((day, index) => {
    const other = before[index];
    return {
      date: day.date,
      title: format.day(day.date),
      rate: rateOf(day),
      finished: day.finished,
      before: other === undefined ? null : { title: format.day(other.date), rate: rateOf(other) },
    };
  });
}

/** Text on a day's success rate, such as '21/11/2026: 85,0%, sobre 20 finalizadas; antes, el 14/11/2026: 80,0%'. */
export function describeDailySuccessRate(
  { title, rate, finished, before }: DailySuccessRate,
  format: RegionalFormat,
): string {
  const now =
    rate === null ? labels.emptyPoint(title) : labels.point(title, format.percent(rate), format.count(finished));
  return before === null || before.rate === null
    ? now
    : `${now}; ${labels.beforePoint(before.title, format.percent(before.rate))}`;
}
