import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  chooseOriginNumber,
  hasOriginNumberBelowCap,
  isOriginNumberAtDailyCap,
  pickUsableOriginNumbers,
  type OriginNumberChoiceFacts,
} from './origin-choice.ts';
import { parsePhoneArea } from './phone-area.ts';

const buenosAires = '+541150000001';
const buenosAiresToo = '+541150000002';
const cordoba = '+543515000003';
const carlosPaz = '+543541400004';
const madrid = '+34910000005';

test.each([
  ['+541144445555', '54', '11'],
  // Any spelling counts: with the mobile 9, and another one.
  ['+5491144445555', '54', '11'],
  ['+5493515551234', '54', '351'],
  ['+543541412345', '54', '3541'],
  ['+542966412345', '54', '2966'],
  ['+12125550123', '1', '212'],
  ['+5215512345678', '52', '55'],
  ['+525512345678', '52', '55'],
  ['+526641234567', '52', '664'],
  ['+5511987654321', '55', '11'],
  ['+56221234567', '56', '2'],
  ['+56987654321', '56', null],
  ['+573001234567', '57', null],
  ['+576012345678', '57', '601'],
  ['+34910123456', '34', '91'],
  ['+34961234567', '34', '961'],
  ['+59899123456', '598', null],
  ['+595212345678', '595', null],
  ['+33123456789', '33', null],
])('%s is of country %s and area %s', (phoneNumber, country, area) => {
  expect(parsePhoneArea(phoneNumber)).toEqual({ country, area });
});

interface Numbers extends OriginNumberChoiceFacts {
  readonly phoneNumbers: readonly string[];
}

/** Chooses for one person after the other, as a claim does: each choice counts as a call of the number. */
function createOriginChoice({ phoneNumbers, setAside, callsToday, cap }: Numbers) {
  const calls = new Map(callsToday);
  const facts = { setAside, callsToday: calls, cap };
  return {
    choose(
      phoneNumber: string,
      {
        spokeFrom,
        notFrom = null,
        among = phoneNumbers,
      }: { spokeFrom: string | null; notFrom?: string | null; among?: readonly string[] },
    ): string | null {
      const chosen = chooseOriginNumber(facts, { phoneNumber, spokeFrom, notFrom, among });
      if (chosen !== null) calls.set(chosen, (calls.get(chosen) ?? 0) + 1);
      return chosen;
    },
    hasRoom: (among: readonly string[]) => hasOriginNumberBelowCap(facts, among),
    get full() {
      return phoneNumbers.filter((each) => isOriginNumberAtDailyCap(facts, each));
    },
  };
}

const facts = (overrides: Partial<Numbers> = {}) => ({
  phoneNumbers: [buenosAires, buenosAiresToo, cordoba, carlosPaz, madrid],
  setAside: new Set<string>(),
  callsToday: new Map<string, number>(),
  cap: 0,
  ...overrides,
});

test('who was spoken to before is called from the same number, though another is nearer and less used', () => {
  const choice = createOriginChoice(facts({ callsToday: new Map([[madrid, 500]]) }));
  expect(choice.choose('+5491144445555', { spokeFrom: madrid })).toBe(madrid);
});

test('else from a number of their own area, of which the one least used today', () => {
  const choice = createOriginChoice(
    facts({
      callsToday: new Map([
        [buenosAires, 7],
        [buenosAiresToo, 6],
      ]),
    }),
  );
  expect([1, 2, 3].map(() => choice.choose('+5491144445555', { spokeFrom: null }))).toEqual([
    buenosAiresToo,
    buenosAires,
    buenosAiresToo,
  ]);
  expect(choice.choose('+5493515551234', { spokeFrom: null })).toBe(cordoba);
  expect(choice.choose('+5493541412345', { spokeFrom: null })).toBe(carlosPaz);
});

test('else of their own country, else the least used', () => {
  const choice = createOriginChoice(
    facts({
      callsToday: new Map([
        [buenosAires, 1],
        [buenosAiresToo, 1],
        [carlosPaz, 1],
      ]),
    }),
  );
  // The person is in Ushuaia, where no number of ours is.
  expect(choice.choose('+542901412345', { spokeFrom: null })).toBe(cordoba);
  // The person is in Paris, to which Madrid is no nearer than the others.
  expect(choice.choose('+33123456789', { spokeFrom: null })).toBe(madrid);
});

test('who is not to hear from a number again is called from the nearest other one, and from that one where no other is left', () => {
  const choice = createOriginChoice(facts({ phoneNumbers: [buenosAires, cordoba, carlosPaz] }));
  expect(choice.choose('+5493515551234', { spokeFrom: cordoba, notFrom: cordoba })).toBe(buenosAires);
  // A person to whom another number spoke is called from that one.
  expect(choice.choose('+5493515551234', { spokeFrom: carlosPaz, notFrom: cordoba })).toBe(carlosPaz);
  const capped = createOriginChoice(
    facts({ phoneNumbers: [buenosAires, cordoba], cap: 1, callsToday: new Map([[buenosAires, 1]]) }),
  );
  expect(capped.choose('+5493515551234', { spokeFrom: cordoba, notFrom: cordoba })).toBe(cordoba);
  const aside = createOriginChoice(facts({ phoneNumbers: [buenosAires, cordoba], setAside: new Set([buenosAires]) }));
  expect(aside.choose('+5493515551234', { spokeFrom: cordoba, notFrom: cordoba })).toBe(cordoba);
  expect(
    createOriginChoice(facts({ phoneNumbers: [cordoba] })).choose('+5493515551234', {
      spokeFrom: cordoba,
      notFrom: cordoba,
    }),
  ).toBe(cordoba);
});

test('a number that spoke to somebody and is not used any more does not speak to them again', () => {
  const away = createOriginChoice(facts({ phoneNumbers: [buenosAires, cordoba] }));
  expect(away.choose('+5493515551234', { spokeFrom: madrid })).toBe(cordoba);
  const aside = createOriginChoice(facts({ setAside: new Set([cordoba]) }));
  expect(aside.choose('+5493515551234', { spokeFrom: cordoba })).not.toBe(cordoba);
  const capped = createOriginChoice(facts({ cap: 3, callsToday: new Map([[cordoba, 3]]) }));
  expect(capped.choose('+5493515551234', { spokeFrom: cordoba })).not.toBe(cordoba);
});

test('numbers that are set aside are used where no other is left', () => {
  expect(pickUsableOriginNumbers([cordoba, madrid], new Set([cordoba]))).toEqual([madrid]);
  expect(pickUsableOriginNumbers([cordoba, madrid], new Set([cordoba, madrid]))).toEqual([cordoba, madrid]);
});

const number = fc.constantFrom(buenosAires, buenosAiresToo, cordoba, carlosPaz, madrid);
const numbers = fc.uniqueArray(number, { minLength: 1 });
const calls = fc.dictionary(number, fc.nat(6)).map((given) => new Map(Object.entries(given)));

test('no number goes above the cap, none of its calls is wasted, and nobody is left out before all had theirs', () => {
  fc.assert(
    fc.property(
      numbers,
      fc.array(number),
      calls,
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.record({ to: number, spokeFrom: fc.option(number), notFrom: fc.option(number) }), { maxLength: 40 }),
      (phoneNumbers, aside, callsToday, cap, people) => {
        const setAside = new Set(aside);
        const choice = createOriginChoice({ phoneNumbers, setAside, callsToday, cap });
        const chosen = people.map(({ to, spokeFrom, notFrom }) => choice.choose(to, { spokeFrom, notFrom }));
        const usable = pickUsableOriginNumbers(phoneNumbers, setAside);
        const room = usable.reduce((sum, each) => sum + Math.max(0, cap - (callsToday.get(each) ?? 0)), 0);
        expect(chosen.filter((each) => each !== null)).toHaveLength(Math.min(room, people.length));
        for (const each of usable) {
          const had = chosen.filter((other) => other === each).length;
          expect(had).toBeLessThanOrEqual(Math.max(0, cap - (callsToday.get(each) ?? 0)));
        }
        expect(chosen.every((each) => each === null || usable.includes(each))).toBe(true);
        // The number to be avoided is used only if no other has calls left.
        const left = new Map(usable.map((each) => [each, Math.max(0, cap - (callsToday.get(each) ?? 0))]));
        people.forEach(({ notFrom }, index) => {
          const from = chosen[index] ?? '';
          const others = usable.filter((each) => each !== from && (left.get(each) ?? 0) > 0);
          if (from === notFrom) expect(others).toEqual([]);
          left.set(from, (left.get(from) ?? 0) - 1);
        });
        // Once no number is left, none is left for anybody.
        expect(chosen.slice(chosen.indexOf(null)).every((each) => each === null) || !chosen.includes(null)).toBe(true);
      },
    ),
  );
});

test('nobody is called from a number that may not call them; who is not called has none left, whatever the others have', () => {
  fc.assert(
    fc.property(
      numbers,
      fc.array(number),
      calls,
      fc.integer({ min: 0, max: 5 }),
      fc.array(
        fc.record({ to: number, spokeFrom: fc.option(number), notFrom: fc.option(number), of: fc.array(number) }),
        {
          maxLength: 40,
        },
      ),
      (phoneNumbers, aside, callsToday, cap, people) => {
        const setAside = new Set(aside);
        const choice = createOriginChoice({ phoneNumbers, setAside, callsToday, cap });
        const made = new Map(callsToday);
        const hasCall = (each: string): boolean => cap === 0 || (made.get(each) ?? 0) < cap;
        for (const { to, of, ...terms } of people) {
          const among = phoneNumbers.filter((each) => of.includes(each));
          const free = pickUsableOriginNumbers(among, setAside).filter(hasCall);
          expect(choice.hasRoom(among)).toBe(free.length > 0);
          const from = choice.choose(to, { ...terms, among });
          if (from === null) expect(free).toEqual([]);
          else {
            expect(free).toContain(from);
            made.set(from, (made.get(from) ?? 0) + 1);
          }
        }
      },
    ),
  );
});

test('numbers that are alike to everybody share the calls evenly', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.nat(200), (count, people) => {
      const phoneNumbers = Array.from({ length: count }, (_, index) => `+5411500000${10 + index}`);
      const choice = createOriginChoice(facts({ phoneNumbers }));
      const had = new Map(phoneNumbers.map((each) => [each, 0]));
      for (let index = 0; index < people; index += 1) {
        const each = choice.choose('+5491144445555', { spokeFrom: null }) ?? '';
        had.set(each, (had.get(each) ?? 0) + 1);
      }
      expect(Math.max(...had.values()) - Math.min(...had.values())).toBeLessThanOrEqual(1);
    }),
  );
});
