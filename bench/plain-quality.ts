/** Answers of the performance and quality metrics endpoints by plain SQL over `calls` (see plain-figures.ts). */
import type { AgentScorecard, AgentScorecards, Scorecard } from '../src/contract/agent-scorecards.ts';
import { callShareCopcMetrics } from '../src/contract/copc-bands.ts';
import { copcMetrics, type CopcMetric } from '../src/contract/regional.ts';

import { computeFigureTrend } from '../src/server/features/analytics/index.ts';
import {
  answeredDays,
  boundsOf,
  dayOfCall,
  isConnected,
  isHuman,
  isSucceeded,
  rowsOfRange,
  share,
  valuesOf,
  type PlainAsker,
  type PlainPeriod,
} from './plain-range.ts';

interface CardRow {
  /** The agent; null for all. */
  readonly agent: string | null;
  readonly day: string | null;
  readonly calls: number;
  readonly finished: number;
  readonly succeeded: number;
  readonly judged: number;
  readonly reached: number;
  readonly meanMs: number | null;
  readonly durationN: number;
  readonly scored: number;
  readonly score: number | null;
  readonly felt: number;
  readonly mood: number | null;
  readonly voiceKnown: number;
  readonly voiceClear: number;
  readonly latencyMs: number | null;
  readonly latencyN: number;
}

const isBad = `(disconnection_reason in ('error_no_audio_received', 'error_asr', 'error_retell', 'error_unknown') or disconnection_reason like 'error\\_llm\\_websocket%')`;
const scores = `count(*) filter (where csat between 1 and 5) as scored, avg(csat) filter (where csat between 1 and 5)::float8 as score,
  count(*) filter (where is_over and sentiment in ('Positive', 'Neutral', 'Negative')) as felt,
  avg(case sentiment when 'Positive' then 5 when 'Neutral' then 3 when 'Negative' then 1 end) filter (where is_over)::float8 as mood`;
const cards = `count(*) as calls, count(*) filter (where is_over) as finished, count(*) filter (where ${isSucceeded}) as succeeded,
  count(is_successful) as judged, count(*) filter (where is_successful) as reached,
  (avg(duration_ms) filter (where duration_ms > 0))::float8 as "meanMs", count(*) filter (where duration_ms > 0) as "durationN", ${scores},
  count(*) filter (where ${isConnected} and (${isBad} or e2e_p50_ms is not null)) as "voiceKnown",
  count(*) filter (where ${isConnected} and ${isBad} is not true and e2e_p50_ms <= 1500) as "voiceClear",
  avg(e2e_p50_ms)::float8 as "latencyMs", count(e2e_p50_ms) as "latencyN"`;

/** Scans calls once for the cards and their days, and once for earlier success rates. Last calls come by the index. */
export async function plainScorecards(
  asker: PlainAsker,
  period: PlainPeriod,
  agentId?: string,
): Promise<AgentScorecards> {
  const { pool, workspaceId } = asker;
  const { from, until, beforeFrom, beforeUntil, dates } = await boundsOf(asker, period);
  const { rows } = await pool.query<CardRow>(
    `select agent, day::text, ${cards}
     from (select *, coalesce(agent_id, '') as agent, ${dayOfCall} as day, (figures ->> 'csat')::numeric as csat from calls where ${rowsOfRange(agentId)}) as asked
     group by grouping sets ((), (agent), (agent, day))`,
    valuesOf(asker, from, until, agentId),
  );
  const before = await pool.query<{ agent: string | null; finished: number; succeeded: number }>(
    `select coalesce(agent_id, '') as agent, count(*) filter (where is_over) as finished, count(*) filter (where ${isSucceeded}) as succeeded
     from calls where ${rowsOfRange(agentId)} group by rollup (1)`,
    valuesOf(asker, beforeFrom, beforeUntil, agentId),
  );
  const rateBefore = (agent: string | null): Figure => {
    const { finished, succeeded } = before.rows.find((each) => each.agent === agent) ?? { finished: 0, succeeded: 0 };
    return { value: share(100 * succeeded, finished), n: finished };
  };
  const agents = rows
    .filter(({ agent, day }) => agent !== null && day === null)
    .toSorted((a, b) => b.calls - a.calls || (String(a.agent) < String(b.agent) ? -1 : 1));
  const lastCalls = await pool.query<{ agent: string; id: string; at: Date }>(
    `select agent, last.id, last.at from unnest($4::text[]) as agent, lateral (
       select id, occurred_at as at from calls where workspace_id = $1 and agent_id = agent and occurred_at >= $2 and occurred_at < $3
       order by occurred_at desc, id desc limit 1) as last`,
    [workspaceId, from, until, agents.map(({ agent }) => agent)],
  );
  const all = rows.find(({ agent, day }) => agent === null && day === null);
  if (!all) throw new Error('an aggregate without grouping has one row');
  return {
    ...answeredDays(dates),
    total: cardOf(all, rateBefore(null)),
    agents: agents.map((row, place): AgentScorecard => {
      const last = lastCalls.rows.find(({ agent }) => agent === row.agent);
      const ofDay = (date: string): CardRow | undefined =>
        rows.find(({ agent, day }) => agent === row.agent && day === date);
      return {
        agentId: row.agent ?? '',
        agentName: null,
        ...cardOf(row, rateBefore(row.agent)),
        lastCall: last ? { id: last.id, at: last.at.toISOString() } : null,
        days:
          place < 5
            ? dates.map((date) => ({
                date,
                finished: ofDay(date)?.finished ?? 0,
                successful: ofDay(date)?.succeeded ?? 0,
              }))
            : [],
      };
    }),
  };
}

function cardOf(row: CardRow, rateBefore: Figure): Scorecard {
  const successRate = share(100 * row.succeeded, row.finished);
  const isEstimated = row.scored === 0;
  return {
    totalCalls: row.calls,
    finishedCalls: row.finished,
    successfulCalls: row.succeeded,
    failedCalls: row.finished - row.succeeded,
    successRate,
    judgedCalls: row.judged,
    goalRate: share(100 * row.reached, row.judged),
    averageDuration: row.meanMs === null ? null : row.meanMs / 1_000,
    callsWithDuration: row.durationN,
    satisfaction: isEstimated ? row.mood : row.score,
    callsWithSatisfaction: isEstimated ? row.felt : row.scored,
    satisfactionIsEstimated: isEstimated && row.felt > 0,
    voiceQuality: share(100 * row.voiceClear, row.voiceKnown),
    callsWithVoice: row.voiceKnown,
    responseTime: row.latencyMs,
    callsWithResponse: row.latencyN,
    trend: computeFigureTrend({ value: successRate, n: row.finished }, rateBefore, { isShare: true }),
  };
}

/** A metric's value, and the number of its calls. */
interface Figure {
  readonly value: number | null;
  readonly n: number;
}
export type PlainCopc = Readonly<
  Record<
    CopcMetric,
    Figure & { readonly trend: Scorecard['trend']; readonly series: readonly (Figure & { readonly at: string })[] }
  >
>;

/** Numerator, denominator and number of calls of each metric. The bench's analyses hold only booleans and numbers. */
const metrics: Readonly<
  Record<CopcMetric, { readonly part: string; readonly whole: string; readonly n?: string; readonly percent: boolean }>
> = {
  connectRate: {
    part: `least(count(*) filter (where direction = 'outbound' and human), count(*) filter (where direction = 'outbound' and is_over))`,
    whole: `count(*) filter (where direction = 'outbound' and is_over)`,
    percent: true,
  },
  rpcRate: ofFlag('right_party'),
  dialerAbandonRate: {
    part: `count(*) filter (where direction = 'outbound' and human and is_over and not agent_spoke)`,
    whole: `count(agent_spoke) filter (where direction = 'outbound' and human and is_over)`,
    percent: true,
  },
  speedToGreeting: {
    part: 'sum(greeting_ms) filter (where human) / 1000.0',
    whole: 'count(greeting_ms) filter (where human)',
    percent: false,
  },
  conversionToCommitment: ofFlag('commitment'),
  promiseKeptRate: ofFlag('promise_kept'),
  qaPassRate: ofFlag('qa_pass', 'quality'),
  scriptCompliance: ofFlag('script_compliance', 'script'),
  dataIntegrity: {
    part: 'sum(fields_filled) filter (where human and fields_expected > 0)',
    whole: 'sum(fields_expected) filter (where human and fields_expected > 0)',
    n: 'count(*) filter (where human and fields_expected > 0)',
    percent: true,
  },
  fcr: {
    part: 'count(*) filter (where human and is_followed_up is false and is_successful)',
    whole: 'count(*) filter (where human and is_followed_up is not null and is_successful is not null)',
    percent: true,
  },
  csatT: {
    part: `count(*) filter (where csat between 4 and 5)`,
    whole: `count(*) filter (where csat between 1 and 5)`,
    percent: true,
  },
  complaintRate: ofFlag('complaint'),
  aht: {
    part: 'sum(duration_ms) filter (where human) / 1000.0',
    whole: 'count(*) filter (where human and duration_ms > 0)',
    percent: false,
  },
  acwTime: {
    part: `sum((figures ->> 'acw_seconds')::numeric)`,
    whole: `count(figures ->> 'acw_seconds')`,
    percent: false,
  },
  containmentRate: {
    part: `count(*) filter (where human and ${isHandoff()} is not true)`,
    whole: 'count(*) filter (where human)',
    percent: true,
  },
  handoffRate: {
    part: `count(*) filter (where human and ${isHandoff()})`,
    whole: 'count(*) filter (where human)',
    percent: true,
  },
  asrWer: { part: `sum((figures ->> 'wer')::numeric)`, whole: `count(figures ->> 'wer')`, percent: true },
  intentAccuracy: ofFlag('intent_correct', 'intent'),
  silenceOvertalk: {
    part: 'sum(silence_ms + overlap_ms) filter (where timed)',
    whole: 'sum(duration_ms) filter (where timed)',
    n: 'count(*) filter (where timed)',
    percent: true,
  },
};

function isHandoff(): string {
  return `(disconnection_reason in ('call_transfer', 'transfer_bridged', 'call_take_over'))`;
}

/** A true-or-false field; where people reviewed that part, the review replaces it. */
function ofFlag(
  field: string,
  reviewed?: string,
): { readonly part: string; readonly whole: string; readonly percent: boolean } {
  const said = `(figures ->> '${field}')::boolean::int`;
  const value = reviewed === undefined ? said : `coalesce((review ->> '${reviewed}')::numeric, ${said})`;
  return { part: `sum(${value})`, whole: `count(${value})`, percent: true };
}

const aggregates = copcMetrics.flatMap((metric) => {
  const { part, whole, n } = metrics[metric];
  return [
    `coalesce(${part}, 0)::float8 as "${metric}Part"`,
    `coalesce(${whole}, 0)::float8 as "${metric}Whole"`,
    `${n ?? whole} as "${metric}N"`,
  ];
});

type CopcRow = Readonly<Record<string, number>> & { readonly at: Date | null };

/** Scans calls once for the range and its points, and once for the range before. */
export async function plainCopc(asker: PlainAsker, period: PlainPeriod, agentId?: string): Promise<PlainCopc> {
  const { pool, zone, now } = asker;
  const { from, until, beforeFrom, beforeUntil, dates } = await boundsOf(asker, period);
  const piece = dates.length === 1 ? 'hour' : 'day';
  const measured = `select *, ${isHuman} as human, ${isHuman} and silence_ms is not null and duration_ms > 0 as timed, (figures ->> 'csat')::numeric as csat,
      date_trunc('${piece}', occurred_at, $4) as at from calls where ${rowsOfRange(agentId)}`;
  const { rows } = await pool.query<CopcRow>(
    `select at, ${aggregates.join(', ')} from (${measured}) as asked group by grouping sets ((), (at))`,
    valuesOf(asker, from, until, agentId),
  );
  const before = await pool.query<CopcRow>(
    `select null as at, ${aggregates.join(', ')} from (${measured}) as asked`,
    valuesOf(asker, beforeFrom, beforeUntil, agentId),
  );
  const pieces = await pool.query<{ at: Date }>(
    `select at at time zone $3 as at from generate_series($1::timestamptz at time zone $3, least($2::timestamptz - interval '1 ms', $4) at time zone $3, '1 ${piece}') as at`,
    [from, until, zone, now],
  );
  const whole = rows.find(({ at }) => at === null);
  const ofPiece = new Map(rows.map((row) => [row.at?.toISOString(), row]));
  const figures = copcMetrics.map((metric) => {
    const figure = figureOf(metric, whole);
    const series = pieces.rows.map(({ at }) => ({
      at: at.toISOString(),
      ...figureOf(metric, ofPiece.get(at.toISOString())),
    }));
    return [
      metric,
      {
        ...figure,
        trend: computeFigureTrend(figure, figureOf(metric, before.rows[0]), {
          isShare: callShareCopcMetrics.has(metric),
        }),
        series,
      },
    ];
  });
  return Object.fromEntries(figures) as PlainCopc;
}

function figureOf(metric: CopcMetric, row: CopcRow | undefined): Figure {
  const part = row?.[`${metric}Part`] ?? 0;
  return {
    value: share(metrics[metric].percent ? 100 * part : part, row?.[`${metric}Whole`] ?? 0),
    n: row?.[`${metric}N`] ?? 0,
  };
}
