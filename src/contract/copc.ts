/** API endpoints and schemas of the quality metrics. Their formulas are in GLOSSARY.md; copc-bands.ts grades them. */
import { z } from 'zod';
import { figureTrendSchema } from './agent-scorecards.ts';
import { defineEndpoint } from './endpoint.ts';
import { customRangeValue } from './figure-range.ts';
import { agentFilterSchema, comparedDayRangeSchemas, comparedDayRangeQuerySchemas } from './inputs.ts';
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
export const copcFigureSchema = z.object({
  value: z.number().nullable(),
  n: z.number().int(),
  /** The metric's change since the comparison period. Null if either period has no value. */
  trend: figureTrendSchema.nullable(),
  /** The metric's values, oldest first: per hour for today and yesterday, otherwise per day. */
  series: z.array(copcPoint),
});
export type CopcFigure = z.infer<typeof copcFigureSchema>;

const figures = {
  connectRate: copcFigureSchema,
  rpcRate: copcFigureSchema,
  dialerAbandonRate: copcFigureSchema,
  speedToGreeting: copcFigureSchema,
  conversionToCommitment: copcFigureSchema,
  promiseKeptRate: copcFigureSchema,
  qaPassRate: copcFigureSchema,
  scriptCompliance: copcFigureSchema,
  dataIntegrity: copcFigureSchema,
  /**
   * First-call resolution: share of calls that reached their goal and had no follow-up call within 7 days. Values since
   * `provisionalFrom` may still change, because follow-up calls may still come.
   */
  fcr: copcFigureSchema.extend({ provisionalFrom: z.iso.datetime().nullable() }),
  csatT: copcFigureSchema,
  complaintRate: copcFigureSchema,
  aht: copcFigureSchema,
  acwTime: copcFigureSchema,
  containmentRate: copcFigureSchema,
  handoffRate: copcFigureSchema,
  asrWer: copcFigureSchema,
  intentAccuracy: copcFigureSchema,
  silenceOvertalk: copcFigureSchema,
};

export const copcReportSchema = z.object({
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
export type CopcReport = z.infer<typeof copcReportSchema>;

/** Value of one quality metric for each agent, agents with most calls first. Agents without a value are left out. */
export const copcFiguresByAgentSchema = z.object({
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
export type CopcFiguresByAgent = z.infer<typeof copcFiguresByAgentSchema>;

const range = {
  timeRange: z.enum([...copcPeriods, customRangeValue]).default('today'),
  ...comparedDayRangeQuerySchemas,
};

export const copcEndpoints = {
  getCopcAgents: defineEndpoint('getCopcAgents', {
    access: { role: 'operator', workspace: 'current' },
    query: z.object({ ...range, metric: z.enum(copcMetrics) }),
    response: copcFiguresByAgentSchema,
  }),
  getCopcMetrics: defineEndpoint('getCopcMetrics', {
    access: { role: 'operator', workspace: 'current' },
    query: z.object({ ...range, agentFilter: agentFilterSchema }),
    response: copcReportSchema,
  }),
};
