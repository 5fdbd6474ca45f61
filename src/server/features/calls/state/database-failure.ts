/**
 * Classifies the database error of a failed transaction, to find out whether the data or the database were at fault.
 */

import { isOutdatedPlanError } from '../../../platform/db/prepared.ts';
import { AppError } from '../../../platform/errors.ts';

/**
 * Kind of a database error. `data`: a value can't be stored. `conflict`: repeat the transaction (deadlock,
 * serialization failure, outdated plan). `away`: the database can't be reached or used, for example during a migration.
 * `other`: a bug in our code.
 */
export type DatabaseFailureKind = 'data' | 'conflict' | 'away' | 'other';

const awayMessage =
  /connection|timeout exceeded|after calling end on the pool|not queryable|driver has already been destroyed/i;

export function classifyDatabaseFailure(error: unknown): DatabaseFailureKind {
  // Classify an AppError by its code. The database client throws it if the version of the database schema is unknown.
  if (error instanceof AppError) return error.code === 'unavailable' ? 'away' : 'other';
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  if (typeof code === 'string') {
    if (/^2[23]/.test(code)) return 'data';
    if (/^(40P01|40001|55P03)$/.test(code)) return 'conflict';
    if (/^(08|25|53|57|58|XX)|^E[A-Z]{3,}$/.test(code)) return 'away';
    return isOutdatedPlanError(error) ? 'conflict' : 'other';
  }
  // Classify errors of the connection pool and the database client by their message, because they have no code.
  return error instanceof Error && awayMessage.test(error.message) ? 'away' : 'other';
}
