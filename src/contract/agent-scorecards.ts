/** Figures of the performance screen and of one agent's page: each agent in a range, compared with earlier days. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { customRange } from './figure-range.ts';
import { agentFilter, answeredDays, comparedRange, id } from './inputs.ts';

/**
 * The change against the compared days. A share of calls counts as up or down only beyond chance (two proportions, 95
 * %), a mean as it moved. Both need 30 calls on each side.
 */
export const trend = z.object({
  direction: z.enum(['up', 'down', 'stable']),
  /** True if either side has fewer than 30 calls, too few for a trend. */
  isOfFew: z.boolean(),
  previous: z.number(),
  /** The change in percent of `previous`. Null if `previous` is 0. */
  percent: z.number().nullable(),
});
export type Trend = z.infer<typeof trend>;

export const scorecardPeriods = ['1d', '7d', '30d', '90d'] as const;
export type ScorecardPeriod = (typeof scorecardPeriods)[number];

/** An agent's figures. A figure is null if no call of the range has it. The count beside it is its number of calls. */
const scorecard = z.object({
  totalCalls: z.number().int(),
  /** The number of finished calls. */
  finishedCalls: z.number().int(),
  /** Spec B 4: finished calls with status `ended` or longer than 10 s. All other finished calls failed. */
  successfulCalls: z.number().int(),
  failedCalls: z.number().int(),
  /** Success rate: percent, 0 to 100, of the finished calls. */
  successRate: z.number().nullable(),
  /** The number of calls whose goal is known. */
  judgedCalls: z.number().int(),
  /** Goal rate: percent, 0 to 100, of the judged calls. */
  goalRate: z.number().nullable(),
  /** Average duration in seconds, over calls with a duration above 0. */
  averageDuration: z.number().nullable(),
  callsWithDuration: z.number().int(),
  /** Satisfaction from 1 to 5: the mean of the analysis field, or else an estimate from moods (5, 3 or 1). */
  satisfaction: z.number().nullable(),
  callsWithSatisfaction: z.number().int(),
  satisfactionIsEstimated: z.boolean(),
  /** Voice quality: percent, 0 to 100, of the connected calls with a known value. */
  voiceQuality: z.number().nullable(),
  callsWithVoice: z.number().int(),
  /** Response time in ms: the mean of the calls' own end-to-end medians. */
  responseTime: z.number().nullable(),
  callsWithResponse: z.number().int(),
  /** The success rate's change against the compared days. */
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
  /** Every day of the range, oldest first, for the first five agents. Empty for the others. */
  days: z.array(agentDay),
});
export type AgentScorecard = z.infer<typeof agentScorecard>;

export const agentScorecards = z.object({
  ...answeredDays,
  total: scorecard,
  /** Agents with calls in the range, most calls first. */
  agents: z.array(agentScorecard),
});
export type AgentScorecards = z.infer<typeof agentScorecards>;

/** The maximum number of calls, the newest of the range, that are split by version. */
export const mostVersionCalls = 10_000;

/** The figures of one version of the agent in the range. */
const agentVersion = z.object({
  /** The version's number. Null if the provider did not report it. */
  version: z.number().int().nullable(),
  totalCalls: z.number().int(),
  finishedCalls: z.number().int(),
  /** Success rate: percent, 0 to 100, of the finished calls. */
  successRate: z.number().nullable(),
  averageDuration: z.number().nullable(),
  /** The number of calls whose goal is known, and the percentage of them that reached it. */
  judgedCalls: z.number().int(),
  goalRate: z.number().nullable(),
  firstCallAt: z.iso.datetime(),
  lastCallAt: z.iso.datetime(),
});
export type AgentVersion = z.infer<typeof agentVersion>;

/** An agent's figures that no other endpoint with an agent filter returns. */
export const agentReport = z.object({
  ...answeredDays,
  agentId: z.string(),
  agentName: z.string().nullable(),
  /** The scorecard of the compared days, cut at the same time of day if the range is running. Null without calls. */
  previous: scorecard.omit({ trend: true }).nullable(),
  /** Disconnection reasons of the compared days' finished calls, most frequent first. */
  previousReasons: z.array(z.object({ reason: z.string(), count: z.number().int() })),
  /** Every compared day in full, oldest first. */
  previousDays: z.array(agentDay),
  /** Versions that spoke in the newest `mostVersionCalls` calls of the range, the last speaker first. */
  versions: z.array(agentVersion),
  /** True if `mostVersionCalls` was reached, so that the range may have more calls. */
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
  /** 404 if neither the provider nor any call knows the agent. */
  getAgentReport: endpoint('getAgentReport', {
    access: operator,
    params: z.object({ id }),
    query: scorecardRange,
    response: agentReport,
  }),
};
