/**
 * Judges an order again right before it is written. A check before dialling may think for seconds: people are listed, hours end,
 * settings change and campaigns are stopped meanwhile.
 */
import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../../platform/db/schema.ts';
import { numberKeyOf } from '../../../../phone/number-key.ts';
import { lockWorkspaceShared } from '../../calls/index.ts';
import type { DoNotCall } from '../../do-not-call/index.ts';
import { findDialingRules } from '../../settings/index.ts';
import type { Consequence } from '../outcome/settle-store.ts';
import { campaignFacts, countAttempts, dueRecipient, skippedReason, type DueRecipient } from '../people/queue-store.ts';
import { dayAround } from '../rules/calling-window.ts';
import { mayCall, readPlaceFacts, type CampaignFacts, type Verdict } from '../rules/may-call.ts';
import {
  putOffReason,
  recipientGivenBack,
  recipientPutOff,
  recipientRefused,
  recipientSkipped,
} from '../rules/recipient-state.ts';
import { createClaimOrigins } from './origin-store.ts';

interface OrderFacts extends CampaignFacts, DueRecipient {
  readonly fromNumber: string;
  readonly claimedAt: Date;
}

/** `mayCall` for a claimed attempt and its number. `stopped`: the campaign dials no more, or the attempt was settled. */
export function judgeOrder(
  db: Kysely<Schema>,
  doNotCall: Pick<DoNotCall, 'findListed' | 'findForms'>,
  workspaceId: string,
  attemptId: string,
): Promise<Verdict | { readonly kind: 'stopped' }> {
  return db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (tx) => {
      await lockWorkspaceShared(tx, workspaceId);
      const { rows } = await sql<OrderFacts>`
        select ${campaignFacts}, ${dueRecipient}, a.from_number as "fromNumber", a.created_at as "claimedAt"
        from attempts a
        join campaigns c on c.workspace_id = a.workspace_id and c.id = a.campaign_id
        join recipients r on r.workspace_id = a.workspace_id and r.campaign_id = a.campaign_id and r.id = a.recipient_id
        where a.workspace_id = ${workspaceId} and a.id = ${attemptId} and a.state = 'claimed' and c.status = 'in_progress'
        for share of c`.execute(tx);
      const [order] = rows;
      const rules = await findDialingRules(tx, workspaceId);
      if (!order || !rules) return { kind: 'stopped' };
      const { phoneNumber, fromNumber, claimedAt, retryOf } = order;
      const today = dayAround(rules.timeZone, rules.readAt);
      // The claim counted this attempt already.
      const own = claimedAt >= today.startsAt ? 1 : 0;
      const campaign = { ...order, phoneNumbers: order.phoneNumbers.filter((number) => number === fromNumber) };
      const cap = rules.dialing.callsPerNumberPerDay;
      const origins = createClaimOrigins(tx, { ...campaign, workspaceId, cap, since: today.startsAt });
      await origins.learn([]);
      const { setAside, callsToday } = origins.facts;
      const key = numberKeyOf(phoneNumber);
      const attempts = await countAttempts(tx, doNotCall, workspaceId, [key], today.startsAt);
      return mayCall({
        at: rules.readAt,
        dayEndsAt: today.endsAt,
        rules,
        campaign,
        place: readPlaceFacts(rules, campaign, order.place, rules.readAt),
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
    });
}

interface Uncalled {
  /** Kept with the attempt. */
  readonly reason: string;
  readonly consequence: Consequence;
}

const stopped = 'Campaña detenida';
const closed = 'Fuera de las reglas de llamadas';

/** Where a recipient goes whose order was judged so, as the claim would have decided. */
export function consequenceOf(verdict: Exclude<Awaited<ReturnType<typeof judgeOrder>>, { kind: 'call' }>): Uncalled {
  if (verdict.kind === 'stopped')
    return { reason: stopped, consequence: (left, isOpen) => recipientGivenBack(left, stopped, isOpen) };
  if (verdict.kind === 'skip')
    return verdict.reason === 'do_not_call'
      ? { reason: skippedReason, consequence: (left) => recipientSkipped(left, skippedReason) }
      : { reason: closed, consequence: (left) => recipientRefused(left, closed) };
  const { reason, until } = verdict;
  if (reason === 'daily_attempts' && until !== null)
    return { reason: putOffReason, consequence: (left, isOpen) => recipientPutOff(left, until, putOffReason, isOpen) };
  return { reason: closed, consequence: (left, isOpen) => recipientGivenBack(left, closed, isOpen) };
}
