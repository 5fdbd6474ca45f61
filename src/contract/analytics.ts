/** Figures read from rollups. */
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { customRangeValue } from './figure-range.ts';
import {
  agentFilterSchema,
  comparedDayRangeSchemas,
  comparedDayRangeQuerySchemas,
  dayRangeQuerySchemas,
} from './inputs.ts';
import { callPeriods, dashboardTimeRangeQuerySchema } from './calls.ts';

/** Periods offered by the performance screen. `1d` is today. */
export const performancePeriods = ['today', 'yesterday', '1d', '7d', '30d', '90d'] as const;

/** The dashboard's figures. All are read at one moment, so that its cards do not contradict each other. */
export const dashboardMetricsSchema = z.object({
  totalCalls: z.number().int(),
  inboundCalls: z.number().int(),
  outboundCalls: z.number().int(),
  webCalls: z.number().int(),
  /** Number of calls in the range, by agent id. The key '' counts calls without a known agent. */
  agentCalls: z.record(z.string(), z.number().int()),
  /** Number of calls in progress now. It does not depend on the range. */
  activeCalls: z.number().int(),
  /** Number of finished calls in the range. If it is 0, `successRate` has no meaning. */
  finishedCalls: z.number().int(),
  /** Success rate: percent (0 to 100) of the finished calls that have the status `ended` or lasted longer than 10 s. */
  successRate: z.number(),
  /** Average duration in seconds, over calls with a duration above 0. */
  avgDuration: z.number(),
});
export type DashboardMetrics = z.infer<typeof dashboardMetricsSchema>;

/** Number of calls in one interval of the range. Intervals follow the workspace's time zone. */
export const callVolumeBucketSchema = z.object({
  /** Start of the interval. A day of 23 or 25 hours, when clocks change, is one interval too. */
  time: z.iso.datetime(),
  /** Length of the interval in minutes: 30 for today and yesterday, otherwise 1440 (a day). */
  intervalMinutes: z.number().int(),
  /** True if the interval begins at a whole hour of the workspace's time zone. */
  isHourMark: z.boolean(),
  inboundCalls: z.number().int(),
  outboundCalls: z.number().int(),
  webCalls: z.number().int(),
  totalCalls: z.number().int(),
});
export type CallVolumeBucket = z.infer<typeof callVolumeBucketSchema>;

/**
 * Number and share of an agent's calls in a range of days. If `agent_id` is '', these are the calls whose agent is
 * unknown.
 */
export const agentCallCountSchema = z.object({
  agent_id: z.string(),
  agent_name: z.string().nullable(),
  call_count: z.number().int(),
  /** The agent's share of all agents' calls in the range, in percent. */
  percentage: z.number(),
});
export type AgentCallCount = z.infer<typeof agentCallCountSchema>;

/** Number of an agent's calls by the customer's sentiment, from the analysis. Unknown sentiment is not counted. */
export const agentSentimentCountsSchema = z.object({
  agent_id: z.string(),
  positive: z.number().int(),
  neutral: z.number().int(),
  negative: z.number().int(),
  /** The sum of positive, neutral and negative. */
  total: z.number().int(),
});
export type AgentSentimentCounts = z.infer<typeof agentSentimentCountsSchema>;

/** Figures of one agent in a range. Lists are sorted by number of calls, most first, without agents that have none. */
export const agentPerformanceSchema = z.object({
  agent_id: z.string(),
  agent_name: z.string().nullable(),
  /** Success rate: percentage of the finished calls that succeeded. */
  success_rate: z.number(),
  total_calls: z.number().int(),
  /** Number of the agent's finished calls. If it is 0, `success_rate` has no meaning. */
  finished_calls: z.number().int(),
  /** The number of successful calls. */
  completed_calls: z.number().int(),
  /** Number of calls whose analysis says whether they reached their goal. */
  judged_calls: z.number().int(),
  /** Percentage of the calls with a known goal result that reached their goal. */
  goal_rate: z.number().nullable(),
  /** Average duration in seconds, over calls with a duration above 0. */
  avg_duration: z.number(),
});
export type AgentPerformance = z.infer<typeof agentPerformanceSchema>;

export const analyticsPeriods = ['today', 'yesterday', '7d', '30d', '90d'] as const;
export type AnalyticsPeriod = (typeof analyticsPeriods)[number];

/**
 * Totals over a range of days. Each `callsWith…` field is the number of calls from which the figure beside it is
 * computed. If the number is 0, that figure is null.
 */
const analyticsTotals = z.object({
  totalCalls: z.number().int(),
  /** The number of finished calls. */
  finishedCalls: z.number().int(),
  /** Reached a conversation. */
  connectedCalls: z.number().int(),
  /** Number of calls that reached their goal by the analysis. Calls without an analysis are not counted. */
  successfulCalls: z.number().int(),
  /** Number of calls that missed their goal by the analysis. */
  failedCalls: z.number().int(),
  /** Goal rate: percentage of the calls with a known goal result that reached their goal. */
  successRate: z.number().nullable(),
  /** Average duration in seconds, over calls with a duration above 0. */
  averageCallDuration: z.number().nullable(),
  callsWithDuration: z.number().int(),
  /** US dollars. */
  totalCallCost: z.number().nullable(),
  callsWithCost: z.number().int(),
  /** The total cost divided by the number of calls that reached their goal, in US dollars. Null without such calls. */
  costPerSuccessfulCall: z.number().nullable(),
  /** Average latency in ms: the mean of each call's median end-to-end latency. */
  averageLatency: z.number().nullable(),
  callsWithLatency: z.number().int(),
});
export type AnalyticsTotals = z.infer<typeof analyticsTotals>;

const callsByDirection = z.object({
  inbound: z.number().int(),
  outbound: z.number().int(),
  web_call: z.number().int(),
});

/** Figures of one agent. Lists are sorted by number of calls, most first. The id '' means no known agent. */
const analyticsAgent = z.object({
  agent_id: z.string(),
  agent_name: z.string().nullable(),
  call_count: z.number().int(),
  successful_calls: z.number().int(),
  failed_calls: z.number().int(),
  /** Goal rate: percentage of the calls with a known goal result that reached their goal. */
  success_rate: z.number().nullable(),
  /** The number of finished calls. */
  finished_calls: z.number().int(),
  /** Success rate as on the dashboard: percent (0 to 100) of the finished calls that succeeded. */
  finished_success_rate: z.number().nullable(),
  /** US cents. */
  cost_cents: z.number().nullable(),
  calls_with_cost: z.number().int(),
  /** The agent's total cost divided by the number of its calls that reached their goal, in US cents. */
  cost_per_success_cents: z.number().nullable(),
});
export type AnalyticsAgent = z.infer<typeof analyticsAgent>;

export const analyticsSchema = analyticsTotals.extend({
  ...comparedDayRangeSchemas,
  /** Calls of each day of the range in the workspace's time zone, oldest day first. Days without calls are included. */
  callsByDay: z.array(callsByDirection.extend({ date: z.iso.date(), calls: z.number().int() })),
  callsByDirection,
  callsByAgent: z.array(analyticsAgent),
  /** The five most frequent disconnection reasons of the range's finished calls. */
  disconnectionReasons: z.array(z.object({ reason: z.string(), count: z.number().int() })),
  /** Number of the range's finished calls with a known disconnection reason. */
  callsWithReason: z.number().int(),
  /** Number of finished calls by the customer's sentiment. Unknown sentiment is not counted. */
  sentiment: z.object({ positive: z.number().int(), neutral: z.number().int(), negative: z.number().int() }),
  previous: analyticsTotals.nullable(),
});
export type Analytics = z.infer<typeof analyticsSchema>;

/** Outbound calls in one hour of the week, such as Monday 9 to 10 h, in the workspace's time zone. */
export const weekHourCallCountsSchema = z.object({
  /** The weekday, 1 (Monday) to 7 (Sunday). */
  weekday: z.number().int(),
  hour: z.number().int(),
  /** Number of finished outbound calls that began in this hour of the week. */
  attempts: z.number().int(),
  /** Number of `attempts` that reached a conversation. */
  connected: z.number().int(),
});
export type WeekHourCallCounts = z.infer<typeof weekHourCallCountsSchema>;

const operator = { role: 'operator', workspace: 'current' } as const;
const analyticsRange = z.object({
  timeFilter: z.enum([...analyticsPeriods, customRangeValue]).default('7d'),
  ...dayRangeQuerySchemas,
  agentFilter: agentFilterSchema,
});
const dashboardRange = z.object({ timeFilter: z.enum(callPeriods).default('today'), agentFilter: agentFilterSchema });

export const analyticsEndpoints = {
  getMetrics: defineEndpoint('getMetrics', {
    access: operator,
    query: dashboardTimeRangeQuerySchema,
    response: dashboardMetricsSchema,
  }),
  /**
   * Returns the number of calls by interval, including empty intervals. Today's figures end with the present interval.
   */
  getCallVolume: defineEndpoint('getCallVolume', {
    access: operator,
    query: z.object({
      timeRange: z.enum([...callPeriods, customRangeValue]).default('today'),
      ...dayRangeQuerySchemas,
      agentFilter: agentFilterSchema,
    }),
    response: z.array(callVolumeBucketSchema),
  }),
  getAgentUsage: defineEndpoint('getAgentUsage', {
    access: operator,
    query: dashboardRange,
    response: z.array(agentCallCountSchema),
  }),
  getAgentSentiment: defineEndpoint('getAgentSentiment', {
    access: operator,
    query: dashboardRange,
    response: z.array(agentSentimentCountsSchema),
  }),
  getAgentPerformance: defineEndpoint('getAgentPerformance', {
    access: operator,
    query: z.object({ timeFilter: z.enum(performancePeriods).default('7d'), agentFilter: agentFilterSchema }),
    response: z.array(agentPerformanceSchema),
  }),
  getAnalytics: defineEndpoint('getAnalytics', {
    access: operator,
    query: analyticsRange.extend(comparedDayRangeQuerySchemas),
    response: analyticsSchema,
  }),
  /** Lists the hours of the week with finished outbound calls, by weekday and hour. Other hours are left out. */
  getDialingHours: defineEndpoint('getDialingHours', {
    access: operator,
    query: analyticsRange,
    response: z.array(weekHourCallCountsSchema),
  }),
};
