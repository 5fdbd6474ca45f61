/**
 * Calculates when people of a place (country and time zones) may be called. The calling windows of the workspace, the
 * campaign and the country rules must all be open, in every time zone that may apply. In doubt, people may not be
 * called. Pure.
 */
import type { CampaignCallingHours } from '../../../../contract/settings.ts';
import type { WorkspaceDialingRules } from '../../settings/index.ts';
import { computeCallingWindowState, type CallingWindowState } from './calling-window.ts';
import { millisecondsPerDay, getIsoWeekday, getTimeZoneConverter } from './local-time.ts';
import type { PlaceCallingHours } from './other-hour.ts';
import holidays from './country-holidays.json' with { type: 'json' };
import { parseCountryAndZonesKey } from './phone-place.ts';
import { findApplicableCountryRules } from './place-laws.ts';

export interface CampaignHourRestrictions {
  /** Kind of campaign, such as sales. If it is null or unknown, the country rules for all kinds apply. */
  readonly kind: string | null;
  /** The campaign's own calling window; null if it has none. */
  readonly callingWindow: CampaignCallingHours | null;
}

type HoursRules = Pick<WorkspaceDialingRules, 'callingWindow' | 'timeZone' | 'rulesOff'>;

/** Windows of which one must be open. */
interface ZonedWindows {
  readonly windows: readonly unknown[];
  readonly zone: string;
}

/**
 * Limits of the search for a time at which several calling windows are open together: number of days searched, and
 * number of openings tried.
 */
const [daysAtMost, openingsAtMost] = [62, 35];

/** Cache of calling hours, because finding out that several calling windows never overlap takes milliseconds. */
const found = new Map<
  string,
  { readonly fromMs: number; readonly untilMs: number; readonly state: CallingWindowState }
>();
const keptAtMost = 2_000;
/** Time in ms for which the result 'no calling hours within two months' is cached, before the search is repeated. */
const neverForMs = 3_600_000;

export function computeCallingHoursState(
  rules: HoursRules,
  campaign: CampaignHourRestrictions,
  place: string,
  at: Date,
): CallingWindowState {
  const { callingWindow, timeZone, rulesOff } = rules;
  const key = JSON.stringify([place, campaign.kind, campaign.callingWindow, timeZone, rulesOff, callingWindow]);
  const known = found.get(key);
  const atMs = at.getTime();
  if (known && known.fromMs <= atMs && atMs < known.untilMs) return known.state;
  const state = intersectCallingWindowsAt(windowsOf(rules, campaign, place), at);
  const untilMs = state.isOpen ? state.closesAt?.getTime() : (state.opensAt?.getTime() ?? atMs + neverForMs);
  if (found.size >= keptAtMost) found.clear();
  if (untilMs !== undefined) found.set(key, { fromMs: atMs, untilMs, state });
  return state;
}

/** Lists the calling windows that apply to calls to a place. All must be open. */
function windowsOf(
  rules: HoursRules,
  { callingWindow, kind }: CampaignHourRestrictions,
  place: string,
): ZonedWindows[] {
  const all = [
    [rules.callingWindow],
    ...(callingWindow === null ? [] : [[{ ...callingWindow, enabled: true, holidays: [] }]]),
    ...windowsByLaw(rules, kind, place),
  ];
  return zonesOf(rules, place).flatMap((zone) => all.map((windows) => ({ windows, zone })));
}

/**
 * Returns the calling windows of each country rule that applies to a place. At least one window of each rule must be
 * open.
 */
function windowsByLaw(rules: HoursRules, kind: string | null, place: string): unknown[][] {
  return findApplicableCountryRules(rules, kind, place).flatMap(({ hours, country }) =>
    hours ? [hours.map((each) => ({ ...each, enabled: true, holidays: holidays[country] }))] : [],
  );
}

/** Returns a place's calling hours as a function of time, and the time zone used for its time of day. */
export function createPlaceCallingHours(
  rules: HoursRules,
  campaign: CampaignHourRestrictions,
  place: string,
): PlaceCallingHours {
  return {
    zone: choosePlaceTimeZone(rules, place),
    windowAt: (at) => computeCallingHoursState(rules, campaign, place, at),
  };
}

/**
 * Returns the time zone for the time of day at a place: the place's only zone, or the workspace's zone if the place has
 * several zones or none.
 */
export function choosePlaceTimeZone({ timeZone }: Pick<HoursRules, 'timeZone'>, place: string): string {
  const [zone, ...others] = parseCountryAndZonesKey(place).zones;
  return zone === undefined || others.length > 0 ? timeZone : zone;
}

/**
 * Returns the time zones whose calling hours apply to a place. They are all zones of the place, or only the workspace's
 * zone if it is one of them or none is known.
 */
function zonesOf({ timeZone }: HoursRules, place: string): readonly string[] {
  const { zones } = parseCountryAndZonesKey(place);
  return zones.length === 0 || zones.includes(timeZone) ? [timeZone] : zones;
}

/**
 * Returns the hour of the week at a place, 0 (Monday at midnight) to 167. The workspace's time zone is used if the
 * place has several zones or none.
 */
export function computeHourOfWeek(timeZone: string, place: string, at: Date): number {
  const time = getTimeZoneConverter(choosePlaceTimeZone({ timeZone }, place));
  const day = getIsoWeekday(time.dateOf(at.getTime())) - 1;
  return 24 * day + Math.floor(time.minuteOf(at.getTime()) / 60);
}

/** Combines calling windows into one that is open only while all of them are. Finds its next opening or closing. */
export function intersectCallingWindowsAt(zoned: readonly ZonedWindows[], at: Date): CallingWindowState {
  const lookUntilMs = at.getTime() + daysAtMost * millisecondsPerDay;
  let moment = at;
  for (let look = 0; look < openingsAtMost && moment.getTime() <= lookUntilMs; look += 1) {
    const states = zoned.map(({ windows, zone }) => anyOpenAt(windows, zone, moment));
    const openings = states.flatMap((state) => (state.isOpen ? [] : [state.opensAt]));
    if (openings.length === 0)
      return moment === at ? { isOpen: true, closesAt: firstClosing(states) } : { isOpen: false, opensAt: moment };
    if (openings.includes(null)) break;
    moment = new Date(Math.max(...openings.map(Number)));
  }
  return { isOpen: false, opensAt: null };
}

function anyOpenAt(windows: readonly unknown[], zone: string, at: Date): CallingWindowState {
  const states = windows.map((window) => computeCallingWindowState(window, zone, at));
  const open = states.find((state) => state.isOpen);
  if (!open)
    return { isOpen: false, opensAt: pickEarliestMoment(states.map((state) => (state.isOpen ? at : state.opensAt))) };
  let closesAt = open.isOpen ? open.closesAt : null;
  while (closesAt !== null && closesAt.getTime() - at.getTime() < millisecondsPerDay) {
    const end = closesAt;
    const next = windows.map((window) => computeCallingWindowState(window, zone, end)).find((state) => state.isOpen);
    if (!next?.isOpen) return { isOpen: true, closesAt: end };
    ({ closesAt } = next);
  }
  return { isOpen: true, closesAt: null };
}

function firstClosing(states: readonly CallingWindowState[]): Date | null {
  const closings = states.flatMap((state) =>
    state.isOpen && state.closesAt !== null ? [state.closesAt.getTime()] : [],
  );
  return closings.length === 0 ? null : new Date(Math.min(...closings));
}

/** Returns the earliest of several moments. A null moment means never. Returns null if all moments are null. */
export function pickEarliestMoment(moments: readonly (Date | null)[]): Date | null {
  const times = moments.flatMap((moment) => moment?.getTime() ?? []);
  return times.length === 0 ? null : new Date(Math.min(...times));
}
