/**
 * Compares every figure that opens a list of calls with that list, both over HTTP, with random calls, for every range
 * and agent of a screen. A figure in contract/figure-lists.ts does not compile until it is read here.
 */
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { convertZonedDateTimeToMoment } from '../client/format/dates.ts';
import { readCallHistoryFiltersFromUrl, toCallFiltersQuery } from '../client/format/history-filters.ts';
import type { AgentScorecards } from '../contract/agent-scorecards.ts';
import type {
  AgentPerformance,
  AgentCallCount,
  Analytics,
  WeekHourCallCounts,
  DashboardMetrics,
} from '../contract/analytics.ts';
import type { CopcReport } from '../contract/copc.ts';
import {
  callFiltersByCopcMetric,
  callFiltersByFigure,
  makeWeekHourCallFilters,
  makeMissedTargetCallFilters,
  makeDisconnectionReasonCallFilters,
  type FigureCallFilters,
} from '../contract/figure-lists.ts';
import { lowerIsBetterCopcMetrics } from '../contract/copc-bands.ts';
import { copcMetrics, yesNoMetrics, workspaceTimeZones } from '../contract/regional.ts';
import { defaultCopcFieldNames, defaultCopcTargets } from '../contract/settings.ts';
import { report } from './testing/call-reports.ts';
import { expectedFigures, requiredOfAgentA, someCopcCalls, wireOf, type MadeCall } from './testing/copc-calls.ts';
import type { HttpClient } from './testing/http-client.ts';
import { ManualClock } from './testing/manual-clock.ts';
import { startTestApp, testKey, type TestApp } from './testing/start-test-app.ts';
import { dayOf, daysBefore, halfHoursOf } from './testing/zoned-days.ts';

const zone = 'America/Argentina/Buenos_Aires';
const now = new Date('2026-11-21T12:10:33Z');
const today = dayOf(now, zone);
const santiagoKey = 'key_santiago';
/** The workspace's own mapping, and a target that the calls miss. */
const fields = { complaintRate: 'motivo' };
const targets = { ...defaultCopcTargets, aht: 60 };
const moods = ['Positive', 'Neutral', 'Negative', 'Unknown', undefined] as const;

let test: TestApp;
let operator: HttpClient;
/** The calls, with the goal that `feltWire` adds to calls without an analysis. */
let made: readonly MadeCall[];

beforeAll(async () => {
  test = await startTestApp({
    clock: new ManualClock(now.toISOString()),
    background: false,
    simulator: { accounts: [testKey, santiagoKey].map((key) => ({ key, orgName: 'Prueba', concurrencyLimit: 200 })) },
  });
  const workspace = await test.createWorkspace();
  await workspace.editor.put('/api/settings', { timeZone: zone, copc: { fields, targets: { aht: 60 } } });
  operator = await test.signIn('operator', workspace.id);
  const midnight = halfHoursOf(today, zone)[0]?.getTime() ?? 0;
  const [calls = []] = fc.sample(someCopcCalls(now.getTime(), midnight, 220), { numRuns: 1, seed: 18 });
  made = calls.map((call, index) => ({
    ...call,
    success: wireOf(call)['call_analysis'] === undefined ? index % 3 === 0 : call.success,
  }));
  const agent = {
    agent_id: 'agent_a',
    agent_name: 'Ana',
    post_call_analysis_data: requiredOfAgentA.map((name) => ({ type: 'string', name, required: true })),
  };
  await test.database.db
    .insertInto('provider_cache')
    .values({
      workspace_id: workspace.id,
      kind: 'agent',
      key: 'agent_a',
      value: JSON.stringify(agent),
      fetched_at: now,
    })
    .execute();
  const { ingest, amender } = test.app.features.calls;
  await Promise.all(
    calls.map((call, index) =>
      ingest.record(
        workspace.id,
        report(call.outcome === 'ongoing' ? 'call_started' : 'call_analyzed', feltWire(call, index), `c${index}`),
      ),
    ),
  );
  const ids = calls.map((_, index) => `c${index}`);
  await test.database.db.transaction().execute((tx) =>
    amender.amend(tx, workspace.id, ids, now, ({ contactKey, id }) => ({
      review: calls[Number(id.slice(1))]?.review ?? null,
      isFollowedUp: contactKey === null ? null : (calls[Number(id.slice(1))]?.isFollowedUp ?? false),
    })),
  );
});
afterAll(() => test.stop());

/** Adds a mood and a goal, also to ongoing calls, which figures of finished calls exclude. */
function feltWire(call: MadeCall, index: number): Record<string, unknown> {
  const wire = wireOf(call);
  const mood = moods[index % moods.length];
  return {
    ...wire,
    call_analysis: {
      ...(wire['call_analysis'] ?? { call_successful: index % 3 === 0 }),
      ...(mood && { user_sentiment: mood }),
    },
  };
}

interface Answers {
  /** The dashboard's metrics. Null if the dashboard does not have the range. */
  readonly metrics: DashboardMetrics | null;
  readonly usage: readonly AgentCallCount[];
  readonly performance: readonly AgentPerformance[];
  readonly scorecards: AgentScorecards;
  readonly analytics: Analytics;
}

/** Reads each figure for the range and agent. */
const figures: Readonly<Record<keyof typeof callFiltersByFigure, (answers: Answers) => readonly number[]>> = {
  calls: ({ metrics, scorecards, analytics }) => [
    ...(metrics === null ? [] : [metrics.totalCalls]),
    scorecards.total.totalCalls,
    analytics.totalCalls,
  ],
  finished: ({ metrics, scorecards, analytics }) => [
    ...(metrics === null ? [] : [metrics.finishedCalls]),
    scorecards.total.finishedCalls,
    analytics.finishedCalls,
  ],
  active: ({ metrics }) => (metrics === null ? [] : [metrics.activeCalls]),
  succeeded: ({ scorecards }) => [scorecards.total.successfulCalls],
  unsuccessful: ({ scorecards }) => [scorecards.total.failedCalls],
  judged: ({ analytics }) => [analytics.successfulCalls + analytics.failedCalls],
  goalReached: ({ analytics }) => [analytics.successfulCalls],
  goalMissed: ({ analytics }) => [analytics.failedCalls],
  inbound: ({ analytics }) => [analytics.callsByDirection.inbound],
  outbound: ({ analytics }) => [analytics.callsByDirection.outbound],
  web_call: ({ analytics }) => [analytics.callsByDirection.web_call],
  positive: ({ analytics }) => [analytics.sentiment.positive],
  neutral: ({ analytics }) => [analytics.sentiment.neutral],
  negative: ({ analytics }) => [analytics.sentiment.negative],
};

interface Days {
  readonly first: string;
  readonly last: string;
}

/** A cache: the calls do not change, so a list is requested once. */
const counted = new Map<string, Promise<number>>();

function countListed(list: Readonly<Record<string, unknown>>, days: Days | null, agentId?: string): Promise<number> {
  const query = new URLSearchParams({ pageSize: '1' });
  if (days) {
    const end = (halfHoursOf(days.last, zone).at(-1)?.getTime() ?? 0) + 30 * 60_000 - 1;
    query.set('fromDate', (halfHoursOf(days.first, zone)[0] ?? now).toISOString());
    query.set('toDate', new Date(end).toISOString());
  }
  if (agentId !== undefined) query.set('agentId', agentId);
  for (const [name, value] of Object.entries(list)) query.set(name, String(value));
  const asked = query.toString();
  const count = counted.get(asked) ?? askCount(asked);
  counted.set(asked, count);
  return count;
}

async function askCount(query: string): Promise<number> {
  const response = await operator.request('GET', `/api/calls/all?${query}`);
  return Number(response.headers.get('x-total-count'));
}

const ranges = [
  { name: 'today', dashboard: 'period=today', scorecards: '1d', days: { first: today, last: today } },
  {
    name: 'yesterday',
    dashboard: 'period=yesterday',
    scorecards: null,
    days: { first: daysBefore(today, 1), last: daysBefore(today, 1) },
  },
  { name: '7d', dashboard: 'days=7', scorecards: '7d', days: { first: daysBefore(today, 6), last: today } },
  { name: '30d', dashboard: 'days=30', scorecards: '30d', days: { first: daysBefore(today, 29), last: today } },
  customOf({ first: daysBefore(today, 5), last: daysBefore(today, 2) }),
  customOf({ first: daysBefore(today, 1), last: daysBefore(today, 1) }),
  customOf({ first: `${today.slice(0, 7)}-01`, last: today }),
] as const;

/** A custom range, which the dashboard does not have. */
function customOf(days: Days) {
  const name = `custom&from=${days.first}&to=${days.last}`;
  return { name, dashboard: null, scorecards: name, days };
}

const cases = ranges.flatMap((range) =>
  [undefined, 'agent_a'].map((agentId) => ({ ...range, agentId, who: agentId ?? 'all agents' })),
);

it.each(cases)(
  'figures of $name and $who open the calls that they count',
  async ({ name, dashboard, scorecards, days, agentId }) => {
    const ofAgent = agentId === undefined ? '' : `&agentFilter=${agentId}`;
    const read = <T>(path: string) => operator.get<T>(`/api/${path}${ofAgent}`);
    const [metrics, usage, performance, analytics, hours, copc] = await Promise.all([
      dashboard === null ? null : read<DashboardMetrics>(`metrics?${dashboard}`),
      dashboard === null ? [] : read<AgentCallCount[]>(`agent-usage?timeFilter=${name}`),
      dashboard === null ? [] : read<AgentPerformance[]>(`agent-performance?timeFilter=${name}`),
      read<Analytics>(`analytics?timeFilter=${name}`),
      read<WeekHourCallCounts[]>(`analytics/dialing-hours?timeFilter=${name}`),
      read<CopcReport>(`copc-metrics?timeRange=${name}`),
    ]);
    const scores =
      scorecards === null ? null : await read<AgentScorecards>(`agent-scorecards?timeFilter=${scorecards}`);
    const told: [
      what: string,
      count: number,
      list: FigureCallFilters,
      of?: { days?: Days | null; agentId?: string },
    ][] = [];

    for (const figure of Object.keys(callFiltersByFigure) as (keyof typeof callFiltersByFigure)[]) {
      // The performance screen has no range for yesterday.
      if (scores === null && (figure === 'succeeded' || figure === 'unsuccessful')) continue;
      const { totalCalls, finishedCalls } = analytics;
      const fallback = { total: { totalCalls, finishedCalls } } as AgentScorecards;
      for (const count of figures[figure]({ metrics, usage, performance, analytics, scorecards: scores ?? fallback })) {
        told.push([figure, count, callFiltersByFigure[figure], figure === 'active' ? { days: null } : {}]);
      }
    }
    for (const agent of usage)
      told.push(['usage', agent.call_count, callFiltersByFigure.calls, { agentId: agent.agent_id }]);
    for (const agent of performance)
      told.push(['performance', agent.total_calls, callFiltersByFigure.calls, { agentId: agent.agent_id }]);
    for (const agent of analytics.callsByAgent) {
      const of = { agentId: agent.agent_id };
      told.push(
        ['agent', agent.call_count, callFiltersByFigure.calls, of],
        ['reached', agent.successful_calls, callFiltersByFigure.goalReached, of],
        ['missed', agent.failed_calls, callFiltersByFigure.goalMissed, of],
      );
    }
    for (const agent of scores?.agents ?? []) {
      const of = { agentId: agent.agentId };
      told.push(
        ['card', agent.totalCalls, callFiltersByFigure.calls, of],
        ['succeeded', agent.successfulCalls, callFiltersByFigure.succeeded, of],
        ['unsuccessful', agent.failedCalls, callFiltersByFigure.unsuccessful, of],
      );
    }
    for (const { date, ...bar } of analytics.callsByDay) {
      const of = { days: { first: date, last: date } };
      told.push(
        ['day', bar.calls, callFiltersByFigure.calls, of],
        ['day in', bar.inbound, callFiltersByFigure.inbound, of],
        ['day out', bar.outbound, callFiltersByFigure.outbound, of],
        ['day web', bar.web_call, callFiltersByFigure.web_call, of],
      );
    }
    for (const { reason, count } of analytics.disconnectionReasons)
      told.push([reason, count, makeDisconnectionReasonCallFilters(reason)]);
    for (const { weekday, hour, attempts } of hours)
      told.push([`hour ${weekday} ${hour}`, attempts, makeWeekHourCallFilters(weekday, hour)]);
    for (const metric of copcMetrics) {
      const list = callFiltersByCopcMetric[metric];
      if (list === undefined) continue;
      told.push([metric, copc[metric].n, list]);
      if (copc.intervalMinutes < 1_440) continue;
      for (const { at, n } of copc[metric].series) {
        const day = dayOf(new Date(at), zone);
        told.push([`${metric} of ${day}`, n, list, { days: { first: day, last: day } }]);
      }
    }

    // Requested in parts, like a browser.
    const listed: number[] = [];
    for (let from = 0; from < told.length; from += 20) {
      listed.push(
        ...(await Promise.all(
          told
            .slice(from, from + 20)
            .map(([, , list, of]) =>
              countListed(list, of?.days === undefined ? days : of.days, of?.agentId ?? agentId),
            ),
        )),
      );
    }
    expect(told.map(([what], index) => [what, listed[index]])).toEqual(told.map(([what, count]) => [what, count]));
  },
);

it('a day that lacks its midnight opens the calls that it counts', async () => {
  const workspace = await test.createWorkspace(santiagoKey);
  await workspace.editor.put('/api/settings', { timeZone: 'America/Santiago' });
  for (const [index, at] of ['03:10', '03:50', '04:05', '04:55', '05:20'].entries()) {
    const wire = { start_timestamp: Date.parse(`2026-09-06T${at}Z`), call_type: 'web_call' };
    await test.app.features.calls.ingest.record(workspace.id, report('call_started', wire, `santiago${index}`));
  }
  const day = { from: '2026-09-06', to: '2026-09-06' };
  const { totalCalls } = await workspace.operator.get<Analytics>(
    `/api/analytics?timeFilter=custom&${new URLSearchParams(day).toString()}`,
  );
  const address = new URLSearchParams({ fromDate: day.from, toDate: day.to });
  const asked = new URLSearchParams(
    toCallFiltersQuery(readCallHistoryFiltersFromUrl(address), 'America/Santiago') as Record<string, string>,
  ).toString();
  expect([totalCalls, (await workspace.operator.get<unknown[]>(`/api/calls/all?${asked}`)).length]).toEqual([3, 3]);
});

/** Evenings before a zone changes its clocks. */
const evenings = ['2018-02-17', '2018-11-03', '2019-02-16', '2022-10-29', '2026-04-04', '2026-09-05'];

it('cuts days in the browser where the database does, also where clocks are moved', async () => {
  const { rows } = await sql<{ zone: string; day: string; time: string; at: Date }>`
    select zone, to_char(local, 'YYYY-MM-DD') as day, to_char(local, 'HH24:MI') as time, local at time zone zone as at
    from unnest(${[...workspaceTimeZones]}::text[]) zone, unnest(${evenings}::date[]) evening,
      generate_series(evening + time '20:00', evening + time '20:00' + interval '12 hours', interval '30 minutes') local
    `.execute(test.database.db);
  expect(rows.map((row) => ({ ...row, at: convertZonedDateTimeToMoment(row.day, row.time, row.zone) }))).toEqual(rows);
});

it('leaves no figure without calls to compare', async () => {
  for (const [figure, list] of [...Object.entries(callFiltersByFigure), ...Object.entries(callFiltersByCopcMetric)])
    expect([figure, await countListed(list, null)]).toEqual([figure, expect.toSatisfy((count: number) => count > 0)]);
});

it.each(copcMetrics)(
  'the calls that miss %s are those of which the metric of the call alone misses its target',
  async (metric) => {
    const target = targets[metric];
    const missing = made.filter((call) => {
      const { value } = expectedFigures([call], { ...defaultCopcFieldNames, ...fields })[metric];
      return value !== null && (lowerIsBetterCopcMetrics.has(metric) ? value > target : value < target);
    });
    expect(missing).not.toEqual([]);
    expect(await countListed(makeMissedTargetCallFilters(metric), null)).toBe(missing.length);
  },
);

it.each(yesNoMetrics)('a call of which %s tells is in Sí or in No, by its own value', async (metric) => {
  const values = made.map((call) => expectedFigures([call], { ...defaultCopcFieldNames, ...fields })[metric].value);
  for (const [answer, isMeant] of [
    ['yes', (value: number) => value >= 50],
    ['no', (value: number) => value < 50],
  ] as const) {
    const count = values.filter((value) => value !== null && isMeant(value)).length;
    expect(count).toBeGreaterThan(0);
    expect(await countListed({ [metric]: answer }, null)).toBe(count);
  }
});
