/**
 * The state machine of a call: how what the provider reports merges into what we know. The merge is commutative,
 * associative and idempotent, so that any order and number of deliveries ends in the same row.
 */

/** A call as the row in `calls` holds it. Costs in US cents as exact decimals. */
export interface CallState {
  readonly id: string;
  readonly firstSeenAt: Date;
  /** `YYYY-MM-01`, immutable: the partition of the call's details and events. */
  readonly firstSeenMonth: string;
  readonly callType: 'phone_call' | 'web_call';
  readonly direction: 'inbound' | 'outbound' | 'web_call';
  readonly fromNumber: string | null;
  readonly toNumber: string | null;
  readonly agentId: string | null;
  readonly agentVersion: number | null;
  readonly customerName: string | null;
  readonly attemptId: string | null;
  readonly campaignId: string | null;
  readonly reportedStatus: string | null;
  readonly isOver: boolean;
  readonly isAnalyzed: boolean;
  readonly status: 'registered' | 'ongoing' | 'ended' | 'not_connected' | 'error';
  readonly startAt: Date | null;
  readonly endAt: Date | null;
  readonly durationMs: number | null;
  readonly occurredAt: Date;
  readonly disconnectionReason: string | null;
  readonly sentiment: string | null;
  readonly isSuccessful: boolean | null;
  readonly inVoicemail: boolean | null;
  readonly costCents: string | null;
  readonly e2eP50Ms: string | null;
  readonly evidence: string;
}
