/** Custom ranges and their compared days, as three screens get them over HTTP, exact to the last call. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentScorecards } from '../../../contract/agent-scorecards.ts';
import type { Analytics, WeekHourCallCounts, CallVolumeBucket } from '../../../contract/analytics.ts';
import type { CopcReport } from '../../../contract/copc.ts';
import { report } from '../../testing/call-reports.ts';
import type { HttpClient } from '../../testing/http-client.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts';

/** 09:10 of Monday the 23rd in Buenos Aires, which is three hours behind UTC all year. */
const now = '2026-11-23T12:10:33Z';
/** Local start of each group of calls, the number of goals reached, and the number of calls. */
const calls: readonly (readonly [at: string, reached: number, of: number])[] = [
  ['2025-11-01T00:00', 1, 1],
  ['2025-11-23T09:09', 0, 1],
  ['2025-11-23T09:11', 5, 5],
  ['2026-09-30T23:59', 2, 4],
  ['2026-10-01T00:00', 1, 4],
  ['2026-10-09T12:00', 1, 1],
  ['2026-10-23T09:09', 1, 3],
  // Later than the present time of day.
  ['2026-10-23T09:11', 7, 7],
  ['2026-10-31T23:59', 2, 2],
  ['2026-11-01T00:00', 3, 3],
  ['2026-11-23T09:09', 3, 5],
];

let test: TestApp;
let operator: HttpClient;
beforeAll(async () => {
  test = await startTestApp({ clock: new ManualClock(now), background: false });
  const workspace = await test.createWorkspace();
  await workspace.editor.put('/api/settings', { timeZone: 'America/Argentina/Buenos_Aires' });
  operator = await test.signIn('operator', workspace.id);
  const { ingest } = test.app.features.calls;
  const reports = calls.flatMap(([at, reached, of]) =>
    Array.from({ length: of }, (_, index) => {
      const start = Date.parse(`${at}:00-03:00`);
      const isReached = index < reached;
      return report(
        'call_analyzed',
        {
          call_type: 'phone_call',
          direction: 'outbound',
          agent_id: 'agent_a',
          call_status: isReached ? 'ended' : 'not_connected',
          start_timestamp: start,
          end_timestamp: start + 5_000,
          duration_ms: isReached ? 5_000 : 0,
          disconnection_reason: isReached ? 'user_hangup' : 'dial_busy',
          call_analysis: { call_successful: isReached, custom_analysis_data: { complaint: isReached } },
        },
        `${at}-${index}`,
      );
    }),
  );
  await Promise.all(reports.map((each) => ingest.record(workspace.id, each)));
});
afterAll(() => test.stop());

const thisMonth = { from: '2026-11-01', to: '2026-11-23' };
const lastMonth = { from: '2026-10-01', to: '2026-10-31' };

interface Compared {
  readonly compared: Readonly<Record<'from' | 'to', string>>;
  readonly before: readonly [reached: number, of: number] | null;
}

describe('figures of any days', () => {
  it.each<[what: string, asked: string, days: object, now: readonly [reached: number, of: number], Compared]>([
    [
      'this month, with as many days before',
      '',
      thisMonth,
      [6, 8],
      { compared: { from: '2026-10-09', to: '2026-10-31' }, before: [9, 11] },
    ],
    [
      'this month, with the same days of the last up to this time of day',
      '&compare=month',
      thisMonth,
      [6, 8],
      { compared: { from: '2026-10-01', to: '2026-10-23' }, before: [3, 8] },
    ],
    [
      'this month, with the same days a year ago',
      '&compare=year',
      thisMonth,
      [6, 8],
      { compared: { from: '2025-11-01', to: '2025-11-23' }, before: [1, 2] },
    ],
    [
      'last month, with the whole month before it',
      '&compare=month',
      lastMonth,
      [12, 17],
      { compared: { from: '2026-09-01', to: '2026-09-30' }, before: [2, 4] },
    ],
    [
      'last month, with nothing a year ago',
      '&compare=year',
      lastMonth,
      [12, 17],
      { compared: { from: '2025-10-01', to: '2025-10-31' }, before: null },
    ],
    [
      'one day, with the same of the month before',
      '&compare=month',
      { from: '2026-11-01', to: '2026-11-01' },
      [3, 3],
      { compared: { from: '2026-10-01', to: '2026-10-01' }, before: [1, 4] },
    ],
  ])('are those of %s', async (_what, asked, days, [reached, of], { compared, before }) => {
    const alone = `custom&${new URLSearchParams({ ...days }).toString()}`;
    const range = alone + asked;
    const [analytics, scorecards, copc, hours] = await Promise.all([
      operator.get<Analytics>(`/api/analytics?timeFilter=${range}`),
      operator.get<AgentScorecards>(`/api/agent-scorecards?timeFilter=${range}`),
      operator.get<CopcReport>(`/api/copc-metrics?timeRange=${range}`),
      operator.get<WeekHourCallCounts[]>(`/api/analytics/dialing-hours?timeFilter=${alone}`),
    ]);
    for (const answer of [analytics, scorecards, copc]) expect(answer).toMatchObject({ days, compared });
    expect([analytics.successfulCalls, analytics.totalCalls]).toEqual([reached, of]);
    expect(analytics.previous && [analytics.previous.successfulCalls, analytics.previous.totalCalls]).toEqual(before);
    expect(hours.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(of);
    const rate = expect.closeTo((100 * reached) / of) as number;
    const trend = before && { previous: expect.closeTo((100 * before[0]) / before[1]) as number };
    for (const { successRate, trend: moved } of [scorecards.total, ...scorecards.agents])
      expect({ successRate, trend: moved }).toMatchObject({ successRate: rate, trend });
    for (const metric of ['connectRate', 'complaintRate'] as const)
      expect(copc[metric]).toMatchObject({ value: rate, n: of, trend });
  });

  it('are drawn by the half hour where they are of one day', async () => {
    const volume = await operator.get<CallVolumeBucket[]>(
      '/api/calls/volume?timeRange=custom&from=2026-10-23&to=2026-10-23',
    );
    expect(volume.map(({ totalCalls }) => totalCalls)).toEqual(
      Array.from({ length: 48 }, (_, index) => (index === 18 ? 10 : 0)),
    );
  });

  it.each([
    ['', 'Indica desde y hasta qué día.'],
    ['&from=2026-11-01', 'Indica desde y hasta qué día.'],
    ['&from=2026-11-02&to=2026-11-01', 'El primer día no puede ser posterior al último.'],
    ['&from=2026-11-02&to=2026-11-24', 'El período no puede terminar después de hoy.'],
    ['&from=2025-11-22&to=2026-11-23', 'El período puede tener 366 días como máximo.'],
    ['&from=1999-12-31&to=2000-01-01', 'El período no puede empezar antes del año 2000.'],
    ['&from=2026-11-31&to=2026-11-01', 'Desde: fecha inválida.'],
    ['&from=2026-11-01&to=2026-11-23&compare=week', 'Comparar con: no es una de las opciones.'],
  ])('are refused, with the reason, for custom%s', async (asked, message) => {
    for (const path of ['analytics?timeFilter=', 'agent-scorecards?timeFilter=', 'copc-metrics?timeRange='])
      await expect(operator.get(`/api/${path}custom${asked}`)).rejects.toMatchObject({
        status: 400,
        body: { message },
      });
  });

  it('may be 366', async () => {
    const days = '&from=2025-11-23&to=2026-11-23';
    expect((await operator.get<Analytics>(`/api/analytics?timeFilter=custom${days}`)).callsByDay).toHaveLength(366);
  });
});
