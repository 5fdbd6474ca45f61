/** Verdict on whether a range of days was better or worse than the comparison period, with the causes. */
import { z } from 'zod';
import { analyticsPeriods } from './analytics.ts';
import { endpoint } from './endpoint.ts';
import { customRange } from './figure-range.ts';
import { agentFilter, responseDays, comparedRange } from './inputs.ts';
import { rateMovements } from './rate-changes.ts';

/** Maximum number of causes of a verdict by agent, and by hour. */
export const mostCauses = 3;

const share = z.object({
  calls: z.number().int(),
  /** Number of calls that reached their goal or succeeded, depending on the rate. */
  hits: z.number().int(),
  /** Percent, 0 to 100. Null without calls. */
  rate: z.number().nullable(),
});

const rateChange = z.object({
  now: share,
  before: share,
  /** Direction of the rate's change if significant (two proportions, 95 %). few: under 30 calls in a period. */
  movement: z.enum(rateMovements),
});
export type RateChange = z.infer<typeof rateChange>;

const cause = {
  now: share,
  before: share,
  /**
   * Contribution of an agent or hour to the rate's change, in points: its share of calls times the distance of its rate
   * from the old total rate, now less before. The contributions of all agents, or hours, add up to the change.
   */
  contribution: z.number(),
};
const agentCause = z.object({
  /** The agent's id. Empty for calls without a known agent. */
  agentId: z.string(),
  agentName: z.string().nullable(),
  ...cause,
});
const hourCause = z.object({
  /** The hour of the day, 0 to 23, by the workspace's clock. */
  hour: z.number().int(),
  ...cause,
});

export const verdict = z.object({
  ...responseDays,
  /** Change of the goal rate, over calls whose goal is known. */
  goal: rateChange,
  /** Over finished calls. */
  success: rateChange,
  /** Agents and hours that moved the goal rate in its direction, largest contribution first. Empty if unmoved. */
  agents: z.array(agentCause),
  hours: z.array(hourCause),
});
export type Verdict = z.infer<typeof verdict>;
export type VerdictCause = Verdict['agents'][number] | Verdict['hours'][number];

export const verdictEndpoints = {
  getVerdict: endpoint('getVerdict', {
    access: { role: 'operator', workspace: 'current' },
    query: z.object({
      timeFilter: z.enum([...analyticsPeriods, customRange]).default('7d'),
      ...comparedRange,
      agentFilter,
    }),
    response: verdict,
  }),
};
