/** The figures of the performance screen and of one agent's page: how each agent does in a range, and against the range before. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { customRange } from './figure-range.ts';
import { agentFilter, answeredDays, comparedRange, id } from './inputs.ts';

/**
 * Against what was before. A share of calls is up or down beyond chance (two proportions, 95 %), a mean as it moved; both only
 * with 30 calls on each side.
 */
export const trend = z.object({
  direction: z.enum(['up', 'down', 'stable']),
  /** Either side has fewer than 30 calls: nothing can be said. */
  isOfFew: z.boolean(),
  previous: z.number(),
  /** By how much of `previous` it changed, in percent; null where that was 0. */
  percent: z.number().nullable(),
});
export type Trend = z.infer<typeof trend>;

export const scorecardPeriods = ['1d', '7d', '30d', '90d'] as const;
export type ScorecardPeriod = (typeof scorecardPeriods)[number];

/** Null: no call of the range has the figure; the count beside it says over how many it is. */
const scorecard = z.object({
  totalCalls: z.number().int(),
  /** Those that are over. */
  finishedCalls: z.number().int(),
  /** Spec B 4: finished, and `ended` or longer than 10 s; the others that are over failed. */
  successfulCalls: z.number().int(),
  failedCalls: z.number().int(),
  /** Success rate, percent 0 to 100 of the finished calls. */
  successRate: z.number().nullable(),
  /** Calls whose goal is known. */
  judgedCalls: z.number().int(),
  /** Goal rate, percent 0 to 100 of those calls. */
  goalRate: z.number().nullable(),
  /** Seconds, over calls with a duration above 0. */
  averageDuration: z.number().nullable(),
  callsWithDuration: z.number().int(),
  /** 1 to 5: mean of the analysis field, else estimated from how people felt: 5, 3 or 1. */
  satisfaction: z.number().nullable(),
  callsWithSatisfaction: z.number().int(),
  satisfactionIsEstimated: z.boolean(),
  /** Percent 0 to 100 of the connected calls of which it is known. */
  voiceQuality: z.number().nullable(),
  callsWithVoice: z.number().int(),
  /** Milliseconds: mean of the calls' own medians, end to end. */
  responseTime: z.number().nullable(),
  callsWithResponse: z.number().int(),
  /** Of the success rate, against the compared days. */
  trend: trend.nullable(),
});
export type Scorecard = z.infer<typeof scorecard>;

const agentDay = z.object({ date: z.iso.date(), finished: z.number().int(), successful: z.number().int() });
export type AgentDay = z.infer<typeof agentDay>;

const agentScorecard = scorecard.extend({
  /** Empty: calls without a known agent. */
  agentId: z.string(),
  agentName: z.string().nullable(),
  lastCall: z.object({ id: z.string(), at: z.iso.datetime() }).nullable(),
  /** Of the first five agents every day of the range, oldest first; of the others none. */
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

/** So many calls at most, the newest of the range, are told apart by version. */
export const mostVersionCalls = 10_000;

/** What a version of the agent did in the range. */
const agentVersion = z.object({
  /** Null: the provider did not tell. */
  version: z.number().int().nullable(),
  totalCalls: z.number().int(),
  finishedCalls: z.number().int(),
  /** Success rate, percent 0 to 100 of the finished calls. */
  successRate: z.number().nullable(),
  averageDuration: z.number().nullable(),
  /** Calls whose goal is known, and percent of those that reached it. */
  judgedCalls: z.number().int(),
  goalRate: z.number().nullable(),
  firstCallAt: z.iso.datetime(),
  lastCallAt: z.iso.datetime(),
});
export type AgentVersion = z.infer<typeof agentVersion>;

/** Of one agent what the other endpoints of figures, which take an agent, do not tell. */
export const agentReport = z.object({
  ...answeredDays,
  agentId: z.string(),
  agentName: z.string().nullable(),
  /** The scorecard of the compared days, up to the same time of day where the range is running; null without calls. */
  previous: scorecard.omit({ trend: true }).nullable(),
  /** Why the finished ones of those calls ended, most frequent first. */
  previousReasons: z.array(z.object({ reason: z.string(), count: z.number().int() })),
  /** Every compared day whole, oldest first. */
  previousDays: z.array(agentDay),
  /** Those that spoke in the range, of the newest `mostVersionCalls` calls; who spoke last stands first. */
  versions: z.array(agentVersion),
  /** As many as are told apart at most: the range may have more. */
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
  /** 404 where neither the provider nor a call knows of the agent. */
  getAgentReport: endpoint('getAgentReport', {
    access: operator,
    params: z.object({ id }),
    query: scorecardRange,
    response: agentReport,
  }),
};
