/** What goes wrong, told once and told again when it is over; and how the provider itself is doing. */
import { z } from 'zod';
import { uuid } from './access.ts';
import { endpoint } from './endpoint.ts';
import { moment } from './inputs.ts';

/**
 * calls_per_hour, success_percent, long_wait: a figure beyond its threshold. campaign_paused: by the dispatcher.
 * webhook_silence: calls end and no webhook tells. provider_incident: the provider's status page. attempt_unconfirmed:
 * whether some people of a campaign were dialled can't be known. duplicate_call: a second call for one attempt, being stopped.
 * storage_full: the disk. registry_stale: the Registro Nacional No Llame's file is 30 days old. unknown_reason: calls end for a
 * reason that nobody knows yet, told once. no_admin: nobody who may sign in is an admin of the workspace.
 * event_webhook_failing: a receiver of events took none for three days and is paused. order_field_refused: the account's API does not
 * know a field of our orders, which go without it. call_attention: an attention rule was hit in a live call, told once a call.
 * silent_customer: whoever took a call over is not heard any more, told once a call.
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

/** One incident. It goes on while `clearedAt` is null; what only happens once is cleared as it is raised. */
export const alert = z.object({
  id: uuid,
  kind: z.enum(alertKinds),
  /** What it is about: a campaign's, call's or receiver's id, a disconnection reason; empty otherwise. */
  subject: z.string(),
  /** Figures and names of that moment, by kind (see labels/alerts-es.ts). */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  raisedAt: z.iso.datetime(),
  clearedAt: z.iso.datetime().nullable(),
  isRead: z.boolean(),
  /** How it went out; empty while no channel is on. */
  deliveries: z.array(
    z.object({
      channel: z.enum(alertChannels),
      phase: z.enum(['raised', 'cleared']),
      state: z.enum(['pending', 'delivered', 'failed']),
      lastError: z.string().nullable(),
    }),
  ),
});
export type Alert = z.infer<typeof alert>;

/** What the outgoing webhook carries, signed like the provider's: `x-vocero-signature: v={unix ms},d={hex HMAC-SHA256(body + v)}`. */
export const outgoingAlert = z.object({
  event: z.enum(['alert_raised', 'alert_cleared', 'test']),
  /** The same for every retry of one delivery. */
  deliveryId: z.string(),
  workspace: z.object({ id: uuid, name: z.string() }),
  alert: alert.omit({ isRead: true, deliveries: true }).extend({ text: z.string() }).nullable(),
});
export type OutgoingAlert = z.infer<typeof outgoingAlert>;

export const serviceStatuses = ['operational', 'degraded', 'major_outage', 'maintenance', 'unknown'] as const;
export type ServiceState = (typeof serviceStatuses)[number];
export const serviceStatus = z.object({
  status: z.enum(serviceStatuses),
  description: z.string(),
  /** When the status page was read last with success; null: not yet. */
  lastUpdate: z.iso.datetime().nullable(),
  /** The page for people. */
  pageUrl: z.string(),
});
export type ServiceStatus = z.infer<typeof serviceStatus>;

const operator = { role: 'operator', workspace: 'current' } as const;

export const alertsEndpoints = {
  serviceStatus: endpoint('serviceStatus', { access: 'signedIn', response: serviceStatus }),
  /** Newest first, `open`: only those that go on; `unread` counts all that the caller has not read, `total` all there are. */
  listAlerts: endpoint('listAlerts', {
    access: operator,
    query: z.object({
      page: z.coerce.number().int().min(1).max(1_000_000).default(1),
      pageSize: z.coerce.number().int().min(1).max(100).default(20),
      open: z.literal('true').optional(),
    }),
    response: z.object({ unread: z.number().int(), total: z.number().int(), alerts: z.array(alert) }),
  }),
  /** The caller has read all that was raised until then. */
  markAlertsRead: endpoint('markAlertsRead', {
    access: operator,
    tokens: false,
    body: z.object({ until: moment }),
    response: z.object({ unread: z.number().int() }),
  }),
  /** Sends a test by the saved settings and answers how it went (`delivery_failed` with the reason). */
  testAlertChannel: endpoint('testAlertChannel', {
    access: { role: 'editor', workspace: 'current' },
    tokens: false,
    body: z.object({ channel: z.enum(alertChannels) }),
    response: z.object({ ok: z.literal(true) }),
  }),
};
