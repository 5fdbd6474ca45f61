/** The hours of the week in which people were called: how often they picked up, and which hours did best. Pure. */
import type { DialingHour } from '../../../contract/analytics.ts';
import { hoursMapLabels as labels } from '../../../labels/analytics-hours-es.ts';
import type { RegionalFormat } from '../../format/regional-format.ts';

/** With fewer attempts an hour's rate is chance: it gets no colour and is not recommended. */
export const leastAttempts = 20;
/** Shades of the map, from the least rate to the highest. */
export const heatLevels = 5;
const bestCount = 3;

export const rateOf = ({ attempts, connected }: Pick<DialingHour, 'attempts' | 'connected'>): number =>
  attempts === 0 ? 0 : (100 * connected) / attempts;

const isTelling = ({ attempts }: DialingHour): boolean => attempts >= leastAttempts;

/** Highest rate first, of equals the one with more attempts; at most three. */
export function bestHours(hours: readonly DialingHour[]): readonly DialingHour[] {
  const telling = hours.filter((hour) => isTelling(hour) && hour.connected > 0);
  return telling.toSorted((a, b) => rateOf(b) - rateOf(a) || b.attempts - a.attempts).slice(0, bestCount);
}

/** From 0: the shade of an hour among those that tell something; null of the others. */
export function heatLevel(hour: DialingHour | undefined, hours: readonly DialingHour[]): number | null {
  if (!hour || !isTelling(hour)) return null;
  const rates = hours.filter(isTelling).map(rateOf);
  const [lowest, highest] = [Math.min(...rates), Math.max(...rates)];
  if (highest === lowest) return heatLevels - 1;
  return Math.min(heatLevels - 1, Math.floor(((rateOf(hour) - lowest) / (highest - lowest)) * heatLevels));
}

const weekdayName = (weekday: number): string => labels.weekdays[weekday - 1] ?? '';

/** 'Mejor horario: martes 18 a 19 h, 46,1% de conexión sobre 312 intentos. Le siguen …', or why nothing can be said. */
export function bestHoursText(hours: readonly DialingHour[], format: RegionalFormat): string {
  const [best, ...next] = bestHours(hours);
  if (!best) return labels.tooFew(leastAttempts);
  const name = ({ weekday }: DialingHour) => weekdayName(weekday).toLowerCase();
  const first = `${labels.best(name(best), labels.hourName(best.hour), format.percent(rateOf(best)), format.count(best.attempts))}.`;
  if (next.length === 0) return first;
  const others = next.map((hour) =>
    labels.nextOne(name(hour), labels.hourName(hour.hour), format.percent(rateOf(hour))),
  );
  return `${first} ${labels.next(others.join(labels.and))}`;
}

/** What a cell of the map says: 'Martes 18 a 19 h: 46,1% de conexión, 144 de 312 intentos'. */
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
    format.percent(rateOf(cell)),
    format.count(cell.connected),
    format.count(cell.attempts),
  );
}
