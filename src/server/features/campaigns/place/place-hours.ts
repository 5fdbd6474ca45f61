/**
 * When the people of a place may be called: while every window that holds for them is open. The workspace's holds for all, a
 * campaign's own within it; each is judged by the clock of each of the place's zones. Pure, and failing closed as `windowAt`.
 */
import type { DialingRules } from '../../settings/index.ts';
import { windowAt, type WindowState } from '../dispatch/calling-window.ts';
import { dayMs } from '../dispatch/local-time.ts';
import { readPlace } from './phone-place.ts';

/** What of a campaign narrows the hours. */
export interface CampaignHours {
  /** As it is stored; null: the workspace's alone. */
  readonly callingWindow: unknown;
}

export type HoursRules = Pick<DialingRules, 'callingWindow' | 'timeZone'>;

interface ZonedWindow {
  readonly window: unknown;
  readonly zone: string;
}

/** Windows that do not meet within so many days never do. */
const daysAtMost = 62;

export function hoursAt(rules: HoursRules, { callingWindow }: CampaignHours, place: string, at: Date): WindowState {
  const windows = callingWindow === null ? [rules.callingWindow] : [rules.callingWindow, callingWindow];
  const zoned = zonesOf(rules, place).flatMap((zone) => windows.map((window) => ({ window, zone })));
  return allOpenAt(zoned, at);
}

/** A number that does not tell which of its country's zones: the workspace's, where it is one of them, else all of them. */
function zonesOf({ timeZone }: HoursRules, place: string): readonly string[] {
  const { zones } = readPlace(place);
  return zones.length === 0 || zones.includes(timeZone) ? [timeZone] : zones;
}

/** Whether all are open; until when, or the first moment from which they are. */
export function allOpenAt(windows: readonly ZonedWindow[], at: Date): WindowState {
  const lookUntilMs = at.getTime() + daysAtMost * dayMs;
  let moment = at;
  while (moment.getTime() <= lookUntilMs) {
    const states = windows.map(({ window, zone }) => windowAt(window, zone, moment));
    const openings = states.flatMap((state) => (state.isOpen ? [] : [state.opensAt]));
    if (openings.length === 0)
      return moment === at ? { isOpen: true, closesAt: firstClosing(states) } : { isOpen: false, opensAt: moment };
    if (openings.includes(null)) break;
    moment = new Date(Math.max(...openings.map(Number)));
  }
  return { isOpen: false, opensAt: null };
}

function firstClosing(states: readonly WindowState[]): Date | null {
  const closings = states.flatMap((state) =>
    state.isOpen && state.closesAt !== null ? [state.closesAt.getTime()] : [],
  );
  return closings.length === 0 ? null : new Date(Math.min(...closings));
}

/** The first moment from then on at which people of one of these places may be called; null: never, as things are set. */
export function openFrom(rules: HoursRules, hours: CampaignHours, places: readonly string[], at: Date): Date | null {
  const openings = places.map((place) => {
    const state = hoursAt(rules, hours, place, at);
    return state.isOpen ? at : state.opensAt;
  });
  return earliest(openings);
}

/** Null says never. */
export function earliest(moments: readonly (Date | null)[]): Date | null {
  const times = moments.flatMap((moment) => moment?.getTime() ?? []);
  return times.length === 0 ? null : new Date(Math.min(...times));
}
