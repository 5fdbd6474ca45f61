// Faults of requests: the client's view, and the simulator's record.
import Retell, { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError } from 'retell-sdk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startSimulator } from './index.ts';
import type { SimulatedIdempotencyKeyMode, Simulator } from './index.ts';

const testKey = 'key_faults';
const to = '+5491144445555';

let simulator: Simulator;
let client: Retell;
let from: string;

const place = (options: { signal?: AbortSignal } = {}, more: object = {}): Promise<unknown> =>
  client.call.createPhoneCall({ from_number: from, to_number: to, metadata: { attempt: 'a' }, ...more }, options);
const failure = (request: Promise<unknown>): Promise<unknown> =>
  request.then(
    () => 'answered',
    (error: unknown) => (error instanceof APIError && error.status !== undefined ? (error.status as number) : error),
  );
const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
/** True if no call or held request is in progress. */
const isIdle = (): Promise<boolean> =>
  Promise.race([simulator.whenIdle().then(() => true), nextTurn().then(() => false)]);
const answers = (): boolean[] => simulator.placedCalls(testKey).map(({ answered }) => answered);

beforeEach(async () => {
  simulator = await startSimulator({ seed: 3, clock: { speed: 5000 }, accounts: [{ key: testKey, orgName: 'Uno' }] });
  client = new Retell({ apiKey: testKey, baseURL: simulator.url, maxRetries: 0 });
  from = (await client.phoneNumber.list()).items[0]?.phone_number ?? '';
});
afterEach(() => simulator.close());

describe('placing a call', () => {
  it('can be refused with 429 and fail with 500 before acceptance: nothing is dialled', async () => {
    simulator.setFaults({ createPhoneCall: { tooManyRequests: { next: 2 }, serverErrorBefore: { next: 1 } } });
    expect([await failure(place()), await failure(place()), await failure(place()), await failure(place())]).toEqual([
      429,
      429,
      500,
      'answered',
    ]);
    expect(answers()).toEqual([true]);
  });

  it('can lose the answer after acceptance', async () => {
    simulator.setFaults({ createPhoneCall: { answerLost: { next: 1 } } });
    expect(await failure(place())).toBeInstanceOf(APIConnectionError);
    expect(answers()).toEqual([false]);
    await simulator.whenIdle();
    const [placed] = simulator.placedCalls(testKey);
    expect((await client.call.retrieve(placed?.call_id ?? '')).metadata).toEqual({ attempt: 'a' });
  });

  it('can answer 5xx after acceptance', async () => {
    simulator.setFaults({ createPhoneCall: { serverErrorAfter: { next: 1, status: 502 } } });
    expect(await failure(place())).toBe(502);
    expect(answers()).toEqual([false]);
  });

  it('can accept after the client has given up', async () => {
    simulator.setFaults({ createPhoneCall: { acceptLate: { next: 1, delayMs: 500 } } });
    const giveUp = new AbortController();
    const request = failure(place({ signal: giveUp.signal }));
    while (await isIdle()) await nextTurn();
    giveUp.abort();
    expect(await request).toBeInstanceOf(APIUserAbortError);
    expect(simulator.placedCalls(testKey)).toEqual([]);
    await simulator.whenIdle();
    expect(answers()).toEqual([false]);
  });

  it('can answer late what it accepted at once', async () => {
    simulator.setFaults({ createPhoneCall: { slow: { next: 1, delayMs: 120 } } });
    const request = failure(place());
    // Checked in the turn in which it is accepted, before any timer runs.
    while (answers().length === 0) await nextTurn();
    expect(answers()).toEqual([false]);
    expect(await request).toBe('answered');
    expect(answers()).toEqual([true]);
  });

  it('fails by a seeded chance', async () => {
    simulator.setConcurrencyLimit(testKey, 1000);
    simulator.setFaults({ createPhoneCall: { answerLost: { probability: 0.3 } } });
    const outcomes = [];
    for (let index = 0; index < 60; index += 1) outcomes.push(await failure(place()));
    const lost = outcomes.filter((outcome) => outcome !== 'answered').length;
    expect(lost).toBeGreaterThan(8);
    expect(lost).toBeLessThan(30);
    expect(answers().filter((answered) => !answered)).toHaveLength(lost);
    expect(simulator.placedCalls(testKey)).toHaveLength(60);
  });
});

describe('a repeated order', () => {
  const order = { idempotency_key: 'attempt-1' };
  type Answered = { call_id: string };
  const idOf = async (request: Promise<unknown>): Promise<unknown> =>
    request.then(
      (call) => (call as Answered).call_id,
      (error: unknown) => (error instanceof APIError ? error.status : error),
    );
  const start = async (orderKeys: SimulatedIdempotencyKeyMode): Promise<void> => {
    await simulator.close();
    simulator = await startSimulator({
      seed: 3,
      clock: { speed: 5000 },
      accounts: [{ key: testKey, orgName: 'Uno', orderKeys }],
    });
    client = new Retell({ apiKey: testKey, baseURL: simulator.url, maxRetries: 0 });
  };
  const repeat = (more: object = {}): Promise<unknown> => place({}, { ...order, ...more });
  const placed = (): number => simulator.placedCalls(testKey).length;

  it.each(['honoured', 'conflict', 'compared', 'freed'] as const)('makes one call where keys are %s', async (keys) => {
    await start(keys);
    simulator.setFaults({ createPhoneCall: { answerLost: { next: 1 } } });
    expect(await failure(repeat())).toBeInstanceOf(APIConnectionError);
    const again = await idOf(repeat());
    expect(again).toBe(simulator.placedCalls(testKey)[0]?.call_id);
    expect(await idOf(repeat({ metadata: { attempt: 'b' } }))).toBe(keys === 'compared' ? 422 : again);
    expect(placed()).toBe(1);
    // Another key is another order.
    await repeat({ idempotency_key: 'attempt-2' });
    expect(placed()).toBe(2);
  });

  it('waits for the first, or is refused with 409, while the first is under way', async () => {
    for (const [keys, second] of [
      ['honoured', 'call'],
      ['conflict', 409],
    ] as const) {
      await start(keys);
      simulator.setFaults({ createPhoneCall: { acceptLate: { next: 1, delayMs: 200 } } });
      const first = idOf(repeat());
      await nextTurn();
      const other = await idOf(repeat());
      expect(other).toBe(second === 'call' ? await first : second);
      expect([await first, placed()]).toEqual([simulator.placedCalls(testKey)[0]?.call_id, 1]);
    }
  });

  it('makes another call where keys are ignored, or freed by a 5xx that dialled', async () => {
    await start('ignored');
    await repeat();
    await repeat();
    expect(placed()).toBe(2);
    await start('freed');
    simulator.setFaults({ createPhoneCall: { serverErrorAfter: { next: 1 } } });
    expect(await failure(repeat())).toBe(500);
    await repeat();
    expect(placed()).toBe(2);
  });

  it('is the first where the first was refused', async () => {
    simulator.setConcurrencyLimit(testKey, 0);
    expect(await failure(repeat())).toBe(429);
    simulator.setConcurrencyLimit(testKey, 20);
    await repeat();
    expect(placed()).toBe(1);
  });
});

describe('other requests', () => {
  it('can be throttled, fail and be slow', async () => {
    simulator.setFaults({
      others: { tooManyRequests: { next: 1 }, serverError: { next: 1 }, slow: { next: 1, delayMs: 200 } },
    });
    expect(await failure(client.identity.retrieve())).toBe(429);
    expect(await failure(client.identity.retrieve())).toBe(500);
    expect(await failure(client.identity.retrieve({ timeout: 30 }))).toBeInstanceOf(APIConnectionTimeoutError);
    expect(await failure(client.identity.retrieve())).toBe('answered');
  });

  it('get-call can miss a call that is there', async () => {
    await place();
    const id = simulator.placedCalls(testKey)[0]?.call_id ?? '';
    simulator.setFaults({ getCall: { missing: { next: 1 } } });
    expect(await failure(client.call.retrieve(id))).toBe(422);
    expect(await failure(client.call.retrieve(id))).toBe('answered');
  });

  it('list-calls can lag behind', async () => {
    await place();
    await simulator.whenIdle();
    simulator.setFaults({ listLagMs: 60_000 });
    expect((await client.call.list()).items).toEqual([]);
    simulator.setFaults({});
    expect((await client.call.list()).items).toHaveLength(1);
  });
});
