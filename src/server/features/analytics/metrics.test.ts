/** The dashboard's figures equal plain SQL over the calls, around clock changes, midnights and month ends. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestLedger, type TestLedger, type Zone } from '../../testing/call-ledger.ts';
import { anyReport, report, storyOf } from '../../testing/call-reports.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { dayOf, daysBefore } from '../../testing/zoned-days.ts';
import type { CallIngest } from '../calls/index.ts';
import { readDashboardMetrics, type DashboardMetricsParameters } from './metrics.ts';

let ledger: TestLedger;
let ingest: CallIngest;

beforeAll(async () => {
  ledger = await openTestLedger();
  ingest = ledger.createWriter(0);
});
afterAll(() => ledger.close());

function metricsAt(now: string, zone: string, workspaceId: string, query: DashboardMetricsParameters) {
  const clock = new ManualClock(now);
  return readDashboardMetrics(
    { db: ledger.database.db, clock, directory: { timeZoneOf: async () => zone } },
    workspaceId,
    query,
  );
}

async function expectedMetrics(
  now: string,
  zone: string,
  workspaceId: string,
  first: number,
  last: number,
  agentId: string | null,
) {
  const rows = await ledger.database.db
    .selectFrom('calls')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .execute();
  const today = dayOf(new Date(now), zone);
  const ofAgent = rows.filter((row) => agentId === null || (row.agent_id ?? '') === agentId);
  const inRange = ofAgent.filter((row) => {
    const day = dayOf(row.occurred_at, zone);
    return day >= daysBefore(today, first) && day <= daysBefore(today, last);
  });
  const finished = inRange.filter((row) => row.is_over);
  const succeeded = finished.filter((row) => row.status === 'ended' || (row.duration_ms ?? 0) > 10_000);
  const durations = inRange.map((row) => row.duration_ms ?? 0).filter((duration) => duration > 0);
  const countOf = (direction: string) => inRange.filter((row) => row.direction === direction).length;
  return {
    totalCalls: inRange.length,
    inboundCalls: countOf('inbound'),
    outboundCalls: countOf('outbound'),
    webCalls: countOf('web_call'),
    agentCalls: Object.fromEntries(
      [...Map.groupBy(inRange, (row) => row.agent_id ?? '')].map(([id, own]) => [id, own.length]),
    ),
    activeCalls: ofAgent.filter((row) => row.status === 'registered' || row.status === 'ongoing').length,
    finishedCalls: finished.length,
    successRate: finished.length === 0 ? 0 : (100 * succeeded.length) / finished.length,
    avgDuration:
      durations.length === 0 ? 0 : durations.reduce((sum, duration) => sum + duration, 0) / durations.length / 1_000,
  };
}

const ranges: readonly [DashboardMetricsParameters, number, number][] = [
  [{}, 0, 0],
  [{ period: 'today' }, 0, 0],
  [{ period: 'yesterday' }, 1, 1],
  [{ days: '7' }, 6, 0],
  [{ days: '30' }, 29, 0],
];

describe('/api/metrics', () => {
  it.each<[Zone, string]>([
    ['America/Argentina/Buenos_Aires', '2026-11-21T03:00:00Z'],
    ['America/Argentina/Buenos_Aires', '2026-12-01T02:59:59.999Z'],
    ['America/Santiago', '2026-09-06T04:00:00Z'],
    ['America/Santiago', '2026-04-05T03:30:00Z'],
    ['America/Sao_Paulo', '2018-11-04T03:00:00Z'],
    ['America/Sao_Paulo', '2019-02-17T01:59:59Z'],
    ['UTC', '2026-11-30T23:59:59Z'],
  ])('agrees with the calls in %s at %s', async (zone, now) => {
    const workspaceId = await ledger.createWorkspace(zone);
    const around = Array.from({ length: 36 }, (_, index) => {
      const startMs = Date.parse(now) + (index - 30) * 2.5 * 3_600_000;
      return storyOf({
        callId: `s${index}`,
        startMs,
        durationMs: 1_000 * index,
        agentId: index % 3 === 0 ? 'agent_a' : 'agent_b',
      }).slice(0, 1 + (index % 7));
    });
    const arbitrary = fc
      .sample(anyReport('any'), { numRuns: 20, seed: 7 })
      .map((each, index) => ({ ...each, call: { ...each.call, call_id: `any${index}` } }));
    await Promise.all([...around.flat(), ...arbitrary].map((each) => ingest.record(workspaceId, each)));
    for (const [query, first, last] of ranges) {
      for (const agentId of [null, 'agent_a', '']) {
        const asked = agentId === null ? query : { ...query, agentFilter: agentId };
        const metrics = await metricsAt(now, zone, workspaceId, asked);
        expect({ ...metrics, asked }).toEqual({
          ...(await expectedMetrics(now, zone, workspaceId, first, last, agentId)),
          asked,
        });
      }
    }
  });

  it('counts a call from its first report on, and moves it to the day of its start', async () => {
    const zone = 'America/Argentina/Buenos_Aires';
    const workspaceId = await ledger.createWorkspace(zone);
    const now = ledger.clock.now();
    const yesterday = now.getTime() - 20 * 3_600_000;
    await ingest.record(workspaceId, report('call_snapshot', { call_status: 'registered' }));
    expect(await metricsAt(now.toISOString(), zone, workspaceId, {})).toMatchObject({
      totalCalls: 1,
      activeCalls: 1,
      finishedCalls: 0,
      successRate: 0,
      avgDuration: 0,
    });
    await ingest.record(
      workspaceId,
      report('call_ended', { call_status: 'ended', start_timestamp: yesterday, duration_ms: 30_000 }),
    );
    expect(
      await metricsAt(now.toISOString(), zone, workspaceId, { period: 'today', agentFilter: 'all' }),
    ).toMatchObject({
      totalCalls: 0,
      activeCalls: 0,
      finishedCalls: 0,
      successRate: 0,
      avgDuration: 0,
    });
    expect(await metricsAt(now.toISOString(), zone, workspaceId, { period: 'yesterday' })).toMatchObject({
      totalCalls: 1,
      activeCalls: 0,
      finishedCalls: 1,
      successRate: 100,
      avgDuration: 30,
    });
  });
});
