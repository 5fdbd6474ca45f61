/** Webhooks of calls that happen now, as the provider would send them: start, end and analysis, with a conversation. */
import type { ProviderWebhookEventName, WireCall } from '../src/retell/index.ts';
import { generateSimulatedPastCalls } from '../src/simulator/index.ts';

export interface StoryOptions {
  readonly calls: number;
  /** Prefix of the call ids, so that no two floods share a call. */
  readonly prefix: string;
  /** Epoch ms of the first call's start; all start within the minute after it. */
  readonly startMs: number;
  /** Number of calls that start while one lasts; as many start until its analysis. */
  readonly lag: number;
}

export interface StoryEvent {
  readonly event: ProviderWebhookEventName;
  readonly callId: string;
  /** Body of the webhook. */
  readonly body: string;
}

/** Number of different conversations; further calls repeat them with their own ids, numbers and times. */
const conversations = 200;
const withinMs = 60_000;

/** Yields the events in time order. A call that nobody answered has no start. */
export function* generateWebhooks({ calls, prefix, startMs, lag }: StoryOptions): Iterable<StoryEvent> {
  const account = { key: 'key_stories_0123456789', orgName: 'Medición', concurrencyLimit: 20 };
  const history = [
    ...generateSimulatedPastCalls(1, {
      account,
      from: 0,
      to: 7 * 86_400_000,
      count: conversations,
      baseUrl: 'https://provider.example',
    }),
  ];
  const callOf = (index: number): WireCall => {
    const told = history[index % history.length];
    if (!told) throw new Error('no conversation to tell');
    return happeningAt(
      told,
      startMs + Math.floor((index * withinMs) / calls),
      `call_${prefix}_${String(index).padStart(8, '0')}`,
      index,
    );
  };
  for (let index = 0; index < calls + 2 * lag; index += 1) {
    if (index < calls) {
      const call = callOf(index);
      if (call.start_timestamp !== undefined) yield toEvent('call_started', begunOf(call));
    }
    const ending = index - lag;
    if (ending >= 0 && ending < calls) {
      const { call_analysis: _analysis, ...call } = callOf(ending);
      yield toEvent('call_ended', call);
    }
    if (index >= 2 * lag) yield toEvent('call_analyzed', callOf(index - 2 * lag));
  }
}

function toEvent(event: ProviderWebhookEventName, call: WireCall): StoryEvent {
  return { event, callId: call.call_id, body: JSON.stringify({ event, call }) };
}

/** The call without data that are known only after its end. */
function begunOf(call: WireCall): WireCall {
  const {
    call_id,
    call_type,
    direction,
    agent_id,
    agent_name,
    agent_version,
    from_number,
    to_number,
    start_timestamp,
    retell_llm_dynamic_variables,
  } = call;
  return {
    call_id,
    call_type,
    direction,
    agent_id,
    agent_name,
    agent_version,
    from_number,
    to_number,
    start_timestamp,
    retell_llm_dynamic_variables,
    call_status: 'ongoing',
  };
}

/** The same conversation with another person at another time. */
function happeningAt(call: WireCall, atMs: number, callId: string, index: number): WireCall {
  const shiftMs = atMs - (call.start_timestamp ?? call.end_timestamp ?? atMs);
  const moved = (ms: number | null | undefined): number | undefined =>
    typeof ms === 'number' ? ms + shiftMs : undefined;
  const person = `+54911${String(20_000_000 + index)}`;
  return {
    ...call,
    call_id: callId,
    ...(call.direction === 'outbound'
      ? { to_number: person }
      : call.direction === 'inbound'
        ? { from_number: person }
        : {}),
    start_timestamp: moved(call.start_timestamp),
    end_timestamp: moved(call.end_timestamp),
    transfer_end_timestamp: moved(call.transfer_end_timestamp),
  };
}
