/** The quality metrics of GET /api/copc-metrics. Formulas are in GLOSSARY.md, bands and score in copc-bands.ts. */
import { z } from 'zod';
import { trend } from './agent-scorecards.ts';
import { endpoint } from './endpoint.ts';
import { customRange } from './figure-range.ts';
import { agentFilter, responseDays, comparedRange } from './inputs.ts';
import { copcMetrics } from './regional.ts';

export const copcPeriods = ['today', 'yesterday', '7d', '30d', '90d'] as const;
export type CopcPeriod = (typeof copcPeriods)[number];

/** A point of a quality metric's series. Rates are percent, times seconds. `value` is null without suitable calls. */
const copcPoint = z.object({
  /** The start of the hour or day. */
  at: z.iso.datetime(),
  value: z.number().nullable(),
  n: z.number().int(),
});
export const copcFigure = z.object({
  value: z.number().nullable(),
  /** Number of calls behind the metric's value. For dataIntegrity too, it counts calls and not fields. */
  n: z.number().int(),
  /** The metric's change against the comparison period. Null if either value is missing. */
  trend: trend.nullable(),
  /** The metric per hour (today, yesterday) or day of the range, oldest first, up to now. */
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
  /** For calls since `provisionalFrom`, 7 days ago, a follow-up call may still come. Null if no day is that recent. */
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
  ...responseDays,
  ...figures,
  /** 60 or 1440. */
  intervalMinutes: z.number().int(),
  /** Targets of the quality metrics: the workspace's, or else the specification's. */
  targets: z.record(z.enum(copcMetrics), z.number()),
  /** Names of the analysis fields from which quality metrics are read. */
  fields: z.partialRecord(z.enum(copcMetrics), z.string()),
  /** The health score, 0 to 100, and its metrics that have a value. Null if none has one. */
  health: z.object({ score: z.number().nullable(), metrics: z.array(z.enum(copcMetrics)) }),
});
export type CopcReport = z.infer<typeof copcReport>;

/** One quality metric by agent, most calls first. Agents without counted calls are left out. */
export const copcAgents = z.object({
  ...responseDays,
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
