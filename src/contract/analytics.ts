/** Figures read from rollups. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { timeRangeQuery } from './calls.ts';

export const metrics = z.object({
  totalCalls: z.number().int(),
  /** Calls in progress now, whatever the range. */
  activeCalls: z.number().int(),
  /** Percent 0 to 100 of the finished calls: status completed or ended, or longer than 10 s. */
  successRate: z.number(),
  /** Seconds, over calls with a duration above 0. */
  avgDuration: z.number(),
});
export type Metrics = z.infer<typeof metrics>;

export const analyticsEndpoints = {
  getMetrics: endpoint('getMetrics', {
    access: { role: 'operator', workspace: 'current' },
    query: timeRangeQuery,
    response: metrics,
  }),
};
