/** The quality metrics of GET /api/copc-metrics. Formulas are in GLOSSARY.md, bands and score in copc-bands.ts. */
import { z } from 'zod';
import { trend } from './agent-scorecards.ts';
import { endpoint } from './endpoint.ts';
import { customRange } from './figure-range.ts';
import { agentFilter, answeredDays, comparedRange } from './inputs.ts';
import { copcMetrics } from './regional.ts';

export const copcPeriods = ['today', 'yesterday', '7d', '30d', '90d'] as const;
export type CopcPeriod = (typeof copcPeriods)[number];

/** A metric's point. Rates are percent, 0 to 100; times are seconds. Null if no call has the needed data. */
const copcPoint = z.object({
  /** The start of the hour or day. */
  at: z.iso.datetime(),
  value: z.number().nullable(),
  n: z.number().int(),
});
export const copcFigure = z.object({
  value: z.number().nullable(),
  /** The number of calls behind the value, also for dataIntegrity. */
  n: z.number().int(),
  /** The change against the compared days. Null if either value is missing. */
  trend: trend.nullable(),
  /** Every hour (today, yesterday) or day of the range, oldest first, up to now. */
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
  /** Since `provisionalFrom`, seven days ago, a follow-up call may still come. Null if the whole range is final. */
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
  ...answeredDays,
  ...figures,
  /** 60 or 1440. */
  intervalMinutes: z.number().int(),
  /** The targets: the workspace's, or else the specification's. */
  targets: z.record(z.enum(copcMetrics), z.number()),
  /** The analysis fields of the metrics that come from one. */
  fields: z.partialRecord(z.enum(copcMetrics), z.string()),
  /** The health score, 0 to 100, over its metrics with a value. Null if none has one. */
  health: z.object({ score: z.number().nullable(), metrics: z.array(z.enum(copcMetrics)) }),
});
export type CopcReport = z.infer<typeof copcReport>;

/** A metric by agent, most calls first. Agents without counted calls are left out. */
export const copcAgents = z.object({
  ...answeredDays,
  agents: z.array(
    z.object({
      /** The agent's id. Empty for calls without a known agent. */
      agentId: z.string(),
      agentName: z.string().nullable(),
      value: z.number().nullable(),
      n: z.number().int(),
    }),
  ),
});
export type CopcAgents = z.infer<typeof copcAgents>;

const range = { timeRange: z.enum([...copcPeriods, customRange]).default('today'), ...comparedRange };

export const copcEndpoints = {
  getCopcAgents: endpoint('getCopcAgents', {
    access: { role: 'operator', workspace: 'current' },
    query: z.object({ ...range, metric: z.enum(copcMetrics) }),
    response: copcAgents,
  }),
  getCopcMetrics: endpoint('getCopcMetrics', {
    access: { role: 'operator', workspace: 'current' },
    query: z.object({ ...range, agentFilter }),
    response: copcReport,
  }),
};
