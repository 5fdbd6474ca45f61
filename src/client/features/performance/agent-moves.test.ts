// Changes beside an agent's rates: shares of two ranges, and reasons that analytics no longer lists.
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AgentVersionFigures } from '../../../contract/agent-scorecards.ts';
import { createRegionalFormat } from '../../format/regional-format.ts';
import { defaultRegionalSettings } from '../../format/regional.ts';
import { findAgentChangeCauses } from './agent-moves.ts';
import { pairDailySuccessRates, describeDailySuccessRate } from './success-days.ts';

type Parts = Parameters<typeof findAgentChangeCauses>[0];
type Counts = Readonly<Record<string, number>>;

const countsOf = (counts: Counts) => Object.entries(counts).map(([reason, count]) => ({ reason, count }));
const sumOf = (counts: Counts) => Object.values(counts).reduce((sum, count) => sum + count, 0);

function partsOf(now: Counts, before: Counts, versions: readonly AgentVersionFigures[] = []): Parts {
  return {
    report: {
      previousReasons: countsOf(before),
      versions: [...versions],
    },
    analytics: {
      disconnectionReasons: countsOf(now)
        .toSorted((a, b) => b.count - a.count)
        .slice(0, 5),
      callsWithReason: sumOf(now),
    },
  };
}

it('names the largest changes first, by points of the shares as they are shown', () => {
  const { reasons, newest } = findAgentChangeCauses(
    partsOf(
      { user_hangup: 60, dial_busy: 30, voicemail_reached: 10 },
      { user_hangup: 45, dial_busy: 45, error_asr: 10 },
    ),
  );
  expect(newest).toBeNull();
  expect(reasons).toEqual([
    { reason: 'dial_busy', before: 45, now: 30, change: -15 },
    { reason: 'user_hangup', before: 45, now: 60, change: 15 },
    { reason: 'error_asr', before: 10, now: 0, change: -10 },
  ]);
});

it('says nothing of a reason that five others may have pushed out, nor of what chance may have moved', () => {
  const five = { a: 30, b: 25, c: 20, d: 15, e: 10 };
  expect(findAgentChangeCauses(partsOf(five, { ...five, f: 40 })).reasons.map(({ reason }) => reason)).not.toContain(
    'f',
  );
  expect(findAgentChangeCauses(partsOf({ a: 54, b: 46 }, { a: 46, b: 54 })).reasons).toEqual([]);
  expect(findAgentChangeCauses(partsOf({ a: 540, b: 460 }, { a: 460, b: 540 })).reasons).toHaveLength(2);
  expect(findAgentChangeCauses(partsOf({ a: 29 }, { b: 500 })).reasons).toEqual([]);
  expect(findAgentChangeCauses(partsOf({ a: 50 }, {})).reasons).toEqual([]);
});

it('names the version that spoke last only where others spoke too', () => {
  const version = (number: number) => ({ version: number }) as AgentVersionFigures;
  expect(findAgentChangeCauses(partsOf({ a: 1 }, { a: 1 }, [version(7)])).newest).toBeNull();
  expect(findAgentChangeCauses(partsOf({ a: 1 }, { a: 1 }, [version(7), version(6)])).newest).toEqual({ version: 7 });
});

it('agrees with the two shares, whatever they are', () => {
  const counts = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'), fc.integer({ min: 1, max: 400 }));
  fc.assert(
    fc.property(counts, counts, (now, before) => {
      const { reasons } = findAgentChangeCauses(partsOf(now, before));
      expect(reasons.length).toBeLessThanOrEqual(3);
      for (const moved of reasons) {
        expect(moved.now).toBeCloseTo((100 * (now[moved.reason] ?? 0)) / sumOf(now), 6);
        expect(moved.before).toBeCloseTo((100 * (before[moved.reason] ?? 0)) / sumOf(before), 6);
      }
    }),
  );
});

it('puts each day beside the one it is compared with, and says both', () => {
  const day = (date: string, finished: number, successful: number) => ({ date, finished, successful });
  const format = createRegionalFormat(defaultRegionalSettings);
  const days = pairDailySuccessRates(
    [day('2026-11-20', 20, 17), day('2026-11-21', 0, 0), day('2026-11-22', 1, 1)],
    [day('2026-11-13', 10, 8), day('2026-11-14', 4, 1)],
    format,
  );
  expect(days.map((each) => describeDailySuccessRate(each, format))).toEqual([
    '20/11/2026: 85,0%, sobre 20 finalizadas; antes, el 13/11/2026: 80,0%',
    '21/11/2026: sin llamadas finalizadas; antes, el 14/11/2026: 25,0%',
    '22/11/2026: 100,0%, sobre 1 finalizada',
  ]);
});
