/**
 * Watches the disk of the embedded database, because PostgreSQL stops if its disk is full, and accepted data must stay
 * safe. While the disk is nearly full, the server refuses work that can come later: webhooks are delivered again, and
 * recipients wait.
 */
import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import { freeDiskRatio } from './db/free-disk.ts';
import { runLoop } from './run-loop.ts';

/** The state of the database's disk, so that features know whether there is room for new data. */
export interface StorageState {
  /** True if the disk is nearly full, so that new data must be refused if it can come later. */
  isFull(): boolean;
}

export interface DiskGuard extends StorageState {
  stop(): Promise<void>;
}

export interface DiskGuardOptions {
  /** A folder on the disk to watch. */
  readonly folder: string;
  readonly log: Logger;
  readonly clock: Clock;
  /** Reads the free share, 0 to 1, of the disk that contains a folder. */
  readonly readFreeRatio?: (folder: string) => Promise<number>;
}

const fullBelow = 0.05;
/** Free share of the disk at which the alert ends. It is above `fullBelow`, so that one incident is reported once. */
const clearFrom = 0.06;
const lookEveryMs = 15_000;

/** Starts watching the disk: once before it resolves, then every 15 s. If a check fails, the last state is kept. */
export async function startDiskGuard(options: DiskGuardOptions): Promise<DiskGuard> {
  const { folder, log, clock, readFreeRatio = freeDiskRatio } = options;
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
  const loop = runLoop({
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
