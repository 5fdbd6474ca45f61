/**
 * API endpoint and schema of the verdict: whether a range of days was better or worse than the days compared with it,
 * and why.
 */
import { z } from 'zod';
import { analyticsPeriods } from './analytics.ts';
import { defineEndpoint } from './endpoint.ts';
import { customRangeValue } from './figure-range.ts';
import { agentFilterSchema, comparedDayRangeSchemas, comparedDayRangeQuerySchemas } from './inputs.ts';
import { rateChangeVerdicts } from './rate-changes.ts';

/** Maximum number of agents, and of hours, named as causes of a rate's change between two periods. */
export const maxRateChangeCauses = 3;

const share = z.object({
  calls: z.number().int(),
  /**
   * Number of calls that the rate counts as good: for the goal rate, calls that reached their goal. For the success
   * rate, calls that succeeded.
   */
  hits: z.number().int(),
  /** Percent, 0 to 100. Null without calls. */
  rate: z.number().nullable(),
});

const rateChange = z.object({
  now: share,
  before: share,
  /**
   * Direction of the rate's change. unclear: not significant (two-proportion z test, 95 %). few: fewer than 30 calls in
   * a period.
   */
  movement: z.enum(rateChangeVerdicts),
});
export type RateChange = z.infer<typeof rateChange>;

const cause = {
  now: share,
  before: share,
  /**
   * Percentage points that an agent or hour contributed to the change of the total rate between two periods. In each
   * period, the share of calls is multiplied by (own rate − former total rate). The contribution is this product now
   * minus the product before. The contributions of all agents, or of all hours, add up to the total rate's change.
   */
  contribution: z.number(),
};
const agentCause = z.object({
  agentId: z.string(),
  agentName: z.string().nullable(),
  ...cause,
});
const hourCause = z.object({
  /** The hour of the day, 0 to 23, in the workspace's time zone. */
  hour: z.number().int(),
  ...cause,
});

export const periodVerdictSchema = z.object({
  ...comparedDayRangeSchemas,
  /** Change of the goal rate. It counts only calls for which it is known whether they reached their goal. */
  goal: rateChange,
  /** Over finished calls. */
  success: rateChange,
  /** Agents and hours that caused the goal rate's change, largest contribution first. Empty without a change. */
  agents: z.array(agentCause),
  hours: z.array(hourCause),
});
export type PeriodVerdict = z.infer<typeof periodVerdictSchema>;
export type PeriodRateChangeCause = PeriodVerdict['agents'][number] | PeriodVerdict['hours'][number];

export const periodComparisonEndpoints = {
  getVerdict: defineEndpoint('getVerdict', {
    access: { role: 'operator', workspace: 'current' },
    query: z.object({
      timeFilter: z.enum([...analyticsPeriods, customRangeValue]).default('7d'),
      ...comparedDayRangeQuerySchemas,
      agentFilter: agentFilterSchema,
    }),
    response: periodVerdictSchema,
  }),
};
