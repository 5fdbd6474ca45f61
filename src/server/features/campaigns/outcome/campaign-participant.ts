/**
 * Updates campaigns in the transaction that stores call reports. A report that names an attempt proves that the
 * attempt's call was placed, whatever the report's source and time.
 * The first report that a call is over decides the attempt's outcome and whether a retry follows. If the call's
 * analysis promises a call back, the call back is scheduled. A recipient with several attempts gets the results of the
 * best one.
 */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { runWritesAsOneStatement } from '../../../platform/db/write-together.ts';
import type { EventBus } from '../../../platform/events.ts';
import type { CallRowChange, CallChangeParticipant, Tx } from '../../calls/index.ts';
import { findWorkspaceDialingRules } from '../../settings/index.ts';
import { isAttemptGivenUp } from '../rules/attempt-state.ts';
import {
  buildAttemptsUpdateSql,
  findCampaignDataOfAttempts,
  lockCallAttempts,
  lockRecipientsOfAttempts,
  readAttemptsOfRecipients,
  buildRecipientsUpdateSql,
  type CallAttemptRow,
  type CampaignRecipientRow,
} from './attempt-store.ts';
import {
  computeCallReportEffects,
  type CallReportEffects,
  type CampaignRowsBeforeCallReports,
  type GrantedRetry,
} from './call-application.ts';
import { deriveProviderAccountBlockReason, deriveAttemptOutcome } from './call-outcome.ts';
import { mergeCampaignLogEntry } from '../campaign/campaign-log-store.ts';
import { buildCampaignCountsIncrementSql, createCampaignCountChangeCollector } from '../people/count-store.ts';
import { announceCampaignPause } from '../campaign/pause-campaigns.ts';
import type { SurplusCallEnder } from './unwanted-calls.ts';
import { pauseCampaignInTransaction, type CampaignPauseCause } from '../campaign/work-store.ts';
import { isRetryCause } from '../rules/recipient-state.ts';
import { createPlaceCallingHours } from '../rules/place-hours.ts';
import { findPromisedCallBackTimes } from './call-promises.ts';
import {
  wakeCampaignsForFreedOriginNumbers,
  wakeCampaignForRetries,
  lockCampaignsAffectedByCallEnds,
  type CampaignAffectedByCallEnds,
  type RetryTrigger,
} from './retry-store.ts';

export interface CampaignCallChangeParticipantDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly writerSlot: number;
  readonly events: EventBus;
  readonly log: Logger;
  readonly unwantedCalls: SurplusCallEnder;
}

export function createCampaignCallChangeParticipant(deps: CampaignCallChangeParticipantDeps): CallChangeParticipant {
  const { events, log, unwantedCalls, writerSlot } = deps;
  return {
    name: 'campaigns',
    findAttempts: findCampaignDataOfAttempts,
    async applyChanges(tx, workspaceId, changes) {
      const placed = changes.filter(({ after }) => after.attemptId !== null);
      if (placed.length === 0) return undefined;
      const promises = await findPromisedCallBackTimes(tx, workspaceId, placed);
      const campaigns = await lockCampaignsAffectedByCallEnds(tx, workspaceId, [
        ...placed.flatMap(endOf),
        ...placed.flatMap((change) => promiseOf(change, promises)),
      ]);
      const attempts = await lockCallAttempts(
        tx,
        workspaceId,
        placed.map(({ after }) => after.attemptId as string),
      );
      const recipients = await lockRecipientsOfAttempts(tx, workspaceId, attempts);
      const others = await readOtherAttempts(tx, workspaceId, attempts, recipients);
      const terms = await readTerms(tx, workspaceId, campaigns);
      const applied = computeCallReportEffects(placed, { attempts, others, recipients, campaigns: terms, promises });
      const counts = createCampaignCountChangeCollector();
      for (const recipient of applied.changedRecipients) {
        counts.replace(recipient.campaignId, recipients.get(recipient.id) as CampaignRecipientRow, recipient);
      }
      const isDue = await arrangeRetries(tx, workspaceId, campaigns, applied.retries);
      const paused = await pauseBarred(tx, workspaceId, applied.barred);
      await runWritesAsOneStatement(tx, [
        buildAttemptsUpdateSql(workspaceId, applied.changedAttempts),
        buildRecipientsUpdateSql(workspaceId, applied.changedRecipients),
        buildCampaignCountsIncrementSql(workspaceId, writerSlot, counts.byCampaign),
      ]);
      for (const { call, isNew } of applied.unwanted) {
        if (isNew && !call.isOver) await unwantedCalls.order(tx, { workspaceId, callId: call.id });
      }
      return () => {
        const campaignIds = [...counts.byCampaign.keys()];
        if (campaignIds.length > 0) events.emit('campaigns.changed', { workspaceId, campaignIds });
        if (isDue) events.emit('dispatch.due', { workspaceId });
        if (applied.failed.size > 0)
          events.emit('campaign.calls_failed', { workspaceId, campaignIds: [...applied.failed] });
        if (applied.live.length > 0) events.emit('campaign.calls_live', { workspaceId, calls: applied.live });
        for (const [campaignId, cause] of paused) announceCampaignPause(deps, workspaceId, campaignId, cause);
        for (const { call, verdict, isNew } of applied.unwanted) {
          if (isNew) events.emit('call.surplus', { workspaceId, callId: call.id });
          const facts = { workspaceId, callId: call.id, attemptId: call.attemptId, verdict };
          log.error(facts, 'a recipient was dialled twice: the later call is stopped');
          // If a person is called twice, end the later call immediately and not by the queued job, because both calls
          // may be ringing.
          if (!call.isOver) void unwantedCalls.tryNow({ workspaceId, callId: call.id });
        }
      };
    },
  };
}

/**
 * Returns a list with the campaign and the outcome of a call that just ended, if the outcome may cause a retry or a
 * pause. Otherwise returns an empty list.
 */
function endOf({ before, after: call }: CallRowChange): RetryTrigger[] {
  const isBarred = deriveProviderAccountBlockReason(call) !== null;
  const isKnown =
    before?.isOver === true &&
    before.attemptId === call.attemptId &&
    !(isBarred && deriveProviderAccountBlockReason(before) === null);
  const isEnd = call.isOver && !isKnown;
  const outcome = isBarred ? 'account' : deriveAttemptOutcome(call);
  return isEnd && call.campaignId !== null && isRetryCause(outcome) ? [{ campaignId: call.campaignId, outcome }] : [];
}

function promiseOf({ after: call }: CallRowChange, promises: ReadonlyMap<string, Date>): RetryTrigger[] {
  return call.campaignId !== null && promises.has(call.id)
    ? [{ campaignId: call.campaignId, outcome: 'callback' }]
    : [];
}

/** Reads further attempts, besides `attempts`, of recipients who may have had several calls. */
async function readOtherAttempts(
  tx: Tx,
  workspaceId: string,
  attempts: readonly CallAttemptRow[],
  recipients: ReadonlyMap<string, CampaignRecipientRow>,
): Promise<readonly CallAttemptRow[]> {
  const givenUp = new Set(attempts.filter(isAttemptGivenUp).map(({ recipientId }) => recipientId));
  const asked = [...recipients.values()].filter(
    ({ id, retriesUsed }) => givenUp.has(id) || Object.keys(retriesUsed).length > 0,
  );
  const locked = new Set(attempts.map(({ id }) => id));
  return (await readAttemptsOfRecipients(tx, workspaceId, asked)).filter(({ id }) => !locked.has(id));
}

/**
 * Returns the campaigns' retry rules. If a rule asks for a retry at another hour of the day, each campaign also gets a
 * function that returns its recipients' calling hours.
 */
async function readTerms(
  tx: Tx,
  workspaceId: string,
  campaigns: ReadonlyMap<string, CampaignAffectedByCallEnds>,
): Promise<CampaignRowsBeforeCallReports['campaigns']> {
  const asks = [...campaigns.values()].some(({ retryPolicy }) =>
    Object.values(retryPolicy).some(({ otherHour }) => otherHour),
  );
  const rules = asks ? await findWorkspaceDialingRules(tx, workspaceId) : null;
  return new Map(
    [...campaigns].map(([id, campaign]) => [
      id,
      { ...campaign, hoursOf: rules && ((place) => createPlaceCallingHours(rules, campaign, place)) },
    ]),
  );
}

/** Wakes campaigns whose recipients were granted a retry. @returns true if one of them was waiting. */
async function arrangeRetries(
  tx: Tx,
  workspaceId: string,
  campaigns: ReadonlyMap<string, CampaignAffectedByCallEnds>,
  retries: readonly GrantedRetry[],
): Promise<boolean> {
  let isDue = await wakeCampaignsForFreedOriginNumbers(tx, workspaceId, campaigns);
  for (const campaign of campaigns.values()) {
    const own = retries.filter(({ campaignId }) => campaignId === campaign.id);
    for (const outcome of new Set(own.map(({ cause }) => cause))) {
      const alike = own.filter(({ cause }) => cause === outcome);
      const details = { count: alike.length, from: earliest(alike).toISOString() };
      const line = { workspaceId, campaignId: campaign.id, username: null };
      if (outcome === 'callback') await mergeCampaignLogEntry(tx, { ...line, kind: 'callback', details });
      else await mergeCampaignLogEntry(tx, { ...line, kind: 'retry', details: { ...details, outcome } });
    }
    if (own.length > 0 && (await wakeCampaignForRetries(tx, workspaceId, campaign, earliest(own)))) isDue = true;
  }
  return isDue;
}

function earliest(retries: readonly GrantedRetry[]): Date {
  return new Date(Math.min(...retries.map(({ from }) => from.getTime())));
}

/**
 * Pauses campaigns whose provider account may not call. Runs in the transaction that may have granted retries, so that
 * no retry is dialled. Requires the campaigns' locks. @returns the campaigns that were dialling, each with the reason
 * for its pause.
 */
async function pauseBarred(
  tx: Tx,
  workspaceId: string,
  barred: CallReportEffects['barred'],
): Promise<ReadonlyMap<string, CampaignPauseCause>> {
  const paused = new Map<string, CampaignPauseCause>();
  for (const [campaignId, reason] of barred) {
    const cause = { reason, message: null };
    if (await pauseCampaignInTransaction(tx, workspaceId, campaignId, cause)) paused.set(campaignId, cause);
  }
  return paused;
}
