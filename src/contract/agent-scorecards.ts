/** API endpoints and schemas for agents' figures over a range of days, compared with an earlier range. */
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { customRangeValue } from './figure-range.ts';
import { agentFilterSchema, comparedDayRangeSchemas, comparedDayRangeQuerySchemas, idSchema } from './inputs.ts';

/**
 * A figure's change since the comparison period. A share of calls is `up` or `down` only if the difference is
 * significant (two-proportion z test, 95 %). A mean is `up` or `down` for any difference. If either period has fewer
 * than 30 calls, the direction is `stable` and `isOfFew` is true.
 */
export const figureTrendSchema = z.object({
  direction: z.enum(['up', 'down', 'stable']),
  isOfFew: z.boolean(),
  previous: z.number(),
  /** The figure's change in percent of `previous`. Null if `previous` is 0. */
  percent: z.number().nullable(),
});
export type FigureTrend = z.infer<typeof figureTrendSchema>;

export const scorecardPeriods = ['1d', '7d', '30d', '90d'] as const;
export type ScorecardPeriodOption = (typeof scorecardPeriods)[number];

/**
 * An agent's figures over a range of days. `callsWith…`: number of calls that have a value for the figure. If it is 0,
 * the figure is null.
 */
const scorecard = z.object({
  totalCalls: z.number().int(),
  /** The number of finished calls. */
  finishedCalls: z.number().int(),
  /** Number of finished calls that have the status `ended` or lasted longer than 10 s (specification B 4). */
  successfulCalls: z.number().int(),
  failedCalls: z.number().int(),
  /** Success rate: `successfulCalls` in percent (0 to 100) of `finishedCalls`. Null without finished calls. */
  successRate: z.number().nullable(),
  /** Number of calls whose analysis says whether they reached their goal. */
  judgedCalls: z.number().int(),
  /** Percentage of `judgedCalls` that reached their goal. */
  goalRate: z.number().nullable(),
  /** Average duration in seconds, over calls with a duration above 0. */
  averageDuration: z.number().nullable(),
  callsWithDuration: z.number().int(),
  /** Customer satisfaction, 1 to 5, from an analysis field; if it is missing, estimated from the calls' sentiment. */
  satisfaction: z.number().nullable(),
  callsWithSatisfaction: z.number().int(),
  satisfactionIsEstimated: z.boolean(),
  /** Percentage of connected calls with good voice quality. Calls with unknown quality are not counted. */
  voiceQuality: z.number().nullable(),
  callsWithVoice: z.number().int(),
  /** The agent's response time in ms: the mean of each call's median end-to-end latency. */
  responseTime: z.number().nullable(),
  callsWithResponse: z.number().int(),
  /** The success rate's change against the comparison period. */
  trend: figureTrendSchema.nullable(),
});
export type Scorecard = z.infer<typeof scorecard>;

const agentDay = z.object({ date: z.iso.date(), finished: z.number().int(), successful: z.number().int() });
export type AgentCallsOfDay = z.infer<typeof agentDay>;

const agentScorecard = scorecard.extend({
  /** The agent's id. Empty for calls without a known agent. */
  agentId: z.string(),
  agentName: z.string().nullable(),
  lastCall: z.object({ id: z.string(), at: z.iso.datetime() }).nullable(),
  /** The agent's calls for each day of the range, oldest first. Only the first five agents have it; otherwise empty. */
  days: z.array(agentDay),
});
export type AgentScorecard = z.infer<typeof agentScorecard>;

export const agentScorecardsSchema = z.object({
  ...comparedDayRangeSchemas,
  total: scorecard,
  agents: z.array(agentScorecard),
});
export type AgentScorecards = z.infer<typeof agentScorecardsSchema>;

/** Maximum number of calls for the figures by agent version. If the range has more, only the newest count. */
export const maxCallsGroupedByVersion = 10_000;

/** The figures of one version of an agent in the range. */
const agentVersion = z.object({
  /** Number of the agent version. Null if the provider did not report it. */
  version: z.number().int().nullable(),
  totalCalls: z.number().int(),
  finishedCalls: z.number().int(),
  /** Success rate: percent (0 to 100) of the finished calls that succeeded. Null without finished calls. */
  successRate: z.number().nullable(),
  averageDuration: z.number().nullable(),
  /** Number of calls whose analysis says whether they reached their goal; `goalRate` is the percentage that did. */
  judgedCalls: z.number().int(),
  goalRate: z.number().nullable(),
  firstCallAt: z.iso.datetime(),
  lastCallAt: z.iso.datetime(),
});
export type AgentVersionFigures = z.infer<typeof agentVersion>;

/**
 * Report of one agent: the figures of the comparison period and of the agent's versions. The figures of the range
 * itself come from `getAgentScorecards`.
 */
export const agentReportSchema = z.object({
  ...comparedDayRangeSchemas,
  agentId: z.string(),
  agentName: z.string().nullable(),
  /**
   * The agent's figures in the comparison period. If the range includes today, the comparison period ends at the
   * present time of day.
   */
  previous: scorecard.omit({ trend: true }).nullable(),
  /** Disconnection reasons of the finished calls in the comparison period, the most frequent first. */
  previousReasons: z.array(z.object({ reason: z.string(), count: z.number().int() })),
  /** Every compared day in full, oldest first. */
  previousDays: z.array(agentDay),
  /** Versions of the agent used by the range's newest `maxCallsGroupedByVersion` calls, the most recently used first. */
  versions: z.array(agentVersion),
  /** True if the range has `maxCallsGroupedByVersion` calls or more. Then the figures by version may leave out the oldest. */
  versionsAreCapped: z.boolean(),
});
export type AgentReport = z.infer<typeof agentReportSchema>;

const operator = { role: 'operator', workspace: 'current' } as const;
const scorecardRange = z.object({
  timeFilter: z.enum([...scorecardPeriods, customRangeValue]).default('7d'),
  ...comparedDayRangeQuerySchemas,
});

export const agentScorecardsEndpoints = {
  getAgentScorecards: defineEndpoint('getAgentScorecards', {
    access: operator,
    query: scorecardRange.extend({ agentFilter: agentFilterSchema }),
    response: agentScorecardsSchema,
  }),
  /** Endpoint for the report of one agent. Responds 404 if neither the provider nor any call has the agent's id. */
  getAgentReport: defineEndpoint('getAgentReport', {
    access: operator,
    params: z.object({ id: idSchema }),
    query: scorecardRange,
    response: agentReportSchema,
  }),
};
