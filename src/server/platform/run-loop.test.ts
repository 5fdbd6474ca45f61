import { setImmediate as turn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { ManualClock } from '../testing/manual-clock.ts';
import { startBackgroundLoop } from './run-loop.ts';

function setUp() {
  return { clock: new ManualClock(), log: { error: vi.fn<(fields: object, message: string) => void>() } };
}

test('runs at once, then after each interval, and leaves no timer behind', async () => {
  const { clock, log } = setUp();
  const work = vi.fn<() => Promise<void>>().mockResolvedValue();
  const loop = startBackgroundLoop({ name: 'beat', intervalMs: 100, work, clock, log });
  await clock.advance(250);
  expect(work).toHaveBeenCalledTimes(3);
  await loop.stop();
  expect(clock.sleeping).toBe(0);
  await clock.advance(1_000);
  expect(work).toHaveBeenCalledTimes(3);
});

test('backs off after failures, keeps its pause when woken, and recovers', async () => {
  const { clock, log } = setUp();
  let broken = true;
  const work = vi.fn<() => Promise<void>>(async () => {
    if (broken) throw new Error('no database');
  });
  const loop = startBackgroundLoop({
    name: 'beat',
    intervalMs: 10,
    work,
    clock,
    log,
    backoff: { firstMs: 100, longestMs: 300 },
  });
  await clock.advance(700); // failures at 0, 100, 300, 600
  expect(work).toHaveBeenCalledTimes(4);
  loop.wake();
  await clock.advance(100);
  expect(work).toHaveBeenCalledTimes(4);
  broken = false;
  await clock.advance(100); // works again at 900, then by its interval
  expect(work).toHaveBeenCalledTimes(5);
  await clock.advance(20);
  expect(work).toHaveBeenCalledTimes(7);
  expect(log.error).toHaveBeenCalledTimes(4);
  expect(log.error).toHaveBeenLastCalledWith(
    expect.objectContaining({ loop: 'beat', failures: 4, retryInMs: 300 }),
    'background work failed',
  );
  await loop.stop();
});

test('a wake cuts the pause short; one during a run makes one more run, not two', async () => {
  const { clock, log } = setUp();
  const runs: (() => void)[] = [];
  const work = (): Promise<void> => new Promise((resolve) => runs.push(resolve));
  const loop = startBackgroundLoop({ name: 'bell', next: () => Number.POSITIVE_INFINITY, work, clock, log });
  expect(runs).toHaveLength(1);
  loop.wake();
  loop.wake();
  runs[0]?.();
  await turn();
  expect(runs).toHaveLength(2);
  runs[1]?.();
  await turn();
  expect(runs).toHaveLength(2);
  loop.wake();
  await turn();
  expect(runs).toHaveLength(3);
  const stopped = loop.stop();
  runs[2]?.();
  await stopped;
});

test('stop aborts the signal, waits for the run and reports nothing as a failure', async () => {
  const { clock, log } = setUp();
  const work = async (signal: AbortSignal): Promise<void> => {
    await clock.sleep(60_000, signal);
  };
  const loop = startBackgroundLoop({ name: 'long', intervalMs: 1, work, clock, log });
  await loop.stop();
  await loop.stop();
  expect(clock.sleeping).toBe(0);
  expect(log.error).not.toHaveBeenCalled();
});
