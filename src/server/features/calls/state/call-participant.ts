/**
 * Interface by which other features, such as campaigns, write in the transaction that stores calls. app.ts registers
 * them, so that this code does not import them. Lock order: workspace (shared) → inserted calls → calls FOR UPDATE by
 * id → campaign attempts → recipients → statistics by key.
 */
import type { Transaction } from 'kysely';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { CallAttemptFacts } from './attempt-origin.ts';
import type { CallTableRow, CallRowWithDetails } from './call-state.ts';
import type { JsonObject } from './wire-values.ts';

export type Tx = Transaction<DatabaseSchema>;

/** Row of `calls` before and after a batch of call reports was stored. `before` is null for a new call. */
export interface CallRowChange {
  readonly before: CallTableRow | null;
  readonly after: CallTableRow;
  /** The provider's current analysis of the call. Absent if no report of the provider caused the change. */
  readonly analysis?: JsonObject | null;
}

/** A changed call with its details. */
export interface CallRowChangeWithDetails {
  readonly before: CallRowWithDetails | null;
  readonly after: CallRowWithDetails;
}

export interface CallChangeParticipant {
  readonly name: string;
  /** Returns those of the given campaign attempts that exist in the workspace. Called before reports are merged. */
  findAttempts?(tx: Tx, workspaceId: string, attemptIds: readonly string[]): Promise<readonly CallAttemptFacts[]>;
  /**
   * Handles changed calls in the transaction that stores them. Each call occurs once, sorted by id. After a rollback
   * this function may run again. The function that it returns runs after the commit.
   */
  applyChanges(tx: Tx, workspaceId: string, changes: readonly CallRowChange[]): Promise<(() => void) | undefined>;
  /**
   * Handles changed calls together with their rows of `call_details`. It runs after the `applyChanges` of all
   * participants.
   */
  applyDetails?(tx: Tx, workspaceId: string, changes: readonly CallRowChangeWithDetails[]): Promise<void>;
}
