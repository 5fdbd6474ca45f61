/**
 * Decides again, right before a call is placed, whether the person may be called. Since the recipient was selected,
 * their number may have been listed as do-not-call, calling hours may have ended, and settings may have changed.
 */
import { sql, type Kysely } from 'kysely';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { numberKeyOf } from '../../../../phone/number-key.ts';
import { lockWorkspaceShared, type Tx } from '../../calls/index.ts';
import type { DoNotCallFeature } from '../../do-not-call/index.ts';
import { findWorkspaceDialingRules } from '../../settings/index.ts';
import type { RecipientTransitionFunction } from '../outcome/settle-store.ts';
import {
  callPermissionCampaignColumnsSql,
  countAttemptsByRecipientNumber,
  dueRecipientColumnsSql,
  doNotCallSkipReason,
  type DueRecipient,
} from '../people/queue-store.ts';
import { computeLocalDayBounds } from '../rules/calling-window.ts';
import type { AttemptState } from '../rules/attempt-state.ts';
import {
  decideCallPermission,
  msUntilCallingHoursClose,
  deriveCountryZoneCallPermissionFacts,
  type CampaignCallPermissionFacts,
  type CallPermissionDecision,
} from '../rules/may-call.ts';
import {
  putOffTillTomorrowReason,
  returnRecipientToQueue,
  postponeRecipient,
  markRecipientUndelivered,
  skipDoNotCallRecipient,
} from '../rules/recipient-state.ts';
import { callOrderSendLimitMs } from './order-deadline.ts';
import { createOriginNumberClaimState } from './origin-store.ts';
import { releaseCallOrderForRepetition } from './repetition-store.ts';

interface OrderFacts extends CampaignCallPermissionFacts, DueRecipient {
  readonly fromNumber: string;
  readonly claimedAt: Date;
}

/**
 * Decision whether to place a call. `stopped`: the campaign does not dial any more, or the attempt already has an
 * outcome.
 */
export type CallOrderRecheckDecision =
  | Exclude<CallPermissionDecision, { kind: 'call' }>
  | { readonly kind: 'stopped' }
  /** Decision to send the request to place the call, within `withinMs`. */
  | { readonly kind: 'call'; readonly withinMs: number };

/** Decides, right before the first request to place an attempt's call, whether the call may still be placed. */
export function recheckClaimedCallOrder(
  deps: CallOrderRecheckDeps,
  workspaceId: string,
  attemptId: string,
): Promise<CallOrderRecheckDecision> {
  return within(deps.db, (tx) => judge(tx, deps, workspaceId, attemptId, 'claimed'));
}

/**
 * Decides whether to repeat the request to place a call, after the first request got no response. If nothing forbids
 * it, the same transaction permits one repetition. Null if the request must not be repeated now.
 */
export function permitCallOrderRepetitionIfAllowed(
  deps: CallOrderRecheckDeps & { readonly secretKey: string },
  workspaceId: string,
  attemptId: string,
  spacingMs: number,
): Promise<
  Exclude<CallOrderRecheckDecision, { kind: 'call' }> | { kind: 'call'; withinMs: number; body: string } | null
> {
  return within(deps.db, async (tx) => {
    const judged = await judge(tx, deps, workspaceId, attemptId, 'unknown');
    if (judged.kind !== 'call') return judged;
    const body = await releaseCallOrderForRepetition(tx, deps.secretKey, { workspaceId, attemptId, spacingMs });
    return body === null ? null : { ...judged, body };
  });
}

export interface CallOrderRecheckDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly doNotCall: Pick<DoNotCallFeature, 'findListed' | 'findForms'>;
}

function within<T>(db: Kysely<DatabaseSchema>, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('read committed').execute(work);
}

async function judge(
  tx: Tx,
  { doNotCall }: CallOrderRecheckDeps,
  workspaceId: string,
  attemptId: string,
  state: AttemptState,
): Promise<CallOrderRecheckDecision> {
  await lockWorkspaceShared(tx, workspaceId);
  const { rows } = await sql<OrderFacts>`
    select ${callPermissionCampaignColumnsSql}, ${dueRecipientColumnsSql}, a.from_number as "fromNumber", a.created_at as "claimedAt"
    from attempts a
    join campaigns c on c.workspace_id = a.workspace_id and c.id = a.campaign_id
    join recipients r on r.workspace_id = a.workspace_id and r.campaign_id = a.campaign_id and r.id = a.recipient_id
    where a.workspace_id = ${workspaceId} and a.id = ${attemptId} and a.state = ${state} and c.status = 'in_progress'
    for share of c`.execute(tx);
  const [order] = rows;
  const rules = await findWorkspaceDialingRules(tx, workspaceId);
  if (!order || !rules) return { kind: 'stopped' };
  const { phoneNumber, fromNumber, claimedAt, retryOf } = order;
  const today = computeLocalDayBounds(rules.timeZone, rules.readAt);
  // The claim already counted this attempt.
  const own = claimedAt >= today.startsAt ? 1 : 0;
  const campaign = { ...order, phoneNumbers: order.phoneNumbers.filter((number) => number === fromNumber) };
  const cap = rules.dialing.callsPerNumberPerDay;
  const origins = createOriginNumberClaimState(tx, { ...campaign, workspaceId, cap, since: today.startsAt });
  await origins.learn([]);
  const { setAside, callsToday } = origins.facts;
  const key = numberKeyOf(phoneNumber);
  const attempts = await countAttemptsByRecipientNumber(tx, doNotCall, workspaceId, [key], today.startsAt);
  const place = deriveCountryZoneCallPermissionFacts(rules, campaign, order.place, rules.readAt);
  const verdict = decideCallPermission({
    at: rules.readAt,
    dayEndsAt: today.endsAt,
    rules,
    campaign,
    place,
    numbers: { setAside, cap, callsToday: new Map([[fromNumber, (callsToday.get(fromNumber) ?? 0) - own]]) },
    person: {
      phoneNumber,
      isListed: (await doNotCall.findListed(tx, workspaceId, [phoneNumber])).has(phoneNumber),
      attemptsToday: (attempts.get(key) ?? 0) - own,
      retryOf,
      later: null,
      spokeFrom: fromNumber,
    },
  });
  if (verdict.kind !== 'call') return verdict;
  return {
    kind: 'call',
    withinMs: Math.min(callOrderSendLimitMs, msUntilCallingHoursClose(place.hours, rules.readAt)),
  };
}

interface Uncalled {
  /** Reason why the attempt's call was not placed. It is stored with the attempt. */
  readonly reason: string;
  readonly consequence: RecipientTransitionFunction;
}

const stopped = 'Campaña detenida';
const closed = 'Fuera de las reglas de llamadas';

/**
 * Converts the decision, right before a call, that the recipient may not be called. Returns the reason and the function
 * that changes the recipient's state.
 */
export function getUncalledReasonAndTransition(verdict: Exclude<CallOrderRecheckDecision, { kind: 'call' }>): Uncalled {
  if (verdict.kind === 'stopped')
    return { reason: stopped, consequence: (left, isOpen) => returnRecipientToQueue(left, stopped, isOpen) };
  if (verdict.kind === 'skip')
    return verdict.reason === 'do_not_call'
      ? { reason: doNotCallSkipReason, consequence: (left) => skipDoNotCallRecipient(left, doNotCallSkipReason) }
      : { reason: closed, consequence: (left) => markRecipientUndelivered(left, closed) };
  const { reason, until } = verdict;
  if (reason === 'daily_attempts' && until !== null)
    return {
      reason: putOffTillTomorrowReason,
      consequence: (left, isOpen) => postponeRecipient(left, until, putOffTillTomorrowReason, isOpen),
    };
  return { reason: closed, consequence: (left, isOpen) => returnRecipientToQueue(left, closed, isOpen) };
}
