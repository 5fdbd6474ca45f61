/** The ingest through which all reports of calls enter, from webhook, reconciliation, dispatcher or seed. */
import type { WireCall } from '../../../../retell/wire-call.ts';

export type CallSource = 'webhook' | 'reconcile' | 'dispatch' | 'seed';

export interface CallReport {
  /** The provider's event: call_started, call_ended, call_analyzed, or any other. Look-ups use 'call_snapshot'. */
  readonly event: string;
  readonly call: WireCall;
  readonly source: CallSource;
  /** The original bytes with the event, if there are any. A repeated delivery has the same bytes. */
  readonly payload?: Buffer | undefined;
  /** When we asked the provider, if the report is its answer about this call. Its analysis overrides webhooks, lists and older answers. */
  readonly askedAt?: Date | undefined;
}

export interface CallIngest {
  /**
   * Resolves when the report is durable and all figures include it. Rejects with AppError('unavailable') if the
   * database is unavailable (try again), AppError('invalid_input') if the report itself can't be stored. A report of a
   * deleted call resolves without storing anything.
   */
  record(workspaceId: string, report: CallReport): Promise<void>;
  /** Waits for running work and refuses more. */
  stop(): Promise<void>;
}
