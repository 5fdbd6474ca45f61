/** The door through which every call enters, whoever brings it: webhook, reconciliation, dispatcher, history. */
import type { WireCall } from '../../../../retell/wire-call.ts';

export type CallSource = 'webhook' | 'reconcile' | 'dispatch' | 'seed';

export interface CallReport {
  /** The provider's event: call_started, call_ended, call_analyzed, or any other. Look-ups use 'call_snapshot'. */
  readonly event: string;
  readonly call: WireCall;
  readonly source: CallSource;
  /** The bytes that it came in, event and all, where there are any: a repetition has the same ones. */
  readonly payload?: Buffer | undefined;
  /** When we asked the provider, if the report is its answer about this call. Its analysis overrides webhooks, lists and older answers. */
  readonly askedAt?: Date | undefined;
}

export interface CallIngest {
  /**
   * Resolves when the report is durable and all figures include it. Rejects with AppError('unavailable') when the
   * database is away (try again), AppError('invalid_input') when the report itself can't be stored.
   * A report of a deleted call resolves and stores nothing.
   */
  record(workspaceId: string, report: CallReport): Promise<void>;
  /** Waits for what is under way and stops taking more. */
  stop(): Promise<void>;
}
