/** Classifies the database error of a failed transaction, to know whether its call reports are to blame. */

import { isPlanOutdated } from '../../../platform/db/prepared.ts';
import { AppError } from '../../../platform/errors.ts';

/**
 * `data`: an unstorable value (classes 22, 23). `conflict`: deadlock, serialization failure or outdated prepared plan;
 * run it again. `away`: the connection, server or disk, or a running migration. `other`: a bug of ours.
 */
export type DatabaseFailure = 'data' | 'conflict' | 'away' | 'other';

const awayMessage =
  /connection|timeout exceeded|after calling end on the pool|not queryable|driver has already been destroyed/i;

export function classifyFailure(error: unknown): DatabaseFailure {
  // The guard that blocks writes to an unknown database schema refuses transactions with an AppError.
  if (error instanceof AppError) return error.code === 'unavailable' ? 'away' : 'other';
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  if (typeof code === 'string') {
    if (/^2[23]/.test(code)) return 'data';
    if (/^(40P01|40001|55P03)$/.test(code)) return 'conflict';
    // SQLSTATE class 25: a standby or an aborted session. E…: a socket error.
    if (/^(08|25|53|57|58|XX)|^E[A-Z]{3,}$/.test(code)) return 'away';
    return isPlanOutdated(error) ? 'conflict' : 'other';
  }
  // Errors of the connection pool and the database client have no code.
  return error instanceof Error && awayMessage.test(error.message) ? 'away' : 'other';
}
