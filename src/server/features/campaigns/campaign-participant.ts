/**
 * How campaigns take part in the storing of calls: a call that carries an attempt's id proves that the provider has
 * it, whoever brings the news and whenever; the recipient's results follow its calls, and the first report that one is
 * over decides how it ended and whether another attempt follows.
 */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Schema } from '../../platform/db/schema.ts';
import { writeTogether } from '../../platform/db/write-together.ts';
import type { EventBus } from '../../platform/events.ts';
import type { Provider } from '../../platform/provider/provider.ts';
import type { CallChange, CallParticipant, CallState, Tx } from '../calls/index.ts';
import { isGivenUp } from './attempt-state.ts';
import {
  attemptWrite,
  findAttemptOrigins,
  lockAttempts,
  lockRecipients,
  readAttemptsOf,
  recipientWrite,
  type AttemptRow,
  type RecipientRow,
} from './attempt-store.ts';
import { applyCalls, type Retry, type UnwantedCall } from './call-application.ts';
import { outcomeOf } from './call-outcome.ts';
import { addUpLogLine } from './campaign-log-store.ts';
import { countWrite, createCountChanges } from './count-store.ts';
import { pauseCampaigns } from './dispatch/pause-campaigns.ts';
import { isRetryCause } from './recipient-state.ts';
import { goOnForRetries, lockRetryCampaigns, type RetryCampaign } from './retry-store.ts';

export interface CampaignParticipantDeps {
  readonly db: Kysely<Schema>;
  readonly writerSlot: number;
  readonly events: EventBus;
  readonly log: Logger;
  readonly directory: { providerOf(workspaceId: string): Promise<Provider> };
}

export function createCampaignParticipant(deps: CampaignParticipantDeps): CallParticipant {
  const { events, writerSlot } = deps;
  return {
    name: 'campaigns',
    findAttempts: findAttemptOrigins,
    async applyChanges(tx, workspaceId, changes) {
      const placed = changes.filter(({ after }) => after.attemptId !== null);
      if (placed.length === 0) return undefined;
      const campaigns = await lockRetryCampaigns(tx, workspaceId, placed.flatMap(endOf));
      const attempts = await lockAttempts(tx, workspaceId, placed.map(({ after }) => after.attemptId as string));
      const recipients = await lockRecipients(tx, workspaceId, attempts);
      const others = await readOtherAttempts(tx, workspaceId, attempts, recipients);
      const applied = applyCalls(placed, { attempts, others, recipients, campaigns });
      const counts = createCountChanges();
      for (const recipient of applied.changedRecipients) {
        counts.replace(recipient.campaignId, recipients.get(recipient.id) as RecipientRow, recipient);
      }
      // The campaigns that go on for another attempt are locked already.
      const isDue = await arrangeRetries(tx, workspaceId, campaigns, applied.retries);
      await writeTogether(tx, [
        attemptWrite(workspaceId, applied.changedAttempts),
        recipientWrite(workspaceId, applied.changedRecipients),
        countWrite(workspaceId, writerSlot, counts.byCampaign),
      ]);
      return () => {
        const campaignIds = [...counts.byCampaign.keys()];
        if (campaignIds.length > 0) events.emit('campaigns.changed', { workspaceId, campaignIds });
        if (isDue) events.emit('dispatch.due', { workspaceId });
        if (applied.failed.size > 0) events.emit('campaign.calls_failed', { workspaceId, campaignIds: [...applied.failed] });
        if (applied.live.length > 0) events.emit('campaign.calls_live', { workspaceId, calls: applied.live });
        if (applied.unpaid.size > 0) void pauseUnpaid(deps, workspaceId, [...applied.unpaid]);
        for (const { call, verdict, isNew } of applied.unwanted) {
          if (isNew) events.emit('call.surplus', { workspaceId, callId: call.id });
          void stopUnwantedCall(deps, workspaceId, call, verdict);
        }
      };
    },
  };
}

/** The call's end, if this change is the first to know of it and it may give somebody another attempt. */
function endOf({ before, after: call }: CallChange): { readonly campaignId: string; readonly outcome: ReturnType<typeof outcomeOf> }[] {
  const isEnd = call.isOver && !(before?.isOver === true && before.attemptId === call.attemptId);
  const outcome = outcomeOf(call);
  return isEnd && call.campaignId !== null && isRetryCause(outcome) ? [{ campaignId: call.campaignId, outcome }] : [];
}

/** The attempts beside these of recipients that may have more than one call: granted a retry, or given up once. */
async function readOtherAttempts(
  tx: Tx,
  workspaceId: string,
  attempts: readonly AttemptRow[],
  recipients: ReadonlyMap<string, RecipientRow>,
): Promise<readonly AttemptRow[]> {
  const givenUp = new Set(attempts.filter(isGivenUp).map(({ recipientId }) => recipientId));
  const asked = [...recipients.values()].filter(({ id, retriesUsed }) => givenUp.has(id) || Object.keys(retriesUsed).length > 0);
  const locked = new Set(attempts.map(({ id }) => id));
  return (await readAttemptsOf(tx, workspaceId, asked)).filter(({ id }) => !locked.has(id));
}

/** Sets campaigns going again whose recipients wait for another attempt. @returns whether any was at rest. */
async function arrangeRetries(
  tx: Tx,
  workspaceId: string,
  campaigns: ReadonlyMap<string, RetryCampaign>,
  retries: readonly Retry[],
): Promise<boolean> {
  let isDue = false;
  for (const campaign of campaigns.values()) {
    const own = retries.filter(({ campaignId }) => campaignId === campaign.id);
    for (const outcome of new Set(own.map(({ cause }) => cause))) {
      const alike = own.filter(({ cause }) => cause === outcome);
      const details = { count: alike.length, outcome, from: earliest(alike).toISOString() };
      await addUpLogLine(tx, { workspaceId, campaignId: campaign.id, kind: 'retry', details, username: null });
    }
    if (own.length > 0 && (await goOnForRetries(tx, workspaceId, campaign, earliest(own)))) isDue = true;
  }
  return isDue;
}

function earliest(retries: readonly Retry[]): Date {
  return new Date(Math.min(...retries.map(({ from }) => from.getTime())));
}

/** The next such call tries again, should this fail. */
async function pauseUnpaid(deps: CampaignParticipantDeps, workspaceId: string, campaignIds: readonly string[]): Promise<void> {
  try {
    await pauseCampaigns(deps, workspaceId, campaignIds, { reason: 'no_valid_payment', message: null });
  } catch (error) {
    deps.log.error({ err: error, workspaceId, campaignIds }, 'campaigns without payment could not be paused');
  }
}

/** A person may be ringing twice: hang up the later call. Every further report of it, while it lives, tries again. */
async function stopUnwantedCall(
  { directory, log }: CampaignParticipantDeps,
  workspaceId: string,
  call: CallState,
  verdict: UnwantedCall['verdict'],
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
