/** Whether a range went better or worse than the one before, and what moved it. */
import { z } from 'zod';
import { analyticsPeriods } from './analytics.ts';
import { endpoint } from './endpoint.ts';
import { customRange } from './figure-range.ts';
import { agentFilter, answeredDays, comparedRange } from './inputs.ts';
import { movements } from './rate-changes.ts';

/** So many causes by agent and by hour are named. */
export const mostCauses = 3;

const share = z.object({
  calls: z.number().int(),
  /** Calls that count for the rate. */
  hits: z.number().int(),
  /** Percent 0 to 100; null without calls. */
  rate: z.number().nullable(),
});

const rateChange = z.object({
  now: share,
  before: share,
  /** Up or down beyond chance (two proportions, 95 %), unclear within it, few with less than 30 calls on either side. */
  movement: z.enum(movements),
});
export type RateChange = z.infer<typeof rateChange>;

const cause = {
  now: share,
  before: share,
  /**
   * Points of the change that are the group's: its share of the calls by how far its rate lies from the old total rate, now less
   * before. Those of all groups add up to the change.
   */
  contribution: z.number(),
};
const agentCause = z.object({
  /** Empty: calls without a known agent. */
  agentId: z.string(),
  agentName: z.string().nullable(),
  ...cause,
});
const hourCause = z.object({
  /** Hour of the day, 0 to 23, by the workspace's clock. */
  hour: z.number().int(),
  ...cause,
});

export const verdict = z.object({
  ...answeredDays,
  /** Over calls whose goal is known. */
  goal: rateChange,
  /** Over finished calls. */
  success: rateChange,
  /** The groups that moved the goal rate its way, the largest contribution first; none where it did not move beyond chance. */
  agents: z.array(agentCause),
  hours: z.array(hourCause),
});
export type Verdict = z.infer<typeof verdict>;
export type Cause = Verdict['agents'][number] | Verdict['hours'][number];

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
