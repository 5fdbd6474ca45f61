import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findRarelyAnsweredNumbers, type OriginNumberAnswerCounts } from './weak-numbers.ts';

const record = (phoneNumber: string, over: number, answered: number, isSetAside = false): OriginNumberAnswerCounts => ({
  phoneNumber,
  over,
  answered,
  isSetAside,
});
const all = [['a', 'b', 'c']];
const weak = (records: readonly OriginNumberAnswerCounts[], campaigns: readonly (readonly string[])[] = all) =>
  findRarelyAnsweredNumbers(records, campaigns).map(({ phoneNumber }) => phoneNumber);

test('below half of what the others together reach', () => {
  expect(findRarelyAnsweredNumbers([record('a', 200, 29), record('b', 100, 20), record('c', 300, 100)], all)).toEqual([
    { phoneNumber: 'a', percent: 14.5, others: 30 },
  ]);
  expect(weak([record('a', 200, 30), record('b', 100, 20), record('c', 300, 100)])).toEqual([]);
});

test('nobody is judged by fewer than a hundred calls, its own or the others’', () => {
  expect(weak([record('a', 99, 0), record('b', 200, 100)])).toEqual([]);
  expect(weak([record('a', 100, 0), record('b', 99, 99)])).toEqual([]);
  expect(weak([record('a', 100, 0), record('b', 100, 50)])).toEqual(['a']);
  // A number that is set aside is no measure for others, and is not set aside again.
  expect(weak([record('a', 100, 20), record('b', 100, 90, true)])).toEqual([]);
});

test('a campaign’s last number stays, in whatever other campaign it is', () => {
  const records = [record('a', 100, 0), record('b', 100, 50)];
  expect(weak(records, [['a', 'b'], ['a']])).toEqual([]);
  expect(
    weak(
      [...records, record('c', 0, 0, true)],
      [
        ['a', 'c'],
        ['a', 'b'],
      ],
    ),
  ).toEqual([]);
  expect(weak(records, [])).toEqual([]);
  // The worst number is set aside first; then the other is the campaign's last.
  expect(weak([record('a', 100, 1), record('c', 100, 2), record('b', 900, 450)], [['a', 'c']])).toEqual(['a']);
});

test('every campaign keeps a number, whatever the figures', () => {
  const name = fc.constantFrom('a', 'b', 'c', 'd');
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(name, fc.nat(400), fc.nat(100), fc.boolean()), { selector: ([own]) => own }),
      fc.array(fc.uniqueArray(name, { minLength: 1 }), { maxLength: 5 }),
      (given, campaigns) => {
        const records = given.map(([own, over, percent, isAside]) =>
          record(own, over, Math.floor((over * percent) / 100), isAside),
        );
        const aside = new Set(given.filter(([, , , isAside]) => isAside).map(([own]) => own));
        const had = campaigns.filter((numbers) => numbers.some((each) => !aside.has(each)));
        for (const each of weak(records, campaigns)) aside.add(each as 'a');
        for (const numbers of had) expect(numbers.some((each) => !aside.has(each))).toBe(true);
      },
    ),
  );
});
