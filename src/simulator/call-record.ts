// The compact record of a simulated call. Conversation, analysis and figures are drawn again from its seed when needed,
// so that tens of thousands of past calls need little memory.
import type { DataStorageSetting, DisconnectionReason, WirePostCallAnalysisItem } from '../retell/index.ts';
import type { SimulatedAgent } from './agent-catalogue.ts';
import { buildSimulatedConversation } from './content/conversation.ts';
import type { SimulatedConversation, SimulatedConversationInput } from './content/conversation.ts';
import { generateSimulatedPersonName } from './content/people.ts';
import { simulatedAgentScripts } from './content/scripts.ts';
import type { SimulatedCallKind, SimulatedCallOutcome } from './outcome.ts';
import { createSeededRandomGenerator } from './random.ts';

export type SimulatedCallPhase = 'registered' | 'ongoing' | 'finished';

/** The lifetime of a recording's download link in real ms, from when it is issued. Undefined means unlimited. */
export interface SimulatedRecordingLinkLifetime {
  lifeMs: number | undefined;
}

export interface SimulatedCallRecord {
  readonly id: string;
  readonly kind: SimulatedCallKind;
  readonly seed: number;
  readonly agent: SimulatedAgent;
  /** The account's own phone number in the call. Empty for a web call. */
  readonly line: string;
  /** The phone number of the call's other party. Empty for a web call. */
  readonly customer: string;
  readonly company: string;
  /** When the simulated call was placed or arrived, in real ms since the epoch. */
  readonly createdAt: number;
  metadata: unknown;
  readonly dynamicVariables: Record<string, string> | undefined;
  /**
   * Dynamic variables that a request changed during the call. The scripted dialogue keeps using the original values, so
   * that lines already spoken do not change.
   */
  overriddenVariables?: Record<string, string>;
  /** Analysis items given with the request for the simulated call. They replace the agent's own analysis items. */
  readonly analysisItems: readonly WirePostCallAnalysisItem[] | undefined;
  /** The storage setting of the call's data. */
  storage: DataStorageSetting;
  readonly links: SimulatedRecordingLinkLifetime;
  outcome: SimulatedCallOutcome;
  phase: SimulatedCallPhase;
  startAt: number | undefined;
  endAt: number | undefined;
  /** Number of times that the simulated call was analysed. */
  analysisRound: number;
  rerunItems?: readonly WirePostCallAnalysisItem[];
}

/**
 * Returns the values of the variables in a simulated conversation. Values given with the call take precedence over
 * random ones.
 */
export function getSimulatedConversationVariables(
  input: Pick<SimulatedCallRecord, 'seed' | 'agent' | 'customer' | 'company' | 'dynamicVariables'>,
): Record<string, string> {
  const random = createSeededRandomGenerator(input.seed, 'variables');
  const { first, last } = generateSimulatedPersonName(
    createSeededRandomGenerator(input.customer || input.seed, 'name'),
  );
  const drawn = simulatedAgentScripts[input.agent.script].variables(random);
  const brought = Object.fromEntries(
    Object.entries(input.dynamicVariables ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const name =
    brought['nombre'] ?? brought['first_name'] ?? brought['customer_name'] ?? brought['cliente'] ?? brought['name'];
  return {
    ...drawn,
    empresa: input.company,
    agente: input.agent.persona,
    ...brought,
    nombre: name?.trim() || `${first} ${last}`,
  };
}

/** The simulated conversation until the call's end. Undefined if the call never connected. */
export function buildSimulatedConversationUntilEnd(record: SimulatedCallRecord): SimulatedConversation | undefined {
  if (!record.outcome.connected) return undefined;
  return buildSimulatedConversation({
    ...conversationInputOf(record),
    limitMs: computeSimulatedAgentPresenceMs(record.outcome),
  });
}

/** Builds the whole simulated conversation, including the part that is never spoken because the call ends early. */
export function buildUncutSimulatedConversation(record: SimulatedCallRecord): SimulatedConversation {
  return buildSimulatedConversation(conversationInputOf(record));
}

/** Duration in ms for which the agent takes part in the call. */
export function computeSimulatedAgentPresenceMs({ durationMs, agentMs = Infinity }: SimulatedCallOutcome): number {
  return Math.min(durationMs, agentMs);
}

function conversationInputOf(record: SimulatedCallRecord): SimulatedConversationInput {
  const { outcome } = record;
  return {
    seed: record.seed,
    script: record.agent.script,
    course: outcome.course,
    reason: outcome.plannedReason ?? outcome.reason,
    variables: getSimulatedConversationVariables(record),
  };
}

/** True if a recording can be downloaded. */
export function hasSimulatedRecording(record: SimulatedCallRecord): boolean {
  return record.phase === 'finished' && record.outcome.connected && record.storage !== 'basic_attributes_only';
}

export function getSimulatedDisconnectionReason(record: SimulatedCallRecord): DisconnectionReason | undefined {
  return record.phase === 'finished' ? record.outcome.reason : undefined;
}
