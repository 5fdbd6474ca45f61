/** Answer rates of outbound calls by hour of the week, and the best hours to call. Pure. */
import type { WeekHourCallCounts } from '../../../contract/analytics.ts';
import { answerRateHeatMapLabels as labels } from './analytics-hours-es.ts';
import type { RegionalFormat } from '../../format/regional-format.ts';

/** Minimum number of call attempts in an hour of the week. With fewer, its answer rate would be mostly chance. */
export const minAttemptsForAnswerRate = 20;
/** Number of colour levels of the heat map of answer rates. */
export const heatLevelCount = 5;
const bestCount = 3;

export const computeAnswerRate = ({
  attempts,
  connected,
}: Pick<WeekHourCallCounts, 'attempts' | 'connected'>): number => (attempts === 0 ? 0 : (100 * connected) / attempts);

const isTelling = ({ attempts }: WeekHourCallCounts): boolean => attempts >= minAttemptsForAnswerRate;

/** The hours of the week with the highest answer rate, at most three; ties go to the hour with more call attempts. */
export function findBestDialingHours(hours: readonly WeekHourCallCounts[]): readonly WeekHourCallCounts[] {
  const telling = hours.filter((hour) => isTelling(hour) && hour.connected > 0);
  return telling
    .toSorted((a, b) => computeAnswerRate(b) - computeAnswerRate(a) || b.attempts - a.attempts)
    .slice(0, bestCount);
}

/** Heat-map colour level of an hour by its answer rate; null if the hour has too few call attempts. */
export function computeHeatLevel(
  hour: WeekHourCallCounts | undefined,
  hours: readonly WeekHourCallCounts[],
): number | null {
  if (!hour || !isTelling(hour)) return null;
  const rates = hours.filter(isTelling).map(computeAnswerRate);
  const [lowest, highest] = [Math.min(...rates), Math.max(...rates)];
  if (highest === lowest) return heatLevelCount - 1;
  return Math.min(
    heatLevelCount - 1,
    Math.floor(((computeAnswerRate(hour) - lowest) / (highest - lowest)) * heatLevelCount),
  );
}

const weekdayName = (weekday: number): string => labels.weekdays[weekday - 1] ?? '';

/** Text like 'Mejor horario: martes 18 a 19 h, 46,1% de conexión…', or that there are too few call attempts. */
export function describeBestDialingHours(hours: readonly WeekHourCallCounts[], format: RegionalFormat): string {
  const [best, ...next] = findBestDialingHours(hours);
  if (!best) return labels.tooFew(minAttemptsForAnswerRate);
  const name = ({ weekday }: WeekHourCallCounts) => weekdayName(weekday).toLowerCase();
  const first = `${labels.best(name(best), labels.hourName(best.hour), format.percent(computeAnswerRate(best)), format.count(best.attempts))}.`;
  if (next.length === 0) return first;
  const others = next.map((hour) =>
    labels.nextOne(name(hour), labels.hourName(hour.hour), format.percent(computeAnswerRate(hour))),
  );
  return `${first} ${labels.next(others.join(labels.and))}`;
}

/** Text of a heat-map cell: 'Martes 18 a 19 h: 46,1% de conexión, 144 de 312 intentos'. */
export function describeHourAnswerRate(
  weekday: number,
  hour: number,
  cell: WeekHourCallCounts | undefined,
  format: RegionalFormat,
): string {
  const [day, name] = [weekdayName(weekday), labels.hourName(hour)];
  if (!cell) return labels.noAttempts(day, name);
  return labels.cell(
    day,
    name,
    format.percent(computeAnswerRate(cell)),
    format.count(cell.connected),
    format.count(cell.attempts),
  );
}
