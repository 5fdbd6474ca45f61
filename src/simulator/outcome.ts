// Chooses the random outcome of a simulated call: disconnection reason, connection, course and duration.
import { disconnectionReasonSeverities, unconnectedCallReasons } from '../retell/index.ts';
import type { ProviderCallStatus, DisconnectionReason } from '../retell/index.ts';
import type { SimulatedAgent } from './agent-catalogue.ts';
import { buildSimulatedConversation } from './content/conversation.ts';
import type { SimulatedConversationCourse } from './content/script.ts';
import type { MillisecondsOrRange, SimulatedDisconnectionReasonWeights } from './options.ts';
import { createSeededRandomGenerator } from './random.ts';
import type { RandomGenerator } from './random.ts';

export type SimulatedCallKind = 'outbound' | 'inbound' | 'web';

export interface SimulatedCallOutcome {
  reason: DisconnectionReason;
  /**
   * The disconnection reason that was planned for the simulated call. Present only if the call ended for another
   * reason.
   */
  plannedReason?: DisconnectionReason;
  /** The time from pick-up until a person took the call over, in ms. */
  agentMs?: number;
  status: ProviderCallStatus;
  connected: boolean;
  course: SimulatedConversationCourse;
  /**
   * Time in ms from the simulated call's creation until it was picked up, or until it ended without being picked up.
   */
  ringMs: number;
  /** Time from pick-up to the call's end in ms; 0 if nobody picked up. */
  durationMs: number;
  /** Time from the call's end to its analysis in ms. */
  analysisMs: number;
  /** True if the simulated call has a start time. Even a call that never connected may have one. */
  hasStart: boolean;
  /**
   * True if the simulated webhook `call_ended` still has the status 'registered', as real webhooks of the provider may
   * have.
   */
  endsAsRegistered: boolean;
}

export interface SimulatedCallTimingOptions {
  callDurationMs?: MillisecondsOrRange | undefined;
  ringMs?: MillisecondsOrRange | undefined;
  analysisMs?: MillisecondsOrRange | undefined;
}

const rareErrors: SimulatedDisconnectionReasonWeights = {
  error_llm_websocket_open: 0.08,
  error_llm_websocket_lost_connection: 0.1,
  error_llm_websocket_runtime: 0.06,
  error_llm_websocket_corrupt_payload: 0.03,
  error_no_audio_received: 0.12,
  error_asr: 0.08,
  error_retell: 0.08,
  error_unknown: 0.1,
};

/**
 * Weights of the disconnection reasons of outbound calls. Each weight is roughly the percentage of a campaign's calls
 * that end for this reason.
 */
export const simulatedOutboundDisconnectionWeights: SimulatedDisconnectionReasonWeights = {
  user_hangup: 30,
  agent_hangup: 23,
  dial_no_answer: 19,
  voicemail_reached: 11,
  dial_busy: 6,
  call_transfer: 2.4,
  user_declined: 1.6,
  dial_failed: 1.2,
  inactivity: 1.2,
  ivr_reached: 0.9,
  invalid_destination: 0.8,
  transfer_bridged: 0.5,
  marked_as_spam: 0.3,
  max_duration_reached: 0.2,
  sip_routing_error: 0.15,
  telephony_provider_unavailable: 0.25,
  transfer_cancelled: 0.1,
  registered_call_timeout: 0.1,
  call_take_over: 0.1,
  scam_detected: 0.02,
  ...rareErrors,
};
export const simulatedInboundDisconnectionWeights: SimulatedDisconnectionReasonWeights = {
  user_hangup: 54,
  agent_hangup: 34,
  call_transfer: 7,
  inactivity: 2,
  transfer_bridged: 0.9,
  call_take_over: 0.3,
  transfer_cancelled: 0.2,
  max_duration_reached: 0.3,
  scam_detected: 0.05,
  ...rareErrors,
};
export const simulatedWebCallDisconnectionWeights: SimulatedDisconnectionReasonWeights = {
  user_hangup: 60,
  agent_hangup: 31,
  error_user_not_joined: 4,
  inactivity: 3,
  call_transfer: 1,
  max_duration_reached: 0.2,
  ...rareErrors,
};
/**
 * Weights of disconnection reasons that have their cause in the provider account. They are used only for simulated past
 * calls.
 */
export const simulatedAccountDisconnectionWeights: SimulatedDisconnectionReasonWeights = {
  manual_stopped: 0.25,
  concurrency_limit_reached: 0.2,
  no_concurrency_fallback: 0.05,
  no_valid_payment: 0.03,
};
/**
 * Weights of disconnection reasons for simulated past outbound calls only. They supplement and override
 * `simulatedOutboundDisconnectionWeights`.
 */
export const simulatedPastOutboundReasonWeights: SimulatedDisconnectionReasonWeights = {
  ...simulatedAccountDisconnectionWeights,
  telephony_provider_unavailable: 0.15,
  telephony_provider_permission_denied: 0.1,
};

const neverDialled: ReadonlySet<string> = new Set<DisconnectionReason>([
  'concurrency_limit_reached',
  'no_concurrency_fallback',
  'no_valid_payment',
  'credit_exhausted',
  'budget_reached',
  'scam_detected',
  'error_user_not_joined',
  'registered_call_timeout',
  'error_llm_websocket_open',
]);
const notConnected: ReadonlySet<string> = new Set(unconnectedCallReasons);
const ringSeconds: Partial<Record<DisconnectionReason, readonly [number, number]>> = {
  dial_no_answer: [28, 32],
  registered_call_timeout: [30, 33],
  error_user_not_joined: [30, 31],
  dial_busy: [2, 6],
  user_declined: [4, 14],
  voicemail_reached: [14, 26],
  concurrency_limit_reached: [0.2, 0.6],
  no_concurrency_fallback: [0.2, 0.6],
  no_valid_payment: [0.2, 0.6],
  credit_exhausted: [0.2, 0.6],
  budget_reached: [0.2, 0.6],
  invalid_destination: [0.5, 2],
  dial_failed: [0.6, 4],
};

/**
 * Chooses a simulated call's random outcome, which is the same for the same input. If `reason` is given, it is the
 * call's disconnection reason.
 */
export function pickRandomSimulatedCallOutcome(input: {
  seed: number;
  kind: SimulatedCallKind;
  agent: SimulatedAgent;
  weights: SimulatedDisconnectionReasonWeights;
  variables: Record<string, string>;
  reason?: DisconnectionReason | undefined;
  timing: SimulatedCallTimingOptions;
}): SimulatedCallOutcome {
  const random = createSeededRandomGenerator(input.seed, 'outcome');
  const drawn = random.weighted(entriesOf(input.weights));
  const reason = input.reason ?? drawn;
  const course = drawCourse(reason, input.agent.skill, random);
  const connected = !notConnected.has(reason) && !neverDialled.has(reason);
  const fixed = input.timing.callDurationMs === undefined ? undefined : drawMillis(input.timing.callDurationMs, random);
  const [ringMin, ringMax] = ringSeconds[reason] ?? (input.kind === 'outbound' ? [4, 18] : [0.8, 3]);
  const ringMs =
    input.timing.ringMs === undefined
      ? fixed === undefined
        ? random.between(ringMin, ringMax) * 1000
        : fixed * random.between(0.1, 0.5)
      : drawMillis(input.timing.ringMs, random);
  const analysisMs =
    input.timing.analysisMs === undefined
      ? fixed === undefined
        ? random.between(3000, 12_000)
        : fixed * random.between(0.1, 0.5)
      : drawMillis(input.timing.analysisMs, random);
  return {
    reason,
    course,
    connected,
    status: connected
      ? reason.startsWith('error_')
        ? 'error'
        : 'ended'
      : notConnected.has(reason)
        ? 'not_connected'
        : 'error',
    ringMs: Math.round(ringMs),
    durationMs: connected ? Math.max(1, Math.round(fixed ?? naturalDuration({ ...input, reason, course }, random))) : 0,
    analysisMs: Math.round(analysisMs),
    hasStart: connected || random.chance(0.75),
    endsAsRegistered: random.chance(0.05),
  };
}

function entriesOf(weights: SimulatedDisconnectionReasonWeights): (readonly [DisconnectionReason, number])[] {
  const reasons = Object.keys(disconnectionReasonSeverities) as DisconnectionReason[];
  return reasons.map((reason) => [reason, weights[reason] ?? 0] as const);
}

function drawMillis(millis: MillisecondsOrRange, random: RandomGenerator): number {
  return typeof millis === 'number' ? millis : random.between(millis.min, millis.max);
}

function drawCourse(reason: DisconnectionReason, skill: number, random: RandomGenerator): SimulatedConversationCourse {
  if (reason === 'voicemail_reached') return 'voicemail';
  if (reason === 'ivr_reached') return 'ivr';
  if (reason === 'agent_hangup')
    return random.weighted([
      ['achieved', 62 * skill],
      ['undecided', 24],
      ['refused', 5],
      ['wrong_person', 9],
    ]);
  if (reason === 'user_hangup')
    return random.weighted([
      ['achieved', 46 * skill],
      ['undecided', 20],
      ['refused', 23],
      ['wrong_person', 8],
      ['abandoned', 2],
    ]);
  return random.weighted([
    ['undecided', 70],
    ['refused', 30],
  ]);
}

function naturalDuration(
  input: {
    seed: number;
    agent: SimulatedAgent;
    reason: DisconnectionReason;
    course: SimulatedConversationCourse;
    variables: Record<string, string>;
  },
  random: RandomGenerator,
): number {
  const whole = buildSimulatedConversation({ ...input, script: input.agent.script }).endMs;
  const isCutShort = input.reason.startsWith('error_') || input.reason === 'manual_stopped';
  return isCutShort ? whole * random.between(0.15, 0.8) : whole;
}
