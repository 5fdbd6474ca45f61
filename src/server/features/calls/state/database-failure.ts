/** What a failed transaction means for the reports in it: which of PostgreSQL's errors blame the data, and which nobody. */

import { isPlanOutdated } from '../../../platform/db/prepared.ts';
import { AppError } from '../../../platform/errors.ts';

/**
 * data: a value that can't be stored (classes 22, 23). conflict: a deadlock, a serialization failure or a kept plan
 * that a migration outdated, to be run again. away: the connection, the server or its disk, or a migration. other: a mistake of ours.
 */
export type DatabaseFailure = 'data' | 'conflict' | 'away' | 'other';

const awayMessage =
  /connection|timeout exceeded|after calling end on the pool|not queryable|driver has already been destroyed/i;

export function classifyFailure(error: unknown): DatabaseFailure {
  // As the schema's guard refuses to begin.
  if (error instanceof AppError) return error.code === 'unavailable' ? 'away' : 'other';
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  if (typeof code === 'string') {
    if (/^2[23]/.test(code)) return 'data';
    if (/^(40P01|40001|55P03)$/.test(code)) return 'conflict';
    // 25: a standby or an aborted session; E…: the socket.
    if (/^(08|25|53|57|58|XX)|^E[A-Z]{3,}$/.test(code)) return 'away';
    return isPlanOutdated(error) ? 'conflict' : 'other';
  }
  // The pool's and the client's own errors carry no code.
  return error instanceof Error && awayMessage.test(error.message) ? 'away' : 'other';
}
