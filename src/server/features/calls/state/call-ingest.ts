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
  /** Time of our request that returned this report, if any. Its analysis overrides those sent without a request. */
  readonly askedAt?: Date | undefined;
}

export interface CallIngest {
  /**
   * Stores a report. Resolves when it is durable and counted in all figures; does nothing for a deleted call. Rejects
   * with AppError: `unavailable` if the database is unavailable (try again), `invalid_input` if the report can't be
   * stored.
   */
  record(workspaceId: string, report: CallReport): Promise<void>;
  /** Waits for running work and refuses more. */
  stop(): Promise<void>;
}
