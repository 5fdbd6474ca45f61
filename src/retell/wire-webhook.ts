// The body of a provider webhook: the event and the call. Unknown events are accepted and stored.
import type { WireCall } from './wire-call.ts';

/** Known events of the provider's webhooks. The provider sends the first three by default. */
export const webhookEvents = [
  'call_started',
  'call_ended',
  'call_analyzed',
  'transcript_updated',
  'transfer_started',
  'transfer_bridged',
  'transfer_cancelled',
  'transfer_ended',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

export interface WireWebhook {
  readonly event: string;
  /** The webhook's call, as received. Only its id is validated. */
  readonly call: WireCall;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/**
 * Reads the parsed JSON of a provider webhook. Undefined if it has no event or no call with an id. Uses no schema,
 * because it runs for every webhook. The call may differ from `WireCall` until it is validated for storage.
 */
export function parseWireWebhook(value: unknown): WireWebhook | undefined {
  if (!isObject(value)) return undefined;
  const { event, call } = value;
  if (typeof event !== 'string' || event === '' || !isObject(call)) return undefined;
  const { call_id: id } = call;
  if (typeof id !== 'string' || id === '') return undefined;
  return { event, call: call as unknown as WireCall };
}
