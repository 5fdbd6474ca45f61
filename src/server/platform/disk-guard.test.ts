import os from 'node:os';
import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { ManualClock } from '../testing/manual-clock.ts';
import { systemClock } from './clock.ts';
import { startDiskSpaceGuard, type DiskSpaceGuard } from './disk-guard.ts';

const lines: { msg: string; freePercent?: number }[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
let guard: DiskSpaceGuard | undefined;

afterEach(async () => {
  await guard?.stop();
  lines.length = 0;
});

it('is full below 5 % until 6 % are free, and says so once each', async () => {
  const clock = new ManualClock();
  let free = 0.2;
  guard = await startDiskSpaceGuard({ folder: '/data', log, clock, readFreeRatio: async () => free });
  const seen: boolean[] = [guard.isFull()];
  for (free of [0.05, 0.049, 0.01, 0.055, 0.06, 0.2]) {
    await clock.advance(15_000);
    seen.push(guard.isFull());
  }
  expect(seen).toEqual([false, false, true, true, true, false, false]);
  expect(lines).toMatchObject([
    { level: 50, freePercent: 4.9, msg: expect.stringContaining('nearly full') },
    { level: 40, freePercent: 6, msg: expect.stringContaining('room again') },
  ]);
});

it('knows before anything is let in, and keeps what it knew when the disk can not be read', async () => {
  const clock = new ManualClock();
  const answers = [0.01, Number.NaN];
  guard = await startDiskSpaceGuard({
    folder: '/data',
    log,
    clock,
    readFreeRatio: async () => {
      const free = answers.shift() ?? Number.NaN;
      if (Number.isNaN(free)) throw new Error('EIO');
      return free;
    },
  });
  expect(guard.isFull()).toBe(true);
  await clock.advance(15_000);
  expect(guard.isFull()).toBe(true);
});

it('begins with room when the first look fails', async () => {
  const readFreeRatio = () => Promise.reject(new Error('ENOENT'));
  guard = await startDiskSpaceGuard({ folder: '/nonexistent', log, clock: systemClock, readFreeRatio });
  expect(guard.isFull()).toBe(false);
});

it('reads the real disk', async () => {
  guard = await startDiskSpaceGuard({ folder: os.tmpdir(), log, clock: systemClock });
  expect(typeof guard.isFull()).toBe('boolean');
});
