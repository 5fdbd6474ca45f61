/**
 * Port by which campaigns and analytics take part in the transaction that stores calls. app.ts registers them, so that
 * calls depend on neither. Lock order in a batch, and in the dispatcher: workspace lock (shared) → call stubs → calls
 * FOR UPDATE by id → attempts → recipients → rollups and counts by key.
 */
import type { Transaction } from 'kysely';
import type { Schema } from '../../../platform/db/schema.ts';
import type { AttemptOrigin } from './attempt-origin.ts';
import type { CallState, MergedCall } from './call-state.ts';
import type { JsonObject } from './wire-values.ts';

export type Tx = Transaction<Schema>;

/** A call before and after a batch of reports. `before` is null for a new call. */
export interface CallChange {
  readonly before: CallState | null;
  readonly after: CallState;
  /** The provider's current analysis of the call, if a report brought the change. */
  readonly analysis?: JsonObject | null;
}

/** A changed call with its details. */
export interface MergedChange {
  readonly before: MergedCall | null;
  readonly after: MergedCall;
}

export interface CallParticipant {
  readonly name: string;
  /** Finds which of the campaign attempts exist in this workspace. It only reads, because the merge needs it first. */
  findAttempts?(tx: Tx, workspaceId: string, attemptIds: readonly string[]): Promise<readonly AttemptOrigin[]>;
  /**
   * Applies the changes of calls, within the batch's transaction. Changes are sorted by call id, have each call once,
   * and may be repeated after a rollback. The returned function runs after the commit.
   */
  applyChanges(tx: Tx, workspaceId: string, changes: readonly CallChange[]): Promise<(() => void) | undefined>;
  /** Applies changes that need call details, after all `applyChanges`. It gets every changed call of the batch. */
  applyDetails?(tx: Tx, workspaceId: string, changes: readonly MergedChange[]): Promise<void>;
}
