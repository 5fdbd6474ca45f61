/**
 * Interface by which campaigns and analytics take part in the transaction that stores calls. app.ts registers them, so
 * that calls depend on neither. Lock order in a batch, and in the dispatcher: workspace lock (shared) → call stubs →
 * calls FOR UPDATE by id → attempts → recipients → rollups and counts by key.
 */
import type { Transaction } from 'kysely';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { CallAttemptFacts } from './attempt-origin.ts';
import type { CallTableRow, CallWithDetails } from './call-state.ts';
import type { JsonObject } from './wire-values.ts';

export type Tx = Transaction<DatabaseSchema>;

/** A call before and after a batch of reports. `before` is null for a new call. */
export interface CallChange {
  readonly before: CallTableRow | null;
  readonly after: CallTableRow;
  /** The provider's current analysis of the call. Missing if the change did not come from a report. */
  readonly analysis?: JsonObject | null;
}

/** A changed call with its details. */
export interface CallChangeWithDetails {
  readonly before: CallWithDetails | null;
  readonly after: CallWithDetails;
}

export interface CallParticipant {
  readonly name: string;
  /** Selects the campaign attempts that exist in this workspace. It runs before the merge and only reads. */
  findAttempts?(tx: Tx, workspaceId: string, attemptIds: readonly string[]): Promise<readonly CallAttemptFacts[]>;
  /**
   * Reacts to changed calls within the batch's transaction. Each call occurs once, sorted by id. The batch may be
   * repeated after a rollback. The returned function runs after the commit.
   */
  applyChanges(tx: Tx, workspaceId: string, changes: readonly CallChange[]): Promise<(() => void) | undefined>;
  /** Reacts to changed calls with their details. It runs after `applyChanges` of all features. */
  applyDetails?(tx: Tx, workspaceId: string, changes: readonly CallChangeWithDetails[]): Promise<void>;
}
