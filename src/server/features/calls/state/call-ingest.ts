/** The ingest through which all reports of calls enter, from webhook, reconciliation, dispatcher or seed data. */
import type { WireCall } from '../../../../retell/wire-call.ts';

export type CallSource = 'webhook' | 'reconcile' | 'dispatch' | 'seed';

export interface CallReport {
  /** The provider's event: call_started, call_ended, call_analyzed, or another one. Look-ups use 'call_snapshot'. */
  readonly event: string;
  readonly call: WireCall;
  readonly source: CallSource;
  /** The original bytes of the webhook, if there was one. A repeated delivery has the same bytes. */
  readonly payload?: Buffer | undefined;
  /** When we requested the call, if the report is the provider's answer. Its analysis overrides unasked ones. */
  readonly askedAt?: Date | undefined;
}

export interface CallIngest {
  /**
   * Stores a report. Resolves when it is durable and all figures include it. Rejects with AppError('unavailable') if
   * the database is unavailable (try again), AppError('invalid_input') if the report can't be stored. A report of a
   * deleted call resolves without storing anything.
   */
  record(workspaceId: string, report: CallReport): Promise<void>;
  /** Waits for running work and refuses more. */
  stop(): Promise<void>;
}
