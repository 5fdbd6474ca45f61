// Life cycle of a simulated call: registered, ringing, talking, ended, analysed. The times of
// registration and pick-up are those of the real clock. The end is the start plus the simulated duration, so that a
// call's times and duration agree at any speed of the simulation.
import type {
  CreatePhoneCallRequest,
  CreateWebCallRequest,
  DisconnectionReason,
  ProviderWebhookEventName,
  WirePostCallAnalysisItem,
} from '../retell/index.ts';
import {
  listSimulatedCallAgentCandidates,
  findSimulatedAgent,
  findSimulatedAgentOfBinding,
  resolveNewSimulatedCallStorage,
  incrementSimulatedAccountCounter,
} from './account.ts';
import type { SimulatedAccount } from './account.ts';
import { getSimulatedMaxConcurrentCalls } from './account-wire.ts';
import type { SimulatorActivityCounter } from './activity.ts';
import type { SimulatedAgent } from './agent-catalogue.ts';
import { getSimulatedConversationVariables } from './call-record.ts';
import type { SimulatedCallRecord } from './call-record.ts';
import { generateSimulatedMobileNumber } from './content/people.ts';
import type { SimulatedDisconnectionReasonWeights } from './options.ts';
import {
  pickRandomSimulatedCallOutcome,
  simulatedInboundDisconnectionWeights,
  simulatedOutboundDisconnectionWeights,
  simulatedWebCallDisconnectionWeights,
} from './outcome.ts';
import type { SimulatedCallKind, SimulatedCallTimingOptions } from './outcome.ts';
import { createSeededRandomGenerator, hashSeedParts, hashSeedPartsToHex } from './random.ts';
import type { SimulatedClock } from './simulated-clock.ts';

export interface SimulatedCallLifecycle {
  /**
   * Starts a simulated phone call and returns its record. The request and the account's limits must be checked before.
   */
  place(account: SimulatedAccount, request: CreatePhoneCallRequest): SimulatedCallRecord;
  /** Starts a simulated web call and returns its record. Its user joins automatically. */
  placeWeb(account: SimulatedAccount, request: CreateWebCallRequest): SimulatedCallRecord;
  /** Starts a simulated inbound or web call that no API client requested. */
  arrive(account: SimulatedAccount, kind: 'inbound' | 'web'): SimulatedCallRecord;
  /** Hangs up a call. Returns false if the call is not live. */
  stop(account: SimulatedAccount, record: SimulatedCallRecord): boolean;
  /**
   * Lets a person take a simulated call over from the agent. The call then lasts `atLeastMs` of simulated time, unless
   * somebody hangs up earlier. Returns false if the call is not ongoing or was already taken over.
   */
  takeOver(account: SimulatedAccount, record: SimulatedCallRecord, atLeastMs?: number): boolean;
  /** Ends a simulated call that a person took over. Returns false if no person took it over, or if it has ended. */
  endTakeOver(account: SimulatedAccount, record: SimulatedCallRecord): boolean;
  /** Simulated ms since the call was picked up. Undefined if the call is not ongoing. */
  talkedMs(record: SimulatedCallRecord): number | undefined;
  /** Analyses a finished call again with its agent's newest version, even a draft, as the provider documents. */
  analyseAgain(account: SimulatedAccount, record: SimulatedCallRecord): void;
  forceOutcome(reason: string | undefined, toNumber?: string): void;
}

interface Draft {
  kind: SimulatedCallKind;
  seed: number;
  agent: SimulatedAgent;
  line: string;
  customer: string;
  metadata?: unknown;
  dynamicVariables?: Record<string, string> | undefined;
  analysisItems?: readonly WirePostCallAnalysisItem[] | undefined;
  reason?: DisconnectionReason | undefined;
}

const weightsByOutcome = {
  outbound: simulatedOutboundDisconnectionWeights,
  inbound: simulatedInboundDisconnectionWeights,
  web: simulatedWebCallDisconnectionWeights,
};

export function createSimulatedCallLifecycle(parts: {
  seed: number;
  runId: string;
  clock: SimulatedClock;
  activity: SimulatorActivityCounter;
  timing: SimulatedCallTimingOptions;
  outcomes: SimulatedDisconnectionReasonWeights | undefined;
  emit: (account: SimulatedAccount, event: ProviderWebhookEventName, record: SimulatedCallRecord) => void;
}): SimulatedCallLifecycle {
  const { seed, runId, clock, activity, timing, emit } = parts;
  const nextStep = new Map<SimulatedCallRecord, () => void>();
  const ends = new Map<SimulatedCallRecord, () => void>();
  const startedAt = new Map<SimulatedCallRecord, number>();
  const forced = new Map<string | undefined, DisconnectionReason>();

  function register(account: SimulatedAccount, draft: Draft): SimulatedCallRecord {
    const { reason = forced.get(draft.customer) ?? forced.get(undefined), ...rest } = draft;
    const identity = {
      ...rest,
      company: account.orgName,
      metadata: draft.metadata,
      dynamicVariables: draft.dynamicVariables,
      analysisItems: draft.analysisItems,
      ...resolveNewSimulatedCallStorage(account, draft.agent),
    };
    const weights = (draft.kind === 'outbound' ? parts.outcomes : undefined) ?? weightsByOutcome[draft.kind];
    const record: SimulatedCallRecord = {
      ...identity,
      id: `call_${hashSeedPartsToHex(27, runId, draft.seed, draft.kind, account.key)}`,
      createdAt: Date.now(),
      outcome: pickRandomSimulatedCallOutcome({
        ...draft,
        weights,
        variables: getSimulatedConversationVariables(identity),
        reason,
        timing,
      }),
      phase: 'registered',
      startAt: undefined,
      endAt: undefined,
      analysisRound: 0,
    };
    account.calls.set(record.id, record);
    account.live.add(record);
    ends.set(record, activity.begin());
    nextStep.set(
      record,
      clock.after(record.outcome.ringMs, () =>
        record.outcome.connected ? start(account, record) : finish(account, record),
      ),
    );
    return record;
  }

  function start(account: SimulatedAccount, record: SimulatedCallRecord): void {
    record.phase = 'ongoing';
    record.startAt = Date.now();
    startedAt.set(record, clock.elapsed());
    emit(account, 'call_started', record);
    nextStep.set(
      record,
      clock.after(record.outcome.durationMs, () => finish(account, record)),
    );
  }

  function finish(account: SimulatedAccount, record: SimulatedCallRecord): void {
    const { outcome } = record;
    record.phase = 'finished';
    record.endAt =
      record.startAt === undefined ? record.createdAt + outcome.ringMs : record.startAt + outcome.durationMs;
    if (record.startAt === undefined && outcome.hasStart) record.startAt = record.endAt;
    account.live.delete(record);
    startedAt.delete(record);
    emit(account, 'call_ended', record);
    nextStep.set(
      record,
      clock.after(outcome.analysisMs, () => analyse(account, record)),
    );
  }

  function analyse(account: SimulatedAccount, record: SimulatedCallRecord): void {
    record.analysisRound += 1;
    nextStep.delete(record);
    if (account.calls.has(record.id)) emit(account, 'call_analyzed', record);
    ends.get(record)?.();
    ends.delete(record);
  }

  function talkedMs(record: SimulatedCallRecord): number | undefined {
    const since = startedAt.get(record);
    return since === undefined ? undefined : clock.elapsed() - since;
  }

  return {
    talkedMs,
    place(account, request) {
      const line = account.numbers.find(({ phone_number }) => phone_number === request.from_number);
      const nth = incrementSimulatedAccountCounter(account, request.to_number);
      const entries = listSimulatedCallAgentCandidates(line, request).map((bound) => [bound, bound.weight] as const);
      const bound =
        entries.length > 0
          ? createSeededRandomGenerator(seed, account.key, 'bound', request.to_number, nth).weighted(entries)
          : undefined;
      const agent = bound && findSimulatedAgentOfBinding(account, bound);
      if (agent === undefined) throw new Error('The request was not checked: no agent for this call');
      return register(account, {
        kind: 'outbound',
        seed: hashSeedParts(seed, account.key, 'outbound', request.to_number, nth),
        agent,
        line: request.from_number,
        customer: request.to_number,
        metadata: request.metadata,
        dynamicVariables: request.retell_llm_dynamic_variables,
        analysisItems: request.agent_override?.agent?.post_call_analysis_data ?? undefined,
      });
    },
    placeWeb(account, request) {
      const agent = findSimulatedAgent(account, request.agent_id);
      if (agent === undefined) throw new Error('The request was not checked: no agent for this call');
      return register(account, {
        kind: 'web',
        seed: hashSeedParts(seed, account.key, 'web', incrementSimulatedAccountCounter(account, 'web')),
        agent,
        line: '',
        customer: '',
        metadata: request.metadata,
        dynamicVariables: request.retell_llm_dynamic_variables,
        analysisItems: request.agent_override?.agent?.post_call_analysis_data ?? undefined,
      });
    },
    arrive(account, kind) {
      const callSeed = hashSeedParts(seed, account.key, kind, incrementSimulatedAccountCounter(account, kind));
      const random = createSeededRandomGenerator(callSeed, 'arrival');
      const line = account.numbers.length === 0 ? undefined : random.pick(account.numbers);
      const agent =
        findSimulatedAgent(account, pickHeaviestSimulatedAgentId(line?.inbound_agents)) ?? account.agents[0];
      if (agent === undefined) throw new Error(`The account ${account.orgName} has no agent to answer`);
      return register(account, {
        kind,
        seed: callSeed,
        agent,
        line: kind === 'web' ? '' : (line?.phone_number ?? ''),
        customer: kind === 'web' ? '' : generateSimulatedMobileNumber(random),
        reason: account.live.size >= getSimulatedMaxConcurrentCalls(account) ? 'concurrency_limit_reached' : undefined,
      });
    },
    stop(account, record) {
      if (record.phase === 'finished') return false;
      nextStep.get(record)?.();
      const talked = record.phase === 'ongoing' ? Math.max(1, Math.round(talkedMs(record) ?? 0)) : 0;
      record.outcome = {
        ...record.outcome,
        plannedReason: plannedReasonOf(record),
        reason: 'manual_stopped',
        connected: record.phase === 'ongoing',
        status: record.phase === 'ongoing' ? 'ended' : 'not_connected',
        durationMs: Math.min(talked, record.outcome.durationMs),
        hasStart: false,
      };
      finish(account, record);
      return true;
    },
    takeOver(account, record, atLeastMs = 0) {
      const talked = talkedMs(record);
      if (talked === undefined || record.outcome.agentMs !== undefined) return false;
      const durationMs = Math.max(record.outcome.durationMs, Math.round(talked) + atLeastMs);
      record.outcome = {
        ...record.outcome,
        plannedReason: plannedReasonOf(record),
        reason: 'call_take_over',
        status: 'ended',
        agentMs: Math.max(1, Math.round(talked)),
        durationMs,
      };
      nextStep.get(record)?.();
      nextStep.set(
        record,
        clock.after(durationMs - talked, () => finish(account, record)),
      );
      return true;
    },
    endTakeOver(account, record) {
      const talked = talkedMs(record);
      if (talked === undefined || record.outcome.agentMs === undefined) return false;
      nextStep.get(record)?.();
      const durationMs = Math.min(Math.max(1, Math.round(talked)), record.outcome.durationMs);
      record.outcome = { ...record.outcome, durationMs };
      finish(account, record);
      return true;
    },
    analyseAgain(account, record) {
      const agent = findSimulatedAgent(account, record.agent.wire.agent_id) ?? record.agent;
      record.rerunItems = agent.wire.post_call_analysis_data;
      analyse(account, record);
    },
    forceOutcome(reason, toNumber) {
      if (reason === undefined) forced.delete(toNumber);
      // Accept unknown disconnection reasons too, because the real provider adds reasons without notice.
      else forced.set(toNumber, reason as DisconnectionReason);
    },
  };
}

function plannedReasonOf({ outcome }: SimulatedCallRecord): DisconnectionReason {
  return outcome.plannedReason ?? outcome.reason;
}

/** Returns the id of the agent with the largest weight among the agents bound to a phone number. */
export function pickHeaviestSimulatedAgentId(
  bound: readonly { agent_id: string; weight?: number | null | undefined }[] | null | undefined,
): string | undefined {
  return bound?.toSorted((left, right) => (right.weight ?? 0) - (left.weight ?? 0))[0]?.agent_id;
}
