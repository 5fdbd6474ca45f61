import { array, assert, integer, nat, property, record, string, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import type { CampaignsWithCalls } from '../../../contract/campaigns.ts';
import {
  selectTopRateChangeCauses,
  fitReportCampaigns,
  fitReportRows,
  listLabelledAxisIndexes,
  reportRowCapacity,
  divideReportRowCapacity,
  shortenNameInMiddle,
  sumAgentCounts,
} from './report-rows.ts';

const rowCount = nat({ max: 500 });

test('places: never more than the page has, none is left while rows want it, and no part with rows goes without', () => {
  assert(
    property(rowCount, rowCount, (upper, lower) => {
      const places = divideReportRowCapacity({ upper, lower });
      expect(places.upper + places.lower).toBe(Math.min(reportRowCapacity, upper + lower));
      expect(places.upper).toBeLessThanOrEqual(upper);
      expect(places.lower).toBeLessThanOrEqual(lower);
      // At least one row, and the sum of the others.
      expect(places.upper).toBeGreaterThanOrEqual(Math.min(2, upper));
      expect(places.lower).toBeGreaterThanOrEqual(Math.min(2, lower));
    }),
  );
  expect(divideReportRowCapacity({ upper: 400, lower: 30 })).toEqual({ upper: 8, lower: 7 });
  expect(divideReportRowCapacity({ upper: 400, lower: 1 })).toEqual({ upper: 14, lower: 1 });
  expect(divideReportRowCapacity({ upper: 1, lower: 30 })).toEqual({ upper: 1, lower: 14 });
});

test('rows: as many as fit, or one less and the sum of the rest; none is lost', () => {
  assert(
    property(array(nat()), integer({ min: 1, max: 20 }), (rows, places) => {
      const { shown, rest } = fitReportRows(rows, places);
      expect([...shown, ...rest]).toEqual(rows);
      expect(shown.length + Math.min(1, rest.length)).toBe(Math.min(rows.length, places));
    }),
  );
});

/** An agent as the API answers it, with rates of its counts. */
const agent = tuple(
  nat({ max: 10_000 }),
  nat({ max: 100 }),
  nat({ max: 100 }),
  nat({ max: 100 }),
  nat({ max: 100 }),
).map(([totalCalls, finished, successful, judged, reached]) => {
  const finishedCalls = Math.floor((totalCalls * finished) / 100);
  const successfulCalls = Math.floor((finishedCalls * successful) / 100);
  const judgedCalls = Math.floor((finishedCalls * judged) / 100);
  const reachedCalls = Math.floor((judgedCalls * reached) / 100);
  return {
    totalCalls,
    finishedCalls,
    successfulCalls,
    judgedCalls,
    reachedCalls,
    successRate: finishedCalls === 0 ? null : (100 * successfulCalls) / finishedCalls,
    goalRate: judgedCalls === 0 ? null : (100 * reachedCalls) / judgedCalls,
  };
});

test("several agents' rates are those of their counts together, and no mean of rates", () => {
  assert(
    property(array(agent, { maxLength: 40 }), (agents) => {
      const sum = (name: 'totalCalls' | 'finishedCalls' | 'successfulCalls' | 'judgedCalls' | 'reachedCalls') =>
        agents.reduce((total, each) => total + each[name], 0);
      const finished = sum('finishedCalls');
      const judged = sum('judgedCalls');
      expect(sumAgentCounts(agents)).toEqual({
        totalCalls: sum('totalCalls'),
        successRate: finished === 0 ? null : (100 * sum('successfulCalls')) / finished,
        goalRate: judged === 0 ? null : (100 * sum('reachedCalls')) / judged,
      });
    }),
  );
});

const counts = record({
  totalRecipients: nat({ max: 10_000 }),
  sentCount: nat({ max: 10_000 }),
  contactedCount: nat({ max: 10_000 }),
  successfulCount: nat({ max: 10_000 }),
});

test('campaigns: shown and rest come to the sum of all, those that the answer left out included', () => {
  assert(
    property(array(counts, { maxLength: 60 }), integer({ min: 1, max: 17 }), (all, places) => {
      const rows = all.map((row, index) => ({ ...row, id: String(index), name: `Campaña ${index}` }));
      const sum = (name: keyof (typeof all)[number]) => all.reduce((total, row) => total + row[name], 0);
      const called: CampaignsWithCalls = {
        days: { from: '2026-11-01', to: '2026-11-24' },
        calledCampaigns: rows.slice(0, 50),
        totals: {
          calledCount: rows.length,
          totalRecipients: sum('totalRecipients'),
          sentCount: sum('sentCount'),
          contactedCount: sum('contactedCount'),
          successfulCount: sum('successfulCount'),
        },
      };
      const { shown, restCount, rest } = fitReportCampaigns(called, places);
      expect(shown.length + restCount).toBe(rows.length);
      expect(shown.length + Math.min(1, restCount)).toBe(Math.min(rows.length, places));
      for (const name of ['sentCount', 'contactedCount', 'successfulCount'] as const)
        expect(shown.reduce((total, row) => total + row[name], rest[name])).toBe(sum(name));
    }),
  );
});

test('the three largest causes, agents and hours alike, whichever way they moved', () => {
  const share = { calls: 100, hits: 50, rate: 50 };
  const agents = [-5, -1].map((contribution, index) => ({
    agentId: `agent_${index}`,
    agentName: null,
    now: share,
    before: share,
    contribution,
  }));
  const hours = [-4, -2].map((contribution, index) => ({ hour: 9 + index, now: share, before: share, contribution }));
  expect(selectTopRateChangeCauses({ agents, hours }).map(({ contribution }) => contribution)).toEqual([-5, -4, -2]);
  expect(selectTopRateChangeCauses({ agents: [], hours: [] })).toEqual([]);
});

test('a long name keeps its beginning and its end', () => {
  expect(shortenNameInMiddle('Cobranza Amistosa', 17)).toBe('Cobranza Amistosa');
  expect(shortenNameInMiddle('Renovación de contratos, tanda 7', 20)).toBe('Renovación…tanda 7');
  assert(
    property(string({ unit: 'grapheme', maxLength: 200 }), integer({ min: 5, max: 60 }), (name, most) => {
      expect(Array.from(shortenNameInMiddle(name, most)).length).toBeLessThanOrEqual(most);
    }),
  );
});

test.each([
  [1, [0]],
  [7, [0, 1, 2, 3, 4, 5, 6]],
  [24, [0, 3, 6, 9, 12, 15, 18, 21]],
])('%d places of an axis', (count, named) => expect(listLabelledAxisIndexes(count)).toEqual(named));

test('an axis names nine places at most, the first among them', () => {
  assert(
    property(integer({ min: 1, max: 400 }), (count) => {
      const named = listLabelledAxisIndexes(count);
      expect(named[0]).toBe(0);
      expect(named.length).toBeLessThanOrEqual(9);
      expect(Math.max(...named)).toBeLessThan(count);
    }),
  );
});
