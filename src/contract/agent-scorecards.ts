/** Contract of agents' performance figures over a range of days, compared with earlier days. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { customRange } from './figure-range.ts';
import { agentFilter, responseDays, comparedRange, id } from './inputs.ts';

/**
 * A figure's change against the comparison period. A share of calls is up or down only if the difference is significant
 * (two proportions, 95 %); a mean as it moved. Both need 30 calls in each period.
 */
export const trend = z.object({
  direction: z.enum(['up', 'down', 'stable']),
  /** True if either period has fewer than 30 calls, too few for a trend. */
  isOfFew: z.boolean(),
  previous: z.number(),
  /** The figure's change in percent of `previous`. Null if `previous` is 0. */
  percent: z.number().nullable(),
});
export type Trend = z.infer<typeof trend>;

export const scorecardPeriods = ['1d', '7d', '30d', '90d'] as const;
export type ScorecardPeriod = (typeof scorecardPeriods)[number];

/** An agent's figures in a range of days. A figure is null if no call has a value; `callsWith…` counts its calls. */
const scorecard = z.object({
  totalCalls: z.number().int(),
  /** The number of finished calls. */
  finishedCalls: z.number().int(),
  /** Successful calls (specification B 4): finished, with status `ended` or longer than 10 s. The others failed. */
  successfulCalls: z.number().int(),
  failedCalls: z.number().int(),
  /** Success rate: percent, 0 to 100, of the finished calls. */
  successRate: z.number().nullable(),
  /** Number of calls known to have reached or missed their goal. */
  judgedCalls: z.number().int(),
  /** Percentage of the judged calls that reached their goal. */
  goalRate: z.number().nullable(),
  /** Average duration in seconds, over calls with a duration above 0. */
  averageDuration: z.number().nullable(),
  callsWithDuration: z.number().int(),
  /** Customer satisfaction, 1 to 5: the mean of its analysis field, or else estimated from moods (5, 3 or 1). */
  satisfaction: z.number().nullable(),
  callsWithSatisfaction: z.number().int(),
  satisfactionIsEstimated: z.boolean(),
  /** Percentage of connected calls with good voice quality, of those for which it is known. */
  voiceQuality: z.number().nullable(),
  callsWithVoice: z.number().int(),
  /** The agent's response time in ms: the mean of each call's median end-to-end latency. */
  responseTime: z.number().nullable(),
  callsWithResponse: z.number().int(),
  /** The success rate's change against the comparison period. */
  trend: trend.nullable(),
});
export type Scorecard = z.infer<typeof scorecard>;

const agentDay = z.object({ date: z.iso.date(), finished: z.number().int(), successful: z.number().int() });
export type AgentDay = z.infer<typeof agentDay>;

const agentScorecard = scorecard.extend({
  /** The agent's id. Empty for calls without a known agent. */
  agentId: z.string(),
  agentName: z.string().nullable(),
  lastCall: z.object({ id: z.string(), at: z.iso.datetime() }).nullable(),
  /** The agent's calls per day of the range, oldest first. Empty except for the first five agents. */
  days: z.array(agentDay),
});
export type AgentScorecard = z.infer<typeof agentScorecard>;

export const agentScorecards = z.object({
  ...responseDays,
  total: scorecard,
  /** Agents with calls in the range, most calls first. */
  agents: z.array(agentScorecard),
});
export type AgentScorecards = z.infer<typeof agentScorecards>;

/** Maximum number of calls, the newest of the range, that are grouped by agent version. */
export const maxCallsByVersion = 10_000;

/** The figures of one version of the agent in the range. */
const agentVersion = z.object({
  /** Number of the agent version. Null if the provider did not report it. */
  version: z.number().int().nullable(),
  totalCalls: z.number().int(),
  finishedCalls: z.number().int(),
  /** Success rate: percent, 0 to 100, of the finished calls. */
  successRate: z.number().nullable(),
  averageDuration: z.number().nullable(),
  /** Number of calls known to have reached or missed their goal, and the percentage that reached it. */
  judgedCalls: z.number().int(),
  goalRate: z.number().nullable(),
  firstCallAt: z.iso.datetime(),
  lastCallAt: z.iso.datetime(),
});
export type AgentVersion = z.infer<typeof agentVersion>;

/** Figures of one agent that no other endpoint returns when filtered by the agent. */
export const agentReport = z.object({
  ...responseDays,
  agentId: z.string(),
  agentName: z.string().nullable(),
  /** The agent's figures in the comparison period, which ends at the same time of day if the range includes today. */
  previous: scorecard.omit({ trend: true }).nullable(),
  /** Disconnection reasons of the finished calls in the comparison period, most frequent first. */
  previousReasons: z.array(z.object({ reason: z.string(), count: z.number().int() })),
  /** Every compared day in full, oldest first. */
  previousDays: z.array(agentDay),
  /** Agent versions that spoke in the newest `maxCallsByVersion` calls of the range, the last to speak first. */
  versions: z.array(agentVersion),
  /** True if `maxCallsByVersion` was reached, so that figures by version may not cover all calls of the range. */
  versionsAreCapped: z.boolean(),
});
export type AgentReport = z.infer<typeof agentReport>;

const operator = { role: 'operator', workspace: 'current' } as const;
const scorecardRange = z.object({
  timeFilter: z.enum([...scorecardPeriods, customRange]).default('7d'),
  ...comparedRange,
});

export const agentScorecardsEndpoints = {
  getAgentScorecards: endpoint('getAgentScorecards', {
    access: operator,
    query: scorecardRange.extend({ agentFilter }),
    response: agentScorecards,
  }),
  /** Answers 404 if neither the provider nor any call knows the agent. */
  getAgentReport: endpoint('getAgentReport', {
    access: operator,
    params: z.object({ id }),
    query: scorecardRange,
    response: agentReport,
  }),
};
