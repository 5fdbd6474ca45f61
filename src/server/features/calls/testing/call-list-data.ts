/** Random calls for tests of lists, and the meaning of filters and orders, computed without SQL. */
import * as fc from 'fast-check';
import type { Kysely } from 'kysely';
import {
  callDirections,
  callResults,
  callSortOrders,
  callSentiments,
  type CallMeasureFilterName,
  type CallSortOrder,
} from '../../../../contract/calls.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { ResolvedCallFilters } from '../state/call-list-query.ts';

/** A zone with a clock change within the calls' days, at midnight of 2026-09-06. */
export const listZone = 'America/Santiago';
export const listNow = new Date('2026-09-20T02:10:20Z'); // 23:10 of the 19th in that zone
export const listAgents = ['agent_a', 'agent_b', 'agent_c'];
export const listCampaigns = ['0c000000-0000-4000-8000-000000000001', '0c000000-0000-4000-8000-000000000002'];
const statuses = [
  'registered',
  'ongoing',
  'ended',
  'ended',
  'ended',
  'not_connected',
  'not_connected',
  'error',
] as const;
const minuteMs = 60_000;

const arbitraryCall = fc.record({
  isMine: fc.constantFrom(true, true, true, false),
  // Calls share times, so that their ids decide. Some are on the half hour, and some a little off it.
  minutesAgo: fc.integer({ min: -600, max: 30 * 24 * 60 }).map((minutes) => minutes - (minutes % 30)),
  offMs: fc.constantFrom(0, 0, -1, 1, 7 * minuteMs, 7 * minuteMs, 1_234_567),
  status: fc.constantFrom(...statuses),
  sentiment: fc.constantFrom(...callSentiments, 'Frustrated | tired', null, null),
  direction: fc.constantFrom(...callDirections, 'outbound', 'outbound'),
  agentId: fc.constantFrom(...listAgents, 'agent_a', 'agent_a', null),
  campaignId: fc.constantFrom(...listCampaigns, null),
  durationMs: fc.constantFrom(null, 0, 1, 12_345, 61_000, 61_050, 3_600_000),
  isSuccessful: fc.constantFrom(true, false, null),
  costCents: fc.constantFrom(null, '0', '12.345', '7'),
  e2eP50Ms: fc.constantFrom(null, '812.4', '1500'),
  customerName: fc.constantFrom(null, 'Ana', '=2+2', 'Díaz; "Lola"', 'línea\notra'),
  reason: fc.constantFrom(
    null,
    'user_hangup',
    'dial_failed',
    'voicemail_reached',
    'algo_nuevo',
    'algo|100%',
    '__proto__',
  ),
  isErased: fc.constantFrom(false, false, false, false, true),
  summary: fc.constantFrom(null, 'Pidió un llamado.', '-1 de saldo'),
});

type RandomCall = typeof arbitraryCall extends fc.Arbitrary<infer Call> ? Call : never;
export type ListedCall = RandomCall & { readonly id: string; readonly at: Date };

export function makeCalls(count: number, seed: number): ListedCall[] {
  return fc.sample(arbitraryCall, { seed, numRuns: count }).map((call, index) => ({
    ...call,
    id: `call_${(index * 7_919) % 10_007}`,
    at: new Date(Math.floor(listNow.getTime() / minuteMs) * minuteMs - call.minutesAgo * minuteMs + call.offMs),
  }));
}

/** Inserts the calls; those without `isMine` go to the other workspace. The caller rebuilds the rollups. */
export async function insertListedCalls(
  db: Kysely<DatabaseSchema>,
  calls: readonly ListedCall[],
  mine: string,
  theirs: string,
): Promise<void> {
  const workspaceOf = (call: ListedCall): string => (call.isMine ? mine : theirs);
  const monthOf = (call: ListedCall): string => `${call.at.toISOString().slice(0, 7)}-01`;
  await db
    .insertInto('calls')
    .values(
      calls.map((call) => ({
        workspace_id: workspaceOf(call),
        id: call.id,
        first_seen_at: call.at,
        first_seen_month: monthOf(call),
        call_type: call.direction === 'web_call' ? 'web_call' : 'phone_call',
        direction: call.direction,
        from_number: call.direction === 'web_call' ? null : '+541150000000',
        to_number: call.direction === 'web_call' ? null : '+5491155550000',
        agent_id: call.agentId,
        campaign_id: call.campaignId,
        customer_name: call.customerName,
        status: call.status,
        is_over: call.status !== 'registered' && call.status !== 'ongoing',
        disconnection_reason: call.reason,
        sentiment: call.sentiment,
        is_successful: call.isSuccessful,
        duration_ms: call.durationMs,
        cost_cents: call.costCents,
        e2e_p50_ms: call.e2eP50Ms,
        occurred_at: call.at,
        erased_at: call.isErased ? listNow : null,
      })),
    )
    .execute();
  const told = calls.filter((call) => call.summary !== null);
  await db
    .insertInto('call_details')
    .values(
      told.map((call) => ({
        workspace_id: workspaceOf(call),
        call_id: call.id,
        first_seen_month: monthOf(call),
        call_analysis: JSON.stringify({ call_summary: call.summary }),
      })),
    )
    .execute();
}

export function isListed(call: ListedCall, filters: ResolvedCallFilters): boolean {
  const isOpen = call.status === 'registered' || call.status === 'ongoing';
  const byStatus = {
    in_progress: isOpen,
    ended: call.status === 'ended',
    not_connected: call.status === 'not_connected' || call.status === 'error',
    failed: call.status === 'error',
    finished: !isOpen,
  };
  // No call has a start, so that exactly the ended calls reached a conversation.
  const hasSucceeded = call.status === 'ended' || (call.durationMs ?? 0) > 10_000;
  const isTalk = call.status === 'ended' && !call.reason?.startsWith('dial_');
  const isHuman = isTalk && call.reason !== 'voicemail_reached';
  const byMeasure: Partial<Record<CallMeasureFilterName, boolean>> = {
    succeeded: !isOpen && hasSucceeded,
    unsuccessful: !isOpen && !hasSucceeded,
    judged: call.isSuccessful !== null,
    human: isHuman,
    human_timed: isHuman && (call.durationMs ?? 0) > 0,
  };
  const isErrorReason = call.reason === 'dial_failed';
  const talked = isHuman ? (call.isSuccessful === null ? 'unjudged' : 'goal_missed') : 'no_conversation';
  const byFault = call.status === 'error' || isErrorReason ? 'failed' : talked;
  const result = isOpen
    ? 'in_progress'
    : call.reason === 'voicemail_reached'
      ? 'machine'
      : isHuman && call.isSuccessful
        ? 'goal_reached'
        : byFault;
  return Boolean(
    call.isMine &&
    (filters.status === undefined || byStatus[filters.status]) &&
    (filters.sentiment === undefined || call.sentiment === filters.sentiment) &&
    (filters.channelType === undefined || (filters.channelType === 'web_call') === (call.direction === 'web_call')) &&
    (filters.agentId === undefined || (call.agentId ?? '') === filters.agentId) &&
    (filters.origin === undefined || call.direction === filters.origin) &&
    (filters.campaignId === undefined || call.campaignId === filters.campaignId) &&
    (filters.goal === undefined || call.isSuccessful === (filters.goal === 'reached')) &&
    (filters.result === undefined || result === filters.result) &&
    (filters.reason === undefined || (!isOpen && call.reason === filters.reason)) &&
    (filters.measure === undefined || byMeasure[filters.measure]) &&
    (filters.hours === undefined || isInHours(filters.hours, call.at)) &&
    (filters.fromDate === undefined || call.at >= new Date(filters.fromDate)) &&
    (filters.toDate === undefined || call.at <= new Date(filters.toDate)),
  );
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const clock = new Intl.DateTimeFormat('en-US', {
  timeZone: listZone,
  weekday: 'short',
  hour: 'numeric',
  hourCycle: 'h23',
});

/** True if the moment lies in these hours by the clock of `listZone`. */
export function isInHours({ weekday, hour }: NonNullable<ResolvedCallFilters['hours']>, at: Date): boolean {
  const parts = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]));
  return (
    (weekday === undefined || parts['weekday'] === weekdays[weekday - 1]) &&
    (hour === undefined || Number(parts['hour']) === hour)
  );
}

export function compareListed(sort: CallSortOrder): (a: ListedCall, b: ListedCall) => number {
  const byId = (a: ListedCall, b: ListedCall): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
  const ascending = (a: ListedCall, b: ListedCall): number =>
    (sort.endsWith('date') ? a.at.getTime() - b.at.getTime() : (a.durationMs ?? 0) - (b.durationMs ?? 0)) || byId(a, b);
  return sort.startsWith('-') ? (a, b) => ascending(b, a) : ascending;
}

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });

/** Times on the half hour, right beside it, within it, and outside of the calls' days. */
const moment = fc
  .tuple(fc.integer({ min: -24, max: 31 * 48 }), fc.constantFrom(0, 0, 1, -1, 7 * minuteMs, 600_000))
  .map(([halfHours, offMs]) =>
    new Date(Date.parse('2026-09-20T03:00:00Z') - halfHours * 30 * minuteMs + offMs)
      .toISOString()
      .replace('Z', '+00:00'),
  );

/** Often a short range, so that every edge matters. */
const range = fc
  .tuple(optional(moment), optional(moment), fc.constantFrom(0, 0, 0, 60_000, 1_500_000, 5_400_000, 86_400_000))
  .map(([fromDate, toDate, lengthMs]) => ({
    fromDate,
    toDate: fromDate !== undefined && lengthMs > 0 ? new Date(Date.parse(fromDate) + lengthMs).toISOString() : toDate,
  }));

/** At the clock changes, Sunday lacks its first hour, or Saturday has its last one twice. */
const weekday = fc.constantFrom(1, 4, 6, 7);
const hour = fc.constantFrom(0, 1, 13, 23);
export const hoursOfWeek = fc
  .oneof(fc.record({ weekday }), fc.record({ hour }), fc.record({ weekday, hour }))
  .map((hours) => ({ ...hours, zone: listZone }));

const everyFilter = {
  status: fc.constantFrom(
    'ended' as const,
    'not_connected' as const,
    'in_progress' as const,
    'failed' as const,
    'finished' as const,
  ),
  sentiment: fc.constantFrom(...callSentiments),
  channelType: fc.constantFrom('phone_call' as const, 'web_call' as const),
  agentId: fc.constantFrom(...listAgents, '', 'agent_unknown'),
  origin: fc.constantFrom(...callDirections),
  campaignId: fc.constantFrom(...listCampaigns),
  goal: fc.constantFrom('reached' as const, 'missed' as const),
  result: fc.constantFrom(...callResults),
  reason: fc.constantFrom('user_hangup', 'dial_failed', 'algo|100%', 'nobody_gave_it'),
  measure: fc.constantFrom('succeeded', 'unsuccessful', 'judged', 'human', 'human_timed'),
  hours: hoursOfWeek,
};
const filterNames = Object.keys(everyFilter) as (keyof typeof everyFilter)[];

/** A few filters together, so that most lists have calls. */
export const arbitraryFilters: fc.Arbitrary<ResolvedCallFilters> = fc
  .record({
    drawn: fc.record(everyFilter),
    names: fc.shuffledSubarray(filterNames, { maxLength: 4 }),
    dates: range,
    hasDates: fc.boolean(),
  })
  .map(({ drawn, names, dates, hasDates }) => ({
    ...Object.fromEntries(names.map((name) => [name, drawn[name]])),
    ...(hasDates ? dates : {}),
  }));

export const arbitrarySort = fc.constantFrom(...callSortOrders);
