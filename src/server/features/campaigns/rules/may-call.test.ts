// Each rule at its boundary, the order of the rules, and conditions that are true for all facts.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CallingWindowSettings } from '../../../../contract/settings.ts';
import { computeLocalDayBounds } from './calling-window.ts';
import {
  unrestrictedPersonCallPermissionFacts,
  combineIntoCampaignWait,
  findPersonCallWait,
  decideCallPermission,
  deriveCountryZoneCallPermissionFacts,
  type CampaignCallPermissionFacts,
  type PersonCallPermissionFacts,
  type CallPermissionDecision,
  type CampaignWait,
} from './may-call.ts';
import { unrestrictedOriginNumberChoiceFacts, type OriginNumberChoiceFacts } from './origin-choice.ts';

const near = '+541150000001';
const far = '+543515000002';
const spanishMobile = '+34611000003';
const timeZone = 'America/Argentina/Buenos_Aires';
const window: CallingWindowSettings = {
  enabled: true,
  days: [1, 2, 3, 4, 5, 6, 7],
  from: '09:00',
  to: '21:00',
  holidays: [],
};
const rules = { timeZone, callingWindow: window as unknown, rulesOff: [] as never[], dailyAttempts: 2 };
const campaign: CampaignCallPermissionFacts = {
  kind: 'sale',
  callingWindow: null,
  phoneNumbers: [near, far, spanishMobile],
  exemptRules: [],
  retryPolicy: {
    busy: { attempts: 1, delayMinutes: 5, otherNumber: true },
    no_answer: { attempts: 1, delayMinutes: 5 },
  },
  retryLimits: { maxDays: 3 },
};
const noon = new Date('2026-11-27T15:00:00Z');
const midnight = new Date('2026-11-28T03:00:00Z');
const opening = new Date('2026-11-28T12:00:00Z');
const ana: PersonCallPermissionFacts = { ...unrestrictedPersonCallPermissionFacts, phoneNumber: '+541144445555' };

interface Given {
  readonly at?: Date;
  readonly person?: Partial<PersonCallPermissionFacts>;
  readonly campaign?: Partial<CampaignCallPermissionFacts>;
  readonly numbers?: Partial<OriginNumberChoiceFacts>;
  readonly place?: string;
}

function factsOf({ at = noon, person, campaign: own, numbers, place = 'AR:America/Argentina/Buenos_Aires' }: Given) {
  const given = { ...campaign, ...own };
  return {
    at,
    rules,
    campaign: given,
    person: { ...ana, ...person },
    numbers: { ...unrestrictedOriginNumberChoiceFacts, ...numbers },
    dayEndsAt: computeLocalDayBounds(timeZone, at).endsAt,
    placeName: place,
    place: deriveCountryZoneCallPermissionFacts(rules, given, place, at),
  };
}
const ask = (given: Given): CallPermissionDecision => decideCallPermission(factsOf(given));
const wait = (reason: CampaignWait['reason'], until: Date | null): CallPermissionDecision => ({
  kind: 'wait',
  reason,
  until,
});
const callsOf = (...numbers: readonly string[]) => new Map(numbers.map((number) => [number, 5]));
const retry = (outcome: 'busy' | 'no_answer', days: number) => ({
  outcome,
  fromNumber: near,
  firstAt: new Date(noon.getTime() - days * 86_400_000).toISOString(),
});

test.each<[string, Given, CallPermissionDecision]>([
  ['somebody due, at noon', {}, { kind: 'call', from: near }],
  ['somebody whom another number spoke to', { person: { spokeFrom: far } }, { kind: 'call', from: far }],
  ['somebody on the list', { person: { isListed: true } }, { kind: 'skip', reason: 'do_not_call' }],
  ['somebody without data', { person: { phoneNumber: '' } }, { kind: 'skip', reason: 'do_not_call' }],
  [
    'a retry on the last moment of its days',
    { person: { retryOf: retry('no_answer', 3) } },
    { kind: 'call', from: near },
  ],
  [
    'a retry a moment later',
    { person: { retryOf: retry('no_answer', 3.000_001) } },
    { kind: 'skip', reason: 'retry_expired' },
  ],
  ['a retry that asks for another number', { person: { retryOf: retry('busy', 1) } }, { kind: 'call', from: far }],
  [
    'a retry that asks for another number, which is full',
    {
      person: { retryOf: retry('busy', 1) },
      campaign: { phoneNumbers: [near, far] },
      numbers: { cap: 5, callsToday: callsOf(far) },
    },
    { kind: 'call', from: near },
  ],
  ['one attempt less than a day allows', { person: { attemptsToday: 1 } }, { kind: 'call', from: near }],
  ['as many attempts as a day allows', { person: { attemptsToday: 2 } }, wait('daily_attempts', midnight)],
  [
    'Spain from its mobiles alone',
    { place: 'ES:Europe/Madrid', campaign: { phoneNumbers: [spanishMobile] } },
    wait('origin_barred', null),
  ],
  [
    'Spain from a number that may call it, though one that may not is nearer',
    { place: 'ES:Europe/Madrid', person: { phoneNumber: '+34910000000' } },
    { kind: 'call', from: near },
  ],
  [
    'Spain by a campaign older than the rule',
    { place: 'ES:Europe/Madrid', campaign: { phoneNumbers: [spanishMobile], exemptRules: ['es_mobile_origin'] } },
    { kind: 'call', from: spanishMobile },
  ],
  [
    'Spain, where the only number that may call it is full',
    {
      place: 'ES:Europe/Madrid',
      campaign: { phoneNumbers: [near, spanishMobile] },
      numbers: { cap: 5, callsToday: callsOf(near) },
    },
    wait('origin_barred', midnight),
  ],
  [
    'numbers that are all full',
    { numbers: { cap: 5, callsToday: callsOf(near, far, spanishMobile) } },
    wait('number_cap', midnight),
  ],
  [
    'numbers of which one is not full, though set aside',
    {
      campaign: { phoneNumbers: [near, far] },
      numbers: { cap: 5, callsToday: callsOf(near), setAside: new Set([far]) },
    },
    wait('number_cap', midnight),
  ],
  [
    'one call less than the cap',
    { campaign: { phoneNumbers: [near] }, numbers: { cap: 6, callsToday: callsOf(near) } },
    { kind: 'call', from: near },
  ],
  [
    'a retry whose delay goes on',
    { person: { later: { until: new Date(noon.getTime() + 1), reason: 'retry_delay' } } },
    wait('retry_delay', new Date(noon.getTime() + 1)),
  ],
  ['a call back that is due', { person: { later: { until: noon, reason: 'callback' } } }, { kind: 'call', from: near }],
  ['the moment of closing', { at: new Date('2026-11-28T00:00:00Z') }, wait('calling_window', opening)],
  ['the moment before', { at: new Date('2026-11-27T23:59:59Z') }, { kind: 'call', from: near }],
  ['the moment of opening', { at: opening }, { kind: 'call', from: near }],
  [
    'hours of the campaign that never meet the workspace’s',
    { campaign: { callingWindow: { ...window, from: '03:00', to: '04:00' } } },
    wait('calling_window', null),
  ],
])('%s', (_name, given, verdict) => {
  expect(ask(given)).toEqual(verdict);
});

/** Every rule forbids the call at once. If one is taken away, the next decides. */
test('the rules decide in their order', () => {
  const full = callsOf(near, far, spanishMobile);
  const later = { until: new Date('2026-11-28T08:00:00Z'), reason: 'callback' } as const;
  const night = new Date('2026-11-28T04:00:00Z');
  const all: Given = {
    at: night,
    place: 'ES:Europe/Madrid',
    campaign: { phoneNumbers: [spanishMobile] },
    numbers: { cap: 5, callsToday: full },
    person: { isListed: true, retryOf: retry('no_answer', 9), attemptsToday: 9, later },
  };
  const without = (person: Partial<PersonCallPermissionFacts>, more: Given = {}): CallPermissionDecision =>
    ask({ ...all, ...more, person: { ...all.person, ...person } });
  const open = { campaign: { phoneNumbers: [near, spanishMobile] } };
  const nextMidnight = new Date('2026-11-29T03:00:00Z');
  expect(without({})).toEqual({ kind: 'skip', reason: 'do_not_call' });
  expect(without({ isListed: false })).toEqual({ kind: 'skip', reason: 'retry_expired' });
  expect(without({ isListed: false, retryOf: null })).toEqual(wait('daily_attempts', nextMidnight));
  const fresh = { isListed: false, retryOf: null, attemptsToday: 0 };
  expect(without(fresh)).toEqual(wait('origin_barred', null));
  expect(without(fresh, open)).toEqual(wait('number_cap', nextMidnight));
  expect(without(fresh, { ...open, numbers: {} })).toEqual(wait('callback', later.until));
  expect(without({ ...fresh, later: null }, { ...open, numbers: {} })).toEqual(
    wait('calling_window', new Date('2026-11-30T08:00:00Z')),
  );
});

test('a wait says the reason that holds now, until the first moment at which none does', () => {
  const find = (given: Given): CampaignWait | null => findPersonCallWait(factsOf(given));
  expect(find({})).toBeNull();
  expect(find({ person: { attemptsToday: 2 } })).toEqual({ reason: 'daily_attempts', until: opening });
  expect(find({ numbers: { cap: 5, callsToday: callsOf(near, far, spanishMobile) } })).toEqual({
    reason: 'number_cap',
    until: opening,
  });
  const later = { until: new Date('2026-11-28T06:00:00Z'), reason: 'retry_delay' } as const;
  expect(find({ person: { later } })).toEqual({ reason: 'retry_delay', until: opening });
  // People whose delay ends at night, after the cap was reached, are called the next day.
  expect(find({ person: { later }, numbers: { cap: 5, callsToday: callsOf(near, far, spanishMobile) } })).toEqual({
    reason: 'number_cap',
    until: opening,
  });
  const barred = { place: 'ES:Europe/Madrid', campaign: { phoneNumbers: [spanishMobile] } };
  expect(find(barred)).toEqual({ reason: 'origin_barred', until: null });
  expect(find({ person: { isListed: true } })).toBeNull();
});

test('a campaign waits for the first of its people, and says why the others do not call meanwhile', () => {
  const at = (hour: number): Date => new Date(Date.UTC(2026, 10, 28, hour));
  const closed: CampaignWait = { reason: 'calling_window', until: at(12) };
  const delayed: CampaignWait = { reason: 'retry_delay', until: at(14) };
  const barred: CampaignWait = { reason: 'origin_barred', until: null };
  expect(combineIntoCampaignWait([closed, null, delayed])).toBeNull();
  expect(combineIntoCampaignWait([closed, delayed])).toEqual({ reason: 'retry_delay', until: at(12) });
  expect(combineIntoCampaignWait([barred, closed])).toEqual(closed);
  expect(combineIntoCampaignWait([barred, barred])).toEqual(barred);
  expect(combineIntoCampaignWait([closed, { reason: 'origin_barred', until: at(15) }])).toEqual({
    reason: 'origin_barred',
    until: at(12),
  });
  expect(combineIntoCampaignWait([delayed, { reason: 'number_cap', until: at(20) }])?.reason).toBe('number_cap');
  const never: CampaignWait = { reason: 'calling_window', until: null };
  expect(combineIntoCampaignWait([never])).toEqual(never);
  expect(combineIntoCampaignWait([never, closed])).toEqual(closed);
});

const moment = fc.integer({ min: Date.parse('2026-11-26T00:00Z'), max: Date.parse('2026-12-04T00:00Z') });
const given = fc.record({
  at: moment.map((ms) => new Date(ms)),
  place: fc.constantFrom(
    '',
    'AR:America/Argentina/Buenos_Aires',
    'ES:Europe/Madrid',
    'CL:America/Santiago&Pacific/Easter',
  ),
  person: fc.record({
    phoneNumber: fc.constantFrom('', '+541144445555', '+34910000000'),
    isListed: fc.boolean(),
    attemptsToday: fc.nat({ max: 3 }),
    retryOf: fc.option(
      fc.record({
        outcome: fc.constantFrom('busy', 'no_answer'),
        fromNumber: fc.constant(near),
        firstAt: moment.map((ms) => new Date(ms).toISOString()),
      }),
    ),
    later: fc.option(
      fc.record({
        until: moment.map((ms) => new Date(ms)),
        reason: fc.constantFrom('daily_attempts', 'retry_delay', 'callback'),
      }),
    ),
    spokeFrom: fc.constantFrom(null, near, far),
  }),
  campaign: fc.record({ phoneNumbers: fc.subarray([near, far, spanishMobile], { minLength: 1 }) }),
  numbers: fc.record({
    cap: fc.constantFrom(0, 5, 6),
    callsToday: fc.subarray([near, far, spanishMobile]).map((numbers) => callsOf(...numbers)),
    setAside: fc.subarray([near, far]).map((numbers) => new Set(numbers)),
  }),
}) as fc.Arbitrary<Given & { readonly at: Date }>;

test('nobody is called against a rule, and a wait ends when it says', () => {
  fc.assert(
    fc.property(given, (each) => {
      const facts = factsOf(each);
      const verdict = decideCallPermission(facts);
      const { person, place, numbers } = facts;
      if (verdict.kind === 'call') {
        expect(person.isListed || person.phoneNumber === '').toBe(false);
        expect(person.attemptsToday).toBeLessThan(rules.dailyAttempts);
        expect(place.hours.isOpen).toBe(true);
        expect(place.numbers).toContain(verdict.from);
        expect(numbers.cap > 0 && (numbers.callsToday.get(verdict.from) ?? 0) >= numbers.cap).toBe(false);
        expect(person.later === null || person.later.until <= each.at).toBe(true);
      }
      const wait = findPersonCallWait(facts);
      expect(wait === null).toBe(verdict.kind !== 'wait');
      if (verdict.kind !== 'wait' || !wait) return;
      expect(wait.reason).toBe(verdict.reason);
      if (wait.until === null) return;
      expect(wait.until.getTime()).toBeGreaterThan(each.at.getTime());
      const isOtherDay = wait.until >= facts.dayEndsAt;
      const then = decideCallPermission({
        ...facts,
        at: wait.until,
        place: deriveCountryZoneCallPermissionFacts(rules, facts.campaign, facts.placeName, wait.until),
        person: isOtherDay ? { ...person, attemptsToday: 0 } : person,
        numbers: isOtherDay ? { ...numbers, callsToday: new Map() } : numbers,
      });
      expect(then.kind).not.toBe('wait');
    }),
    { numRuns: 400 },
  );
});
