/**
 * The port through which campaigns and analytics take part in the transaction that stores calls. Registered in app.ts,
 * so that calls knows neither. Order within a batch, the dispatcher's too: workspace lock (shared) → call stubs →
 * calls FOR UPDATE by id → attempts → recipients → rollups and counts by key.
 */
import type { Transaction } from 'kysely';
import type { Schema } from '../../../platform/db/schema.ts';
import type { AttemptOrigin } from './attempt-origin.ts';
import type { CallState, MergedCall } from './call-state.ts';
import type { JsonObject } from './wire-values.ts';

export type Tx = Transaction<Schema>;

/** One call before and after a batch; `before` is null for a call first seen in it. */
export interface CallChange {
  readonly before: CallState | null;
  readonly after: CallState;
  /** The provider's analysis as it now is, where a report brought the change. */
  readonly analysis?: JsonObject | null;
}

/** The same with the call's wide half. */
export interface MergedChange {
  readonly before: MergedCall | null;
  readonly after: MergedCall;
}

export interface CallParticipant {
  readonly name: string;
  /** Of these attempt ids, those that exist in this workspace. Reads only; the state machine needs it before merging. */
  findAttempts?(tx: Tx, workspaceId: string, attemptIds: readonly string[]): Promise<readonly AttemptOrigin[]>;
  /**
   * Takes the batch's changes into account, within the batch's transaction. Changes are sorted by call id, hold each
   * call once, and may be repeated after a rollback. What is returned runs after the commit.
   */
  applyChanges(tx: Tx, workspaceId: string, changes: readonly CallChange[]): Promise<(() => void) | undefined>;
  /** Every call of the batch in which anything changed, details too; after all `applyChanges`. For what only the wide half tells. */
  applyDetails?(tx: Tx, workspaceId: string, changes: readonly MergedChange[]): Promise<void>;
}
