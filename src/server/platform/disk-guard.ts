/**
 * Watches the disk of the embedded database, because PostgreSQL stops if its disk is full. While the disk is nearly
 * full, the server refuses what can be done later: webhooks, which the provider sends again, and calls to recipients.
 */
import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import { measureFreeDiskRatio } from './db/free-disk.ts';
import { startBackgroundLoop } from './run-loop.ts';

/** State of the database's disk, from which features learn whether there is room for new data. */
export interface DiskSpaceState {
  /** True if the disk is nearly full. Data that can be received later must then be refused. */
  isFull(): boolean;
}

export interface DiskSpaceGuard extends DiskSpaceState {
  stop(): Promise<void>;
}

export interface DiskSpaceGuardOptions {
  /** A folder on the disk to watch. */
  readonly folder: string;
  readonly log: Logger;
  readonly clock: Clock;
  /** Returns the free fraction (0 to 1) of the disk that contains a folder. */
  readonly readFreeRatio?: (folder: string) => Promise<number>;
}

const fullBelow = 0.05;
/** Free fraction of the disk at which the alert ends. It exceeds `fullBelow`, so that one incident gives one alert. */
const clearFrom = 0.06;
const lookEveryMs = 15_000;

/**
 * Starts watching the free disk space. Checks it once before the promise resolves, then every 15 s. If a check fails,
 * the last result stays.
 */
export async function startDiskSpaceGuard(options: DiskSpaceGuardOptions): Promise<DiskSpaceGuard> {
  const { folder, log, clock, readFreeRatio = measureFreeDiskRatio } = options;
  let isFull = false;

  async function look(): Promise<void> {
    const free = await readFreeRatio(folder);
    const facts = { folder, freePercent: Math.round(free * 1_000) / 10 };
    if (!isFull && free < fullBelow) {
      isFull = true;
      log.error(facts, 'the disk is nearly full: webhooks are refused and nobody is dialled until there is room');
    } else if (isFull && free >= clearFrom) {
      isFull = false;
      log.warn(facts, 'the disk has room again: webhooks are taken and dialling goes on');
    }
  }

  const firstLook = Promise.withResolvers<void>();
  const loop = startBackgroundLoop({
    name: 'disk-guard',
    intervalMs: lookEveryMs,
    work: () => look().finally(firstLook.resolve),
    log,
    clock,
  });
  await firstLook.promise;
  return {
    isFull: () => isFull,
    stop: () => loop.stop(),
  };
}
