// The body of a webhook: which event, for which call. Unknown events are accepted and kept.
import type { WireCall } from './wire-call.ts';

/** Events known today; the first three are what the provider sends unless told otherwise. */
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
  /** As it came: nothing but its id is checked. */
  readonly call: WireCall;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/**
 * Reads a webhook's parsed JSON; undefined when it has no event or no call with an id. Never throws. By hand, for it is
 * done for every webhook: the fields of the call have not the types that `WireCall` names until whoever stores them has
 * looked at each.
 */
export function parseWireWebhook(value: unknown): WireWebhook | undefined {
  if (!isObject(value)) return undefined;
  const { event, call } = value;
  if (typeof event !== 'string' || event === '' || !isObject(call)) return undefined;
  const { call_id: id } = call;
  if (typeof id !== 'string' || id === '') return undefined;
  return { event, call: call as unknown as WireCall };
}
