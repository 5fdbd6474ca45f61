/** Figures read from rollups. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { customRange } from './figure-range.ts';
import { agentFilter, answeredDays, comparedRange, rangeDays } from './inputs.ts';
import { periods, timeRangeQuery } from './calls.ts';

/** 1d is today, as in the screen's select. */
export const performancePeriods = ['today', 'yesterday', '1d', '7d', '30d', '90d'] as const;

/** All of one moment, so that cards which show parts of it agree. */
export const metrics = z.object({
  totalCalls: z.number().int(),
  inboundCalls: z.number().int(),
  outboundCalls: z.number().int(),
  webCalls: z.number().int(),
  /** The range's calls by agent id; '' stands for no known agent. */
  agentCalls: z.record(z.string(), z.number().int()),
  /** Calls in progress now, whatever the range. */
  activeCalls: z.number().int(),
  /** Of the range's calls those that are over: the rate says something only where there are any. */
  finishedCalls: z.number().int(),
  /** Success rate, percent 0 to 100 of the finished calls: status completed or ended, or longer than 10 s. */
  successRate: z.number(),
  /** Seconds, over calls with a duration above 0. */
  avgDuration: z.number(),
});
export type Metrics = z.infer<typeof metrics>;

/** Calls by when they belong (see `occurredAt`), cut in the workspace's zone. */
export const volumeBucket = z.object({
  /** Its beginning. A day of 23 or 25 hours is one bucket too. */
  time: z.iso.datetime(),
  /** 30 for today and yesterday, 1440 otherwise. */
  intervalMinutes: z.number().int(),
  /** It begins a whole hour of the zone. */
  isHourMark: z.boolean(),
  inboundCalls: z.number().int(),
  outboundCalls: z.number().int(),
  webCalls: z.number().int(),
  totalCalls: z.number().int(),
});
export type VolumeBucket = z.infer<typeof volumeBucket>;

/** An agent's part of the range's calls; those without a known agent share the id ''. Most calls first. */
export const agentUsage = z.object({
  agent_id: z.string(),
  /** null: it has none, or it is not known. */
  agent_name: z.string().nullable(),
  call_count: z.number().int(),
  /** 0 to 100, of the calls of all agents in the range. */
  percentage: z.number(),
});
export type AgentUsage = z.infer<typeof agentUsage>;

/** Calls of an agent by the person's mood as the analysis has it; what it calls Unknown is in none of them. */
export const agentSentiment = z.object({
  agent_id: z.string(),
  positive: z.number().int(),
  neutral: z.number().int(),
  negative: z.number().int(),
  /** The sum of the three. */
  total: z.number().int(),
});
export type AgentSentiment = z.infer<typeof agentSentiment>;

/** Most calls first; agents without a call in the range are left out. */
export const agentPerformance = z.object({
  agent_id: z.string(),
  agent_name: z.string().nullable(),
  /** Success rate, percent 0 to 100 of the finished calls, as `successRate` of the metrics. */
  success_rate: z.number(),
  total_calls: z.number().int(),
  /** Those that are over: the rate says something only where there are any. */
  finished_calls: z.number().int(),
  /** Those that count as a success. */
  completed_calls: z.number().int(),
  /** Calls whose goal is known. */
  judged_calls: z.number().int(),
  /** Goal rate, percent 0 to 100 of those calls. */
  goal_rate: z.number().nullable(),
  /** Seconds, over calls with a duration above 0. */
  avg_duration: z.number(),
});
export type AgentPerformance = z.infer<typeof agentPerformance>;

export const analyticsPeriods = ['today', 'yesterday', '7d', '30d', '90d'] as const;
export type AnalyticsPeriod = (typeof analyticsPeriods)[number];

/** What the calls of a range come to. Null: no call of it has the figure; the count beside it says over how many it is. */
const analyticsTotals = z.object({
  totalCalls: z.number().int(),
  /** Those that are over. */
  finishedCalls: z.number().int(),
  /** Reached a conversation. */
  connectedCalls: z.number().int(),
  /** Goal reached, as the analysis judged. A call that it did not judge is in neither of the two. */
  successfulCalls: z.number().int(),
  /** Goal known and not reached. */
  failedCalls: z.number().int(),
  /** Goal rate, percent 0 to 100 of those whose goal is known. */
  successRate: z.number().nullable(),
  /** Seconds, over calls with a duration above 0. */
  averageCallDuration: z.number().nullable(),
  callsWithDuration: z.number().int(),
  /** US dollars. */
  totalCallCost: z.number().nullable(),
  callsWithCost: z.number().int(),
  /** US dollars: the whole cost over the calls that reached their goal; null without one. */
  costPerSuccessfulCall: z.number().nullable(),
  /** Milliseconds: mean of the calls' own medians, end to end. */
  averageLatency: z.number().nullable(),
  callsWithLatency: z.number().int(),
});
export type AnalyticsTotals = z.infer<typeof analyticsTotals>;

const callsByDirection = z.object({
  inbound: z.number().int(),
  outbound: z.number().int(),
  web_call: z.number().int(),
});

/** Calls with a known agent and those without one, which share the id ''. Most calls first. */
const analyticsAgent = z.object({
  agent_id: z.string(),
  /** null: it has none, or it is not known. */
  agent_name: z.string().nullable(),
  call_count: z.number().int(),
  successful_calls: z.number().int(),
  failed_calls: z.number().int(),
  /** Goal rate, percent 0 to 100 of the calls whose goal is known. */
  success_rate: z.number().nullable(),
  /** Calls that are over. */
  finished_calls: z.number().int(),
  /** The success rate of the dashboard and of performance, percent 0 to 100 of the finished calls. */
  finished_success_rate: z.number().nullable(),
  /** US cents. */
  cost_cents: z.number().nullable(),
  calls_with_cost: z.number().int(),
  /** US cents: the agent's whole cost over its calls that reached their goal. */
  cost_per_success_cents: z.number().nullable(),
});
export type AnalyticsAgent = z.infer<typeof analyticsAgent>;

export const analytics = analyticsTotals.extend({
  ...answeredDays,
  /** Every day of the range in the workspace's zone, oldest first, days without calls too. */
  callsByDay: z.array(callsByDirection.extend({ date: z.iso.date(), calls: z.number().int() })),
  callsByDirection,
  callsByAgent: z.array(analyticsAgent),
  /** The five most frequent of finished calls. */
  disconnectionReasons: z.array(z.object({ reason: z.string(), count: z.number().int() })),
  /** Finished calls of which a reason is known. */
  callsWithReason: z.number().int(),
  /** Finished calls by mood; what the analysis calls Unknown is in none. */
  sentiment: z.object({ positive: z.number().int(), neutral: z.number().int(), negative: z.number().int() }),
  /** What the compared days come to; null without calls. */
  previous: analyticsTotals.nullable(),
});
export type Analytics = z.infer<typeof analytics>;

/** One hour of the week with calls, in the workspace's zone. */
export const dialingHour = z.object({
  /** 1 Monday to 7 Sunday. */
  weekday: z.number().int(),
  /** 0 to 23, as the zone's clock shows it. */
  hour: z.number().int(),
  /** Finished outbound calls that began in it. */
  attempts: z.number().int(),
  /** Those of them that reached a conversation. */
  connected: z.number().int(),
});
export type DialingHour = z.infer<typeof dialingHour>;

const operator = { role: 'operator', workspace: 'current' } as const;
const analyticsRange = z.object({
  timeFilter: z.enum([...analyticsPeriods, customRange]).default('7d'),
  ...rangeDays,
  agentFilter,
});
const dashboardRange = z.object({ timeFilter: z.enum(periods).default('today'), agentFilter });

export const analyticsEndpoints = {
  getMetrics: endpoint('getMetrics', { access: operator, query: timeRangeQuery, response: metrics }),
  /** All buckets of the range in their order, empty ones too; today's end with the one that runs. */
  getCallVolume: endpoint('getCallVolume', {
    access: operator,
    query: z.object({ timeRange: z.enum([...periods, customRange]).default('today'), ...rangeDays, agentFilter }),
    response: z.array(volumeBucket),
  }),
  getAgentUsage: endpoint('getAgentUsage', {
    access: operator,
    query: dashboardRange,
    response: z.array(agentUsage),
  }),
  getAgentSentiment: endpoint('getAgentSentiment', {
    access: operator,
    query: dashboardRange,
    response: z.array(agentSentiment),
  }),
  getAgentPerformance: endpoint('getAgentPerformance', {
    access: operator,
    query: z.object({ timeFilter: z.enum(performancePeriods).default('7d'), agentFilter }),
    response: z.array(agentPerformance),
  }),
  getAnalytics: endpoint('getAnalytics', {
    access: operator,
    query: analyticsRange.extend(comparedRange),
    response: analytics,
  }),
  /** Hours of the week with finished outbound calls, by weekday and hour; the others are left out. */
  getDialingHours: endpoint('getDialingHours', {
    access: operator,
    query: analyticsRange,
    response: z.array(dialingHour),
  }),
};
