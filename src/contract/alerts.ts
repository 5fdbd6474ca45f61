/** API endpoints and schemas for alerts and for the provider's service status. */
import { z } from 'zod';
import { uuidSchema } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { momentSchema } from './inputs.ts';

/**
 * The kinds of alerts. calls_per_hour, success_percent, long_wait: a figure is beyond its threshold. campaign_paused:
 * the dispatcher paused a campaign. webhook_silence: calls end, but no webhook arrives. provider_incident: the
 * provider's status page reports an incident. attempt_unconfirmed: people may or may not have been called.
 * duplicate_call: one attempt made two calls. storage_full: the disk is full. registry_stale: the uploaded Registro
 * Nacional No Llame is 30 days old. unknown_reason: a call has a new disconnection reason. no_admin: no admin can sign
 * in. event_webhook_failing: an event webhook failed for three days. order_field_refused: the provider rejects a field
 * of our call requests, which is now omitted. call_attention: a live call matched an attention rule. silent_customer:
 * the customer can't hear the person who took over the call.
 */
export const alertKinds = [
  'calls_per_hour',
  'success_percent',
  'long_wait',
  'campaign_paused',
  'webhook_silence',
  'provider_incident',
  'attempt_unconfirmed',
  'duplicate_call',
  'storage_full',
  'registry_stale',
  'unknown_reason',
  'no_admin',
  'event_webhook_failing',
  'order_field_refused',
  'call_attention',
  'silent_customer',
] as const;
export type AlertKind = (typeof alertKinds)[number];

export const alertChannels = ['email', 'webhook'] as const;
export type AlertChannel = (typeof alertChannels)[number];

/**
 * An alert about one incident. It is open while `clearedAt` is null. For an incident without duration, `clearedAt`
 * equals `raisedAt`.
 */
export const alertSchema = z.object({
  id: uuidSchema,
  kind: z.enum(alertKinds),
  /** Subject of the alert: id of a campaign, call or event webhook, or a disconnection reason. Otherwise empty. */
  subject: z.string(),
  /** Figures and names at the moment when the alert was raised. The fields depend on its kind (labels/alerts-es.ts). */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  raisedAt: z.iso.datetime(),
  clearedAt: z.iso.datetime().nullable(),
  isRead: z.boolean(),
  /** The alert's deliveries by e-mail and webhook. Empty if the workspace switched both off. */
  deliveries: z.array(
    z.object({
      channel: z.enum(alertChannels),
      phase: z.enum(['raised', 'cleared']),
      state: z.enum(['pending', 'delivered', 'failed']),
      lastError: z.string().nullable(),
    }),
  ),
});
export type Alert = z.infer<typeof alertSchema>;

/**
 * Body of an alert webhook. It is signed by the header `x-vocero-signature: v={unix ms},d={hex HMAC-SHA256(body + v)}`.
 */
export const alertWebhookBodySchema = z.object({
  event: z.enum(['alert_raised', 'alert_cleared', 'test']),
  /** Id of this alert delivery. Every retry has the same id. */
  deliveryId: z.string(),
  workspace: z.object({ id: uuidSchema, name: z.string() }),
  alert: alertSchema.omit({ isRead: true, deliveries: true }).extend({ text: z.string() }).nullable(),
});
export type AlertWebhookBody = z.infer<typeof alertWebhookBodySchema>;

export const providerServiceStates = ['operational', 'degraded', 'major_outage', 'maintenance', 'unknown'] as const;
export type ProviderServiceState = (typeof providerServiceStates)[number];
export const providerServiceStatusSchema = z.object({
  status: z.enum(providerServiceStates),
  description: z.string(),
  lastUpdate: z.iso.datetime().nullable(),
  /** URL of the provider's public status page. */
  pageUrl: z.string(),
});
export type ProviderServiceStatus = z.infer<typeof providerServiceStatusSchema>;

const operator = { role: 'operator', workspace: 'current' } as const;

export const alertsEndpoints = {
  serviceStatus: defineEndpoint('serviceStatus', { access: 'signedIn', response: providerServiceStatusSchema }),
  /**
   * Lists alerts, newest first. `open` selects open alerts. `unread`: number of alerts that the signed-in user has not
   * read.
   */
  listAlerts: defineEndpoint('listAlerts', {
    access: operator,
    query: z.object({
      page: z.coerce.number().int().min(1).max(1_000_000).default(1),
      pageSize: z.coerce.number().int().min(1).max(100).default(20),
      open: z.literal('true').optional(),
    }),
    response: z.object({ unread: z.number().int(), total: z.number().int(), alerts: z.array(alertSchema) }),
  }),
  /** Marks all alerts raised up to this moment as read by the signed-in user. */
  markAlertsRead: defineEndpoint('markAlertsRead', {
    access: operator,
    tokens: false,
    body: z.object({ until: momentSchema }),
    response: z.object({ unread: z.number().int() }),
  }),
  /**
   * Sends a test alert with the saved settings. If the delivery fails, responds with 502 `delivery_failed` and the
   * reason.
   */
  testAlertChannel: defineEndpoint('testAlertChannel', {
    access: { role: 'editor', workspace: 'current' },
    tokens: false,
    body: z.object({ channel: z.enum(alertChannels) }),
    response: z.object({ ok: z.literal(true) }),
  }),
};
