/** GET /api/copc-metrics over HTTP: what it says of a workspace without calls, and of none but its own. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copcReport, type CopcReport } from '../../../contract/copc.ts';
import { copcMetrics } from '../../../contract/regional.ts';
import { defaultCopcFields, defaultCopcTargets } from '../../../contract/settings.ts';
import { storyOf } from '../../testing/call-reports.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts';

let test: TestApp;
const clock = new ManualClock('2026-11-21T12:10:33Z');

beforeAll(async () => {
  test = await startTestApp({
    clock,
    background: false,
    simulator: { accounts: [1, 2].map((number) => ({ key: `key_copc_000${number}`, orgName: `Cuenta ${number}` })) },
  });
});
afterAll(() => test.stop());

describe('the quality metrics', () => {
  it('are unknown without calls, and another workspace’s calls never count', async () => {
    const [empty, other] = [await test.createWorkspace('key_copc_0001'), await test.createWorkspace('key_copc_0002')];
    for (const each of storyOf({ callId: 'c1', startMs: clock.now().getTime() - 60_000, durationMs: 30_000 })) {
      await test.app.features.calls.ingest.record(other.id, each);
    }
    const full = copcReport.parse(await other.operator.get('/api/copc-metrics'));
    expect(full.connectRate).toMatchObject({ value: 100, n: 1, trend: null });
    expect(full.aht).toMatchObject({ value: 30, n: 1 });
    for (const timeRange of ['today', 'yesterday', '7d', '30d', '90d']) {
      const { intervalMinutes, targets, fields, health, ...figures } = copcReport.parse(await empty.operator.get<CopcReport>(`/api/copc-metrics?timeRange=${timeRange}`));
      for (const metric of copcMetrics) {
        const { series, ...figure } = figures[metric];
        expect({ metric, ...figure }).toEqual({ metric, value: null, n: 0, trend: null, ...(metric === 'fcr' && { provisionalFrom: null }) });
        expect(series).toHaveLength({ today: 10, yesterday: 24, '7d': 7, '30d': 30, '90d': 90 }[timeRange] ?? 0);
        expect(series.every(({ value, n }) => value === null && n === 0)).toBe(true);
      }
      expect({ intervalMinutes, targets, fields, health }).toEqual({
        intervalMinutes: timeRange === 'today' || timeRange === 'yesterday' ? 60 : 1_440,
        targets: defaultCopcTargets,
        fields: defaultCopcFields,
        health: { score: null, metrics: [] },
      });
    }
  });
});
