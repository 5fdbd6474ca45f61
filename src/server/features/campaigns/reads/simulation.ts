/** A dry run: how a campaign that is not there yet would be dialled, by the pace, lines and rates of now. Changes nothing. */
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type {
  CampaignSimulation,
  campaignsEndpoints,
  RetryLimits,
  RetryPolicy,
} from '../../../../contract/campaigns.ts';
import type { CampaignWindow } from '../../../../contract/settings.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import { findDialingRules, type DialingRules } from '../../settings/index.ts';
import { dayAround } from '../rules/calling-window.ts';
import { findDayCalls } from '../dispatch/origin-store.ts';
import type { EstimateDeps } from './campaign-estimates.ts';
import { findSchedule, type ScheduleDeps } from '../campaign/create-campaign.ts';
import { capacityOf, findDiallingBasis, type DiallingBasis } from './dialling-basis.ts';
import { forecastDialling, type Forecast } from '../rules/dialling-model.ts';
import type { Outlook } from '../rules/dialling-outlook.ts';
import { listPeopleLeft, type PeopleLeft } from './running-campaigns-query.ts';

type Order = z.output<typeof campaignsEndpoints.simulateCampaign.body>;

/** Throws `invalid_input` for a moment that has passed. */
export async function simulateCampaign(
  deps: EstimateDeps & ScheduleDeps,
  workspaceId: string,
  order: Order,
): Promise<CampaignSimulation> {
  const { db, lines } = deps;
  const { startsAt } = await findSchedule(deps, workspaceId, order);
  const rules = await findDialingRules(db, workspaceId);
  if (!rules) throw new AppError('not_found');
  const basis = await findDiallingBasis(db, workspaceId, rules, await lines.find(workspaceId));
  const others = await listPeopleLeft(db, workspaceId);
  const dayCalls = await findOrdersDayCalls(db, workspaceId, rules, order.originNumbers);
  const forecast = forecastNew(basis, others, { ...order, startsAt, dayCalls });
  return {
    hours: forecast && forecast.hours.map(({ at, ...counts }) => ({ at: at.toISOString(), ...counts })),
    endsAt: forecast?.endsAt?.toISOString() ?? null,
    uncalled: forecast?.uncalled ?? null,
    callsPerSecond: rules.dialing.callsPerSecond,
    lines: basis.lines,
    holdSeconds: basis.holdSeconds,
    basisCalls: basis.callsHeld,
    otherCampaigns: others.filter(({ isBeside }) => isBeside).length,
  };
}

/** Without numbers, any number of calls. */
export async function findOrdersDayCalls(
  db: Kysely<Schema>,
  workspaceId: string,
  { timeZone, readAt, dialing }: DialingRules,
  originNumbers: readonly string[],
): Promise<Outlook['dayCalls']> {
  if (originNumbers.length === 0) return null;
  const terms = { cap: dialing.callsPerNumberPerDay, since: dayAround(timeZone, readAt).startsAt };
  return (await findDayCalls(db, workspaceId, [originNumbers], terms))[0];
}

interface NewCampaign extends Pick<Outlook, 'dayCalls' | 'kind' | 'places'> {
  /** Null: at once. */
  readonly startsAt: Date | null;
  readonly callable: number;
  /** They had today's attempts, and follow tomorrow. */
  readonly dailyLimit: number;
  readonly weight: number;
  readonly callingWindow?: CampaignWindow | null | undefined;
  readonly retryPolicy: RetryPolicy;
  readonly retryLimits: RetryLimits;
}

/** Null: it cannot be told, for want of calls to know the rates by, or of the account's lines. */
export function forecastNew(
  basis: DiallingBasis,
  others: readonly PeopleLeft[],
  {
    startsAt,
    callable,
    dailyLimit,
    weight,
    dayCalls,
    callingWindow = null,
    kind,
    places = [],
    retryPolicy,
    retryLimits,
  }: NewCampaign,
): Forecast | null {
  const capacity = capacityOf(basis);
  const shares = Object.keys(retryPolicy).length === 0 ? {} : basis.shares;
  if (!capacity?.lines || !shares) return null;
  const { rules } = basis;
  const from = startsAt ?? rules.readAt;
  const { usable, free } = capacity.lines;
  const live = others.reduce((sum, each) => sum + each.live, 0);
  return forecastDialling({
    rules,
    // Lines in use now are no longer by then.
    capacity: { ...capacity, lines: { usable, free: startsAt ? usable : Math.min(free, Math.max(0, usable - live)) } },
    waiting: [
      { people: callable, from },
      { people: dailyLimit, from: dayAround(rules.timeZone, from).endsAt },
    ],
    othersLeft: others.filter(({ isBeside }) => isBeside),
    weight,
    dayCalls,
    callingWindow,
    kind,
    places,
    retryPolicy,
    retryLimits,
    shares,
  });
}
