/** Applies a batch of call reports to the attempts of the calls, and to the attempts' recipients. Pure. */
import type { ProviderAccountBlockReason } from '../../../../contract/campaigns.ts';
import type { CallRowChange, CallTableRow } from '../../calls/index.ts';
import { applyCallToAttempt, isGivenUpAttemptReplaced, type CallAttemptRelation } from '../rules/attempt-state.ts';
import type { CallAttemptRow, CampaignRecipientRow } from './attempt-store.ts';
import { deriveProviderAccountBlockReason, deriveAttemptCallResult } from './call-outcome.ts';
import {
  countGrantedRecipientCalls,
  isRetryCause,
  scheduleRecipientCallBack,
  grantRecipientRetry,
  markRecipientSent,
  applyResultsToRecipient,
  type RecipientProgress,
  type RetryCause,
  type RecipientRetryTerms,
} from '../rules/recipient-state.ts';
import type { CampaignAffectedByCallEnds } from './retry-store.ts';

export interface CampaignRowsBeforeCallReports {
  /** The attempts that the calls name. */
  readonly attempts: readonly CallAttemptRow[];
  /**
   * The recipients' attempts that are not in `attempts`. They are read only for recipients who may have several calls.
   */
  readonly others: readonly CallAttemptRow[];
  readonly recipients: ReadonlyMap<string, CampaignRecipientRow>;
  /** Map by id of the campaigns that still dial and whose calls may cause a retry or a pause. */
  readonly campaigns: ReadonlyMap<string, CampaignForCallReports>;
  /** For each call in which the agent promised to call back: the promised time, by call id. */
  readonly promises: ReadonlyMap<string, Date>;
}

export interface CampaignForCallReports
  extends Omit<RecipientRetryTerms, 'hours'>, Pick<CampaignAffectedByCallEnds, 'resumedAt'> {
  /**
   * Returns the calling hours for recipients of a country and time zone, for retries at another hour of day. Null if no
   * retry rule asks for another hour.
   */
  readonly hoursOf: ((place: string) => RecipientRetryTerms['hours']) | null;
}

export interface CallReportEffects {
  readonly changedAttempts: CallAttemptRow[];
  readonly changedRecipients: CampaignRecipientRow[];
  readonly retries: readonly GrantedRetry[];
  readonly unwanted: readonly SurplusCall[];
  /** List of campaign calls in progress. A second call to the same person is left out, because it is being ended. */
  readonly live: readonly { readonly campaignId: string; readonly callId: string }[];
  /** Ids of campaigns with a call that ended for a technical reason. */
  readonly failed: ReadonlySet<string>;
  /** Map of campaign id to the reason why the provider account may not call, as the end of a call showed. */
  readonly barred: ReadonlyMap<string, ProviderAccountBlockReason>;
}

/** Another attempt granted to a recipient, not to be dialled before `from`. */
export interface GrantedRetry {
  readonly campaignId: string;
  readonly cause: RetryCause | 'callback';
  readonly from: Date;
}

export interface SurplusCall {
  readonly call: CallTableRow;
  readonly verdict: Exclude<CallAttemptRelation, 'ours'>;
  readonly isNew: boolean;
}

/**
 * Applies call reports one after another to their attempts. Each report sees the changes made by the earlier reports.
 */
export function computeCallReportEffects(
  changes: readonly CallRowChange[],
  known: CampaignRowsBeforeCallReports,
): CallReportEffects {
  const before = new Map([...known.attempts, ...known.others].map((attempt) => [attempt.id, attempt]));
  const attempts = new Map(before);
  const recipients = new Map(known.recipients);
  const attemptsOf = Map.groupBy(before.values(), ({ recipientId }) => recipientId);
  const retries: GrantedRetry[] = [];
  const unwanted: SurplusCall[] = [];
  const live: { campaignId: string; callId: string }[] = [];
  const failed = new Set<string>();
  const barred = new Map<string, ProviderAccountBlockReason>();
  for (const { before: callBefore, after: call } of changes) {
    const attempt = attempts.get(call.attemptId as string);
    const recipient = attempt && recipients.get(attempt.recipientId);
    if (!attempt || !recipient) continue;
    const { campaignId } = recipient;
    const own = (attemptsOf.get(recipient.id) ?? []).map(({ id }) => attempts.get(id) as CallAttemptRow);
    const others = own.filter(({ id }) => id !== attempt.id);
    const { attempt: next, verdict } = applyCallToAttempt(
      attempt,
      deriveAttemptCallResult(call),
      isGivenUpAttemptReplaced(others, countGrantedRecipientCalls(recipient)),
    );
    const now = { ...attempt, ...next };
    attempts.set(attempt.id, now);
    if (verdict !== 'ours') {
      const isNew = callBefore?.attemptId !== call.attemptId;
      if (!call.isOver || isNew) unwanted.push({ call, verdict, isNew });
      continue;
    }
    const ending = attempt.outcome === null ? now.outcome : null;
    const campaign = known.campaigns.get(campaignId);
    const sent = applyResultsToRecipient(attempt.callId === null ? markRecipientSent(recipient) : recipient, [
      ...others,
      now,
    ]);
    const terms = campaign && { ...campaign, hours: campaign.hoursOf?.(recipient.place) ?? null };
    const retried = ending && terms ? grantRecipientRetry(sent, ending, terms, [...others, now]) : null;
    const promised = campaign ? known.promises.get(call.id) : undefined;
    const calledBack = promised && calledBackAsPromised(retried ?? sent, now, others, promised);
    if (calledBack) attempts.set(attempt.id, { ...now, callbackAt: promised });
    const then = calledBack ?? retried ?? sent;
    recipients.set(recipient.id, { ...recipient, ...then });
    if (retried && then.nextAttemptAt && ending && isRetryCause(ending))
      retries.push({ campaignId, cause: ending, from: then.nextAttemptAt });
    if (calledBack?.callbackAt === promised && promised)
      retries.push({ campaignId, cause: 'callback', from: promised });
    if (now.isLive) live.push({ campaignId, callId: call.id });
    if (ending === 'error') failed.add(campaignId);
    const barrier = deriveProviderAccountBlockReason(call);
    const isNews = barrier !== null && barrier !== (callBefore && deriveProviderAccountBlockReason(callBefore));
    if (isNews && campaign && attempt.createdAt > (campaign.resumedAt ?? new Date(0))) barred.set(campaignId, barrier);
  }
  return {
    changedAttempts: changed(attempts, before),
    changedRecipients: changed(recipients, known.recipients),
    retries,
    unwanted,
    live,
    failed,
    barred,
  };
}

/**
 * Schedules the call-back that the agent promised in a call, once for each attempt. Does so only if the recipient was
 * not called since. A call-back that a person scheduled is kept. Null if nothing changes.
 */
function calledBackAsPromised(
  recipient: RecipientProgress,
  attempt: CallAttemptRow,
  others: readonly CallAttemptRow[],
  at: Date,
): RecipientProgress | null {
  if (attempt.state !== 'finished' || attempt.callbackAt !== null) return null;
  if (others.some((other) => other.createdAt > attempt.createdAt && other.callId !== null)) return null;
  if (recipient.callbackAt !== null) return recipient;
  const next = scheduleRecipientCallBack(recipient, at);
  return next && applyResultsToRecipient(next, [...others, attempt]);
}

function changed<T extends object>(now: ReadonlyMap<string, T>, before: ReadonlyMap<string, T>): T[] {
  return [...now].filter(([id, one]) => !isSame(one, before.get(id) as T)).map(([, one]) => one);
}

function isSame<T extends object>(a: T, b: T): boolean {
  return (Object.keys(a) as (keyof T)[]).every((key) => a[key] === b[key]);
}
