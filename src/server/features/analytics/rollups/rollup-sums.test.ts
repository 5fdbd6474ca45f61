import { describe, expect, it } from 'vitest';
import type { CallRollupContribution } from './rollup-contribution.ts';
import { rollupCounters } from './rollup-counters.ts';
import { sumRollupContributions } from './rollup-sums.ts';

const at = (column: string): number => rollupCounters.findIndex((counter) => counter.column === column);

function contribution(
  given: { readonly agentId?: string; readonly durationMs?: number; readonly cost?: string } = {},
): CallRollupContribution {
  const { agentId = 'agent_a', durationMs = 1_000, cost = '0.1' } = given;
  const counters: (number | string)[] = rollupCounters.map(() => 0);
  counters[at('calls')] = 1;
  counters[at('duration_ms')] = durationMs;
  counters[at('cost_cents')] = cost;
  const sums = { number_n: 1, number_sum: cost, share_n: 0, share_sum: '0', score_n: 0, score_sum: '0', score_high: 0 };
  return {
    bucketAt: '2026-11-21T12:00:00.000Z',
    agentId,
    direction: 'inbound',
    counters,
    tallies: [{ kind: 'outcome', value: 'ended|' }],
    fields: [{ name: 'csat', reviewed: 0, ...sums }],
  };
}

describe('contributions added up', () => {
  it('are one row a key, decimals exact', () => {
    const { rows, tallies, fields } = sumRollupContributions([
      { sign: 1, contribution: contribution() },
      { sign: 1, contribution: contribution({ durationMs: 500, cost: '0.2' }) },
      { sign: 1, contribution: contribution({ agentId: 'agent_b' }) },
    ]);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      agent_id: 'agent_a',
      direction: 'inbound',
      bucket_at: '2026-11-21T12:00:00.000Z',
      calls: 2,
      duration_ms: 1_500,
      cost_cents: '0.3',
      finished: 0,
    });
    expect(tallies.map(({ agent_id: agent, kind, value, calls }) => [agent, kind, value, calls])).toEqual([
      ['agent_a', 'outcome', 'ended|', 2],
      ['agent_b', 'outcome', 'ended|', 1],
    ]);
    expect(fields[0]).toMatchObject({ name: 'csat', reviewed: 0, number_n: 2, number_sum: '0.3' });
  });

  it('are none where what is taken away is added again', () => {
    const same = contribution();
    expect(
      sumRollupContributions([
        { sign: -1, contribution: same },
        { sign: 1, contribution: same },
      ]),
    ).toEqual({ rows: [], tallies: [], fields: [] });
    const longer = sumRollupContributions([
      { sign: -1, contribution: same },
      { sign: 1, contribution: contribution({ durationMs: 1_200 }) },
    ]);
    expect(longer.rows).toEqual([expect.objectContaining({ calls: 0, duration_ms: 200 })]);
    expect(longer.tallies).toEqual([]);
  });
});
