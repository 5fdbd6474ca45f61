/**
 * How campaigns take part in the storing of calls: a call that carries an attempt's id proves that the provider has
 * it, whoever brings the news and whenever, and the recipient's results follow that call.
 */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Schema } from '../../platform/db/schema.ts';
import type { EventBus } from '../../platform/events.ts';
import type { Provider } from '../../platform/provider/provider.ts';
import {
  goal,
  isConnected,
  isHuman,
  severityOfReason,
  type CallChange,
  type CallParticipant,
  type CallState,
} from '../calls/index.ts';
import { attemptWithCall, type CallVerdict } from './attempt-state.ts';
import {
  findAttemptOrigins,
  lockAttempts,
  lockRecipients,
  writeAttempts,
  writeRecipients,
  type AttemptRow,
  type RecipientRow,
} from './attempt-store.ts';
import { addCounts, createCountChanges } from './count-store.ts';
import { pauseCampaigns } from './dispatch/pause-campaigns.ts';
import { recipientWithCall, type CallResult } from './recipient-state.ts';

export interface CampaignParticipantDeps {
  readonly db: Kysely<Schema>;
  readonly writerSlot: number;
  readonly events: EventBus;
  readonly log: Logger;
  readonly directory: { providerOf(workspaceId: string): Promise<Provider> };
}

export function createCampaignParticipant(deps: CampaignParticipantDeps): CallParticipant {
  return {
    name: 'campaigns',
    findAttempts: findAttemptOrigins,
    async applyChanges(tx, workspaceId, changes) {
      const placed = changes.filter(({ after }) => after.attemptId !== null);
      if (placed.length === 0) return undefined;
      const attempts = await lockAttempts(tx, workspaceId, placed.map(({ after }) => after.attemptId as string));
      const recipients = await lockRecipients(tx, workspaceId, attempts);
      const { changedAttempts, changedRecipients, unwanted, unpaid } = applyCalls(placed, attempts, recipients);
      const counts = createCountChanges();
      for (const recipient of changedRecipients) {
        counts.replace(recipient.campaignId, recipients.get(recipient.id) as RecipientRow, recipient);
      }
      await writeAttempts(tx, workspaceId, changedAttempts);
      await writeRecipients(tx, workspaceId, changedRecipients);
      await addCounts(tx, workspaceId, deps.writerSlot, counts.byCampaign);
      return () => {
        const campaignIds = [...counts.byCampaign.keys()];
        if (campaignIds.length > 0) deps.events.emit('campaigns.changed', { workspaceId, campaignIds });
        if (unpaid.size > 0) void pauseUnpaid(deps, workspaceId, [...unpaid]);
        for (const { call, verdict, isNew } of unwanted) {
          if (isNew) deps.events.emit('call.surplus', { workspaceId, callId: call.id });
          void stopUnwantedCall(deps, workspaceId, call, verdict);
        }
      };
    },
  };
}

interface Applied {
  readonly changedAttempts: AttemptRow[];
  readonly changedRecipients: RecipientRow[];
  readonly unwanted: UnwantedCall[];
  /** Campaigns of calls that ended because nobody pays for them. */
  readonly unpaid: ReadonlySet<string>;
}

interface UnwantedCall {
  readonly call: CallState;
  readonly verdict: CallVerdict;
  /** Nothing was known of it before. */
  readonly isNew: boolean;
}

/** Call by call, each seeing what the one before it changed. */
function applyCalls(
  changes: readonly CallChange[],
  attempts: readonly AttemptRow[],
  recipients: ReadonlyMap<string, RecipientRow>,
): Applied {
  const attemptsBefore = new Map(attempts.map((attempt) => [attempt.id, attempt]));
  const attemptsNow = new Map(attemptsBefore);
  const recipientsNow = new Map(recipients);
  const unwanted: UnwantedCall[] = [];
  const unpaid = new Set<string>();
  for (const { before, after: call } of changes) {
    const attempt = attemptsNow.get(call.attemptId as string);
    const recipient = attempt && recipientsNow.get(attempt.recipientId);
    if (!attempt || !recipient) continue;
    const { attempt: next, verdict } = attemptWithCall(attempt, call, recipient.state);
    attemptsNow.set(attempt.id, { ...attempt, ...next });
    if (verdict === 'ours') {
      recipientsNow.set(recipient.id, { ...recipient, ...recipientWithCall(resultOf(call)) });
      if (isUnpaid(call) && !(before && isUnpaid(before))) unpaid.add(recipient.campaignId);
    } else {
      const isNew = before?.attemptId !== call.attemptId;
      if (!call.isOver || isNew) unwanted.push({ call, verdict, isNew });
    }
  }
  return {
    changedAttempts: [...attemptsNow.values()].filter((now) => !isSame(now, attemptsBefore.get(now.id) as AttemptRow)),
    changedRecipients: [...recipientsNow.values()].filter((now) => !isSame(now, recipients.get(now.id) as RecipientRow)),
    unwanted,
    unpaid,
  };
}

const isUnpaid = (call: CallState): boolean => call.disconnectionReason === 'no_valid_payment';

/** The next such call tries again, should this fail. */
async function pauseUnpaid(deps: CampaignParticipantDeps, workspaceId: string, campaignIds: readonly string[]): Promise<void> {
  try {
    await pauseCampaigns(deps, workspaceId, campaignIds, { reason: 'no_valid_payment', message: 'a call ended with no_valid_payment' });
  } catch (error) {
    deps.log.error({ err: error, workspaceId, campaignIds }, 'campaigns without payment could not be paused');
  }
}

function isSame<T extends object>(a: T, b: T): boolean {
  return (Object.keys(a) as (keyof T)[]).every((key) => a[key] === b[key]);
}

/** What a recipient learns from a call's row. */
export function resultOf(call: CallState): CallResult {
  return {
    callId: call.id,
    isOver: call.isOver,
    isConnected: isConnected(call),
    isHuman: isHuman(call),
    endedWell: call.status === 'ended' && severityOfReason(call) !== 'error',
    goalReached: goal(call) === true,
    reason: call.disconnectionReason,
  };
}

/** A person may be ringing twice: hang up the later call. Every further report of it, while it lives, tries again. */
async function stopUnwantedCall(
  { directory, log }: CampaignParticipantDeps,
  workspaceId: string,
  call: CallState,
  verdict: CallVerdict,
): Promise<void> {
  const facts = { workspaceId, callId: call.id, attemptId: call.attemptId, verdict };
  log.error(facts, 'a recipient was dialled twice: the later call is stopped');
  if (call.isOver) return;
  try {
    const provider = await directory.providerOf(workspaceId);
    await provider.stopCall(call.id);
  } catch (error) {
    log.error({ ...facts, err: error }, 'the later call could not be stopped');
  }
}
