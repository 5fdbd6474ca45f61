/**
 * GET /api/copc-metrics over HTTP against figures made from the list of calls by testing/copc-calls.ts: whole ranges, each of
 * their points and the range before, at moments round which days are cut; and what it says of a workspace without calls.
 */
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FigureTrend } from '../../../contract/agent-scorecards.ts';
import {
  copcFiguresByAgentSchema,
  copcPeriods,
  copcReportSchema,
  type CopcPeriod,
  type CopcReport,
} from '../../../contract/copc.ts';
import { copcMetrics } from '../../../contract/regional.ts';
import { defaultCopcFieldNames, defaultCopcTargets } from '../../../contract/settings.ts';
import {
  expectedFigures,
  requiredOfAgentA,
  someCopcCalls,
  wireOf,
  type Figure,
  type MadeCall,
} from '../../testing/copc-calls.ts';
import { report, storyOf } from '../../testing/call-reports.ts';
import type { Zone } from '../../testing/call-ledger.ts';
import type { HttpClient } from '../../testing/http-client.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts';
import { dayOf, daysBefore, halfHoursOf, minuteOf, sameTimeOn } from '../../testing/zoned-days.ts';

let test: TestApp;
const written = '2026-11-21T12:10:33Z';
const clock = new ManualClock(written);
const setClock = (moment: string): void => clock.jumpWall(Date.parse(moment) - clock.now().getTime());

beforeAll(async () => {
  test = await startTestApp({
    clock,
    background: false,
    simulator: {
      accounts: [1, 2, 3, 4, 5, 6, 7, 8].map((number) => ({
        key: `key_copc_000${number}`,
        orgName: `Cuenta ${number}`,
      })),
    },
  });
});
afterAll(() => test.stop());

/** A workspace at a moment, with all its calls. */
interface Scene {
  readonly now: Date;
  readonly zone: Zone;
  readonly calls: readonly MadeCall[];
  readonly fields: Readonly<Record<string, string>>;
}

const ranges: Readonly<Record<CopcPeriod, readonly [first: number, last: number]>> = {
  today: [0, 0],
  yesterday: [1, 1],
  '7d': [6, 0],
  '30d': [29, 0],
  '90d': [89, 0],
};
const close = (value: number | null): number | null => (value === null ? null : (expect.closeTo(value, 6) as number));
const closeFigure = ({ value, n }: Figure): Figure => ({ value: close(value), n });

function callsOfDays({ now, zone, calls }: Scene, firstDaysAgo: number, lastDaysAgo: number): MadeCall[] {
  const today = dayOf(now, zone);
  const [first, last] = [daysBefore(today, firstDaysAgo), daysBefore(today, lastDaysAgo)];
  return calls.filter(({ startMs }) => {
    const date = dayOf(new Date(startMs), zone);
    return date >= first && date <= last;
  });
}

function callsBefore(scene: Scene, period: CopcPeriod): MadeCall[] {
  const [first, last] = ranges[period];
  const length = first - last + 1;
  const calls = callsOfDays(scene, first + length, last + length);
  if (period === 'yesterday') return calls;
  const end = sameTimeOn(daysBefore(dayOf(scene.now, scene.zone), last + length), scene.now, scene.zone);
  return calls.filter(({ startMs }) => startMs < end.getTime());
}

/** Returns the starts of a range's hours or days. */
function beginningsOf({ now, zone }: Scene, period: CopcPeriod): number[] {
  const [first, last] = ranges[period];
  const today = dayOf(now, zone);
  const dates = Array.from({ length: first - last + 1 }, (_, index) => daysBefore(today, first - index));
  if (first > last) return dates.flatMap((date) => halfHoursOf(date, zone)[0]?.getTime() ?? []);
  return halfHoursOf(dates[0] ?? '', zone)
    .filter((moment, index) => (index === 0 || minuteOf(moment, zone) === 0) && moment <= now)
    .map((moment) => moment.getTime());
}

/** Metrics that are means, or shares of time or fields. All others are a percentage of their calls. */
const means = new Set(['speedToGreeting', 'aht', 'acwTime', 'asrWer', 'dataIntegrity', 'silenceOvertalk']);

function expectedTrend(metric: string, { value: now, n }: Figure, { value: before, n: m }: Figure): FigureTrend | null {
  if (now === null || before === null) return null;
  const isOfFew = n < 30 || m < 30;
  const pooled = (n * now + m * before) / (n + m);
  const chance = means.has(metric) ? 0 : 1.96 * Math.sqrt(pooled * (100 - pooled) * (1 / n + 1 / m));
  const isStable = isOfFew || Math.abs(now - before) <= chance;
  const percent = close(before === 0 ? null : 100 * (now / before - 1));
  return {
    direction: isStable ? 'stable' : now > before ? 'up' : 'down',
    isOfFew,
    previous: close(before) ?? 0,
    percent,
  };
}

function expectedReport(scene: Scene, period: CopcPeriod) {
  const [first, last] = ranges[period];
  const calls = callsOfDays(scene, first, last);
  const [now, before] = [calls, callsBefore(scene, period)].map((each) => expectedFigures(each, scene.fields));
  const beginnings = beginningsOf(scene, period);
  const points = beginnings.map((begins, index) => {
    const ends = beginnings[index + 1] ?? Number.POSITIVE_INFINITY;
    return {
      begins,
      ends,
      figures: expectedFigures(
        calls.filter(({ startMs }) => startMs >= begins && startMs < ends),
        scene.fields,
      ),
    };
  });
  const weekAgo = scene.now.getTime() - 7 * 86_400_000;
  const isYoung = points.some(({ ends, figures }) => ends > weekAgo && figures.fcr.n > 0);
  return Object.fromEntries(
    copcMetrics.map((metric) => [
      metric,
      {
        ...closeFigure(now?.[metric] ?? { value: null, n: -1 }),
        trend: now && before ? expectedTrend(metric, now[metric], before[metric]) : null,
        series: points.map(({ begins, figures }) => ({
          at: new Date(begins).toISOString(),
          ...closeFigure(figures[metric]),
        })),
        ...(metric === 'fcr' && {
          provisionalFrom: isYoung ? new Date(Math.floor(weekAgo / 60_000) * 60_000).toISOString() : null,
        }),
      },
    ]),
  );
}

/** Records all calls with one writer (rollup tests use two), then changes the console's own values. */
async function recordCalls(workspaceId: string, calls: readonly MadeCall[]): Promise<void> {
  const { ingest, amender } = test.app.features.calls;
  const { db } = test.database;
  const agent = {
    agent_id: 'agent_a',
    agent_name: 'Ana',
    post_call_analysis_data: requiredOfAgentA.map((name) => ({ type: 'string', name, required: true })),
  };
  await db
    .insertInto('provider_cache')
    .values({
      workspace_id: workspaceId,
      kind: 'agent',
      key: 'agent_a',
      value: JSON.stringify(agent),
      fetched_at: clock.now(),
    })
    .execute();
  await Promise.all(
    calls.map((call, index) =>
      ingest.record(
        workspaceId,
        report(call.outcome === 'ongoing' ? 'call_started' : 'call_analyzed', wireOf(call), `c${index}`),
      ),
    ),
  );
  const ids = calls.map((_, index) => `c${index}`);
  await db.transaction().execute((tx) =>
    amender.amend(tx, workspaceId, ids, clock.now(), ({ id, contactKey }) => {
      const { isFollowedUp, review } = calls[Number(id.slice(1))] ?? { isFollowedUp: false, review: null };
      return { isFollowedUp: contactKey === null ? null : isFollowedUp, review };
    }),
  );
}

/** Expects every metric by agent to equal that of the agent alone. */
async function expectAgents(operator: HttpClient, scene: Scene, timeRange: CopcPeriod): Promise<void> {
  const [first, last] = ranges[timeRange];
  const byAgent = Map.groupBy(callsOfDays(scene, first, last), ({ agentId }) => agentId ?? '');
  for (const metric of copcMetrics) {
    const { agents } = copcFiguresByAgentSchema.parse(
      await operator.get(`/api/copc-metrics/agents?timeRange=${timeRange}&metric=${metric}`),
    );
    const expected = [...byAgent]
      .map(([agentId, calls]) => ({
        agentId,
        agentName: agentId === 'agent_a' ? 'Ana' : null,
        ...closeFigure(expectedFigures(calls, scene.fields)[metric]),
      }))
      .filter(({ n }) => n > 0)
      .toSorted((a, b) => b.n - a.n || (a.agentId < b.agentId ? -1 : 1));
    expect({ timeRange, metric, agents }).toEqual({ timeRange, metric, agents: expected });
  }
}

let workspaces = 2;
const agents: readonly (readonly [asked: string, agentId: string | null | undefined])[] = [
  ['', undefined],
  ['&agentFilter=agent_a', 'agent_a'],
  ['&agentFilter=', null],
];

describe('the quality metrics', () => {
  it.each<[Zone, string, Scene['fields']]>([
    ['America/Argentina/Buenos_Aires', '2026-11-21T12:10:33Z', {}],
    [
      'America/Argentina/Buenos_Aires',
      '2026-12-01T02:59:59.999Z',
      { scriptCompliance: 'guion', csatT: 'monto', complaintRate: 'commitment' },
    ],
    // A day without midnight, the day after it, and a day with two 23rd hours.
    ['America/Santiago', '2026-09-06T04:20:00Z', { qaPassRate: 'guion' }],
    ['America/Santiago', '2026-09-07T03:40:00Z', {}],
    ['America/Santiago', '2026-04-05T03:30:00Z', { acwTime: 'csat' }],
    ['UTC', '2028-03-01T00:00:00Z', {}],
  ])('agree with the calls in %s at %s', async (zone, moment, mapping) => {
    setClock(written);
    const { id, editor } = await test.createWorkspace(`key_copc_000${++workspaces}`);
    await editor.put('/api/settings', {
      timeZone: zone,
      copc: { fields: { ...mapping, aht: 'sin uso' }, targets: { aht: 200 } },
    });
    const now = new Date(moment);
    const midnight = halfHoursOf(dayOf(now, zone), zone)[0]?.getTime() ?? 0;
    const [calls = []] = fc.sample(someCopcCalls(now.getTime(), midnight, 170), {
      numRuns: 1,
      seed: now.getTime() % 2 ** 31,
    });
    await recordCalls(id, calls);
    setClock(moment);
    const operator = await test.signIn('operator', id);
    const fields = { ...defaultCopcFieldNames, ...mapping };
    for (const timeRange of copcPeriods) {
      for (const [asked, agentId] of agents) {
        const scene: Scene = {
          now,
          zone,
          fields,
          calls: calls.filter((call) => agentId === undefined || call.agentId === agentId),
        };
        const {
          intervalMinutes,
          targets,
          fields: answered,
          health,
          days: _days,
          compared: _compared,
          ...figures
        } = copcReportSchema.parse(await operator.get(`/api/copc-metrics?timeRange=${timeRange}${asked}`));
        expect({ timeRange, asked, ...figures }).toEqual({ timeRange, asked, ...expectedReport(scene, timeRange) });
        if (agentId === undefined && timeRange !== '90d') await expectAgents(operator, scene, timeRange);
        expect(answered).toEqual(fields);
        expect(targets).toEqual({ ...defaultCopcTargets, aht: 200 });
        expect(health.metrics).toEqual(
          ['qaPassRate', 'csatT', 'aht', 'conversionToCommitment'].filter(
            (metric) => figures[metric as 'aht'].value !== null,
          ),
        );
        expect(intervalMinutes).toBe(timeRange === 'today' || timeRange === 'yesterday' ? 60 : 1_440);
      }
    }
  });

  it('are unknown without calls, and another workspace’s calls never count', async () => {
    setClock(written);
    const [empty, other] = [await test.createWorkspace('key_copc_0001'), await test.createWorkspace('key_copc_0002')];
    for (const { admin } of [empty, other])
      await admin.put('/api/settings', { timeZone: 'America/Argentina/Buenos_Aires' });
    for (const each of storyOf({ callId: 'c1', startMs: clock.now().getTime() - 60_000, durationMs: 30_000 })) {
      await test.app.features.calls.ingest.record(other.id, each);
    }
    const full = copcReportSchema.parse(await other.operator.get('/api/copc-metrics'));
    expect(await other.operator.get('/api/copc-metrics?timeRange=today&agentFilter=all')).toEqual(full);
    expect(full.connectRate).toMatchObject({ value: 100, n: 1, trend: null });
    expect(full.aht).toMatchObject({ value: 30, n: 1 });
    for (const timeRange of ['today', 'yesterday', '7d', '30d', '90d']) {
      const {
        intervalMinutes,
        targets,
        fields,
        health,
        days: _days,
        compared: _compared,
        ...figures
      } = copcReportSchema.parse(await empty.operator.get<CopcReport>(`/api/copc-metrics?timeRange=${timeRange}`));
      for (const metric of copcMetrics) {
        const { series, ...figure } = figures[metric];
        expect({ metric, ...figure }).toEqual({
          metric,
          value: null,
          n: 0,
          trend: null,
          ...(metric === 'fcr' && { provisionalFrom: null }),
        });
        expect(series).toHaveLength({ today: 10, yesterday: 24, '7d': 7, '30d': 30, '90d': 90 }[timeRange] ?? 0);
        expect(series.every(({ value, n }) => value === null && n === 0)).toBe(true);
      }
      expect({ intervalMinutes, targets, fields, health }).toEqual({
        intervalMinutes: timeRange === 'today' || timeRange === 'yesterday' ? 60 : 1_440,
        targets: defaultCopcTargets,
        fields: defaultCopcFieldNames,
        health: { score: null, metrics: [] },
      });
    }
  });
});
