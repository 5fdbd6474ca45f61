// Whatever happens to servers, orders, answers and reports, in any order: nobody is dialled more often than the retry
// policy grants, no number exceeds its daily cap, nobody is lost, and the counts are true. Checked after every step, on
// a real database, against the model's own records (testing/model-provider.ts). `FC_RUNS=2000 npx vitest run
// never-twice` runs it long, FC_SEED with another seed.
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RetryLimits, RetryPolicy } from '../../../../contract/campaigns.ts';
import {
  countedAs,
  openDispatchHouse,
  type DispatchHouse,
  type DispatchWorld,
  type Look,
  type Origins,
  type RecipientLook,
} from '../testing/dispatch-world.ts';
import { phoneOf } from '../../../testing/campaign-orders.ts';
import {
  endings,
  fates,
  keyWays,
  rankedResults,
  repeatFates,
  type Ending,
  type Fate,
  type ModelCall,
} from '../testing/model-provider.ts';

const runs = Number(process.env['FC_RUNS'] ?? 20);
const seed = Number(process.env['FC_SEED'] ?? 20_261_121);
/** FC_KEYS=freed runs it with one way of keys alone. */
const ways = keyWays.filter((way) => way === (process.env['FC_KEYS'] ?? way));

type Command =
  | {
      readonly do: 'dispatch';
      readonly server: number;
      readonly limit: number;
      readonly fates: readonly Fate[];
      readonly endings: readonly Ending[];
    }
  | { readonly do: 'advance' | 'lose' | 'snapshot'; readonly which: number; readonly server: number }
  | { readonly do: 'hear'; readonly which: number; readonly server: number; readonly stays: boolean }
  | { readonly do: 'finish'; readonly which: number; readonly server: number }
  | { readonly do: 'resolve' | 'crash'; readonly server: number }
  | { readonly do: 'settle'; readonly server: number; readonly firstSeconds: number }
  | { readonly do: 'pass'; readonly seconds: number }
  | { readonly do: 'lag'; readonly seconds: number }
  | { readonly do: 'list'; readonly isBroken: boolean }
  | { readonly do: 'repetitions'; readonly fates: readonly Fate[] }
  | { readonly do: 'course'; readonly to: 'paused' | 'in_progress' | 'completed' }
  | { readonly do: 'add'; readonly from: number; readonly count: number }
  | { readonly do: 'open'; readonly isOpen: boolean }
  /** A person opens a call and sets, moves or cancels a call back. */
  | { readonly do: 'callBack'; readonly which: number; readonly minutes: number | null }
  | { readonly do: 'wake' | 'accept' | 'complete' };

/** Commands of the provider, which the servers do not notice at once. */
const ofProvider: ReadonlySet<Command['do']> = new Set(['advance', 'lose', 'lag', 'list', 'accept', 'repetitions']);

const openFates: readonly Fate[] = ['held', 'lost', 'failed', 'halted', 'unheard'];
const server = fc.constantFrom(0, 1);
const which = fc.nat(20);
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('dispatch' as const),
      server,
      limit: fc.integer({ min: 1, max: 3 }),
      // Fates that leave something open come twice as often.
      fates: fc.array(fc.constantFrom(...fates, ...openFates), { minLength: 1, maxLength: 3 }),
      endings: fc.array(fc.constantFrom(...endings), { maxLength: 3 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('advance' as const), which, server }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('hear' as const), which, server, stays: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('lose' as const, 'snapshot' as const), which, server }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('finish' as const), which, server }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('resolve' as const), server }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('settle' as const), server, firstSeconds: fc.constantFrom(4, 16, 46) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash' as const), server }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      seconds: fc.constantFrom(1, 5, 11, 16, 35, 61, 130, 1_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lag' as const), seconds: fc.constantFrom(0, 5, 40) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('list' as const), isBroken: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('repetitions' as const),
      fates: fc.array(fc.constantFrom(...repeatFates), { maxLength: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('course' as const),
      to: fc.constantFrom('paused' as const, 'in_progress' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('course' as const),
      to: fc.constantFrom('paused' as const, 'in_progress' as const, 'completed' as const),
    }),
  },
  {
    weight: 2,
    // Some of these people are in the campaign already.
    arbitrary: fc.record({ do: fc.constant('add' as const), from: fc.nat(5), count: fc.integer({ min: 1, max: 2 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('open' as const), isOpen: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('callBack' as const),
      which,
      minutes: fc.option(fc.constantFrom(1, 4), { nil: null, freq: 2 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('wake' as const, 'accept' as const, 'complete' as const) }) },
);
const rule = fc.record({
  attempts: fc.integer({ min: 1, max: 2 }),
  delayMinutes: fc.constantFrom(1, 2),
  otherNumber: fc.boolean(),
});
const policy: fc.Arbitrary<RetryPolicy> = fc.record(
  { no_answer: rule, busy: rule, voicemail: rule, error: rule },
  { requiredKeys: [] },
);

const origins: fc.Arbitrary<Origins> = fc.record({
  numbers: fc.integer({ min: 1, max: 3 }),
  cap: fc.constantFrom(0, 1, 2, 3),
});
const oneNumber: Origins = { numbers: 1, cap: 0 };
const dayMs = 24 * 3_600_000;
const limits: fc.Arbitrary<RetryLimits> = fc.record(
  { maxAttempts: fc.integer({ min: 1, max: 4 }), maxDays: fc.integer({ min: 1, max: 2 }) },
  { requiredKeys: [] },
);

/** Random parts of the final rest: a pause, the wake of halted orders, late analyses, endings of calls. */
interface Rest {
  /** The pause lasts until no order can go on any more. */
  readonly isPaused: boolean;
  readonly wakesAt: number;
  readonly analysedAfter: number;
  readonly endings: readonly Ending[];
}
const lastWake = 4;
const rest: fc.Arbitrary<Rest> = fc.record({
  isPaused: fc.boolean(),
  wakesAt: fc.integer({ min: 0, max: lastWake }),
  analysedAfter: fc.integer({ min: 0, max: 7 }),
  endings: fc.array(fc.constantFrom(...endings), { maxLength: 6 }),
});

const atOnce: Rest = { isPaused: false, wakesAt: 0, analysedAfter: 0, endings: [] };
const dispatchOne = (each: number, fate: Fate): Command => ({
  do: 'dispatch',
  server: each,
  limit: 1,
  fates: [fate],
  endings: [],
});
/** A fixed run that comes first: a server is halted before it sends, and others take its place meanwhile. */
const wokenTooLate: readonly Command[] = [
  dispatchOne(0, 'halted'),
  { do: 'settle', server: 1, firstSeconds: 46 },
  dispatchOne(1, 'answered'),
  { do: 'wake' },
];
/** The same run, while the outcome of the other server's order is unknown. */
const refusedTooLate: readonly Command[] = [
  dispatchOne(0, 'halted'),
  { do: 'settle', server: 1, firstSeconds: 46 },
  dispatchOne(1, 'lost'),
  { do: 'wake' },
];
/** The provider accepts as late as it may, and nobody has given up by then. */
const acceptedLate: readonly Command[] = [
  dispatchOne(0, 'held'),
  { do: 'settle', server: 0, firstSeconds: 4 },
  dispatchOne(1, 'answered'),
  { do: 'pass', seconds: 61 },
];
/** A call back becomes due, and the outcome of its order is unknown. */
const calledBack: readonly Command[] = [
  { do: 'dispatch', server: 0, limit: 1, fates: ['answered'], endings: ['promised'] },
  { do: 'finish', which: 0, server: 0 },
  { do: 'pass', seconds: 130 },
  dispatchOne(1, 'lost'),
  { do: 'callBack', which: 0, minutes: 1 },
  { do: 'snapshot', which: 1, server: 0 },
  { do: 'finish', which: 1, server: 1 },
];

let house: DispatchHouse;
beforeAll(async () => {
  house = await openDispatchHouse();
});
afterAll(() => house.close());

test('nobody is dialled twice, no number calls above its cap, nobody is forgotten, and the counts are true, whatever happens', async ({
  annotate,
}) => {
  let repetitions = 0;
  await fc.assert(
    fc.asyncProperty(
      policy,
      limits,
      origins,
      fc.boolean(),
      fc.constantFrom(...ways),
      fc.integer({ min: 1, max: 3 }),
      fc.array(command, { minLength: 5, maxLength: 40 }),
      rest,
      async (retries, atMost, from, bestHour, keys, recipients, commands, then) => {
        const world = await house.open({ recipients, policy: retries, limits: atMost, origins: from, bestHour, keys });
        for (const each of commands) {
          await obey(world, each);
          if (!ofProvider.has(each.do)) check(world, await world.look());
        }
        const isStopped =
          world.status() === 'completed' && commands.some((each) => each.do === 'course' && each.to === 'completed');
        await drain(world, then);
        checkEnd(world, await world.look(), isStopped);
        repetitions += world.provider.repetitions;
      },
    ),
    {
      numRuns: runs,
      seed,
      examples: [wokenTooLate, refusedTooLate, acceptedLate, calledBack].map((commands) => [
        {},
        {},
        oneNumber,
        false,
        ways[0] ?? 'honoured',
        1,
        [...commands],
        atOnce,
      ]),
    },
  );
  await annotate(`${repetitions} orders sent again`);
  // If keys are ignored, the model counts any repetition as wrong.
  if (ways.some((way) => way !== 'ignored')) expect(repetitions).toBeGreaterThan(0);
}, 3_600_000);

async function obey(world: DispatchWorld, given: Command): Promise<void> {
  const { provider } = world;
  const pick = <T>(all: readonly T[], index: number): T | undefined => all[index % Math.max(1, all.length)];
  switch (given.do) {
    case 'dispatch':
      provider.endings.splice(0, Infinity, ...given.endings);
      await world.dispatch(given.server, given.limit, given.fates);
      return;
    case 'advance': {
      const call = pick(provider.calls, given.which);
      if (call) provider.advance(call);
      return;
    }
    case 'hear': {
      const report = pick(provider.reports, given.which);
      if (!report) return;
      if (!given.stays) provider.reports.splice(provider.reports.indexOf(report), 1);
      return world.hear(given.server, report);
    }
    case 'lose':
      provider.reports.splice(given.which % Math.max(1, provider.reports.length), 1);
      return;
    case 'snapshot': {
      const call = pick(provider.calls, given.which);
      return call && world.hear(given.server, provider.snapshotOf(call));
    }
    case 'finish': {
      const call = pick(provider.calls, given.which);
      if (!call) return;
      do {
        provider.advance(call);
        await world.hear(given.server, provider.snapshotOf(call));
      } while (!isAnalysed(call));
      return;
    }
    case 'resolve':
      return world.resolve(given.server);
    case 'settle':
      // The number of look-ups that absence needs, with or without the time that it needs.
      for (const seconds of [given.firstSeconds, 4, 4, 4, 4]) {
        await world.pass(seconds * 1_000);
        await world.resolve(given.server);
      }
      return;
    case 'crash':
      return world.crash(given.server);
    case 'pass':
      return world.pass(given.seconds * 1_000);
    case 'lag':
      provider.listLagMs = given.seconds * 1_000;
      return;
    case 'list':
      provider.isListBroken = given.isBroken;
      return;
    case 'course':
      return changeCourse(world, given.to);
    case 'repetitions':
      provider.repeatFates.splice(0, Infinity, ...given.fates);
      return;
    case 'add':
      if (!takesMore.has(world.status())) return;
      return world.add(Array.from({ length: given.count }, (_, index) => phoneOf(given.from + index)));
    case 'open':
      return takesMore.has(world.status()) ? world.setOpen(given.isOpen) : undefined;
    case 'callBack': {
      const call = pick(provider.calls, given.which);
      return call && callBack(world, call, given.minutes);
    }
    case 'wake':
      return world.wake();
    case 'accept':
      return provider.acceptHeld();
    case 'complete':
      return world.complete();
  }
}

/** A person may be called back if surely nobody is calling them and the campaign has not ended; nobody else may. */
async function callBack(world: DispatchWorld, { id, to }: ModelCall, minutes: number | null): Promise<void> {
  const { recipients, status } = await world.look();
  const recipient = recipients.find(({ phone_number: number }) => number === to);
  const isOver = status === 'completed' || status === 'failed' || !recipient?.was_sent;
  const answer = await world.setCallBack(id, minutes === null ? null : new Date(Date.now() + minutes * 60_000));
  const isWaiting = recipient?.state === 'pending';
  const isFree = recipient?.state === 'sent' && recipient.open.length === 0;
  const may = !isOver && (minutes === null ? isWaiting && recipient.callback_at !== null : isWaiting || isFree);
  if (answer === 'missing') return;
  expect({ answer, recipient, minutes, status }).toMatchObject({ answer: may ? 'done' : 'refused' });
  if (may && minutes === null) world.provider.setBack(to, -1);
  else if (may) world.provider.setBack(to, isFree ? 1 : 0);
}

const takesMore: ReadonlySet<string> = new Set(['created', 'scheduled', 'in_progress', 'paused']);

const mayBecome: Readonly<Record<string, readonly string[]>> = {
  paused: ['created', 'scheduled', 'in_progress'],
  in_progress: ['paused'],
  completed: ['created', 'scheduled', 'in_progress', 'paused', 'sent'],
};

async function changeCourse(world: DispatchWorld, to: 'paused' | 'in_progress' | 'completed'): Promise<void> {
  if (mayBecome[to]?.includes(world.status())) await world.change(to);
}

/** Runs until nothing is left to do: servers live, the provider behaves, everything is reported, even repeatedly. */
async function drain(world: DispatchWorld, { isPaused, wakesAt, analysedAfter, endings }: Rest): Promise<void> {
  const { provider } = world;
  provider.acceptHeld();
  provider.isListBroken = false;
  provider.listLagMs = 0;
  provider.repeatFates.splice(0);
  provider.endings.splice(0, Infinity, ...endings);
  if (isPaused && world.status() === 'in_progress') await world.change('paused');
  const endedAt = new Map<string, number>();
  // With a cap, some of these turns are days.
  for (let turn = 0; turn < 200; turn++) {
    if (turn === wakesAt) await world.wake();
    if (turn >= lastWake && (await world.look()).status === 'paused') await world.change('in_progress');
    // Until then the campaign may be open and wait for more people.
    if (turn === lastWake && takesMore.has(world.status())) await world.setOpen(false);
    // Servers that are still halted count as dead.
    if (turn === lastWake) [0, 1].forEach((each) => world.crash(each));
    provider.reports.splice(0);
    for (const [index, call] of provider.calls.entries()) {
      const stage = turn - (endedAt.get(call.id) ?? turn) >= analysedAfter ? 3 : 2;
      const isNews = !endedAt.has(call.id) || call.stage < stage;
      while (call.stage < stage) provider.advance(call);
      if (isNews || index === turn % provider.calls.length) await world.hear(turn, provider.snapshotOf(call));
      if (!endedAt.has(call.id)) endedAt.set(call.id, turn);
    }
    await world.resolve(turn);
    await world.dispatch(turn, 10, ['answered']);
    await world.complete();
    const look = await world.look();
    check(world, look);
    const isToldAll = provider.calls.every((call) => endedAt.has(call.id) && isAnalysed(call));
    const isSettled = look.recipients.every(({ open }) => open.every((state) => state === 'unconfirmed'));
    if (turn > lastWake && look.status === 'completed' && isToldAll && isSettled) return;
    // Before the last order may go on, look-ups believe in the absence of orders that are not found.
    await world.pass(look.waiting === 'number_cap' ? dayMs : turn === 0 ? 46_000 : 25_000);
  }
  throw new Error('no end: somebody is forgotten');
}

/** Conditions that are true after every step. */
function check({ provider, origins: { cap } }: DispatchWorld, { recipients, counts, attemptsToday }: Look): void {
  expect(provider.wrongs).toEqual([]);
  // Calls of today that rang or will ring, by the provider's records.
  const ofToday = provider.calls.filter(({ attemptId }) => Object.hasOwn(attemptsToday, attemptId));
  for (const { attemptId, from } of ofToday) expect(attemptsToday[attemptId]).toBe(from);
  const rang = ofToday.filter(({ ending }) => ending !== 'concurrency' && ending !== 'account');
  for (const [number, calls] of Map.groupBy(rang, ({ from }) => from))
    expect({ number, isAboveCap: cap > 0 && calls.length > cap }).toEqual({ number, isAboveCap: false });
  const recount = Object.fromEntries(
    Object.entries(countedAs).map(([name, counts]) => [name, recipients.filter(counts).length]),
  );
  expect(counts).toEqual(recount);
  const odd = recipients.filter((one) => !fits(one));
  expect(odd).toEqual([]);
}

/** True if there is at most one open attempt, and it fits the recipient's state. */
function fits({ state, open, callback_at: callsBack }: RecipientLook): boolean {
  if (open.length > 1 || (callsBack !== null && state !== 'pending' && state !== 'dialing')) return false;
  const [only] = open;
  if (state === 'dialing') return only === 'claimed' || only === 'unknown';
  if (state === 'unconfirmed') return only === 'unconfirmed';
  return only === undefined || (state === 'sent' && only === 'accepted');
}

/** Conditions at the end: everybody is in the model's state, with the result of their best call. */
function checkEnd({ provider, numbers }: DispatchWorld, { recipients }: Look, isStopped: boolean): void {
  expect(recipients.map(({ phone_number: to }) => to)).toEqual(numbers);
  for (const one of recipients) {
    const to = one.phone_number;
    const calls = provider.callsTo(to);
    const isFinal = isStopped || provider.refused.has(to);
    // Nobody could find out about the recipient's last order, which never became a call.
    if (one.state === 'unconfirmed')
      expect({ to, calls: calls.length }).toEqual({ to, calls: provider.callsOwed(to) - 1 });
    else if (calls.length === 0)
      expect({ to, state: one.state, isFinal }).toEqual({ to, state: 'undelivered', isFinal: true });
    else
      expect({
        to,
        state: one.state,
        isWhole: isFinal || calls.length === provider.callsOwed(to) || provider.isLate(to),
      }).toEqual({ to, state: 'sent', isWhole: true });
    const [best] = calls.map(rankedResults).toSorted((a, b) => rankOf(b) - rankOf(a));
    const { picked_up: pickedUp, contacted, completed, successful, was_sent: wasSent } = one;
    const none = { pickedUp: false, contacted: false, completed: false, successful: false };
    expect({ to, wasSent, pickedUp, contacted, completed, successful }).toEqual({
      to,
      wasSent: calls.length > 0,
      ...(best ?? none),
    });
  }
}

const isAnalysed = ({ stage }: ModelCall): boolean => stage === 3;

function rankOf({ pickedUp, contacted, successful }: ReturnType<typeof rankedResults>): number {
  return [pickedUp, contacted, successful].filter(Boolean).length;
}
