/** Sends the provider a request to place the call of each claimed recipient, and records the outcome. */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { EventBus } from '../../../platform/events.ts';
import type { MetricLabelsOf, ServerMetricRecorder } from '../../../platform/metrics/metrics.ts';
import {
  ProviderError,
  type CallOrderAnalysisItem,
  type OutboundCallOrder,
  type AgentPostCallAnalysisItem,
  type PlaceCallOutcome,
  type VoiceProvider,
} from '../../../platform/provider/provider.ts';
import { serializeProviderPhoneCallRequest } from '../../../platform/provider/provider-requests.ts';
import { parseAgentVersionColumn } from '../campaign/campaign-store.ts';
import type { DoNotCallFeature } from '../../do-not-call/index.ts';
import { markAttemptRefused } from '../rules/attempt-state.ts';
import type { AskDialCheck, DialCheckVerdict } from '../campaign/dial-check.ts';
import {
  returnRecipientToQueue,
  postponeRecipient,
  markRecipientUndelivered,
  skipDoNotCallRecipient,
} from '../rules/recipient-state.ts';
import { markClaimedAttemptUnknown } from './attempt-resolver.ts';
import type { AttemptCallRecorder } from './call-recorder.ts';
import type { RecipientClaimCampaign, ClaimedRecipient } from './claim-store.ts';
import { isPastCallOrderDeadline, type CallOrderDeadline } from './order-deadline.ts';
import { storeRefusedCallOrderField } from './order-field-store.ts';
import { storeSealedCallOrder } from './repetition-store.ts';
import type { CampaignLogWriter } from './dispatch-journal.ts';
import { getUncalledReasonAndTransition, recheckClaimedCallOrder } from './last-judgement-query.ts';
import type { ProviderBackoff } from './later-backoff.ts';
import type { ConcurrentCallBudget } from './line-budget.ts';
import { settleAttemptWithoutCall, type RecipientTransitionFunction } from '../outcome/settle-store.ts';
import { doNotCallSkipReason } from '../people/queue-store.ts';
import { pauseDialingCampaigns } from '../campaign/pause-campaigns.ts';
import type { CampaignPauseCause } from '../campaign/work-store.ts';

/**
 * Number of consecutive refused calls after which a campaign is paused. So many refusals in a row are probably caused
 * by the campaign's settings, not by the recipients' data.
 */
const refusalsInARow = 20;
/** Delay in ms after an unclear response of a dial check before the check is requested for that person again. */
const checkAgainMs = 5 * 60_000;

type DialOutcome = MetricLabelsOf<'vocero_dials_total'>['outcome'];

export interface CallPlacerDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly events: EventBus;
  readonly recorder: AttemptCallRecorder;
  readonly writerSlot: number;
  /** Key that encrypts the stored bodies of requests to place calls. */
  readonly secretKey: string;
  readonly journal: CampaignLogWriter;
  readonly metrics: ServerMetricRecorder;
  readonly askBeforeDialing: AskDialCheck;
  readonly doNotCall: Pick<DoNotCallFeature, 'findListed' | 'findForms' | 'addMarked'>;
}

interface PlacerContext {
  readonly workspaceId: string;
  readonly lines: ConcurrentCallBudget;
  readonly backoff: ProviderBackoff;
  /**
   * True if the campaign was dialling when it was last read from the database. No calls are placed for stopped
   * campaigns.
   */
  readonly isDialing: (campaignId: string) => boolean;
  /** Called after each order, whatever its outcome. */
  readonly onDone: () => void;
}

/** Sends a workspace's requests to place calls, and tracks which of them have no response yet. */
export class CallPlacer {
  readonly #deps: CallPlacerDeps;
  readonly #context: PlacerContext;
  /** Orders under way, by attempt id. */
  readonly #underWay = new Map<string, Promise<void>>();
  /** Map of campaign id to the number of calls refused in a row. An accepted call resets it. */
  readonly #refusals = new Map<string, number>();

  constructor(deps: CallPlacerDeps, context: PlacerContext) {
    this.#deps = deps;
    this.#context = context;
  }

  get inFlight(): number {
    return this.#underWay.size;
  }

  isInFlight(attemptId: string): boolean {
    return this.#underWay.has(attemptId);
  }

  /** Resolves when no order is under way. */
  async settle(): Promise<void> {
    await Promise.all(this.#underWay.values());
  }

  /** Sends a request to place a call without awaiting the response. It is not sent after its deadline. */
  place(
    provider: VoiceProvider,
    campaign: RecipientClaimCampaign,
    recipient: ClaimedRecipient,
    deadline: CallOrderDeadline,
  ): void {
    const { attemptId } = recipient;
    const { workspaceId, lines, onDone } = this.#context;
    lines.placing(attemptId);
    const placing = this.#placeAndRecord(provider, campaign, recipient, deadline)
      .catch((error: unknown) => {
        // If storing the outcome fails, the attempt keeps the state `claimed` in the database. The attempt resolver
        // then finds out if the call was placed.
        lines.placed(attemptId);
        this.#deps.log.error(
          { err: error, workspaceId, attemptId },
          'the outcome of an order to dial could not be stored',
        );
      })
      .finally(() => {
        this.#underWay.delete(attemptId);
        onDone();
      });
    this.#underWay.set(attemptId, placing);
  }

  async #placeAndRecord(
    provider: VoiceProvider,
    campaign: RecipientClaimCampaign,
    recipient: ClaimedRecipient,
    deadline: CallOrderDeadline,
  ): Promise<void> {
    const { attemptId } = recipient;
    const { db, clock, journal, secretKey } = this.#deps;
    const { workspaceId, lines, backoff, isDialing } = this.#context;
    const verdict = await this.#ask(campaign, recipient);
    if (verdict.kind !== 'call') {
      this.#count(verdict.kind === 'declined' ? 'declined' : 'check_failed');
      lines.refused(attemptId);
      await this.#recordUncalled(verdict, campaign.id, attemptId);
      return;
    }
    if (campaign.check !== null) {
      const judged = await recheckClaimedCallOrder(this.#deps, workspaceId, attemptId);
      if (judged.kind !== 'call') {
        this.#count('not_sent');
        lines.refused(attemptId);
        const { reason, consequence } = getUncalledReasonAndTransition(judged);
        if (reason === doNotCallSkipReason)
          journal.addUp({ workspaceId, campaignId: campaign.id }, 'skipped', { count: 1 });
        await this.#settleRefusal(attemptId, reason, consequence);
        return;
      }
    }
    const order = orderOf(campaign, recipient, verdict.variables);
    if (campaign.isRepeatable)
      await storeSealedCallOrder(db, secretKey, {
        workspaceId,
        attemptId,
        body: serializeProviderPhoneCallRequest(order),
      });
    const placedAtMs = clock.monotonicMs();
    let isClosed = false;
    const isUnwanted = (): boolean => {
      isClosed = !isDialing(campaign.id);
      return isClosed || isPastCallOrderDeadline(clock, deadline);
    };
    const outcome = await provider.placeCall(order, isUnwanted);
    this.#count(outcomeOf(outcome));
    if (outcome.kind === 'refused') lines.refused(attemptId);
    else lines.placed(attemptId);
    if (outcome.kind === 'accepted') backoff.accepted(placedAtMs);
    const isMarked = await this.#isMarked(provider, outcome, recipient);
    if (isMarked) {
      journal.addUp({ workspaceId, campaignId: campaign.id }, 'skipped', { count: 1 });
      await this.#settleRefusal(attemptId, doNotCallSkipReason, (left) =>
        skipDoNotCallRecipient(left, doNotCallSkipReason),
      );
      return;
    }
    // Omit the field that the provider refused from later requests. Keep the field if the contact is marked do-not-call
    // or could not be looked up, because the mark may be the real reason of the refusal.
    if (outcome.kind === 'refused' && outcome.unknownField !== undefined && isMarked === false) {
      await storeRefusedCallOrderField(db, workspaceId, outcome.unknownField);
      await this.#settleRefusal(attemptId, outcome.message, (left, isOpen) =>
        returnRecipientToQueue(left, outcome.message, isOpen),
      );
      return;
    }
    // Do not adapt the dialling pace if the campaign stopped before the request was sent. The outcome then shows
    // nothing about the provider.
    if (!isClosed) this.#adapt(outcome, campaign.id, placedAtMs);
    await this.#record(outcome, campaign, recipient);
  }

  /**
   * Returns true if the provider refused a call, and its contact record of the phone number is marked do-not-call. The
   * number is then added to the workspace's do-not-call list. Returns null if the contact record could not be read.
   */
  async #isMarked(
    provider: VoiceProvider,
    outcome: PlaceCallOutcome,
    { phoneNumber }: ClaimedRecipient,
  ): Promise<boolean | null> {
    if (outcome.kind !== 'refused' || outcome.status !== 400) return false;
    const { log, doNotCall } = this.#deps;
    const { workspaceId } = this.#context;
    try {
      if ((await provider.findContact(phoneNumber))?.isMarkedDoNotCall !== true) return false;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      log.info({ workspaceId, reason: error.message }, 'the contact of a refused order could not be looked up');
      return null;
    }
    await doNotCall.addMarked(workspaceId, phoneNumber);
    return true;
  }

  #count(outcome: DialOutcome): void {
    this.#deps.metrics.count('vocero_dials_total', { outcome });
  }

  /**
   * Requests the verdict of the campaign's dial check on one recipient just before the call. A slow check thus delays
   * only this recipient's call.
   */
  async #ask(campaign: RecipientClaimCampaign, recipient: ClaimedRecipient): Promise<DialCheckVerdict> {
    if (campaign.check === null) return { kind: 'call', variables: {} };
    const { phoneNumber, variables, attemptId } = recipient;
    const request = { workspaceId: this.#context.workspaceId, campaignId: campaign.id, phoneNumber, variables };
    return this.#deps.askBeforeDialing(campaign.check, attemptId, request);
  }

  async #recordUncalled(
    verdict: Exclude<DialCheckVerdict, { kind: 'call' }>,
    campaignId: string,
    attemptId: string,
  ): Promise<void> {
    const { clock, log, journal } = this.#deps;
    const campaign = { workspaceId: this.#context.workspaceId, campaignId };
    if (verdict.kind === 'declined') {
      journal.addUp(campaign, 'check_declined', { count: 1 });
      await this.#settleRefusal(attemptId, verdict.reason, (recipient) =>
        markRecipientUndelivered(recipient, verdict.reason),
      );
      return;
    }
    const { message } = verdict;
    log.warn({ ...campaign, attemptId, reason: message }, 'a check before dialling did not say yes or no');
    journal.addUp(campaign, 'check_failed', { count: 1, message });
    const until = new Date(clock.now().getTime() + checkAgainMs);
    await this.#settleRefusal(attemptId, message, (recipient, campaignIsOpen) =>
      postponeRecipient(recipient, until, message, campaignIsOpen),
    );
  }

  /**
   * Adapts the dialling pace to the provider's response to a request to place a call. Refusals and failures are written
   * to the campaign's log.
   */
  #adapt(outcome: PlaceCallOutcome, campaignId: string, placedAtMs: number): void {
    const { journal } = this.#deps;
    const { workspaceId, backoff } = this.#context;
    const campaign = { workspaceId, campaignId };
    if (outcome.kind === 'unknown') {
      backoff.unanswered(placedAtMs);
      journal.addUp(campaign, 'provider_unavailable', { message: outcome.message });
    }
    if (outcome.kind !== 'refused') return;
    if (outcome.retry !== 'later') backoff.answered();
    if (outcome.retry === 'never')
      journal.addUp(campaign, 'refused', { count: 1, reason: withoutNumbers(outcome.message) });
    if (outcome.retry !== 'later') return;
    const restMs = backoff.refused(placedAtMs);
    if (outcome.status === null) journal.addUp(campaign, 'provider_unavailable', { message: outcome.message });
    else if (restMs !== null)
      journal.addUp(campaign, 'rate_limited', { seconds: Math.max(1, Math.round(restMs / 1_000)) });
  }

  async #record(
    outcome: PlaceCallOutcome,
    campaign: RecipientClaimCampaign,
    recipient: ClaimedRecipient,
  ): Promise<void> {
    const { recorder, log } = this.#deps;
    const { workspaceId } = this.#context;
    const { attemptId } = recipient;
    const { id: campaignId } = campaign;
    const facts = { workspaceId, campaignId, attemptId };
    if (outcome.kind === 'accepted') {
      this.#refusals.delete(campaignId);
      await recorder.recordPlaced(workspaceId, attemptId, outcome.call);
      const { agent_id: agentId } = outcome.call;
      const isUnnamed = speakerOf(campaign, recipient).agentId === null;
      const isAnother = isUnnamed && agentId != null && agentId !== campaign.agentId;
      if (isAnother) await this.#pause(campaignId, { reason: 'agent_changed', message: null });
    } else if (outcome.kind === 'unknown') {
      log.warn({ ...facts, reason: outcome.message }, 'no answer to an order to dial: it will be looked up');
      await markClaimedAttemptUnknown(this.#deps, workspaceId, attemptId, outcome);
    } else {
      const { retry, status, message } = outcome;
      log.info({ ...facts, retry, status, reason: message }, 'order to dial refused');
      if (retry === 'account')
        await this.#pause(campaignId, {
          reason: status === 402 ? 'no_valid_payment' : 'key_rejected',
          message,
        });
      if (retry === 'never') await this.#noteRefusal(campaignId, message);
      await this.#settleRefusal(attemptId, message, (recipient, campaignIsOpen) =>
        retry === 'never'
          ? markRecipientUndelivered(recipient, message)
          : returnRecipientToQueue(recipient, message, campaignIsOpen),
      );
    }
  }

  /**
   * Counts a call that the provider refused. Pauses the campaign after too many refusals in a row, because a wrong
   * agent would otherwise make the calls to all recipients fail.
   */
  async #noteRefusal(campaignId: string, message: string): Promise<void> {
    const count = (this.#refusals.get(campaignId) ?? 0) + 1;
    this.#refusals.set(campaignId, count);
    if (count < refusalsInARow) return;
    this.#refusals.delete(campaignId);
    await this.#pause(campaignId, { reason: 'orders_refused', message: withoutNumbers(message) });
  }

  #pause(campaignId: string, cause: CampaignPauseCause): Promise<void> {
    return pauseDialingCampaigns(this.#deps, this.#context.workspaceId, [campaignId], cause);
  }

  async #settleRefusal(attemptId: string, reason: string, consequence: RecipientTransitionFunction): Promise<void> {
    const { db, writerSlot, events } = this.#deps;
    const { workspaceId } = this.#context;
    const settled = await settleAttemptWithoutCall(db, {
      workspaceId,
      attemptId,
      writerSlot,
      reason,
      decide: markAttemptRefused,
      consequence,
    });
    if (settled) events.emit('campaigns.changed', { workspaceId, campaignIds: [settled.campaignId] });
  }
}

function outcomeOf(outcome: PlaceCallOutcome): DialOutcome {
  if (outcome.kind !== 'refused') return outcome.kind;
  if (outcome.status === null) return 'not_sent';
  return ({ never: 'refused', later: 'rate_limited', account: 'account' } as const)[outcome.retry];
}

function orderOf(
  campaign: RecipientClaimCampaign,
  recipient: ClaimedRecipient,
  added: Readonly<Record<string, string>>,
): OutboundCallOrder {
  const speaker = speakerOf(campaign, recipient);
  return {
    attemptId: recipient.attemptId,
    campaignId: campaign.id,
    fromNumber: recipient.fromNumber,
    toNumber: recipient.phoneNumber,
    agentId: speaker.agentId,
    agentVersion: speaker.agentVersion,
    dynamicVariables: { ...recipient.variables, ...added, success_definition: campaign.successDefinition },
    analysisItems: buildCallOrderAnalysisItems({ ...campaign, agentAnalysis: speaker.analysis }),
    withoutFields: campaign.withoutFields,
  };
}

/** Returns the agent that the request to place a call names, and the agent's post-call analysis items. */
function speakerOf(campaign: RecipientClaimCampaign, { isAfterVoicemail }: ClaimedRecipient) {
  const { isNumbersAgent, agentId, agentVersion, agentAnalysis, voicemailAgent } = campaign;
  return isAfterVoicemail && voicemailAgent
    ? { agentId: voicemailAgent.id, agentVersion: 'latest_published', analysis: voicemailAgent.analysis }
    : {
        agentId: isNumbersAgent ? null : agentId,
        agentVersion: parseAgentVersionColumn(agentVersion),
        analysis: agentAnalysis,
      };
}

/** Removes phone numbers from an error message, so that equal refusals of many numbers are logged as one. */
function withoutNumbers(message: string): string {
  return message.replaceAll(/\+?\d{5,}/g, '…');
}

/**
 * Returns the post-call analysis items for the calls of a campaign. They are the agent's items, but success is defined
 * by the campaign.
 */
export function buildCallOrderAnalysisItems({
  agentAnalysis,
  successDefinition,
}: Pick<RecipientClaimCampaign, 'agentAnalysis' | 'successDefinition'>): CallOrderAnalysisItem[] {
  const isSuccessPreset = ({ type, name }: AgentPostCallAnalysisItem): boolean =>
    type === 'system-presets' && name === 'call_successful';
  return [
    ...agentAnalysis.filter((item) => !isSuccessPreset(item)),
    { type: 'system-presets', name: 'call_successful', description: successDefinition },
  ];
}
