// A simulated account of the provider: its keys, agents, numbers, calls and a record of all placed calls.
import type { CreatePhoneCallRequest, DataStorageSetting, WireCall } from '../retell/index.ts';
import { buildSimulatedAgents, buildSimulatedPhoneNumbers, findSimulatedAgentVersion } from './agent-catalogue.ts';
import type { SimulatedAgent, SimulatedPhoneNumber } from './agent-catalogue.ts';
import { buildSimulatedCallAnalysis } from './call-analysis.ts';
import { generateCallCost } from './call-figures.ts';
import { hasSimulatedRecording } from './call-record.ts';
import type { SimulatedCallRecord, SimulatedRecordingLinkLifetime } from './call-record.ts';
import { toSimulatedWireCall } from './call-wire.ts';
import { buildSimulatedContact, type StoredSimulatedContact } from './contacts.ts';
import type {
  SimulatedAccountOptions,
  SimulatedCallArrivalRates,
  SimulatedWebhookDeliveryAttempt,
  SimulatedIdempotencyKeyMode,
  SimulatedAcceptedPhoneCallRequest,
  SimulatorStatistics,
} from './options.ts';

export interface SimulatedAccount {
  readonly key: string;
  readonly webhookKey: string;
  readonly orgName: string;
  readonly agents: readonly SimulatedAgent[];
  readonly numbers: readonly SimulatedPhoneNumber[];
  /** By number. */
  readonly contacts: Map<string, StoredSimulatedContact>;
  readonly unknownFields: readonly string[];
  readonly orderKeys: SimulatedIdempotencyKeyMode;
  readonly callsPerSecondLimit: number | undefined;
  readonly calls: Map<string, SimulatedCallRecord>;
  readonly live: Set<SimulatedCallRecord>;
  readonly placed: SimulatedAcceptedPhoneCallRequest[];
  readonly webhooks: SimulatedWebhookDeliveryAttempt[];
  /**
   * Counters by name: one for the calls to each phone number, one for inbound calls and one for web calls. Simulated
   * outcomes depend on these counters.
   */
  readonly sequence: Map<string, number>;
  concurrencyLimit: number;
  webhookUrl: string | undefined;
  /** True if the key gets 401. */
  keyRefused: boolean;
  /** True if the account's API key may not change agents. */
  keyReadOnly: boolean;
  arrivals: SimulatedCallArrivalRates | undefined;
  reservedInbound: number;
  isBurstEnabled: boolean;
  dataStorage: DataStorageSetting | undefined;
  readonly links: SimulatedRecordingLinkLifetime;
}

export function createSimulatedAccount(seed: number, options: SimulatedAccountOptions): SimulatedAccount {
  const agents = buildSimulatedAgents(seed, options);
  return {
    key: options.key,
    webhookKey: options.webhookKey ?? options.key,
    orgName: options.orgName,
    agents,
    numbers: buildSimulatedPhoneNumbers(options, agents),
    contacts: new Map(options.contacts?.map((seed) => [seed.phoneNumber, buildSimulatedContact(seed)])),
    unknownFields: options.unknownFields ?? [],
    orderKeys: options.orderKeys ?? 'honoured',
    callsPerSecondLimit: options.callsPerSecondLimit,
    calls: new Map(),
    live: new Set(),
    placed: [],
    webhooks: [],
    sequence: new Map(),
    concurrencyLimit: options.concurrencyLimit ?? 20,
    webhookUrl: options.webhookUrl,
    keyRefused: false,
    keyReadOnly: false,
    arrivals: options.arrivals,
    reservedInbound: options.reservedInbound ?? 0,
    isBurstEnabled: options.burstEnabled ?? false,
    dataStorage: options.dataStorage,
    links: { lifeMs: options.recordingLinkMs },
  };
}

export function incrementSimulatedAccountCounter(account: SimulatedAccount, name: string): number {
  const next = (account.sequence.get(name) ?? 0) + 1;
  account.sequence.set(name, next);
  return next;
}

export function findSimulatedAgent(account: SimulatedAccount, agentId: string | undefined): SimulatedAgent | undefined {
  return account.agents.find(({ wire }) => wire.agent_id === agentId);
}

/**
 * Returns the agents that may handle a simulated outbound call, each with a weight: the agent and version of the
 * request, otherwise the agents bound to the phone number.
 * Without a version, the agent's newest version is used. The provider does not document which one it uses.
 */
export function listSimulatedCallAgentCandidates(
  line: SimulatedPhoneNumber | undefined,
  request: CreatePhoneCallRequest,
): SimulatedPhoneNumber['outbound_agents'] {
  const { override_agent_id: id, override_agent_version: version } = request;
  const named = version === undefined ? {} : { agent_version: version };
  if (id !== undefined) return [{ agent_id: id, weight: 1, ...named }];
  return (line?.outbound_agents ?? []).filter(({ weight }) => weight > 0).map((bound) => ({ ...bound, ...named }));
}

export function findSimulatedAgentOfBinding(
  account: SimulatedAccount,
  { agent_id: id, agent_version: version }: SimulatedPhoneNumber['outbound_agents'][number],
): SimulatedAgent | undefined {
  const agent = findSimulatedAgent(account, id);
  return agent && findSimulatedAgentVersion(agent, version);
}

/** The data storage setting of a new simulated call: the account's setting if it has one, otherwise the agent's. */
export function resolveNewSimulatedCallStorage(
  account: SimulatedAccount,
  agent: SimulatedAgent,
): Pick<SimulatedCallRecord, 'storage' | 'links'> {
  return { storage: account.dataStorage ?? agent.wire.data_storage_setting, links: account.links };
}

/** Every call in get-call's form, oldest first. */
export function listSimulatedAccountWireCalls(account: SimulatedAccount, baseUrl: string): Iterable<WireCall> {
  return toSimulatedWireCalls(
    [...account.calls.values()].sort((left, right) => left.createdAt - right.createdAt),
    baseUrl,
  );
}

/**
 * Returns an iterable of the calls in the provider's form. Each record is converted only when the iteration reaches it.
 */
export function toSimulatedWireCalls(records: readonly SimulatedCallRecord[], baseUrl: string): Iterable<WireCall> {
  return {
    *[Symbol.iterator]() {
      for (const record of records) yield toSimulatedWireCall(record, baseUrl);
    },
  };
}

export function computeSimulatorStatistics(account: SimulatedAccount): SimulatorStatistics {
  const statistics: SimulatorStatistics = {
    total: account.calls.size,
    live: account.live.size,
    byStatus: {},
    byReason: {},
    byKind: { inbound: 0, outbound: 0, web: 0 },
    analyzed: 0,
    successful: 0,
    withRecording: 0,
    costCents: 0,
  };
  for (const record of account.calls.values()) {
    const isFinished = record.phase === 'finished';
    const status = isFinished ? record.outcome.status : record.phase;
    statistics.byStatus[status] = (statistics.byStatus[status] ?? 0) + 1;
    statistics.byKind[record.kind] += 1;
    if (!isFinished) continue;
    statistics.byReason[record.outcome.reason] = (statistics.byReason[record.outcome.reason] ?? 0) + 1;
    statistics.costCents += generateCallCost(record).combined_cost;
    if (hasSimulatedRecording(record)) statistics.withRecording += 1;
    const analysis = buildSimulatedCallAnalysis(record);
    if (analysis === undefined) continue;
    statistics.analyzed += 1;
    if (analysis.call_successful) statistics.successful += 1;
  }
  return statistics;
}
