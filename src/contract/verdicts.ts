/** Verdicts on whether a range was better or worse than the compared days, with the causes. */
import { z } from 'zod';
import { analyticsPeriods } from './analytics.ts';
import { endpoint } from './endpoint.ts';
import { customRange } from './figure-range.ts';
import { agentFilter, answeredDays, comparedRange } from './inputs.ts';
import { movements } from './rate-changes.ts';

/** The maximum number of causes by agent and by hour. */
export const mostCauses = 3;

const share = z.object({
  calls: z.number().int(),
  /** The number of calls that count for the rate. */
  hits: z.number().int(),
  /** Percent, 0 to 100. Null without calls. */
  rate: z.number().nullable(),
});

const rateChange = z.object({
  now: share,
  before: share,
  /** Up or down beyond chance (two proportions, 95 %), unclear within it, few with under 30 calls on a side. */
  movement: z.enum(movements),
});
export type RateChange = z.infer<typeof rateChange>;

const cause = {
  now: share,
  before: share,
  /**
   * The group's part of the change, in points: its share of calls times its rate's distance from the old total rate,
   * now less before. The parts of all groups add up to the change.
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
  ...answeredDays,
  /** The change over calls whose goal is known. */
  goal: rateChange,
  /** Over finished calls. */
  success: rateChange,
  /** Groups that moved the goal rate in its direction, largest contribution first. Empty if it did not move. */
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
