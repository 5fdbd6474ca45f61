/** Interface by which all reports of calls are stored: from webhooks, reconciliation, the dispatcher or seed data. */
import type { WireCall } from '../../../../retell/wire-call.ts';

export type ProviderCallReportSource = 'webhook' | 'reconcile' | 'dispatch' | 'seed';

export interface ProviderCallReport {
  /**
   * Name of the provider's event, such as call_started, call_ended or call_analyzed. It is 'call_snapshot' if our
   * server requested the report.
   */
  readonly event: string;
  readonly call: WireCall;
  readonly source: ProviderCallReportSource;
  /** The webhook's original bytes, if a webhook brought the report. A repeated delivery has the same bytes. */
  readonly payload?: Buffer | undefined;
  /**
   * Time at which we requested this single call, or at which the result of its analysis rerun arrived. Missing for
   * webhooks and lists of calls. If two analyses of a call differ, the one with the later time wins.
   */
  readonly askedAt?: Date | undefined;
}

export interface CallIngest {
  /**
   * Stores a report of a call. Resolves once it is durable and all statistics contain it. Ignores reports of deleted
   * calls. Rejects with AppError: `unavailable` if the database is unavailable, so that the caller may retry;
   * `invalid_input` if the report can't be stored.
   */
  record(workspaceId: string, report: ProviderCallReport): Promise<void>;
  /** Waits for running work and refuses more. */
  stop(): Promise<void>;
}
