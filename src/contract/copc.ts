/** API endpoints and schemas of the quality metrics. Their formulas are in GLOSSARY.md; copc-bands.ts grades them. */
import { z } from 'zod';
import { figureTrend } from './agent-scorecards.ts';
import { defineEndpoint } from './endpoint.ts';
import { customRangeValue } from './figure-range.ts';
import { agentFilterInput, comparedDayRangeSchemas, comparedDayRangeQuery } from './inputs.ts';
import { copcMetrics } from './regional.ts';

export const copcPeriods = ['today', 'yesterday', '7d', '30d', '90d'] as const;
export type CopcPeriod = (typeof copcPeriods)[number];

/**
 * A point of a quality metric's chart. Rates are percent, times seconds. `value` is null if the metric applies to no
 * call.
 */
const copcPoint = z.object({
  /** The start of the hour or day. */
  at: z.iso.datetime(),
  value: z.number().nullable(),
  n: z.number().int(),
});
export const copcFigure = z.object({
  value: z.number().nullable(),
  n: z.number().int(),
  /** The metric's change since the comparison period. Null if either period has no value. */
  trend: figureTrend.nullable(),
  /** The metric's values, oldest first: per hour for today and yesterday, otherwise per day. */
  series: z.array(copcPoint),
});
export type CopcFigure = z.infer<typeof copcFigure>;

const figures = {
  connectRate: copcFigure,
  rpcRate: copcFigure,
  dialerAbandonRate: copcFigure,
  speedToGreeting: copcFigure,
  conversionToCommitment: copcFigure,
  promiseKeptRate: copcFigure,
  qaPassRate: copcFigure,
  scriptCompliance: copcFigure,
  dataIntegrity: copcFigure,
  /** First-call resolution. Values since `provisionalFrom` may change, because follow-up calls within 7 days count. */
  fcr: copcFigure.extend({ provisionalFrom: z.iso.datetime().nullable() }),
  csatT: copcFigure,
  complaintRate: copcFigure,
  aht: copcFigure,
  acwTime: copcFigure,
  containmentRate: copcFigure,
  handoffRate: copcFigure,
  asrWer: copcFigure,
  intentAccuracy: copcFigure,
  silenceOvertalk: copcFigure,
};

export const copcReport = z.object({
  ...comparedDayRangeSchemas,
  ...figures,
  /** 60 or 1440. */
  intervalMinutes: z.number().int(),
  /**
   * Target of each quality metric: the workspace's own target, or the specification's if the workspace has set none.
   */
  targets: z.record(z.enum(copcMetrics), z.number()),
  /** Names of the analysis fields from which quality metrics are read. */
  fields: z.partialRecord(z.enum(copcMetrics), z.string()),
  /** The health score, 0 to 100, and the metrics that it includes. Null if none of them has a value. */
  health: z.object({ score: z.number().nullable(), metrics: z.array(z.enum(copcMetrics)) }),
});
export type CopcReport = z.infer<typeof copcReport>;

/** Value of one quality metric for each agent, agents with most calls first. Agents without a value are left out. */
export const copcFiguresByAgent = z.object({
  ...comparedDayRangeSchemas,
  agents: z.array(
    z.object({
      agentId: z.string(),
      agentName: z.string().nullable(),
      value: z.number().nullable(),
      n: z.number().int(),
    }),
  ),
});
export type CopcFiguresByAgent = z.infer<typeof copcFiguresByAgent>;

const range = { timeRange: z.enum([...copcPeriods, customRangeValue]).default('today'), ...comparedDayRangeQuery };

export const copcEndpoints = {
  getCopcAgents: defineEndpoint('getCopcAgents', {
    access: { role: 'operator', workspace: 'current' },
    query: z.object({ ...range, metric: z.enum(copcMetrics) }),
    response: copcFiguresByAgent,
  }),
  getCopcMetrics: defineEndpoint('getCopcMetrics', {
    access: { role: 'operator', workspace: 'current' },
    query: z.object({ ...range, agentFilter: agentFilterInput }),
    response: copcReport,
  }),
};
