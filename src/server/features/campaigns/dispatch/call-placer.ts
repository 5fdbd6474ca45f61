/** Sends the dialling orders of claimed recipients to the provider and records the outcome of each. */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { EventBus } from '../../../platform/events.ts';
import type { LabelsOf, Metrics } from '../../../platform/metrics/metrics.ts';
import {
  ProviderError,
  type AnalysisItem,
  type CallOrder,
  type AgentAnalysisItem,
  type PlaceOutcome,
  type Provider,
} from '../../../platform/provider/provider.ts';
import { serializeCallOrder } from '../../../platform/provider/provider-requests.ts';
import { readAgentVersion } from '../campaign/campaign-store.ts';
import type { DoNotCall } from '../../do-not-call/index.ts';
import { attemptRefused } from '../rules/attempt-state.ts';
import type { AskBeforeDialing, CheckVerdict } from '../campaign/dial-check.ts';
import { recipientGivenBack, recipientPutOff, recipientRefused, recipientSkipped } from '../rules/recipient-state.ts';
import { markAttemptUnknown } from './attempt-resolver.ts';
import type { CallRecorder } from './call-recorder.ts';
import type { ClaimedCampaign, ClaimedRecipient } from './claim-store.ts';
import { isPastDeadline, type Deadline } from './order-deadline.ts';
import { noteRefusedField } from './order-field-store.ts';
import { storeSealedOrder } from './repetition-store.ts';
import type { DispatchJournal } from './dispatch-journal.ts';
import { recipientChangeAfterDecision, recheckOrder } from './last-judgement-query.ts';
import type { ProviderBackoff } from './later-backoff.ts';
import type { LineBudget } from './line-budget.ts';
import { settleAttempt, type RecipientTransition } from '../outcome/settle-store.ts';
import { skippedReason } from '../people/queue-store.ts';
import { pauseCampaigns } from '../campaign/pause-campaigns.ts';
import type { PauseCause } from '../campaign/work-store.ts';

/** Refused orders in a row after which a campaign is paused, because the fault is then not the recipients'. */
const refusalsInARow = 20;
/** Delay before a person's check before dialling is repeated after an unclear answer. */
const checkAgainMs = 5 * 60_000;

type DialOutcome = LabelsOf<'vocero_dials_total'>['outcome'];

export interface PlacerDeps {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly events: EventBus;
  readonly recorder: CallRecorder;
  readonly writerSlot: number;
  /** Encrypts the stored bodies of dialling orders that may be repeated. */
  readonly secretKey: string;
  readonly journal: DispatchJournal;
  readonly metrics: Metrics;
  readonly askBeforeDialing: AskBeforeDialing;
  readonly doNotCall: Pick<DoNotCall, 'findListed' | 'findForms' | 'addMarked'>;
}

interface PlacerContext {
  readonly workspaceId: string;
  readonly lines: LineBudget;
  readonly backoff: ProviderBackoff;
  /** True if a campaign was dialling when last read. Orders of campaigns that stopped dialling are not sent. */
  readonly isDialing: (campaignId: string) => boolean;
  /** Called after each order, whatever its outcome. */
  readonly onDone: () => void;
}

/** Sends a workspace's dialling orders and keeps those that have no answer yet. */
export class CallPlacer {
  readonly #deps: PlacerDeps;
  readonly #context: PlacerContext;
  /** Orders under way, by attempt id. */
  readonly #underWay = new Map<string, Promise<void>>();
  /** Number of refused dialling orders in a row by campaign id, since the provider last accepted one of them. */
  readonly #refusals = new Map<string, number>();

  constructor(deps: PlacerDeps, context: PlacerContext) {
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

  /** Starts to send a dialling order and returns at once. The order is not sent after its deadline. */
  place(provider: Provider, campaign: ClaimedCampaign, recipient: ClaimedRecipient, deadline: Deadline): void {
    const { attemptId } = recipient;
    const { workspaceId, lines, onDone } = this.#context;
    lines.placing(attemptId);
    const placing = this.#placeAndRecord(provider, campaign, recipient, deadline)
      .catch((error: unknown) => {
        // The failed order's attempt stays claimed in the database, and the attempt resolver finds out its outcome.
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
    provider: Provider,
    campaign: ClaimedCampaign,
    recipient: ClaimedRecipient,
    deadline: Deadline,
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
      const judged = await recheckOrder(this.#deps, workspaceId, attemptId);
      if (judged.kind !== 'call') {
        this.#count('not_sent');
        lines.refused(attemptId);
        const { reason, consequence } = recipientChangeAfterDecision(judged);
        if (reason === skippedReason) journal.addUp({ workspaceId, campaignId: campaign.id }, 'skipped', { count: 1 });
        await this.#settleRefusal(attemptId, reason, consequence);
        return;
      }
    }
    const order = orderOf(campaign, recipient, verdict.variables);
    if (campaign.isRepeatable)
      await storeSealedOrder(db, secretKey, { workspaceId, attemptId, body: serializeCallOrder(order) });
    const placedAtMs = clock.monotonicMs();
    let isClosed = false;
    const isUnwanted = (): boolean => {
      isClosed = !isDialing(campaign.id);
      return isClosed || isPastDeadline(clock, deadline);
    };
    const outcome = await provider.placeCall(order, isUnwanted);
    this.#count(outcomeOf(outcome));
    if (outcome.kind === 'refused') lines.refused(attemptId);
    else lines.placed(attemptId);
    if (outcome.kind === 'accepted') backoff.accepted(placedAtMs);
    const isMarked = await this.#isMarked(provider, outcome, recipient);
    if (isMarked) {
      journal.addUp({ workspaceId, campaignId: campaign.id }, 'skipped', { count: 1 });
      await this.#settleRefusal(attemptId, skippedReason, (left) => recipientSkipped(left, skippedReason));
      return;
    }
    // Omit a refused field in future only if the person isn't marked do-not-call: such refusals name fields too.
    if (outcome.kind === 'refused' && outcome.unknownField !== undefined && isMarked === false) {
      await noteRefusedField(db, workspaceId, outcome.unknownField);
      await this.#settleRefusal(attemptId, outcome.message, (left, isOpen) =>
        recipientGivenBack(left, outcome.message, isOpen),
      );
      return;
    }
    // A dialling order that was not sent because its campaign was stopped says nothing about the provider.
    if (!isClosed) this.#adapt(outcome, campaign.id, placedAtMs);
    await this.#record(outcome, campaign, recipient);
  }

  /**
   * True if the provider refused a dialling order because its contact of the person is marked do-not-call; then the
   * number is listed. Null if the contact could not be looked up, and the refusal then stays as it is.
   */
  async #isMarked(
    provider: Provider,
    outcome: PlaceOutcome,
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

  /** Asks the campaign's check before dialling first, so that a slow check only delays the dialling order. */
  async #ask(campaign: ClaimedCampaign, recipient: ClaimedRecipient): Promise<CheckVerdict> {
    if (campaign.check === null) return { kind: 'call', variables: {} };
    const { phoneNumber, variables, attemptId } = recipient;
    const request = { workspaceId: this.#context.workspaceId, campaignId: campaign.id, phoneNumber, variables };
    return this.#deps.askBeforeDialing(campaign.check, attemptId, request);
  }

  async #recordUncalled(
    verdict: Exclude<CheckVerdict, { kind: 'call' }>,
    campaignId: string,
    attemptId: string,
  ): Promise<void> {
    const { clock, log, journal } = this.#deps;
    const campaign = { workspaceId: this.#context.workspaceId, campaignId };
    if (verdict.kind === 'declined') {
      journal.addUp(campaign, 'check_declined', { count: 1 });
      await this.#settleRefusal(attemptId, verdict.reason, (recipient) => recipientRefused(recipient, verdict.reason));
      return;
    }
    const { message } = verdict;
    log.warn({ ...campaign, attemptId, reason: message }, 'a check before dialling did not say yes or no');
    journal.addUp(campaign, 'check_failed', { count: 1, message });
    const until = new Date(clock.now().getTime() + checkAgainMs);
    await this.#settleRefusal(attemptId, message, (recipient, campaignIsOpen) =>
      recipientPutOff(recipient, until, message, campaignIsOpen),
    );
  }

  /** Adapts the dialling pace to the provider's answer to a dialling order, and logs the answer for the campaign. */
  #adapt(outcome: PlaceOutcome, campaignId: string, placedAtMs: number): void {
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

  async #record(outcome: PlaceOutcome, campaign: ClaimedCampaign, recipient: ClaimedRecipient): Promise<void> {
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
      await markAttemptUnknown(this.#deps, workspaceId, attemptId, outcome);
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
          ? recipientRefused(recipient, message)
          : recipientGivenBack(recipient, message, campaignIsOpen),
      );
    }
  }

  /** Counts a refused order, and pauses the campaign after too many: a missing agent would use up the whole list. */
  async #noteRefusal(campaignId: string, message: string): Promise<void> {
    const count = (this.#refusals.get(campaignId) ?? 0) + 1;
    this.#refusals.set(campaignId, count);
    if (count < refusalsInARow) return;
    this.#refusals.delete(campaignId);
    await this.#pause(campaignId, { reason: 'orders_refused', message: withoutNumbers(message) });
  }

  #pause(campaignId: string, cause: PauseCause): Promise<void> {
    return pauseCampaigns(this.#deps, this.#context.workspaceId, [campaignId], cause);
  }

  async #settleRefusal(attemptId: string, reason: string, consequence: RecipientTransition): Promise<void> {
    const { db, writerSlot, events } = this.#deps;
    const { workspaceId } = this.#context;
    const settled = await settleAttempt(db, {
      workspaceId,
      attemptId,
      writerSlot,
      reason,
      decide: attemptRefused,
      consequence,
    });
    if (settled) events.emit('campaigns.changed', { workspaceId, campaignIds: [settled.campaignId] });
  }
}

function outcomeOf(outcome: PlaceOutcome): DialOutcome {
  if (outcome.kind !== 'refused') return outcome.kind;
  if (outcome.status === null) return 'not_sent';
  return ({ never: 'refused', later: 'rate_limited', account: 'account' } as const)[outcome.retry];
}

function orderOf(
  campaign: ClaimedCampaign,
  recipient: ClaimedRecipient,
  added: Readonly<Record<string, string>>,
): CallOrder {
  const speaker = speakerOf(campaign, recipient);
  return {
    attemptId: recipient.attemptId,
    campaignId: campaign.id,
    fromNumber: recipient.fromNumber,
    toNumber: recipient.phoneNumber,
    agentId: speaker.agentId,
    agentVersion: speaker.agentVersion,
    dynamicVariables: { ...recipient.variables, ...added, success_definition: campaign.successDefinition },
    analysisItems: analysisItemsOf({ ...campaign, agentAnalysis: speaker.analysis }),
    withoutFields: campaign.withoutFields,
  };
}

/** The agent that a dialling order names, and the items of the agent's post-call analysis. */
function speakerOf(campaign: ClaimedCampaign, { isAfterVoicemail }: ClaimedRecipient) {
  const { isNumbersAgent, agentId, agentVersion, agentAnalysis, voicemailAgent } = campaign;
  return isAfterVoicemail && voicemailAgent
    ? { agentId: voicemailAgent.id, agentVersion: 'latest_published', analysis: voicemailAgent.analysis }
    : {
        agentId: isNumbersAgent ? null : agentId,
        agentVersion: readAgentVersion(agentVersion),
        analysis: agentAnalysis,
      };
}

/** Removes phone numbers from an error message, so that the same refusal of many numbers is logged as one. */
function withoutNumbers(message: string): string {
  return message.replaceAll(/\+?\d{5,}/g, '…');
}

/** The agent's post-call analysis items, with the campaign's definition of success. An override replaces all items. */
export function analysisItemsOf({
  agentAnalysis,
  successDefinition,
}: Pick<ClaimedCampaign, 'agentAnalysis' | 'successDefinition'>): AnalysisItem[] {
  const isSuccessPreset = ({ type, name }: AgentAnalysisItem): boolean =>
    type === 'system-presets' && name === 'call_successful';
  return [
    ...agentAnalysis.filter((item) => !isSuccessPreset(item)),
    { type: 'system-presets', name: 'call_successful', description: successDefinition },
  ];
}
