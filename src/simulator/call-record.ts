// The compact record of a call. Everything bulky (conversation, analysis, figures) is drawn again from its seed
// when it is asked for, so that tens of thousands of past calls stay cheap.
import type { DataStorageSetting, DisconnectionReason, WireAnalysisItem } from '../retell/index.ts';
import type { SimulatedAgent } from './agent-catalogue.ts';
import { buildConversation } from './content/conversation.ts';
import type { Conversation, ConversationInput } from './content/conversation.ts';
import { drawName } from './content/people.ts';
import { agentScripts } from './content/scripts.ts';
import type { CallKind, Outcome } from './outcome.ts';
import { createRandom } from './random.ts';

export type Phase = 'registered' | 'ongoing' | 'finished';

/** For how long, in real ms, a link to a recording of the account is good once it was given; undefined: for ever. */
export interface RecordingLinks {
  lifeMs: number | undefined;
}

export interface CallRecord {
  readonly id: string;
  readonly kind: CallKind;
  readonly seed: number;
  readonly agent: SimulatedAgent;
  /** The account's number; empty for a web call. */
  readonly line: string;
  /** The other party's number; empty for a web call. */
  readonly customer: string;
  readonly company: string;
  /** Real milliseconds since the epoch. */
  readonly createdAt: number;
  metadata: unknown;
  readonly dynamicVariables: Record<string, string> | undefined;
  /** Set while the call went on. The conversation keeps to `dynamicVariables`, so that what was said never changes. */
  overriddenVariables?: Record<string, string>;
  /** Replaces the agent's own list when the call brings one. */
  readonly analysisItems: readonly WireAnalysisItem[] | undefined;
  /** What of the call is kept. */
  storage: DataStorageSetting;
  readonly links: RecordingLinks;
  outcome: Outcome;
  phase: Phase;
  startAt: number | undefined;
  endAt: number | undefined;
  /** 0 before the analysis; grows with each analysis. */
  analysisRound: number;
  /** Of the agent's newest version when the analysis was run again: they replace what the call brought, too. */
  rerunItems?: readonly WireAnalysisItem[];
}

/** Values for the conversation's variables: what the call brings wins over what is drawn. */
export function spokenVariables(
  input: Pick<CallRecord, 'seed' | 'agent' | 'customer' | 'company' | 'dynamicVariables'>,
): Record<string, string> {
  const random = createRandom(input.seed, 'variables');
  const { first, last } = drawName(createRandom(input.customer || input.seed, 'name'));
  const drawn = agentScripts[input.agent.script].variables(random);
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

/** The conversation of a call that connected, as far as it got; undefined otherwise. */
export function conversationOf(record: CallRecord): Conversation | undefined {
  if (!record.outcome.connected) return undefined;
  return buildConversation({ ...conversationInputOf(record), limitMs: saidMsOf(record.outcome) });
}

/** The conversation as it would go if nothing cut it short. */
export function wholeConversationOf(record: CallRecord): Conversation {
  return buildConversation(conversationInputOf(record));
}

/** How long the agent is on the line. */
export function saidMsOf({ durationMs, agentMs = Infinity }: Outcome): number {
  return Math.min(durationMs, agentMs);
}

function conversationInputOf(record: CallRecord): ConversationInput {
  const { outcome } = record;
  return {
    seed: record.seed,
    script: record.agent.script,
    course: outcome.course,
    reason: outcome.plannedReason ?? outcome.reason,
    variables: spokenVariables(record),
  };
}

/** Whether a recording can be fetched. */
export function hasRecording(record: CallRecord): boolean {
  return record.phase === 'finished' && record.outcome.connected && record.storage !== 'basic_attributes_only';
}

/** The reason, once the call has one. */
export function reasonOf(record: CallRecord): DisconnectionReason | undefined {
  return record.phase === 'finished' ? record.outcome.reason : undefined;
}
