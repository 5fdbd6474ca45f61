/**
 * Watches the disk of the embedded database: a PostgreSQL whose disk runs full stops, and what it has accepted must
 * stay safe. While it is nearly full nothing new is let in that could be had later: webhooks are delivered again, and
 * recipients wait.
 */
import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import { freeDiskRatio } from './db/free-disk.ts';
import { runLoop } from './run-loop.ts';

/** What features know of the room that is left for data. */
export interface StorageState {
  /** True: take in nothing that can wait. */
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
  /** Free part of the disk that holds a folder, 0 to 1. */
  readonly readFreeRatio?: (folder: string) => Promise<number>;
}

const fullBelow = 0.05;
/** Apart from where it begins, so that one incident is told once. */
const clearFrom = 0.06;
const lookEveryMs = 15_000;

/** Has looked once when it resolves; looks every 15 s from then on. A disk that can't be read keeps its last state. */
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
