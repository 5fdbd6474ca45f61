/** Checks which of the given phone numbers the dispatcher would call if the campaign started now. Only reads data. */
import type { z } from 'zod';
import type { CampaignEstimates, CampaignPreflight, campaignsEndpoints } from '../../../../contract/campaigns.ts';
import { callingWindowSettingsSchema as windowSettings } from '../../../../contract/settings.ts';
import { addDays } from '../../../../contract/calendar-days.ts';
import type { WeekHourCallCounts } from '../../../../contract/analytics.ts';
import { numberKeyOf } from '../../../../phone/number-key.ts';
import { mapCooperatively } from '../../../platform/in-turns.ts';
import { countOutboundCallsByWeekHour } from '../../analytics/index.ts';
import type { DoNotCallFeature } from '../../do-not-call/index.ts';
import type { WorkspaceDialingRules } from '../../settings/index.ts';
import {
  computeCampaignEstimates,
  measureDiallingRates,
  campaignEstimatePeriodDays,
  readDialingRules,
  type CampaignEstimateDeps,
} from './campaign-estimates.ts';
import { countPeopleByOriginBarringRule } from '../campaign/order-checks.ts';
import { resolveCampaignStart, assertRecipientLimit, type CampaignStartDeps } from '../campaign/create-campaign.ts';
import { listUnfinishedCampaignsForForecast } from './forecast-query.ts';
import {
  readDraftCampaignForecastInputs,
  buildDraftCampaignCallPermissionFacts,
  serializeForecastEndRange,
  type CampaignForecaster,
} from './forecasts.ts';
import { computeLocalDayBounds, computeCallingWindowState, type CallingWindowState } from '../rules/calling-window.ts';
import { getIsoWeekday, getTimeZoneConverter } from '../rules/local-time.ts';
import { pickEarliestMoment } from '../rules/place-hours.ts';
import { buildPhoneCountryAndZonesKey } from '../rules/phone-place.ts';
import {
  unrestrictedPersonCallPermissionFacts,
  decideCallPermission,
  deriveCountryZoneCallPermissionFacts,
} from '../rules/may-call.ts';
import { unrestrictedOriginNumberChoiceFacts } from '../rules/origin-choice.ts';
import { countAttemptsByRecipientNumber } from '../people/queue-store.ts';

export interface CampaignPreflightDeps extends CampaignEstimateDeps, CampaignStartDeps {
  readonly doNotCall: Pick<DoNotCallFeature, 'findListed' | 'findForms'>;
  readonly forecasts: Pick<CampaignForecaster, 'ofOrder'>;
}

type Order = z.output<typeof campaignsEndpoints.preflightCampaign.body>;

/** Checks a campaign before its launch. Throws `invalid_input` for a past start or too many numbers. */
export async function runCampaignPreflight(
  deps: CampaignPreflightDeps,
  workspaceId: string,
  order: Order,
): Promise<CampaignPreflight> {
  const { startsAt } = await resolveCampaignStart(deps, workspaceId, order);
  const told = await deps.findLines(workspaceId);
  const keyed = await mapCooperatively(order.phoneNumbers, (phoneNumber) => {
    const person = {
      key: numberKeyOf(phoneNumber),
      phoneNumber,
      place: buildPhoneCountryAndZonesKey(phoneNumber, ''),
    };
    return [person.key, person] as const;
  });
  const byKey = new Map(keyed);
  const people = [...byKey.values()];
  assertRecipientLimit(byKey.size);
  const { outlook, ...answer } = await deps.db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      const rules = await readDialingRules(tx, workspaceId);
      const at = startsAt ?? rules.readAt;
      const { startsAt: since, endsAt: dayEndsAt } = computeLocalDayBounds(rules.timeZone, at);
      const phoneNumbers = people.map(({ phoneNumber }) => phoneNumber);
      const listed = await deps.doNotCall.findListed(tx, workspaceId, phoneNumbers);
      const attempts = await countAttemptsByRecipientNumber(tx, deps.doNotCall, workspaceId, [...byKey.keys()], since);
      const campaign = buildDraftCampaignCallPermissionFacts(order);
      const facts = { at, rules, campaign, dayEndsAt, numbers: unrestrictedOriginNumberChoiceFacts };
      const placeFacts = new Map(
        await mapCooperatively(
          new Set(people.map(({ place }) => place)),
          (place) => [place, deriveCountryZoneCallPermissionFacts(rules, campaign, place, at)] as const,
        ),
      );
      const judged = people.flatMap(({ key, phoneNumber, place: name }) => {
        const place = placeFacts.get(name);
        const person = {
          ...unrestrictedPersonCallPermissionFacts,
          phoneNumber,
          isListed: listed.has(phoneNumber),
          attemptsToday: attempts.get(key) ?? 0,
        };
        return place ? [{ name, place, verdict: decideCallPermission({ ...facts, person, place }) }] : [];
      });
      const allowed = judged.filter(({ verdict }) => verdict.kind !== 'skip');
      const dueToday = allowed.filter(({ verdict }) => verdict.kind === 'call' || verdict.reason !== 'daily_attempts');
      const callable = dueToday.length;
      const dailyLimit = allowed.length - callable;
      const today = getTimeZoneConverter(rules.timeZone).dateOf(rules.readAt.getTime());
      const days = { zone: rules.timeZone, from: addDays(today, 1 - campaignEstimatePeriodDays), to: today };
      const hours = await countOutboundCallsByWeekHour(tx, workspaceId, days, null);
      const basis = await measureDiallingRates(tx, workspaceId, rules, told);
      const estimates = computeCampaignEstimates(basis);
      const running = await listUnfinishedCampaignsForForecast(tx, workspaceId);
      const byPlace = Map.groupBy(allowed, ({ name }) => name);
      const places = [...byPlace].map(([place, there]) => ({ place, people: there.length }));
      const asked = { ...order, startsAt, callable, dailyLimit, places };
      const outlook = await readDraftCampaignForecastInputs(tx, workspaceId, basis, running, asked);
      const barred = judged.flatMap(({ place: { barredBy } }) => barredBy ?? []);
      const window = windowSettings.safeParse(rules.callingWindow).data;
      return {
        total: order.phoneNumbers.length,
        duplicates: order.phoneNumbers.length - people.length,
        doNotCall: people.length - allowed.length,
        dailyLimit,
        barred: countPeopleByOriginBarringRule(barred),
        outsideWindow: outsideWindow(
          [...Map.groupBy(dueToday, ({ name }) => name)].map(([name, there]) => ({
            people: there.length,
            hoursFrom: (from) => deriveCountryZoneCallPermissionFacts(rules, campaign, name, from).hours,
          })),
          at,
          estimates,
        ),
        window: window?.enabled ? { from: window.from, to: window.to } : null,
        unusual: unusualAt(hours, rules, at),
        places,
        estimates,
        outlook,
      };
    });
  // Calculate the campaign's forecast after the transaction, so that a long calculation does not occupy a database
  // connection.
  const forecast = await deps.forecasts.ofOrder(outlook);
  return { ...answer, endsBetween: serializeForecastEndRange(forecast?.endsBetween ?? null) };
}

interface PeopleOfPlace {
  readonly people: number;
  readonly hoursFrom: (at: Date) => CallingWindowState;
}

/**
 * Counts people of a campaign who can't be called in the calling window, because it is closed now or will close too
 * early.
 */
function outsideWindow(
  places: readonly PeopleOfPlace[],
  at: Date,
  { recipientsPerMinute }: CampaignEstimates,
): CampaignPreflight['outsideWindow'] {
  const states = places.map((place) => ({ ...place, state: place.hoursFrom(at) }));
  const peopleOf = (of: readonly PeopleOfPlace[]): number => of.reduce((sum, { people }) => sum + people, 0);
  const closed = states.filter(({ state }) => !state.isOpen);
  const open = states.filter(({ state }) => state.isOpen);
  const closesAt = pickEarliestMoment(open.map(({ state }) => (state.isOpen ? state.closesAt : null)));
  const minutes = closesAt === null ? Infinity : (closesAt.getTime() - at.getTime()) / 60_000;
  const late = Math.max(0, peopleOf(open) - Math.floor(minutes * recipientsPerMinute));
  const waiting = [
    ...closed,
    ...(late > 0 && closesAt ? open.map((each) => ({ ...each, state: each.hoursFrom(closesAt) })) : []),
  ];
  const opensAt = pickEarliestMoment(waiting.map(({ state }) => (state.isOpen ? null : state.opensAt)));
  const count = peopleOf(closed) + late;
  return count === 0 && closesAt === null ? null : { count, opensAt: opensAt?.toISOString() ?? null };
}

/** Fewest calls that show a habit. */
const usualCalls = 50;
/** Share of all outbound calls below which a weekday or hour counts as unusual for starting a campaign. */
const usualShare = 0.02;

/**
 * Warns if a campaign's first call would be at an unusual hour. The first call is made at the campaign's start, or
 * otherwise when the calling window next opens.
 */
function unusualAt(
  hours: readonly WeekHourCallCounts[],
  { callingWindow, timeZone }: WorkspaceDialingRules,
  at: Date,
): CampaignPreflight['unusual'] {
  const window = computeCallingWindowState(callingWindow, timeZone, at);
  const begins = window.isOpen ? at : window.opensAt;
  const sum = (of: readonly WeekHourCallCounts[]) => of.reduce((calls, { attempts }) => calls + attempts, 0);
  const all = sum(hours);
  if (begins === null || all < usualCalls) return null;
  const weekday = getIsoWeekday(getTimeZoneConverter(timeZone).dateOf(begins.getTime()));
  const clock = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' });
  const isRare = (of: readonly WeekHourCallCounts[]) => sum(of) < all * usualShare;
  if (isRare(hours.filter((each) => each.weekday === weekday))) return 'day';
  return isRare(hours.filter(({ hour }) => hour === Number(clock.format(begins)))) ? 'hour' : null;
}
