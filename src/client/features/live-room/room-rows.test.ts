import { array, assert as check, boolean, func, integer, nat, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildActiveCall } from '../../testing/factories.ts';
import {
  areLiveCallRowsVisuallyEqual,
  compareLiveCallRowsByUrgency,
  sortLiveCallRowsByUrgency,
  mergeLiveCallRowsKeepingOrder,
  toLiveCallRowData,
  type LiveCallRowData,
} from './room-rows.ts';

const now = Date.parse('2026-11-28T12:10:00Z');
const at = (secondsAgo: number) => new Date(now - secondsAgo * 1_000).toISOString();
const rules = { longWaitSeconds: 300 };
const talking = (id: string, secondsAgo: number) =>
  toLiveCallRowData(buildActiveCall({ id, startTimestamp: at(secondsAgo), occurredAt: at(secondsAgo) }), now, rules);
const waiting = (id: string, secondsAgo: number, given = rules) =>
  toLiveCallRowData(buildActiveCall({ id, startTimestamp: null, occurredAt: at(secondsAgo) }), now, given);
const ids = (rows: readonly LiveCallRowData[]) => rows.map(({ call }) => call.id);
const underWay = (rows: readonly LiveCallRowData[]) => new Set(ids(rows));

describe('toRow', () => {
  it('marks a call that waits for longer than the workspace allows', () => {
    expect(waiting('a', 300).marks).toEqual([]);
    expect(waiting('a', 301).marks).toEqual([{ kind: 'waiting', since: now - 301_000 }]);
    expect(waiting('a', 9_000, { longWaitSeconds: 0 }).marks).toEqual([]);
    expect(talking('a', 9_000).marks).toEqual([]);
  });

  it('marks each rule that was hit once, with its last second, in the order of their weight', () => {
    const attention = [
      { rule: 'silence', second: 20 },
      { rule: 'phrase', second: 31 },
      { rule: 'silence', second: 65 },
    ] as const;
    expect(toLiveCallRowData(buildActiveCall({ attention: [...attention] }), now, rules).marks).toEqual([
      { kind: 'phrase', second: 31 },
      { kind: 'silence', second: 65 },
    ]);
  });
});

describe('orderRows', () => {
  it('puts who needs somebody first, then the longest', () => {
    const rows = [talking('short', 5), waiting('new', 10), talking('long', 4_000), waiting('needs', 320)];
    expect(ids(sortLiveCallRowsByUrgency(rows))).toEqual(['needs', 'long', 'new', 'short']);
  });
});

const call = record({ isTalking: boolean(), secondsAgo: integer({ min: 0, max: 900 }) });
const rowsOf = (calls: readonly { isTalking: boolean; secondsAgo: number }[], first = 0): LiveCallRowData[] =>
  calls.map(({ isTalking, secondsAgo }, index) =>
    (isTalking ? talking : waiting)(`call_${String(first + index)}`, secondsAgo),
  );
const someRows = array(call, { maxLength: 30 }).map((calls) => rowsOf(calls));

describe('any rows', () => {
  it('are in one order, however they came, with the marked ones first', () => {
    check(
      property(someRows, func(nat()), (rows, shuffle) => {
        const shuffled = [...rows].sort((left, right) => shuffle(left.call.id) - shuffle(right.call.id));
        const ordered = sortLiveCallRowsByUrgency(shuffled);
        expect(ids(ordered)).toEqual(ids(sortLiveCallRowsByUrgency(rows)));
        const firstFree = ordered.findIndex(({ marks }) => marks.length === 0);
        if (firstFree !== -1) expect(ordered.slice(firstFree).every(({ marks }) => marks.length === 0)).toBe(true);
        ordered
          .slice(1)
          .forEach((row, index) => expect(compareLiveCallRowsByUrgency(ordered[index] ?? row, row)).toBeLessThan(0));
      }),
    );
  });

  it('keep their places while somebody reads; new ones stand below, and ended ones stay', () => {
    check(
      property(someRows, array(call, { maxLength: 8 }), func(boolean()), (shown, arriving, ends) => {
        const left = shown.filter(({ call: { id } }) => !ends(id));
        const wanted = sortLiveCallRowsByUrgency([...left, ...rowsOf(arriving, 1_000)]);
        const settled = mergeLiveCallRowsKeepingOrder(shown, wanted, {
          mayMove: true,
          isHeld: true,
          underWay: underWay(wanted),
        });
        expect(ids(settled.slice(0, shown.length))).toEqual(ids(shown));
        expect(settled.filter(({ isOver }) => isOver)).toHaveLength(shown.length - left.length);
        expect(new Set(ids(settled))).toEqual(new Set([...ids(shown), ...ids(wanted)]));
      }),
    );
  });

  it('are exactly the wanted ones once nobody reads, in order as soon as rows may move', () => {
    check(
      property(someRows, array(call, { maxLength: 8 }), func(boolean()), (shown, arriving, ends) => {
        const wanted = sortLiveCallRowsByUrgency([
          ...shown.filter(({ call: { id } }) => !ends(id)),
          ...rowsOf(arriving, 1_000),
        ]);
        const reading = { isHeld: false, underWay: underWay(wanted) };
        expect(ids(mergeLiveCallRowsKeepingOrder(shown, wanted, { ...reading, mayMove: true }))).toEqual(ids(wanted));
        const waitingToMove = mergeLiveCallRowsKeepingOrder(shown, wanted, { ...reading, mayMove: false });
        expect(new Set(ids(waitingToMove))).toEqual(new Set(ids(wanted)));
        expect(waitingToMove).toHaveLength(wanted.length);
      }),
    );
  });
});

describe('settleRows', () => {
  it('keeps a row that no longer fits the filters while somebody reads, and does not call it over', () => {
    const row = talking('a', 60);
    const settled = mergeLiveCallRowsKeepingOrder([row], [], {
      mayMove: false,
      isHeld: true,
      underWay: new Set(['a']),
    });
    expect(settled).toEqual([row]);
    expect(
      mergeLiveCallRowsKeepingOrder([row], [], { mayMove: false, isHeld: false, underWay: new Set(['a']) }),
    ).toEqual([]);
  });

  it('keeps at most 50 ended calls', () => {
    const shown = Array.from({ length: 60 }, (_, index) => talking(`call_${String(index)}`, 60));
    expect(
      mergeLiveCallRowsKeepingOrder(shown, [], { mayMove: false, isHeld: true, underWay: new Set() }),
    ).toHaveLength(50);
  });
});

it('finds rows alike by what is drawn, and not by the moment', () => {
  const given = buildActiveCall({ id: 'a', startTimestamp: null, occurredAt: at(290) });
  expect(
    areLiveCallRowsVisuallyEqual(
      [toLiveCallRowData(given, now, rules)],
      [toLiveCallRowData(given, now + 1_000, rules)],
    ),
  ).toBe(true);
  expect(
    areLiveCallRowsVisuallyEqual(
      [toLiveCallRowData(given, now, rules)],
      [toLiveCallRowData(given, now + 20_000, rules)],
    ),
  ).toBe(false);
});
