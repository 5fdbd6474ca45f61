/**
 * Forecasts when campaigns end: campaigns that dial or wait, and drafts that a person is preparing. Changes nothing in
 * the database.
 */
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { Campaign, CampaignSimulation, campaignsEndpoints } from '../../../../contract/campaigns.ts';
import { originBarringRuleIds } from '../../../../contract/country-rules.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { createCooperativeRunner } from '../../../platform/in-turns.ts';
import { findWorkspaceDialingRules, type WorkspaceDialingRules } from '../../settings/index.ts';
import { resolveCampaignStart, type CampaignStartDeps } from '../campaign/create-campaign.ts';
import { readOriginNumberDailyAllowances } from '../dispatch/origin-store.ts';
import { computeLocalDayBounds } from '../rules/calling-window.ts';
import {
  simulateDialingForecastInSteps,
  type DialingCapacity,
  type DialingForecast,
  type DialingForecastInputs,
} from '../rules/forecast.ts';
import type { CampaignCallPermissionFacts } from '../rules/may-call.ts';
import {
  measureDiallingRates,
  readDialingRules,
  type MeasuredDialingRates,
  type CampaignEstimateDeps,
} from './campaign-estimates.ts';
import {
  measureCampaignPaces,
  countPendingRecipientsByGroup,
  listUnfinishedCampaignsForForecast,
  type ForecastCampaign,
} from './forecast-query.ts';

export interface CampaignForecasterDeps extends CampaignEstimateDeps {
  readonly clock: Clock;
}

type SimulationOrder = z.output<typeof campaignsEndpoints.simulateCampaign.body>;
export type DraftCampaignForForecast = Omit<SimulationOrder, 'sendOption' | 'scheduledDate' | 'scheduledTime'> & {
  /** Planned start of a draft campaign; null if it starts immediately. */
  readonly startsAt: Date | null;
};

export interface CampaignForecaster {
  /**
   * Adds to each dialling campaign the period in which the campaign is expected to end. A campaign gets no period if
   * its forecast is not ready soon enough.
   */
  withEnds(workspaceId: string, campaigns: readonly Campaign[]): Promise<Campaign[]>;
  /** Forecasts a campaign that is still being prepared. Null if too little is known for a forecast. */
  ofOrder(outlook: DialingForecastInputs | null): Promise<DialingForecast | null>;
}

const bounds = { mostMs: 1_000, patienceMs: 3_000 };
/** Time in ms that the response with the campaign list waits for forecasts of when campaigns end. */
const listWaitsMs = 500;
const keptAtMost = 500;
const minuteMs = 60_000;
/**
 * Relative standard deviation of a pace (calls per minute) estimated from one call. For an estimate from n calls, divide
 * it by √n.
 */
const paceDeviation = 0.6;

export function createCampaignForecaster({ db, findLines, clock }: CampaignForecasterDeps): CampaignForecaster {
  const run = createCooperativeRunner(bounds);
  /**
   * Forecasts computed in the current minute, by a hash of their inputs. Concurrent requests with equal inputs share
   * one forecast.
   */
  const kept = new Map<string, Promise<DialingForecast | null>>();
  let keptMinute = 0;

  function share(
    minute: number,
    depends: unknown,
    find: () => Promise<DialingForecast | null>,
  ): Promise<DialingForecast | null> {
    if (minute !== keptMinute || kept.size >= keptAtMost) kept.clear();
    keptMinute = minute;
    const key = createHash('sha256').update(JSON.stringify(depends)).digest('base64');
    const known = kept.get(key);
    if (known) return known;
    const found = find();
    kept.set(key, found);
    found.catch(() => kept.delete(key));
    return found;
  }

  return {
    async withEnds(workspaceId, campaigns) {
      const dialing = campaigns.filter(isDialing);
      const rules = dialing.length > 0 ? await findWorkspaceDialingRules(db, workspaceId) : null;
      if (!rules) return [...campaigns];
      const running = await listUnfinishedCampaignsForForecast(db, workspaceId);
      const told = await findLines(workspaceId, 0);
      const beside = running.map(({ id, weight, isBeside }) => [id, weight, isBeside]);
      // Missing forecasts are calculated together.
      const missing: Campaign[] = [];
      const outlooks = Promise.resolve().then(() => findOutlooks(db, workspaceId, missing, rules, running, told));
      const ends = new Map<string, DialingForecast['endsBetween']>();
      const found = dialing.map(async (campaign) => {
        const { id, updatedAt, totalRecipients, waitingReason, waitingUntil, weight } = campaign;
        const state = [id, updatedAt, totalRecipients, waitingReason, waitingUntil, weight, campaign.callingWindow];
        const forecast = await share(
          Math.floor(rules.readAt.getTime() / minuteMs),
          [workspaceId, state, rules.version, told?.limit, beside],
          async () => {
            missing.push(campaign);
            const outlook = (await outlooks).get(id);
            return outlook ? run(simulateDialingForecastInSteps(outlook)) : null;
          },
        );
        ends.set(id, forecast?.endsBetween ?? null);
      });
      const hurry = new AbortController();
      const patience = clock.sleep(listWaitsMs, hurry.signal).catch(() => {});
      await Promise.race([Promise.all(found), patience]).finally(() => hurry.abort());
      return campaigns.map((campaign) => ({
        ...campaign,
        endsBetween: serializeForecastEndRange(ends.get(campaign.id) ?? null),
      }));
    },
    async ofOrder(outlook) {
      if (!outlook) return null;
      const { rules, ...rest } = outlook;
      const { readAt, ...lasting } = rules;
      return share(Math.floor(readAt.getTime() / minuteMs), [lasting, rest], () =>
        run(simulateDialingForecastInSteps(outlook)),
      );
    },
  };
}

function isDialing(campaign: Campaign): boolean {
  const { status, waitingReason, waitingUntil, pendingCount, dialingCount, liveCount } = campaign;
  const isEndless = waitingReason === 'open' || (waitingReason !== null && waitingUntil === null);
  return status === 'in_progress' && !isEndless && pendingCount + dialingCount + liveCount > 0;
}

export const serializeForecastEndRange = (range: DialingForecast['endsBetween']): Campaign['endsBetween'] =>
  range && { from: range.from.toISOString(), to: range.to.toISOString() };

/**
 * Reads the inputs for the forecasts of several campaigns. @returns a map by campaign id; null if too little is known
 * for any forecast.
 */
async function findOutlooks(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  campaigns: readonly Campaign[],
  rules: WorkspaceDialingRules,
  running: readonly ForecastCampaign[],
  told: Parameters<typeof measureDiallingRates>[3],
): Promise<ReadonlyMap<string, DialingForecastInputs | null>> {
  if (campaigns.length === 0) return new Map();
  const basis = await measureDiallingRates(db, workspaceId, rules, told);
  const paces = await measureCampaignPaces(db, workspaceId);
  const waitingOf = await countPendingRecipientsByGroup(
    db,
    workspaceId,
    campaigns.map(({ id }) => id),
  );
  const dayCalls = await readOriginNumberDailyAllowances(
    db,
    workspaceId,
    campaigns.map(({ phoneNumbers }) => phoneNumbers),
    capOf(rules),
  );
  const calls = paces.reduce((sum, pace) => sum + pace.calls, 0);
  const { holdSeconds, lengths } = basis;
  const seen: DialingCapacity | null =
    calls === 0
      ? null
      : {
          callsPerSecond: paces.reduce((sum, pace) => sum + pace.callsPerSecond, 0),
          paceSpread: paceDeviation / Math.sqrt(calls),
          lines: null,
          holdSeconds: holdSeconds ?? 0,
          lengths,
        };
  const reckoned = capacityOf(basis, running);
  return new Map(
    campaigns.map((campaign, index) => {
      const { id, liveCount } = campaign;
      const waiting = waitingOf.get(id) ?? [];
      // Prefer the measured call rate to the calculated one, because the measured rate includes delays such as checks
      // before dialling.
      const isSeen = paces.some((pace) => pace.id === id && pace.isSettled) && waiting.some(({ isLater }) => !isLater);
      const capacity = isSeen ? (seen ?? reckoned) : (reckoned ?? seen);
      const own = { waiting, live: liveCount, dayCalls: dayCalls[index] ?? null, capacity };
      const facts = running.find((each) => each.id === id);
      const beside = running.filter((each) => each.id !== id);
      return [id, facts ? outlookWith(basis, beside, facts, own) : null];
    }),
  );
}

/** Reads the data to forecast a draft campaign; null if call durations or the account's call limit are unknown. */
export async function readDraftCampaignForecastInputs(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  basis: MeasuredDialingRates,
  running: readonly ForecastCampaign[],
  order: DraftCampaignForForecast,
): Promise<DialingForecastInputs | null> {
  const { rules, lines } = basis;
  const { originNumbers, places, startsAt, callable, dailyLimit } = order;
  const reckoned = capacityOf(basis, running);
  if (!reckoned?.lines || !lines) return null;
  // If the draft campaign starts later, assume that all calls now in progress will have ended by then.
  const free = startsAt ? lines.usable : Math.min(reckoned.lines.free, lines.free);
  const [dayCalls = null] =
    originNumbers.length > 0
      ? await readOriginNumberDailyAllowances(db, workspaceId, [originNumbers], capOf(rules))
      : [];
  const from = startsAt ?? rules.readAt;
  const tomorrow = computeLocalDayBounds(rules.timeZone, from).endsAt;
  const all = places.reduce((sum, { people }) => sum + people, 0);
  const waiting = (all > 0 ? places : [{ place: '', people: 1 }]).flatMap(({ place, people }) => {
    const part = people / (all || 1);
    return [
      { people: part * callable, place, from },
      { people: part * dailyLimit, place, from: tomorrow },
    ];
  });
  const capacity = { ...reckoned, lines: { usable: lines.usable, free } };
  const campaign = { ...buildDraftCampaignCallPermissionFacts(order), weight: order.weight };
  return outlookWith(basis, running, campaign, { waiting, live: 0, dayCalls, capacity });
}

/**
 * Returns the facts about a draft campaign for `decideCallPermission`. If no origin number is chosen yet, no rule about
 * origin numbers applies.
 */
export function buildDraftCampaignCallPermissionFacts(
  order: Pick<SimulationOrder, 'originNumbers' | 'kind' | 'callingWindow' | 'retryPolicy' | 'retryLimits'>,
): CampaignCallPermissionFacts {
  const { originNumbers, kind = null, callingWindow = null, retryPolicy, retryLimits } = order;
  const hasNumber = originNumbers.length > 0;
  const numbers = {
    phoneNumbers: hasNumber ? originNumbers : [''],
    exemptRules: hasNumber ? [] : originBarringRuleIds,
  };
  return { ...numbers, kind, callingWindow, retryPolicy, retryLimits };
}

function outlookWith(
  { rules, shares, callsHeld }: MeasuredDialingRates,
  running: readonly ForecastCampaign[],
  campaign: CampaignCallPermissionFacts & Pick<DialingForecastInputs, 'weight'>,
  {
    capacity,
    ...own
  }: Pick<DialingForecastInputs, 'waiting' | 'live' | 'dayCalls'> & { readonly capacity: DialingCapacity | null },
): DialingForecastInputs | null {
  const known = Object.keys(campaign.retryPolicy).length === 0 ? {} : shares;
  if (!capacity || !known) return null;
  const othersLeft = running.filter(({ isBeside }) => isBeside);
  return { ...campaign, rules, capacity, ...own, othersLeft, shares: known, callsKnown: callsHeld };
}

const capOf = ({ dialing, timeZone, readAt }: WorkspaceDialingRules) => ({
  cap: dialing.callsPerNumberPerDay,
  since: computeLocalDayBounds(timeZone, readAt).startsAt,
});

/**
 * Returns the calls per second and the phone lines with which a forecast calculates. Free lines are computed from the
 * live calls of our campaigns, because the provider's count of calls may be outdated.
 */
function capacityOf(
  { rules, holdSeconds, lengths, lines }: MeasuredDialingRates,
  running: readonly ForecastCampaign[],
): DialingCapacity | null {
  if (holdSeconds === null || lines === null) return null;
  const free = Math.max(0, lines.usable - running.reduce((sum, { live }) => sum + live, 0));
  const { callsPerSecond } = rules.dialing;
  return { callsPerSecond, paceSpread: 0, lines: { usable: lines.usable, free }, holdSeconds, lengths };
}

/** Simulates a campaign with the present rate, lines and outcomes. Throws `invalid_input` if its start has passed. */
export async function simulateCampaign(
  deps: CampaignEstimateDeps & CampaignStartDeps & { readonly forecasts: CampaignForecaster },
  workspaceId: string,
  order: SimulationOrder,
): Promise<CampaignSimulation> {
  const { db, findLines, forecasts } = deps;
  const { startsAt } = await resolveCampaignStart(deps, workspaceId, order);
  const rules = await readDialingRules(db, workspaceId);
  const basis = await measureDiallingRates(db, workspaceId, rules, await findLines(workspaceId));
  const running = await listUnfinishedCampaignsForForecast(db, workspaceId);
  const outlook = await readDraftCampaignForecastInputs(db, workspaceId, basis, running, { ...order, startsAt });
  const forecast = await forecasts.ofOrder(outlook);
  return {
    hours: forecast && forecast.hours.map(({ at, ...counts }) => ({ at: at.toISOString(), ...counts })),
    endsBetween: serializeForecastEndRange(forecast?.endsBetween ?? null),
    uncalled: forecast?.uncalled ?? null,
    isTooLong: outlook !== null && forecast === null,
    callsPerSecond: rules.dialing.callsPerSecond,
    lines: basis.lines,
    holdSeconds: basis.holdSeconds,
    basisCalls: basis.callsHeld,
    otherCampaigns: running.filter(({ isBeside }) => isBeside).length,
  };
}
