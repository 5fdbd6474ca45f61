/**
 * The time zone of tests' workspaces: Argentina's, or another zone during Argentina's night, without summer time. Its
 * last midnight was over three hours ago and the next is over two hours ahead. So recent events happened today, and no
 * day ends during a test.
 */
import type { WorkspaceTimeZone } from '../../contract/regional.ts';

const hourMs = 3_600_000;

/** The zone, chosen by the UTC hour at which the tests began. */
const [timeZone, offsetHours] = zoneAt(new Date().getUTCHours());

/** Saved with every test workspace. */
export const quietZone: WorkspaceTimeZone = timeZone;
/** The offset of the zone's clock from UTC. */
export const quietOffsetMs: number = offsetHours * hourMs;

/** The zone's date of a moment, 'YYYY-MM-DD'. */
export function quietDayOf(moment: Date | number): string {
  return onItsClock(moment).toISOString().slice(0, 10);
}

/** The moment whose UTC reads as the zone's clock does. */
export function onItsClock(moment: Date | number): Date {
  return new Date(Number(moment) + quietOffsetMs);
}

/** The start of the zone's day that contains the moment. */
export function quietMidnight(moment: Date | number): Date {
  return new Date(Date.parse(`${quietDayOf(moment)}T00:00:00Z`) - quietOffsetMs);
}

function zoneAt(utcHour: number): readonly [WorkspaceTimeZone, number] {
  if (utcHour === 0 || utcHour >= 6) return ['America/Argentina/Buenos_Aires', -3];
  return utcHour <= 3 ? ['America/Mexico_City', -6] : ['UTC', 0];
}
