// The body of a webhook: which event, for which call. Unknown events are accepted and kept.
import { z } from 'zod';
import type { Known } from './lenient.ts';
import { wireCallSchema } from './wire-call.ts';

/** Events known today; the first three are what the provider sends unless told otherwise. */
export const WEBHOOK_EVENTS = [
  'call_started',
  'call_ended',
  'call_analyzed',
  'transcript_updated',
  'transfer_started',
  'transfer_bridged',
  'transfer_cancelled',
  'transfer_ended',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export const wireWebhookSchema = z.looseObject({
  event: z.string().min(1),
  call: wireCallSchema,
});

export type WireWebhook = Known<z.infer<typeof wireWebhookSchema>>;

/** Reads a webhook's parsed JSON; undefined when it has no event or no call with an id. Never throws. */
export function parseWireWebhook(value: unknown): WireWebhook | undefined {
  const parsed = wireWebhookSchema.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}
