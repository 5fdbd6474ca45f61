import { expect, test } from 'vitest';
import { ManualClock } from '../testing/manual-clock.ts';
import { systemClock } from './clock.ts';

test('a system sleep ends by itself or rejects with the reason of its abort', async () => {
  const before = systemClock.monotonicMs();
  await systemClock.sleep(5);
  expect(systemClock.monotonicMs() - before).toBeGreaterThanOrEqual(4);
  const stop = new AbortController();
  const asleep = systemClock.sleep(60_000, stop.signal);
  stop.abort(new Error('closing'));
  await expect(asleep).rejects.toThrow('closing');
});

test('a manual clock wakes sleepers in the order they fall due, even those that sleep again', async () => {
  const clock = new ManualClock('2026-11-21T12:00:00Z');
  const seen: string[] = [];
  const sleepTwice = async (): Promise<void> => {
    await clock.sleep(10);
    seen.push(`a ${clock.now().toISOString()}`);
    await clock.sleep(10);
    seen.push(`a ${clock.monotonicMs()}`);
  };
  const both = Promise.all([sleepTwice(), clock.sleep(15).then(() => seen.push('b'))]);
  await clock.advance(30);
  await both;
  expect(seen).toEqual(['a 2026-11-21T12:00:00.010Z', 'b', 'a 20']);
  clock.jumpWall(-3_600_000);
  expect([clock.now().toISOString(), clock.monotonicMs()]).toEqual(['2026-11-21T11:00:00.030Z', 30]);
});
