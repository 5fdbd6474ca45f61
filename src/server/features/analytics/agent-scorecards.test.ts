/**
 * The scorecards, and one agent's report, against sums made here from the rows of `calls` and from what the analysis said: over HTTP, and at moments
 * round which days are cut: midnights, the same time of earlier days, the nights in which clocks jump.
 */
import * as fc from 'fast-check';
import type { Selectable } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  agentReportSchema,
  agentScorecardsSchema,
  scorecardPeriods,
  type AgentReport,
  type AgentScorecards,
  type Scorecard,
  type ScorecardPeriodOption,
} from '../../../contract/agent-scorecards.ts';
import { addDays, countDaysInRange, type CalendarDayRange } from '../../../contract/calendar-days.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import { openTestLedger, type TestLedger, type Zone } from '../../testing/call-ledger.ts';
import { report } from '../../testing/call-reports.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { quietZone } from '../../testing/quiet-zone.ts';
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts';
import { dayOf, daysBefore, halfHoursOf, sameTimeOn } from '../../testing/zoned-days.ts';
import type { ProviderCallReport } from '../calls/index.ts';
import { readAgentReport } from './agent-report.ts';
import { readAgentScorecards } from './agent-scorecards.ts';

type CallRow = Selectable<DatabaseSchema['calls']>;

const minute = 60_000;
const day = 24 * 60 * minute;
const daysOf: Readonly<Record<ScorecardPeriodOption, number>> = { '1d': 1, '7d': 7, '30d': 30, '90d': 90 };

/** Scores of the random calls by id: the value of the field of that name. */
type Scores = ReadonlyMap<string, number>;

function someCalls(now: number, midnight: number): fc.Arbitrary<ProviderCallReport[]> {
  const startMs = fc.oneof(
    fc.integer({ min: -185 * day, max: day }).map((ms) => now + ms),
    fc.integer({ min: -14 * 24 * 60, max: 60 }).map((minutes) => now + minutes * minute),
    fc
      .tuple(fc.constantFrom(1, 7, 30, 90), fc.integer({ min: -95, max: 95 }))
      .map(([days, minutes]) => now - days * day + minutes * minute),
    fc
      .tuple(fc.integer({ min: -181, max: 1 }), fc.integer({ min: -121, max: 121 }))
      .map(([days, minutes]) => midnight + days * day + minutes * minute),
  );
  const call = fc.record({
    startMs,
    outcome: fc.constantFrom(
      ['ongoing', null],
      ['ended', 'user_hangup'],
      ['ended', 'voicemail_reached'],
      ['not_connected', 'dial_busy'],
      ['error', 'error_asr'],
      ['error', 'error_llm_websocket_runtime'],
      ['error', 'error_user_not_joined'],
    ),
    durationMs: fc.constantFrom(0, 1, 10_000, 10_001, 95_000),
    agentId: fc.constantFrom('agent_a', 'agent_b', 'agent_c', 'agent_d', 'agent_e', 'agent_f', undefined),
    way: fc.constantFrom(
      { call_type: 'phone_call', direction: 'inbound' },
      { call_type: 'phone_call', direction: 'outbound' },
      { call_type: 'web_call' },
    ),
    mood: fc.constantFrom('Positive', 'Neutral', 'Negative', 'Unknown', undefined),
    p50: fc.constantFrom(812.5, 1_500, 1_500.25, undefined),
    csat: fc.constantFrom(1, 3.5, 4, 5, 0, 9, undefined),
    trato: fc.constantFrom(2, 5, undefined),
    version: fc.constantFrom(1, 2, 7, undefined),
    goal: fc.constantFrom(true, false, undefined),
  });
  return fc.array(call, { minLength: 100, maxLength: 100 }).map((calls) =>
    calls.flatMap(
      (
        { startMs: start, outcome: [status, reason], durationMs, agentId, way, mood, p50, csat, trato, version, goal },
        index,
      ) => {
        const started = {
          ...way,
          call_status: 'ongoing',
          start_timestamp: start,
          ...(agentId && { agent_id: agentId, ...(version !== undefined && { agent_version: version }) }),
        };
        if (status === 'ongoing') return [report('call_started', started, `c${index}`)];
        const ended = {
          ...started,
          call_status: status,
          end_timestamp: start + durationMs,
          duration_ms: durationMs,
          disconnection_reason: reason,
        };
        // Only two agents have scores; for the others satisfaction is estimated.
        const fields =
          agentId === 'agent_a' || agentId === 'agent_b'
            ? { ...(csat !== undefined && { csat }), ...(trato !== undefined && { trato }) }
            : {};
        const analysis = {
          call_analysis: { user_sentiment: mood, call_successful: goal, custom_analysis_data: fields },
        };
        return [
          report(
            'call_analyzed',
            { ...ended, ...analysis, ...(p50 !== undefined && { latency: { e2e: { p50 } } }) },
            `c${index}`,
          ),
        ];
      },
    ),
  );
}

function scoresOf(calls: readonly ProviderCallReport[], field: string): Scores {
  return new Map(
    calls.flatMap(({ call }) => {
      const value = (call.call_analysis?.custom_analysis_data as Readonly<Record<string, unknown>> | undefined)?.[
        field
      ];
      return typeof value === 'number' && value >= 1 && value <= 5 ? [[call.call_id, value] as const] : [];
    }),
  );
}

/** A workspace at a moment, with all facts about its calls. */
interface Scene {
  readonly now: Date;
  readonly zone: Zone;
  readonly rows: readonly CallRow[];
  readonly scores: Scores;
  readonly names: Readonly<Record<string, string>>;
}

function rowsOfDays(scene: Scene, firstDaysAgo: number, lastDaysAgo: number): CallRow[] {
  const today = dayOf(scene.now, scene.zone);
  const [first, last] = [daysBefore(today, firstDaysAgo), daysBefore(today, lastDaysAgo)];
  return scene.rows.filter((row) => {
    const date = dayOf(row.occurred_at, scene.zone);
    return date >= first && date <= last;
  });
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const close = (value: number | null): number | null => (value === null ? null : (expect.closeTo(value, 6) as number));
const mean = (values: readonly number[]): number | null => (values.length === 0 ? null : total(values) / values.length);

const isSuccess = (row: CallRow): boolean => row.is_over && (row.status === 'ended' || (row.duration_ms ?? 0) > 10_000);
const isConnected = (row: CallRow): boolean =>
  !(row.disconnection_reason ?? '').startsWith('dial_') &&
  (row.status === 'ended' || (row.start_at !== null && (row.duration_ms ?? 0) > 0));

function rateOf(rows: readonly CallRow[]): number | null {
  const finished = rows.filter((row) => row.is_over);
  return finished.length === 0 ? null : (100 * finished.filter(isSuccess).length) / finished.length;
}

function expectedTrend(rows: readonly CallRow[], rowsBefore: readonly CallRow[]): Scorecard['trend'] {
  const [now, before] = [rateOf(rows), rateOf(rowsBefore)];
  if (now === null || before === null) return null;
  const finished = (some: readonly CallRow[]) => some.filter((row) => row.is_over).length;
  const [n, m] = [finished(rows), finished(rowsBefore)];
  const isOfFew = n < 30 || m < 30;
  const all = rateOf([...rows, ...rowsBefore]) ?? 0;
  const isChance = (now - before) ** 2 <= 1.96 ** 2 * all * (100 - all) * (1 / n + 1 / m);
  return {
    direction: isOfFew || isChance ? 'stable' : now > before ? 'up' : 'down',
    isOfFew,
    previous: close(before) ?? 0,
    percent: close(before === 0 ? null : 100 * (now / before - 1)),
  };
}

function expectedCard(rows: readonly CallRow[], before: readonly CallRow[], scores: Scores): Scorecard {
  const finished = rows.filter((row) => row.is_over);
  const judged = rows.filter((row) => row.is_successful !== null);
  const durations = rows.flatMap((row) => ((row.duration_ms ?? 0) > 0 ? [Number(row.duration_ms)] : []));
  const medians = rows.flatMap((row) => (row.e2e_p50_ms === null ? [] : [Number(row.e2e_p50_ms)]));
  const scored = rows.flatMap((row) => scores.get(row.id) ?? []);
  const felt = finished.flatMap((row) => ({ Positive: 5, Neutral: 3, Negative: 1 })[row.sentiment ?? ''] ?? []);
  const voices = rows.filter(isConnected).flatMap((row): boolean[] => {
    if (/^error_(asr|llm_websocket_.*|retell|unknown|no_audio_received)$/.test(row.disconnection_reason ?? ''))
      return [false];
    return row.e2e_p50_ms === null ? [] : [Number(row.e2e_p50_ms) <= 1_500];
  });
  const satisfied = scored.length > 0 ? scored : felt;
  return {
    totalCalls: rows.length,
    finishedCalls: finished.length,
    successfulCalls: finished.filter(isSuccess).length,
    failedCalls: finished.filter((row) => !isSuccess(row)).length,
    successRate: close(rateOf(rows)),
    judgedCalls: judged.length,
    goalRate: close(mean(judged.map((row) => (row.is_successful ? 100 : 0)))),
    averageDuration: close(mean(durations.map((ms) => ms / 1_000))),
    callsWithDuration: durations.length,
    satisfaction: close(mean(satisfied)),
    callsWithSatisfaction: satisfied.length,
    satisfactionIsEstimated: scored.length === 0 && felt.length > 0,
    voiceQuality: close(voices.length === 0 ? null : (100 * voices.filter(Boolean).length) / voices.length),
    callsWithVoice: voices.length,
    responseTime: close(mean(medians)),
    callsWithResponse: medians.length,
    trend: expectedTrend(rows, before),
  };
}

function expectedScorecards(scene: Scene, period: ScorecardPeriodOption, agentId: string | null): AgentScorecards {
  const length = daysOf[period];
  const ofAgent = (id: string) => (row: CallRow) => (row.agent_id ?? '') === id;
  const wanted = (row: CallRow): boolean => agentId === null || ofAgent(agentId)(row);
  const today = dayOf(scene.now, scene.zone);
  const rows = rowsOfDays(scene, length - 1, 0).filter(wanted);
  const end = sameTimeOn(daysBefore(today, length), scene.now, scene.zone);
  const before = rowsOfDays(scene, 2 * length - 1, length).filter((row) => wanted(row) && row.occurred_at < end);
  const agents = [...Map.groupBy(rows, (row) => row.agent_id ?? '')].toSorted(
    ([a, ofA], [b, ofB]) => ofB.length - ofA.length || (a < b ? -1 : 1),
  );
  return {
    days: { from: daysBefore(today, length - 1), to: today },
    compared: { from: daysBefore(today, 2 * length - 1), to: daysBefore(today, length) },
    total: expectedCard(rows, before, scene.scores),
    agents: agents.map(([id, calls], place) => {
      const [last] = calls.toSorted(
        (a, b) => b.occurred_at.getTime() - a.occurred_at.getTime() || (a.id < b.id ? 1 : -1),
      );
      const dates = place < 5 ? Array.from({ length }, (_, index) => daysBefore(today, length - 1 - index)) : [];
      return {
        agentId: id,
        agentName: scene.names[id] ?? null,
        ...expectedCard(calls, before.filter(ofAgent(id)), scene.scores),
        lastCall: last ? { id: last.id, at: last.occurred_at.toISOString() } : null,
        days: dates.map((date) => {
          const finished = calls.filter((row) => row.is_over && dayOf(row.occurred_at, scene.zone) === date);
          return { date, finished: finished.length, successful: finished.filter(isSuccess).length };
        }),
      };
    }),
  };
}

interface AskedReport {
  readonly days: CalendarDayRange;
  readonly compared: CalendarDayRange;
  readonly limit: number;
}

function expectedReport(scene: Scene, agentId: string, { days, compared, limit }: AskedReport): AgentReport {
  const within = ({ from, to }: CalendarDayRange) =>
    scene.rows.filter((row) => {
      const date = dayOf(row.occurred_at, scene.zone);
      return row.agent_id === agentId && date >= from && date <= to;
    });
  const end =
    days.to === dayOf(scene.now, scene.zone) ? sameTimeOn(compared.to, scene.now, scene.zone) : new Date(8.64e15);
  const whole = within(compared);
  const before = whole.filter((row) => row.occurred_at < end);
  const { trend: _, ...previous } = expectedCard(before, [], scene.scores);
  const reasons = Map.groupBy(
    before.filter((row) => row.is_over && row.disconnection_reason !== null),
    (row) => row.disconnection_reason ?? '',
  );
  const newest = within(days)
    .toSorted((a, b) => b.occurred_at.getTime() - a.occurred_at.getTime() || (a.id < b.id ? 1 : -1))
    .slice(0, limit);
  return {
    days,
    compared,
    agentId,
    agentName: scene.names[agentId] ?? null,
    previous: before.length === 0 ? null : previous,
    previousReasons: [...reasons]
      .map(([reason, calls]) => ({ reason, count: calls.length }))
      .toSorted((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1)),
    previousDays: Array.from({ length: countDaysInRange(compared) }, (_each, index) => {
      const date = addDays(compared.from, index);
      const finished = whole.filter((row) => row.is_over && dayOf(row.occurred_at, scene.zone) === date);
      return { date, finished: finished.length, successful: finished.filter(isSuccess).length };
    }),
    versions: [...Map.groupBy(newest, (row) => row.agent_version)].map(([version, calls]) => {
      const judged = calls.filter((row) => row.is_successful !== null);
      const lasted = calls.flatMap((row) => ((row.duration_ms ?? 0) > 0 ? [Number(row.duration_ms) / 1_000] : []));
      return {
        version,
        totalCalls: calls.length,
        finishedCalls: calls.filter((row) => row.is_over).length,
        successRate: close(rateOf(calls)),
        averageDuration: close(mean(lasted)),
        judgedCalls: judged.length,
        goalRate: close(mean(judged.map((row) => (row.is_successful ? 100 : 0)))),
        firstCallAt: calls.at(-1)?.occurred_at.toISOString() ?? '',
        lastCallAt: calls[0]?.occurred_at.toISOString() ?? '',
      };
    }),
    versionsAreCapped: newest.length >= limit,
  };
}

function sampleCalls(now: Date, zone: Zone, seed = now.getTime() % 2 ** 31): ProviderCallReport[] {
  const midnight = halfHoursOf(dayOf(now, zone), zone)[0]?.getTime() ?? 0;
  return fc.sample(someCalls(now.getTime(), midnight), { numRuns: 1, seed })[0] ?? [];
}

describe('the scorecards at moments round which days are cut', () => {
  let ledger: TestLedger;
  beforeAll(async () => {
    ledger = await openTestLedger();
  });
  afterAll(() => ledger.close());

  it.each<[Zone, string]>([
    ['America/Argentina/Buenos_Aires', '2026-11-21T12:10:33Z'],
    ['America/Argentina/Buenos_Aires', '2026-12-01T02:59:59.999Z'],
    // A day without midnight, a week after it, and a day with two 23rd hours.
    ['America/Santiago', '2026-09-06T04:20:00Z'],
    ['America/Santiago', '2026-09-13T03:40:00Z'],
    ['America/Santiago', '2026-04-12T03:12:00Z'],
    ['UTC', '2028-03-01T00:00:00Z'],
  ])('agree with the calls in %s at %s', async (zone, moment) => {
    const now = new Date(moment);
    const workspaceId = await ledger.createWorkspace(zone);
    const agent = {
      key: 'agent_a',
      value: JSON.stringify({ agent_id: 'agent_a', agent_name: ' Ana ' }),
      kind: 'agent' as const,
      fetched_at: now,
    };
    await ledger.database.db
      .insertInto('provider_cache')
      .values({ ...agent, workspace_id: workspaceId })
      .onConflict((it) =>
        it.columns(['workspace_id', 'kind', 'key']).doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })),
      )
      .execute();
    const calls = sampleCalls(now, zone);
    // Two servers write, so figures are summed over their slots.
    const [first, second] = [ledger.createWriter(0), ledger.createWriter(1)];
    await Promise.all(calls.map((call, index) => (index % 2 === 0 ? first : second).record(workspaceId, call)));
    const rows = await ledger.database.db
      .selectFrom('calls')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .execute();
    const scene: Scene = { now, zone, rows, scores: scoresOf(calls, 'csat'), names: { agent_a: 'Ana' } };
    const deps = {
      db: ledger.database.db,
      clock: new ManualClock(moment),
      directory: { timeZoneOf: async () => zone },
    };
    for (const agentId of [null, 'agent_b', '']) {
      for (const timeFilter of scorecardPeriods) {
        const asked = { timeFilter, ...(agentId !== null && { agentFilter: agentId }) };
        const answer = await readAgentScorecards(deps, workspaceId, asked);
        expect({ asked, ...agentScorecardsSchema.parse(answer) }).toEqual({
          asked,
          ...expectedScorecards(scene, timeFilter, agentId),
        });
      }
    }
    const today = dayOf(now, zone);
    const yesterday = daysBefore(today, 1);
    const reportOf = async (agentId: string, query: Parameters<typeof readAgentReport>[3], limit = 10_000) =>
      agentReportSchema.parse(await readAgentReport(deps, workspaceId, agentId, query, limit));
    for (const agentId of ['agent_a', 'agent_b']) {
      for (const timeFilter of scorecardPeriods) {
        const length = daysOf[timeFilter];
        const asked = {
          days: { from: daysBefore(today, length - 1), to: today },
          compared: { from: daysBefore(today, 2 * length - 1), to: daysBefore(today, length) },
          limit: timeFilter === '90d' ? 4 : 10_000,
        };
        expect(await reportOf(agentId, { timeFilter }, asked.limit)).toEqual(expectedReport(scene, agentId, asked));
      }
      const days = { from: daysBefore(yesterday, 29), to: yesterday };
      const compared = { from: daysBefore(yesterday, 59), to: daysBefore(yesterday, 30) };
      expect(await reportOf(agentId, { timeFilter: 'custom', ...days })).toEqual(
        expectedReport(scene, agentId, { days, compared, limit: 10_000 }),
      );
    }
    await expect(reportOf('agent_nobody', { timeFilter: '7d' })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('GET /api/agent-scorecards', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({
      background: false,
      simulator: {
        accounts: ['uno', 'dos'].map((name) => ({
          key: `key_${name}_0123456789abcdef`,
          orgName: name,
          concurrencyLimit: 10,
        })),
      },
    });
  });
  afterAll(() => app.stop());

  const thisMinute = (): Date => new Date(Math.floor(Date.now() / minute) * minute);
  const create = (name: string) => app.createWorkspace(`key_${name}_0123456789abcdef`);
  type Client = Awaited<ReturnType<typeof create>>['operator'];

  /** Reads an answer within one minute, because the next minute's may differ. */
  async function read(
    client: Client,
    search: string,
  ): Promise<{ readonly now: Date; readonly answer: AgentScorecards }> {
    for (;;) {
      const now = thisMinute();
      const answer = agentScorecardsSchema.parse(await client.get(`/api/agent-scorecards${search}`));
      if (thisMinute().getTime() === now.getTime()) return { now, answer };
    }
  }

  it('agrees with the calls, takes the workspace’s field for scores, and knows nothing of another one’s', async () => {
    const [workspace, stranger] = [await create('uno'), await create('dos')];
    const calls = sampleCalls(new Date(), quietZone, 7);
    const { ingest } = app.app.features.calls;
    await Promise.all(calls.map((call) => ingest.record(workspace.id, call)));
    const rows = await app.database.db
      .selectFrom('calls')
      .selectAll()
      .where('workspace_id', '=', workspace.id)
      .execute();
    const expectAgreement = async (field: string) => {
      for (const [search, period, agentId] of [
        ['', '7d', null],
        ['?timeFilter=30d', '30d', null],
        ['?timeFilter=90d&agentFilter=agent_b', '90d', 'agent_b'],
      ] as const) {
        const { now, answer } = await read(workspace.operator, search);
        expect(answer).toEqual(
          expectedScorecards(
            { now, zone: quietZone, rows, scores: scoresOf(calls, field), names: {} },
            period,
            agentId,
          ),
        );
      }
    };
    await expectAgreement('csat');
    await workspace.admin.put('/api/settings', { copc: { fields: { csatT: 'trato' }, targets: {} } });
    await expectAgreement('trato');

    const reportOf = (client: Client, id: string) => client.get(`/api/agents/${id}/report?timeFilter=90d`);
    expect(agentReportSchema.parse(await reportOf(workspace.operator, 'agent_b'))).toMatchObject({
      agentId: 'agent_b',
    });
    await expect(reportOf(stranger.operator, 'agent_b')).rejects.toMatchObject({ status: 404 });

    const { answer } = await read(stranger.operator, '?timeFilter=90d');
    expect(answer).toMatchObject({ total: expectedCard([], [], new Map()), agents: [] });
    await expect(stranger.operator.get('/api/agent-scorecards?timeFilter=yesterday')).rejects.toMatchObject({
      status: 400,
    });
    await expect(
      stranger.operator.get('/api/agent-scorecards', { 'x-workspace-id': workspace.id }),
    ).rejects.toMatchObject({ status: 409 });
  });
});
