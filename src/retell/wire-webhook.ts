// The body of a provider webhook: an event name and the call. Unknown events are accepted and stored.
import type { WireCall } from './wire-call.ts';

/** Event names of the provider's webhooks. The provider sends the first three by default. */
export const providerWebhookEventNames = [
  'call_started',
  'call_ended',
  'call_analyzed',
  'transcript_updated',
  'transfer_started',
  'transfer_bridged',
  'transfer_cancelled',
  'transfer_ended',
] as const;
export type ProviderWebhookEventName = (typeof providerWebhookEventNames)[number];

export interface WireWebhook {
  readonly event: string;
  /** The webhook's call as received. Only its id is validated. */
  readonly call: WireCall;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/**
 * Reads a provider webhook's parsed JSON without a schema, because this runs for every webhook. Undefined if the event
 * or the call's id is missing. The call may differ from `WireCall` until it is validated for storage.
 */
export function parseWireWebhook(value: unknown): WireWebhook | undefined {
  if (!isObject(value)) return undefined;
  const { event, call } = value;
  if (typeof event !== 'string' || event === '' || !isObject(call)) return undefined;
  const { call_id: id } = call;
  if (typeof id !== 'string' || id === '') return undefined;
  return { event, call: call as unknown as WireCall };
}
