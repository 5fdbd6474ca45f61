/**
 * Volume, usage, sentiment and performance against sums made here from the rows of `calls`, over random calls of three
 * months that gather round midnights, month's ends and the nights in which clocks jump.
 */
import * as fc from 'fast-check';
import type { Selectable } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  AgentPerformance,
  AgentSentimentCounts,
  AgentCallCount,
  CallVolumeBucket,
} from '../../../contract/analytics.ts';
import type { CallPeriod } from '../../../contract/calls.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import { openTestLedger, type TestLedger, type Zone } from '../../testing/call-ledger.ts';
import { anyReport, report } from '../../testing/call-reports.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { dayOf, daysBefore, halfHourOf, halfHoursOf, minuteOf } from '../../testing/zoned-days.ts';
import type { CallIngest, ProviderCallReport } from '../calls/index.ts';
import { readAgentPerformance, readCustomerMoodsByAgent, readAgentCallShares } from './agent-figures.ts';
import { readCallVolume } from './volume.ts';

type CallRow = Selectable<DatabaseSchema['calls']>;

let ledger: TestLedger;
/** Writers of two servers; figures are summed over their slots. */
let first: CallIngest;
let second: CallIngest;

beforeAll(async () => {
  ledger = await openTestLedger();
  first = ledger.createWriter(0);
  second = ledger.createWriter(1);
});
afterAll(() => ledger.close());

const names: Readonly<Record<string, string | null>> = { agent_a: 'Ana', agent_b: null };

async function nameAgents(workspaceId: string): Promise<void> {
  const rows = [
    { key: 'agent_a', value: { agent_id: 'agent_a', agent_name: ' Ana ', vocero_removed: true } },
    { key: 'agent_b', value: { agent_id: 'agent_b', agent_name: ' ' } },
  ];
  const common = { workspace_id: workspaceId, kind: 'agent' as const, fetched_at: new Date() };
  await ledger.database.db
    .insertInto('provider_cache')
    .values(rows.map(({ key, value }) => ({ ...common, key, value: JSON.stringify(value) })))
    .onConflict((it) =>
      it.columns(['workspace_id', 'kind', 'key']).doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })),
    )
    .execute();
}

const minute = 60_000;
const day = 24 * 60 * minute;

/** Random calls from 95 days before `now` to a day after it, many of them near `now` and its midnights. */
function someCalls(now: number, midnight: number): fc.Arbitrary<ProviderCallReport[]> {
  const startMs = fc.oneof(
    fc.integer({ min: -95 * day, max: day }).map((ms) => now + ms),
    fc.integer({ min: -50 * 60, max: 60 }).map((minutes) => now + minutes * minute),
    fc
      .tuple(fc.integer({ min: -91, max: 1 }), fc.integer({ min: -121, max: 121 }))
      .map(([days, minutes]) => midnight + days * day + minutes * minute),
  );
  const outcome = fc.constantFrom(
    ['ongoing', null],
    ['ended', 'user_hangup'],
    ['ended', 'voicemail_reached'],
    ['not_connected', 'dial_busy'],
    ['error', 'error_asr'],
  );
  const call = fc.record({
    startMs,
    outcome,
    durationMs: fc.constantFrom(0, 1, 9_999, 10_000, 10_001, 95_000),
    agentId: fc.constantFrom('agent_a', 'agent_b', 'agent_c', undefined),
    way: fc.constantFrom(
      { call_type: 'phone_call', direction: 'inbound' },
      { call_type: 'phone_call', direction: 'outbound' },
      { call_type: 'web_call' },
    ),
    mood: fc.constantFrom('Positive', 'Neutral', 'Negative', 'Unknown', undefined),
  });
  return fc.array(call, { minLength: 70, maxLength: 70 }).map((calls) =>
    calls.flatMap(({ startMs: start, outcome: [status, reason], durationMs, agentId, way, mood }, index) => {
      const started = { ...way, call_status: 'ongoing', start_timestamp: start, ...(agentId && { agent_id: agentId }) };
      if (status === 'ongoing') return [report('call_started', started, `c${index}`)];
      const ended = {
        ...started,
        call_status: status,
        end_timestamp: start + durationMs,
        duration_ms: durationMs,
        disconnection_reason: reason,
      };
      const analyzed = {
        ...ended,
        call_analysis: { user_sentiment: mood, call_successful: [true, false, undefined][index % 3] },
      };
      return [
        report('call_started', started, `c${index}`),
        report('call_ended', ended, `c${index}`),
        report('call_analyzed', analyzed, `c${index}`),
      ];
    }),
  );
}

const ranges = {
  today: [0, 0],
  yesterday: [1, 1],
  '1d': [0, 0],
  '7d': [6, 0],
  '30d': [29, 0],
  '90d': [89, 0],
} as const;
type Range = keyof typeof ranges;

/** A workspace at a moment, with all facts about its calls. */
interface Scene {
  readonly now: Date;
  readonly zone: Zone;
  readonly workspaceId: string;
  readonly rows: readonly CallRow[];
}

const daysOf = ({ now, zone }: Scene, range: Range): string[] => {
  const [first, last] = ranges[range];
  return Array.from({ length: first - last + 1 }, (_, index) => daysBefore(dayOf(now, zone), first - index));
};

function rowsOf(scene: Scene, range: Range, agentId: string | null): CallRow[] {
  const days = new Set(daysOf(scene, range));
  return scene.rows.filter(
    (row) => days.has(dayOf(row.occurred_at, scene.zone)) && (agentId === null || (row.agent_id ?? '') === agentId),
  );
}

function expectedVolume(scene: Scene, period: CallPeriod, agentId: string | null): CallVolumeBucket[] {
  const { now, zone } = scene;
  const rows = rowsOf(scene, period, agentId);
  const bucket = (time: Date, intervalMinutes: number, within: readonly CallRow[]): CallVolumeBucket => {
    const count = (direction: string): number => within.filter((row) => row.direction === direction).length;
    return {
      time: time.toISOString(),
      intervalMinutes,
      isHourMark: minuteOf(time, zone) === 0,
      inboundCalls: count('inbound'),
      outboundCalls: count('outbound'),
      webCalls: count('web_call'),
      totalCalls: within.length,
    };
  };
  const pieces = daysOf(scene, period).map((each) => ({ each, halfHours: halfHoursOf(each, zone) }));
  if (period === 'today' || period === 'yesterday') {
    const begun = pieces.flatMap(({ halfHours }) => halfHours).filter((moment) => moment <= now);
    return begun.map((moment) =>
      bucket(
        moment,
        30,
        rows.filter((row) => halfHourOf(row.occurred_at) === moment.toISOString()),
      ),
    );
  }
  return pieces.map(({ each, halfHours }) =>
    bucket(
      halfHours[0] ?? now,
      1_440,
      rows.filter((row) => dayOf(row.occurred_at, zone) === each),
    ),
  );
}

/** Groups rows by agent, most rows first. */
function byAgent(rows: readonly CallRow[]): [string, CallRow[]][] {
  const agents = Map.groupBy(rows, (row) => row.agent_id ?? '');
  return [...agents].toSorted(([a, ofA], [b, ofB]) => ofB.length - ofA.length || (a < b ? -1 : 1));
}

function expectedUsage(scene: Scene, range: Range, agentId: string | null): AgentCallCount[] {
  const ofAll = rowsOf(scene, range, null).length;
  return byAgent(rowsOf(scene, range, agentId)).map(([agent_id, rows]) => ({
    agent_id,
    agent_name: names[agent_id] ?? null,
    call_count: rows.length,
    percentage: (100 * rows.length) / ofAll,
  }));
}

function expectedSentiment(scene: Scene, range: Range, agentId: string | null): AgentSentimentCounts[] {
  const known = rowsOf(scene, range, agentId).filter(
    (row) => row.is_over && ['Positive', 'Neutral', 'Negative'].includes(row.sentiment ?? ''),
  );
  return byAgent(known).map(([agent_id, rows]) => {
    const count = (mood: string): number => rows.filter((row) => row.sentiment === mood).length;
    return {
      agent_id,
      positive: count('Positive'),
      neutral: count('Neutral'),
      negative: count('Negative'),
      total: rows.length,
    };
  });
}

function expectedPerformance(scene: Scene, range: Range, agentId: string | null): AgentPerformance[] {
  return byAgent(rowsOf(scene, range, agentId)).map(([agent_id, rows]) => {
    const finished = rows.filter((row) => row.is_over);
    const succeeded = finished.filter((row) => row.status === 'ended' || (row.duration_ms ?? 0) > 10_000);
    const judged = rows.filter((row) => row.is_successful !== null);
    const reached = judged.filter((row) => row.is_successful);
    const durations = rows.map((row) => row.duration_ms ?? 0).filter((duration) => duration > 0);
    return {
      agent_id,
      agent_name: names[agent_id] ?? null,
      success_rate: finished.length === 0 ? 0 : (100 * succeeded.length) / finished.length,
      total_calls: rows.length,
      finished_calls: finished.length,
      completed_calls: succeeded.length,
      judged_calls: judged.length,
      goal_rate: judged.length === 0 ? null : (100 * reached.length) / judged.length,
      avg_duration:
        durations.length === 0 ? 0 : durations.reduce((sum, duration) => sum + duration, 0) / durations.length / 1_000,
    };
  });
}

function depsOf({ now, zone }: Pick<Scene, 'now' | 'zone'>) {
  return {
    db: ledger.database.db,
    clock: new ManualClock(now.toISOString()),
    directory: { timeZoneOf: async () => zone },
  };
}

async function expectRightFigures(scene: Scene): Promise<void> {
  const deps = depsOf(scene);
  const { workspaceId } = scene;
  for (const agentId of [null, 'agent_b']) {
    const agentFilter = agentId === null ? {} : { agentFilter: agentId };
    for (const timeRange of ['today', 'yesterday', '7d', '30d'] as const) {
      const volume = await readCallVolume(deps, workspaceId, { timeRange, ...agentFilter });
      expect({ timeRange, agentId, volume }).toEqual({
        timeRange,
        agentId,
        volume: expectedVolume(scene, timeRange, agentId),
      });
    }
    for (const timeFilter of Object.keys(ranges) as Range[]) {
      const asked = { timeFilter, ...agentFilter };
      const [usage, sentiment, performance] = await Promise.all([
        readAgentCallShares(deps, workspaceId, asked),
        readCustomerMoodsByAgent(deps, workspaceId, asked),
        readAgentPerformance(deps, workspaceId, asked),
      ]);
      expect({ asked, usage, sentiment, performance }).toEqual({
        asked,
        usage: expectedUsage(scene, timeFilter, agentId).map((each) => ({
          ...each,
          percentage: expect.closeTo(each.percentage, 9),
        })),
        sentiment: expectedSentiment(scene, timeFilter, agentId),
        performance: expectedPerformance(scene, timeFilter, agentId),
      });
    }
  }
}

describe('the dashboard’s figures', () => {
  it.each<[Zone, string]>([
    ['America/Argentina/Buenos_Aires', '2026-11-21T12:10:00Z'],
    ['America/Argentina/Buenos_Aires', '2026-12-01T02:59:59.999Z'],
    ['America/Argentina/Buenos_Aires', '2026-12-01T03:00:00Z'],
    // A day of 23 hours without midnight, as today and as yesterday, and a day of 25 hours with two 23rd hours.
    ['America/Santiago', '2026-09-06T04:00:00Z'],
    ['America/Santiago', '2026-09-07T02:59:59Z'],
    ['America/Santiago', '2026-09-07T14:00:00Z'],
    ['America/Santiago', '2026-04-05T03:30:00Z'],
    ['America/Santiago', '2026-04-05T12:00:00Z'],
    ['America/Sao_Paulo', '2018-11-04T03:00:00Z'],
    ['America/Sao_Paulo', '2018-11-05T01:30:00Z'],
    ['America/Sao_Paulo', '2019-02-17T02:29:59Z'],
    ['America/Sao_Paulo', '2019-02-18T03:00:00Z'],
    ['UTC', '2026-02-28T23:59:59Z'],
    ['UTC', '2028-03-01T00:00:00Z'],
  ])('agree with the calls in %s at %s', async (zone, moment) => {
    const now = new Date(moment);
    const workspaceId = await ledger.createWorkspace(zone);
    await nameAgents(workspaceId);
    const midnight = halfHoursOf(dayOf(now, zone), zone)[0]?.getTime() ?? 0;
    const [calls = []] = fc.sample(someCalls(now.getTime(), midnight), { numRuns: 1, seed: now.getTime() % 2 ** 31 });
    const nonsense = fc
      .sample(anyReport('any'), { numRuns: 20, seed: 7 })
      .map((each, index) => ({ ...each, call: { ...each.call, call_id: `any${index}` } }));
    await Promise.all(
      [...calls, ...nonsense].map((each, index) => (index % 2 === 0 ? first : second).record(workspaceId, each)),
    );
    const rows = await ledger.database.db
      .selectFrom('calls')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .execute();
    await expectRightFigures({ now, zone, workspaceId, rows });
  });

  it('are pieces without calls, and no agents, in an empty workspace', async () => {
    const zone = 'America/Santiago';
    const scene: Scene = {
      zone,
      now: new Date('2026-04-05T03:10:00Z'),
      workspaceId: await ledger.createWorkspace(zone),
      rows: [],
    };
    await expectRightFigures(scene);
    const yesterday = { ...scene, now: new Date('2026-04-05T12:00:00Z') };
    // The night of 4 April had two 23rd hours, so the day has 25.
    const volume = await readCallVolume(depsOf(yesterday), scene.workspaceId, { timeRange: 'yesterday' });
    expect(volume).toHaveLength(50);
    expect(volume.filter(({ isHourMark }) => isHourMark)).toHaveLength(25);
    expect(
      await readCallVolume(depsOf(scene), scene.workspaceId, { timeRange: 'today', agentFilter: 'all' }),
    ).toHaveLength(49);
  });

  it('follow a call to another day, agent and direction, and forget what it left', async () => {
    const zone = 'America/Argentina/Buenos_Aires';
    const workspaceId = await ledger.createWorkspace(zone);
    const now = ledger.clock.now();
    const deps = depsOf({ now, zone });
    await first.record(workspaceId, report('call_snapshot', { call_status: 'registered' }));
    expect(await readAgentCallShares(deps, workspaceId, { timeFilter: 'today' })).toEqual([
      { agent_id: '', agent_name: null, call_count: 1, percentage: 100 },
    ]);
    const yesterday = now.getTime() - 20 * 60 * minute;
    const ended = {
      call_status: 'ended',
      agent_id: 'agent_a',
      direction: 'inbound',
      start_timestamp: yesterday,
      duration_ms: 30_000,
    };
    await second.record(workspaceId, report('call_ended', { ...ended, call_analysis: { user_sentiment: 'Negative' } }));
    expect(await readAgentCallShares(deps, workspaceId, { timeFilter: 'today' })).toEqual([]);
    expect(await readCustomerMoodsByAgent(deps, workspaceId, { timeFilter: '1d' })).toEqual([]);
    expect(await readCustomerMoodsByAgent(deps, workspaceId, { timeFilter: 'yesterday' })).toEqual([
      { agent_id: 'agent_a', positive: 0, neutral: 0, negative: 1, total: 1 },
    ]);
    expect(await readAgentCallShares(deps, workspaceId, { timeFilter: '7d' })).toMatchObject([
      { agent_id: 'agent_a', call_count: 1, percentage: 100 },
    ]);
    const volume = await readCallVolume(deps, workspaceId, { timeRange: 'yesterday' });
    expect(volume.filter(({ totalCalls }) => totalCalls > 0)).toMatchObject([
      { inboundCalls: 1, outboundCalls: 0, totalCalls: 1 },
    ]);
  });
});
