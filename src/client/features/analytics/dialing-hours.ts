/** Answer rates of outbound calls by hour of the week, and the best hours to call. Pure. */
import type { DialingHour } from '../../../contract/analytics.ts';
import { hoursMapLabels as labels } from './analytics-hours-es.ts';
import type { RegionalFormat } from '../../format/regional-format.ts';

/** Minimum number of call attempts in an hour of the week. With fewer, its answer rate would be mostly chance. */
export const minAttemptsForRate = 20;
/** Number of colour levels of the heat map of answer rates. */
export const heatLevels = 5;
const bestCount = 3;

export const answerRateOf = ({ attempts, connected }: Pick<DialingHour, 'attempts' | 'connected'>): number =>
  attempts === 0 ? 0 : (100 * connected) / attempts;

const isTelling = ({ attempts }: DialingHour): boolean => attempts >= minAttemptsForRate;

/** The hours of the week with the highest answer rate, at most three; ties go to the hour with more call attempts. */
export function bestHours(hours: readonly DialingHour[]): readonly DialingHour[] {
  const telling = hours.filter((hour) => isTelling(hour) && hour.connected > 0);
  return telling.toSorted((a, b) => answerRateOf(b) - answerRateOf(a) || b.attempts - a.attempts).slice(0, bestCount);
}

/** Heat-map colour level of an hour by its answer rate; null if the hour has too few call attempts. */
export function heatLevel(hour: DialingHour | undefined, hours: readonly DialingHour[]): number | null {
  if (!hour || !isTelling(hour)) return null;
  const rates = hours.filter(isTelling).map(answerRateOf);
  const [lowest, highest] = [Math.min(...rates), Math.max(...rates)];
  if (highest === lowest) return heatLevels - 1;
  return Math.min(heatLevels - 1, Math.floor(((answerRateOf(hour) - lowest) / (highest - lowest)) * heatLevels));
}

const weekdayName = (weekday: number): string => labels.weekdays[weekday - 1] ?? '';

/** Text like 'Mejor horario: martes 18 a 19 h, 46,1% de conexión…', or that there are too few call attempts. */
export function bestHoursText(hours: readonly DialingHour[], format: RegionalFormat): string {
  const [best, ...next] = bestHours(hours);
  if (!best) return labels.tooFew(minAttemptsForRate);
  const name = ({ weekday }: DialingHour) => weekdayName(weekday).toLowerCase();
  const first = `${labels.best(name(best), labels.hourName(best.hour), format.percent(answerRateOf(best)), format.count(best.attempts))}.`;
  if (next.length === 0) return first;
  const others = next.map((hour) =>
    labels.nextOne(name(hour), labels.hourName(hour.hour), format.percent(answerRateOf(hour))),
  );
  return `${first} ${labels.next(others.join(labels.and))}`;
}

/** Text of a heat-map cell: 'Martes 18 a 19 h: 46,1% de conexión, 144 de 312 intentos'. */
export function hourSentence(
  weekday: number,
  hour: number,
  cell: DialingHour | undefined,
  format: RegionalFormat,
): string {
  const [day, name] = [weekdayName(weekday), labels.hourName(hour)];
  if (!cell) return labels.noAttempts(day, name);
  return labels.cell(
    day,
    name,
    format.percent(answerRateOf(cell)),
    format.count(cell.connected),
    format.count(cell.attempts),
  );
}
