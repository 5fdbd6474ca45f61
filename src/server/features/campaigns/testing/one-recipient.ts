/**
 * A recipient with its attempts, moved by the real transitions as the stores do. The test gives the events step by
 * step, in any order.
 */
import type { AttemptOutcome, RetryLimits, RetryPolicy } from '../../../../contract/campaigns.ts';
import { emptyCallMeasures, type CallTableRow } from '../../calls/index.ts';
import { emptyAttemptResults, type DialingAttempt } from '../rules/attempt-state.ts';
import type { CallAttemptRow, CampaignRecipientRow } from '../outcome/attempt-store.ts';
import { computeCallReportEffects, type GrantedRetry } from '../outcome/call-application.ts';
import {
  addRecipientToCounts,
  initialRecipientProgress,
  createZeroCampaignCounts,
  scheduleRecipientCallBack,
  cancelPendingCallBack,
  type RecipientProgress,
} from '../rules/recipient-state.ts';

const campaignId = '0c000000-0000-4000-8000-000000000001';
const recipientId = '0d000000-0000-4000-8000-000000000001';
const noon = Date.parse('2026-11-21T15:00:00Z');

/** A call in the form of its row. */
export function callOf(attempt: number, overrides: Partial<CallTableRow> = {}): CallTableRow {
  return {
    id: `call-${attempt}`,
    firstSeenAt: new Date(noon),
    firstSeenMonth: '2026-11-01',
    callType: 'phone_call',
    direction: 'outbound',
    fromNumber: null,
    toNumber: null,
    contactKey: null,
    agentId: null,
    agentVersion: null,
    customerName: null,
    attemptId: attemptIdOf(attempt),
    campaignId,
    reportedStatus: null,
    isOver: false,
    isAnalyzed: false,
    status: 'registered',
    startAt: null,
    endAt: null,
    durationMs: null,
    occurredAt: new Date(noon),
    disconnectionReason: null,
    sentiment: null,
    isSuccessful: null,
    inVoicemail: null,
    analysisAskedAt: null,
    costCents: null,
    e2eP50Ms: null,
    evidence: '',
    ...emptyCallMeasures,
    isFollowedUp: null,
    review: null,
    ...overrides,
  };
}

function attemptIdOf(index: number): string {
  return `0a000000-0000-4000-8000-00000000000${index}`;
}

/** The end of a call, in a report with a reason and nothing else. */
export function endedBy(attempt: number, reason: string | null, overrides: Partial<CallTableRow> = {}): CallTableRow {
  const isConnected = reason === null || !(reason.startsWith('dial_') || reason === 'concurrency_limit_reached');
  return callOf(attempt, {
    isOver: true,
    status: isConnected ? 'ended' : 'not_connected',
    disconnectionReason: reason,
    durationMs: isConnected ? 12_000 : 0,
    startAt: isConnected ? new Date(noon) : null,
    ...overrides,
  });
}

/** An attempt as a claim creates it. */
export const claimedAttempt: DialingAttempt = {
  state: 'claimed',
  callId: null,
  isSurplus: false,
  outcome: null,
  isLive: false,
  reason: null,
  mayRepeat: false,
  repeats: 0,
  answered5xx: false,
  ...emptyAttemptResults,
};

export interface OneRecipient {
  readonly recipient: CampaignRecipientRow;
  readonly attempts: readonly CallAttemptRow[];
  readonly counts: ReturnType<typeof createZeroCampaignCounts>;
  readonly retries: readonly GrantedRetry[];
  /** Calls that were stopped, because they are surplus. */
  readonly unwanted: readonly string[];
  readonly outcomes: readonly (AttemptOutcome | null)[];
  /** Claims the recipient, after any delay. False if it is not the recipient's turn. */
  claim(): boolean;
  /** Settles an attempt from another source than its call. False if a stronger fact came first. */
  settle(
    index: number,
    decide: (attempt: DialingAttempt) => DialingAttempt | null,
    consequence: (recipient: RecipientProgress) => RecipientProgress,
  ): boolean;
  /** Reports facts about calls; calls of unknown attempts change nothing. */
  report(...calls: readonly CallTableRow[]): void;
  /** Sets the call back that a call's analysis asks for, in every later report. */
  promise(callId: string, at: Date): void;
  /** Sets or cancels a person's call back. False if it is not allowed. */
  setCallback(at: Date | null): boolean;
  /** False once the campaign is stopped: nobody is given back or gets another attempt. */
  readonly isOpen: boolean;
  stop(): void;
  /** Skips the recipient, whose number is on the do-not-call list when its turn comes. */
  leaveOut(): void;
}

export function createOneRecipient(retryPolicy: RetryPolicy = {}, retryLimits: RetryLimits = {}): OneRecipient {
  let recipient: CampaignRecipientRow = { ...initialRecipientProgress, id: recipientId, campaignId, place: '' };
  let attempts: CallAttemptRow[] = [];
  let isOpen = true;
  const counts = createZeroCampaignCounts();
  const retries: GrantedRetry[] = [];
  const unwanted: string[] = [];
  const calls = new Map<string, CallTableRow>();
  const promises = new Map<string, Date>();
  addRecipientToCounts(counts, recipient, 1);

  function move(next: RecipientProgress): void {
    addRecipientToCounts(counts, recipient, -1);
    recipient = { ...recipient, ...next };
    addRecipientToCounts(counts, recipient, 1);
  }

  function leave(state: 'undelivered' | 'skipped'): void {
    if (recipient.state === 'pending')
      move({ ...recipient, state: recipient.wasSent ? 'sent' : state, nextAttemptAt: null, callbackAt: null });
  }

  return {
    get recipient() {
      return recipient;
    },
    get attempts() {
      return attempts;
    },
    get outcomes() {
      return attempts.map(({ outcome }) => outcome);
    },
    get isOpen() {
      return isOpen;
    },
    counts,
    retries,
    unwanted,
    claim() {
      if (recipient.state !== 'pending' || !isOpen) return false;
      const index = attempts.length;
      const createdAt = new Date(noon + index * 60_000);
      attempts = [
        ...attempts,
        { ...claimedAttempt, callbackAt: null, id: attemptIdOf(index), campaignId, recipientId, createdAt },
      ];
      move({ ...recipient, state: 'dialing', nextAttemptAt: null });
      return true;
    },
    settle(index, decide, consequence) {
      const attempt = attempts[index];
      const next = attempt && decide(attempt);
      if (!next) return false;
      attempts = attempts.with(index, { ...attempt, ...next });
      move(consequence(recipient));
      return true;
    },
    report(...reported) {
      const known = reported.filter(({ attemptId }) => attempts.some(({ id }) => id === attemptId));
      const changes = known.map((after) => ({ before: calls.get(after.id) ?? null, after }));
      for (const call of known) calls.set(call.id, call);
      const campaign = {
        retryPolicy,
        retryLimits,
        hoursOf: null,
        resumedAt: null,
        now: new Date(noon + attempts.length * 60_000),
      };
      const applied = computeCallReportEffects(changes, {
        attempts,
        others: [],
        recipients: new Map([[recipientId, recipient]]),
        promises,
        campaigns: new Map(isOpen ? [[campaignId, campaign]] : []),
      });
      attempts = attempts.map((attempt) => applied.changedAttempts.find(({ id }) => id === attempt.id) ?? attempt);
      for (const changed of applied.changedRecipients) move(changed);
      retries.push(...applied.retries);
      unwanted.push(...applied.unwanted.map(({ call }) => call.id));
    },
    promise: (callId, at) => void promises.set(callId, at),
    setCallback(at) {
      const next =
        at === null ? cancelPendingCallBack(recipient) : isOpen ? scheduleRecipientCallBack(recipient, at) : null;
      if (next) move(next);
      return next !== null;
    },
    stop() {
      isOpen = false;
      leave('undelivered');
    },
    leaveOut: () => leave('skipped'),
  };
}
