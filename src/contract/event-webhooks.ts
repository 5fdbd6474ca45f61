/** API endpoints and schemas of event webhooks, which send a workspace's events to its own URLs (docs/events.md). */
import { z } from 'zod';
import { uuidSchema } from './access.ts';
import { alertSchema } from './alerts.ts';
import { attemptOutcomes } from './campaigns.ts';
import { defineEndpoint } from './endpoint.ts';
import { momentSchema } from './inputs.ts';

const when = z.iso.datetime().nullable();
const text = z.string().nullable();

const startedCall = z.strictObject({
  callId: z.string(),
  callType: z.string(),
  direction: z.string(),
  fromNumber: text,
  toNumber: text,
  agentId: text,
  agentVersion: z.number().nullable(),
  customerName: text,
  campaignId: uuidSchema.nullable(),
  attemptId: uuidSchema.nullable(),
  status: z.string(),
  startedAt: when,
});
const endedCall = startedCall.extend({
  endedAt: when,
  durationMs: z.number().nullable(),
  disconnectionReason: text,
});
const campaign = z.strictObject({
  campaignId: uuidSchema,
  name: z.string(),
  status: z.string(),
  pauseReason: text,
  totalRecipients: z.number(),
});
const alertPayload = z.strictObject({
  alertId: uuidSchema,
  kind: alertSchema.shape.kind,
  subject: z.string(),
  details: alertSchema.shape.details,
  raisedAt: z.iso.datetime(),
  clearedAt: when,
});

/** Schemas of the `data` of outgoing events, by kind of event. Database triggers write this `data`. */
export const webhookEventDataSchemas = {
  'call.started': startedCall,
  'call.ended': endedCall,
  'call.analyzed': endedCall.extend({
    isSuccessful: z.boolean().nullable(),
    sentiment: text,
    inVoicemail: z.boolean().nullable(),
    /** The analysis as the agent produced it. */
    analysis: z.record(z.string(), z.unknown()).nullable(),
  }),
  'campaign.started': campaign,
  'campaign.paused': campaign,
  'campaign.completed': campaign,
  'recipient.finished': z.strictObject({
    campaignId: uuidSchema,
    recipientId: uuidSchema,
    revision: z.number().int().positive(),
    phoneNumber: z.string(),
    customerName: z.string(),
    variables: z.record(z.string(), z.string()),
    state: z.enum(['sent', 'undelivered', 'unconfirmed', 'skipped']),
    pickedUp: z.boolean(),
    contacted: z.boolean(),
    completed: z.boolean(),
    successful: z.boolean().nullable(),
    reason: text,
    attempts: z.array(
      z.strictObject({
        attemptId: uuidSchema,
        callId: text,
        at: z.iso.datetime(),
        state: z.string(),
        outcome: z.enum(attemptOutcomes).nullable(),
        reason: text,
      }),
    ),
  }),
  'do_not_call.added': z.strictObject({
    phoneNumber: z.string(),
    source: z.enum(['manual', 'analysis', 'provider']),
    note: text,
  }),
  'alert.raised': alertPayload,
  'alert.cleared': alertPayload,
} as const;

export const outgoingEventKinds = Object.keys(webhookEventDataSchemas) as [
  keyof typeof webhookEventDataSchemas,
  ...(keyof typeof webhookEventDataSchemas)[],
];

/** Body of every event webhook. Header `webhook-id`: the event's id, the same for every retry and every webhook URL. */
export const eventWebhookBodySchema = z.strictObject({
  type: z.enum(outgoingEventKinds),
  /** When the event happened. */
  timestamp: z.iso.datetime(),
  workspaceId: uuidSchema,
  data: z.record(z.string(), z.unknown()),
});

export type EventWebhookBody = z.infer<typeof eventWebhookBodySchema>;

export const maxEventWebhooks = 20;

const events = z.array(z.enum(outgoingEventKinds)).min(1, 'Elige al menos un evento').max(outgoingEventKinds.length);

export const eventWebhookSchema = z.object({
  id: uuidSchema,
  host: z.string(),
  /** The URL to which events are sent. Null if an API token asks, because URLs often contain a secret. */
  url: z.string().nullable(),
  events: z.array(z.string()),
  /** True if the URL gets the provider's webhooks unchanged instead of the console's own events. */
  relay: z.boolean(),
  /** State of the event webhook. Events wait unless it is active. failing: the URL accepted no event for three days. */
  state: z.enum(['active', 'paused', 'failing']),
  failingSince: when,
  pending: z.number().int(),
  createdAt: z.iso.datetime(),
});
export type EventWebhook = z.infer<typeof eventWebhookSchema>;

export const eventWebhookDeliverySchema = z.object({
  eventId: z.string(),
  kind: z.string(),
  /** set_aside: three days of retries have failed. */
  state: z.enum(['pending', 'delivered', 'set_aside']),
  attempts: z.number().int(),
  createdAt: z.iso.datetime(),
  /** The next retry of a pending delivery. */
  nextTryAt: when,
  triedAt: when,
  tookMs: z.number().int().nullable(),
  answerStatus: z.number().int().nullable(),
  /** Beginning of the last response from the webhook's URL, or the reason why no response came. */
  answer: z.string().nullable(),
  /**
   * Body that was sent to the event webhook. If the delivery relayed a webhook of the provider, this describes the
   * provider's event instead.
   */
  request: z.record(z.string(), z.unknown()),
});
export type EventWebhookDelivery = z.infer<typeof eventWebhookDeliverySchema>;

/** URL of an event webhook: https with a public address, or the provider's origin. The server checks this. */
const url = z.url({ protocol: /^https?$/, error: 'La dirección debe comenzar con https://' }).max(2_000);

const access = { role: 'admin', workspace: 'current' } as const;
const params = z.object({ id: uuidSchema });
const ok = z.object({ ok: z.literal(true) });

export const eventWebhooksEndpoints = {
  listEventWebhooks: defineEndpoint('listEventWebhooks', { access, response: z.array(eventWebhookSchema) }),
  /**
   * Creates an event webhook. Its secret is never shown again. `relay`: it forwards the provider's webhooks unchanged.
   */
  createEventWebhook: defineEndpoint('createEventWebhook', {
    access,
    tokens: false,
    body: z
      .object({ url, events: events.optional(), relay: z.boolean().default(false) })
      .refine(({ relay, events: chosen }) => relay !== (chosen !== undefined), {
        path: ['events'],
        message: 'Elige los eventos, o pasa los webhooks de Retell.AI sin cambios',
      }),
    response: z.object({ id: uuidSchema, secret: z.string().nullable() }),
    status: 201,
  }),
  /** `active` also sends the events queued meanwhile. */
  updateEventWebhook: defineEndpoint('updateEventWebhook', {
    access,
    tokens: false,
    params,
    body: z.object({ url, events, state: z.enum(['active', 'paused']) }).partial(),
    response: ok,
  }),
  deleteEventWebhook: defineEndpoint('deleteEventWebhook', { access, tokens: false, params, response: ok }),
  /** Lists the newest 100 deliveries of an event webhook. Deliveries are deleted after seven days. */
  listEventDeliveries: defineEndpoint('listEventDeliveries', {
    access,
    params,
    response: z.array(eventWebhookDeliverySchema),
  }),
  /**
   * Sends an event webhook all of its events since `since` again, in order. With `eventId`, it sends only that event.
   */
  replayEvents: defineEndpoint('replayEvents', {
    access,
    params,
    body: z.object({ since: momentSchema, eventId: z.string().max(60).optional() }),
    response: z.object({ events: z.number().int() }),
    status: 202,
  }),
};
