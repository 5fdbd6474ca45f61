/** Interface by which all reports of calls are stored: from webhooks, reconciliation, the dispatcher or seed data. */
import type { WireCall } from '../../../../retell/wire-call.ts';

export type CallReportSource = 'webhook' | 'reconcile' | 'dispatch' | 'seed';

export interface CallReport {
  /** The provider's event, such as call_started, call_ended or call_analyzed; 'call_snapshot' if we requested it. */
  readonly event: string;
  readonly call: WireCall;
  readonly source: CallReportSource;
  /** The webhook's original bytes, if a webhook brought the report. A repeated delivery has the same bytes. */
  readonly payload?: Buffer | undefined;
  /** Time of our request to the provider that returned this report. Requested analyses override unrequested ones. */
  readonly askedAt?: Date | undefined;
}

export interface CallIngest {
  /**
   * Stores a report of a call. Resolves once it is durable and all statistics contain it. Ignores reports of deleted
   * calls. Rejects with AppError: `unavailable` if the database is unavailable, so that the caller may retry;
   * `invalid_input` if the report can't be stored.
   */
  record(workspaceId: string, report: CallReport): Promise<void>;
  /** Waits for running work and refuses more. */
  stop(): Promise<void>;
}
