/** How long campaigns that dial or wait still take: by the model of dialling that forecasts new ones too. */
import type { Kysely } from 'kysely';
import type { Campaign } from '../../../../contract/campaigns.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { findDialingRules } from '../../settings/index.ts';
import { capacityOf, findDiallingBasis, type DiallingBasis } from './dialling-basis.ts';
import { forecastDialling } from '../rules/dialling-model.ts';
import type { Capacity, Outlook, Waiting } from '../rules/dialling-outlook.ts';
import type { LineCapacity } from './line-capacity.ts';
import { listPeopleLeft, type PeopleLeft } from './running-campaigns-query.ts';
import { dayAround } from '../rules/calling-window.ts';
import { findDayCalls } from '../dispatch/origin-store.ts';
import { findPendingPlaces } from '../people/queue-store.ts';
import { findLaterAttempts, findPaces } from './campaign-pace-query.ts';

export interface TimeLeftDeps {
  readonly db: Kysely<Schema>;
  readonly lines: Pick<LineCapacity, 'known'>;
}

/** A list is dialled in so many parts: half a per cent of the time, and many campaigns can be read at once. */
const units = 200;

/** The same campaigns, with the whole seconds that those which dial or wait still take, where that can be told. */
export async function withSecondsLeft(
  { db, lines }: TimeLeftDeps,
  workspaceId: string,
  campaigns: readonly Campaign[],
): Promise<Campaign[]> {
  const dialing = new Map(campaigns.filter(isDialing).map((campaign) => [campaign.id, campaign]));
  const rules = dialing.size > 0 ? await findDialingRules(db, workspaceId) : null;
  if (!rules) return [...campaigns];
  const basis = await findDiallingBasis(db, workspaceId, rules, lines.known(workspaceId));
  const running = await listPeopleLeft(db, workspaceId);
  const paces = await findPaces(db, workspaceId);
  // Also of those that dial: a claim puts off who had today's calls elsewhere, or whose check said nothing clear.
  const laterOf = await findLaterAttempts(db, workspaceId, [...dialing.keys()]);
  const dayCalls = await findDayCalls(
    db,
    workspaceId,
    [...dialing.values()].map(({ phoneNumbers }) => phoneNumbers),
    { cap: rules.dialing.callsPerNumberPerDay, since: dayAround(rules.timeZone, rules.readAt).startsAt },
  );
  const placesOf = await findPendingPlaces(db, workspaceId, [...dialing.keys()]);
  const dayCallsOf = new Map([...dialing.keys()].map((id, index) => [id, dayCalls[index]]));
  const callsPerSecond = [...paces.values()].reduce((sum, pace) => sum + pace.callsPerSecond, 0);
  return campaigns.map((campaign) => {
    if (!dialing.has(campaign.id)) return campaign;
    const later = laterOf.get(campaign.id) ?? [];
    const dueNow = campaign.pendingCount + campaign.dialingCount - later.reduce((sum, { people }) => sum + people, 0);
    // What was seen over two minutes, while somebody was due, knows what means do not: a slow check, lines that others use.
    const isSeen = callsPerSecond > 0 && dueNow > 0 && paces.get(campaign.id)?.isSettled === true;
    const { holdSeconds, lengths } = basis;
    const seen = callsPerSecond > 0 ? { callsPerSecond, lines: null, holdSeconds: holdSeconds ?? 0, lengths } : null;
    const capacity = isSeen ? seen : (freeOf(basis, running) ?? seen);
    const waiting = [{ people: Math.max(0, dueNow), from: rules.readAt }, ...later];
    const [dayCalls, places] = [dayCallsOf.get(campaign.id), placesOf.get(campaign.id) ?? []];
    const situation = { basis, running, waiting, dayCalls, places };
    return { ...campaign, secondsLeft: capacity && secondsLeft(campaign, { ...situation, capacity }) };
  });
}

/** Not one that waits without an end. */
function isDialing(campaign: Campaign): boolean {
  const { status, waitingReason, waitingUntil, pendingCount, dialingCount, liveCount } = campaign;
  const isEndless = waitingReason === 'open' || (waitingReason !== null && waitingUntil === null);
  return status === 'in_progress' && !isEndless && pendingCount + dialingCount + liveCount > 0;
}

/** What the provider told of its lines may be a minute old: those of the campaigns' own calls are in use. */
function freeOf(basis: DiallingBasis, running: readonly PeopleLeft[]): Capacity | null {
  const capacity = capacityOf(basis);
  if (!capacity?.lines) return capacity;
  const { usable } = capacity.lines;
  const live = running.reduce((sum, each) => sum + each.live, 0);
  return { ...capacity, lines: { usable, free: Math.max(0, usable - live) } };
}

interface Situation {
  readonly basis: DiallingBasis;
  readonly running: readonly PeopleLeft[];
  readonly capacity: Capacity;
  readonly waiting: readonly Waiting[];
  readonly dayCalls: Outlook['dayCalls'];
  readonly places: readonly string[];
}

function secondsLeft(
  campaign: Campaign,
  { basis, running, capacity, waiting, dayCalls, places }: Situation,
): number | null {
  const { retryPolicy, retryLimits, weight, liveCount, callingWindow, kind } = campaign;
  const shares = Object.keys(retryPolicy).length === 0 ? {} : basis.shares;
  if (!shares) return null;
  const { rules } = basis;
  const othersLeft = running.filter(({ id, isBeside }) => id !== campaign.id && isBeside);
  const { endsAt } = forecastDialling(
    {
      rules,
      capacity,
      waiting,
      live: liveCount,
      othersLeft,
      weight,
      dayCalls,
      callingWindow,
      kind,
      places,
      retryPolicy,
      retryLimits,
      shares,
    },
    units,
  );
  return endsAt && Math.max(0, Math.ceil((endsAt.getTime() - rules.readAt.getTime()) / 1_000));
}
