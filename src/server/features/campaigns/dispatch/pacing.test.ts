import { expect, test } from 'vitest';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { createCallRateLimiter, type CallRateLimiter } from './call-pace.ts';
import { dispatchTuning } from './dispatch-tuning.ts';
import { createProviderBackoff } from './later-backoff.ts';
import { createConcurrentCallBudget } from './line-budget.ts';

test.each([0.1, 0.5, 1, 3, 7.5, 40, 200])(
  '%d calls a second: that many over a minute, and never more in any second',
  async (rate) => {
    const clock = new ManualClock();
    const pace = createCallRateLimiter(clock);
    const placedAt: number[] = [];
    for (let ms = 0; ms < 60_000; ms += 20) {
      placedAt.push(...sendAll(pace, rate, ms));
      await clock.advance(20);
    }
    expect(placedAt.length).toBeGreaterThanOrEqual(Math.floor(60 * rate * 0.98));
    expect(placedAt.length).toBeLessThanOrEqual(Math.ceil(60 * rate + 1 + rate / 10));
    for (let from = 0; from < 59_000; from += 260) {
      const inSecond = placedAt.filter((at) => at >= from && at < from + 1_000).length;
      expect(inSecond).toBeLessThanOrEqual(Math.max(1, Math.ceil(rate)));
    }
  },
);

test.each([0.1, 0.5, 1, 7.5, 200])(
  '%d calls a second, though two servers take turns: no more than one of them would place',
  async (rate) => {
    const clock = new ManualClock();
    const placedAt: number[] = [];
    const paces = [createCallRateLimiter(clock), createCallRateLimiter(clock)];
    for (let ms = 0; ms < 60_000; ms += 20) {
      const turn = Math.floor(ms / 740) % 2;
      const pace = paces[turn] ?? createCallRateLimiter(clock);
      if (ms % 740 === 0) pace.resume(placedAt.map((at) => ms - at).filter((age) => age < 10_000));
      placedAt.push(...sendAll(pace, rate, ms));
      await clock.advance(20);
    }
    expect(placedAt.length).toBeGreaterThanOrEqual(Math.floor(60 * rate * 0.98));
    expect(placedAt.length).toBeLessThanOrEqual(Math.ceil(60 * rate + 1 + rate / 10));
    for (let from = 0; from < 59_000; from += 260) {
      const inSecond = placedAt.filter((at) => at >= from && at < from + 1_000).length;
      expect(inSecond).toBeLessThanOrEqual(Math.max(1, Math.ceil(rate)));
    }
  },
);

test('the wait for the next call is told, and what was not used stays', async () => {
  const clock = new ManualClock();
  const pace = createCallRateLimiter(clock);
  expect(pace.allows(1.6)).toBe(1);
  // Nobody was there to be called.
  pace.send(0);
  expect(pace.msUntilNext(1.6)).toBe(0);
  expect(pace.allows(1.6)).toBe(1);
  pace.send(1);
  expect(pace.msUntilNext(1.6)).toBeCloseTo(625);
  await clock.advance(624);
  expect(pace.allows(1.6)).toBe(0);
  await clock.advance(1);
  expect(pace.allows(1.6)).toBe(1);
});

test('calls made up for count in their second: the window says when the next may go, not the bucket', async () => {
  const clock = new ManualClock();
  const pace = createCallRateLimiter(clock);
  await clock.advance(5_000);
  expect(pace.allows(20)).toBe(3);
  pace.send(3);
  for (let call = 3; call < 20; call++) {
    await clock.advance(50);
    expect(pace.allows(20)).toBe(1);
    pace.send(1);
  }
  await clock.advance(100);
  expect(pace.allows(20)).toBe(0);
  expect(pace.msUntilNext(20)).toBeCloseTo(50);
  await clock.advance(50);
  expect(pace.allows(20)).toBe(3);
});

test('a call counts from when it goes out, however long it took to claim', async () => {
  const clock = new ManualClock();
  const pace = createCallRateLimiter(clock);
  const sentAt: number[] = [];
  for (let call = 0; call < 60; call++) {
    while (pace.allows(10) === 0) await clock.advance(5);
    // The first calls wait for the database.
    await clock.advance(call < 20 ? 90 : 10);
    pace.send(1);
    sentAt.push(clock.monotonicMs());
  }
  sentAt.slice(10).forEach((at, index) => expect(at - (sentAt[index] ?? 0)).toBeGreaterThanOrEqual(1_000));
});

test('calls keep their distance, first and after moments when nobody dialled: what travels a little longer meets no second wave', async () => {
  const clock = new ManualClock();
  const pace = createCallRateLimiter(clock);
  await clock.advance(60_000);
  const placedAt: number[] = [];
  for (let ms = 0; ms < 20_000; ms += 20) {
    const isAway = ms % 4_700 < 400;
    if (!isAway) placedAt.push(...sendAll(pace, 100, ms));
    await clock.advance(20);
  }
  for (let from = 0; from < 20_000; from += 20) {
    const inTenth = placedAt.filter((at) => at >= from && at < from + 100).length;
    expect(inTenth).toBeLessThanOrEqual(10 + 11);
  }
  // Five times 400 ms were lost, of which a tenth of a second each may be made up for.
  expect(placedAt.length).toBeGreaterThanOrEqual((20 - 5 * 0.4) * 100);
});

test('free lines are the limit less reserved, less the provider’s figure, less what it cannot yet include', async () => {
  const clock = new ManualClock();
  const lines = createConcurrentCallBudget(clock, dispatchTuning);
  expect(lines.free(2)).toBeNull();
  await lines.refresh(async () => ({ current: 5, limit: 20 }));
  expect(lines.free(2)).toBe(13);
  lines.placing('a');
  lines.placing('b');
  lines.placing('c');
  lines.placed('a');
  lines.refused('c');
  expect(lines.free(2)).toBe(11);
  // 'a' was answered before the request and is in the new figure; 'b' may or may not be.
  await lines.refresh(async () => ({ current: 6, limit: 20 }));
  expect(lines.free(2)).toBe(11);
  expect(lines.free(30)).toBe(0);
  await clock.advance(3_001);
  expect(lines.free(2)).toBeNull();
});

test('an answer that comes while the provider is being asked still counts on top', async () => {
  const lines = createConcurrentCallBudget(new ManualClock(), dispatchTuning);
  lines.placing('a');
  await lines.refresh(async () => {
    lines.placed('a');
    return { current: 0, limit: 10 };
  });
  expect(lines.free(0)).toBe(9);
});

test('an answer that was long in coming counts from its arrival', async () => {
  const clock = new ManualClock();
  const lines = createConcurrentCallBudget(clock, dispatchTuning);
  await lines.refresh(async () => {
    await clock.advance(5_000);
    return { current: 1, limit: 10 };
  });
  expect(lines.free(0)).toBe(9);
  await clock.advance(3_001);
  expect(lines.free(0)).toBeNull();
});

test('a failed question leaves the old figure, and a freed line makes the next one due sooner', async () => {
  const clock = new ManualClock();
  const lines = createConcurrentCallBudget(clock, dispatchTuning);
  expect(lines.msUntilDue).toBe(0);
  await lines.refresh(async () => {
    expect(lines.msUntilDue).toBe(Number.POSITIVE_INFINITY);
    return { current: 10, limit: 10 };
  });
  expect(lines.msUntilDue).toBe(dispatchTuning.askLinesEveryMs);
  await clock.advance(5);
  lines.lineFreed();
  expect(lines.msUntilDue).toBe(dispatchTuning.askLinesSoonMs - 5);
  await clock.advance(lines.msUntilDue);
  expect(lines.msUntilDue).toBe(0);
  await expect(lines.refresh(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(lines.free(0)).toBe(0);
});

test('refusals rest longer wave by wave, up to the cap; an acceptance after the rest ends it', async () => {
  const clock = new ManualClock();
  const backoff = createProviderBackoff(clock, () => 1, dispatchTuning);
  expect(backoff.restMs).toBe(0);
  const rests: number[] = [];
  for (let wave = 0; wave < 9; wave++) {
    const placedAt = clock.monotonicMs();
    await clock.advance(1);
    backoff.refused(placedAt);
    backoff.refused(placedAt); // the same wave
    rests.push(backoff.restMs);
    await clock.advance(backoff.restMs);
  }
  expect(rests).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  backoff.accepted(clock.monotonicMs());
  backoff.refused(clock.monotonicMs());
  expect(backoff.restMs).toBe(500);
});

test('orders without an answer begin a rest once three came in a row, until one is accepted', async () => {
  const clock = new ManualClock();
  const backoff = createProviderBackoff(clock, () => 1, dispatchTuning);
  const unanswered = (): readonly [number, boolean] => {
    backoff.unanswered(clock.monotonicMs());
    return [backoff.restMs, backoff.doubtfulForMs !== null];
  };
  expect([unanswered(), unanswered(), unanswered()]).toEqual([
    [0, false],
    [0, false],
    [500, true],
  ]);
  await clock.advance(500);
  expect(unanswered()).toEqual([1_000, true]);
  await clock.advance(1_000);
  expect([backoff.restMs, backoff.doubtfulForMs]).toEqual([0, 1_500]);
  backoff.answered();
  expect(backoff.doubtfulForMs).toBeNull();
  expect([unanswered(), unanswered()].at(-1)).toEqual([0, false]);
  backoff.accepted(clock.monotonicMs());
  expect([unanswered(), unanswered(), unanswered()].at(-1)).toEqual([500, true]);
});

test('jitter spreads the rest over its upper half', () => {
  const clock = new ManualClock();
  const backoff = createProviderBackoff(clock, () => 0, dispatchTuning);
  backoff.refused(clock.monotonicMs());
  expect(backoff.restMs).toBe(250);
});

/** @returns the moments at which the calls went out */
function sendAll(pace: CallRateLimiter, rate: number, atMs: number): readonly number[] {
  const calls = pace.allows(rate);
  pace.send(calls);
  return Array.from({ length: calls }, () => atMs);
}
