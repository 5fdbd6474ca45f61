/** Sends an alert's message, or a test message, by email or webhook with the workspace's present settings. */
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { AlertChannel, AlertWebhookBody } from '../../../contract/alerts.ts';
import { getAlertTitle, describeAlert, describeClearedAlert } from '../../../labels/alerts-es.ts';
import { signProviderWebhook } from '../../../retell/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import { MessageDeliveryError } from '../../platform/delivery-failure.ts';
import { createMailer } from '../../platform/mail/mailer.ts';
import type { ComposedMail } from '../../platform/mail/mail-content.ts';
import { postWebhook } from '../../platform/outgoing-webhook.ts';
import { findWorkspaceName, listWorkspaceAdminEmails } from '../access/index.ts';
import type { SettingsFeature } from '../settings/index.ts';
import { composeAlertMail, composeAlertTestMail, type AlertMailContext } from './alert-mail.ts';
import type { AlertToDeliver, AlertDeliveryKey } from './delivery-store.ts';

export interface AlertSenderDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly clock: Clock;
  readonly settings: Pick<SettingsFeature, 'read' | 'readOutgoingWebhook'>;
  readonly smtpUrl: string | null;
  readonly publicUrl: string | null;
  readonly appName: string;
  readonly allowedOrigins: readonly string[];
}

export interface AlertSender {
  /**
   * Sends an alert's message; resolves once the mail server or webhook has accepted it.
   * @throws {MessageDeliveryError}
   */
  deliver(key: AlertDeliveryKey, alert: AlertToDeliver, signal: AbortSignal): Promise<void>;
  /**
   * Sends a test message by a notification channel, even if the channel is off. Throws the same errors as `deliver`.
   */
  deliverTest(workspaceId: string, channel: AlertChannel, signal: AbortSignal): Promise<void>;
}

/** Header with the signature of alert webhooks: `v={unix ms},d={hex HMAC-SHA256(body + v)}`. */
const signatureHeader = 'x-vocero-signature';

export function createAlertSender(deps: AlertSenderDeps): AlertSender {
  const { db, clock, settings, publicUrl, appName, allowedOrigins } = deps;
  const mailer = deps.smtpUrl === null ? null : createMailer(deps.smtpUrl, appName);

  async function nameOf(workspaceId: string): Promise<string> {
    return (await findWorkspaceName(db, workspaceId)) ?? '';
  }

  async function post(
    workspaceId: string,
    message: Omit<AlertWebhookBody, 'workspace'>,
    signal: AbortSignal,
  ): Promise<void> {
    const webhook = await settings.readOutgoingWebhook(workspaceId);
    if (!webhook) throw new MessageDeliveryError('No hay una dirección de webhook saliente guardada.');
    const workspace = { id: workspaceId, name: await nameOf(workspaceId) };
    const body = JSON.stringify({ ...message, workspace } satisfies AlertWebhookBody);
    const headers =
      webhook.secret === null
        ? {}
        : { [signatureHeader]: signProviderWebhook(body, webhook.secret, clock.now().getTime()) };
    const { status } = await postWebhook(webhook.url, body, { headers, allowedOrigins, signal });
    if (status < 200 || status >= 300) throw new MessageDeliveryError(`El webhook respondió con el estado ${status}.`);
  }

  async function mail(
    workspaceId: string,
    id: string,
    compose: (frame: AlertMailContext) => ComposedMail,
  ): Promise<void> {
    if (!mailer) throw new MessageDeliveryError('El servidor no tiene un correo saliente configurado.');
    const { alertEmails, timeZone, dateLocale } = await settings.read(workspaceId);
    const to = alertEmails.length > 0 ? alertEmails : await listWorkspaceAdminEmails(db, workspaceId);
    if (to.length === 0)
      throw new MessageDeliveryError('No hay destinatarios: ningún administrador del workspace tiene email.');
    const workspace = { id: workspaceId, name: await nameOf(workspaceId) };
    await mailer.send({ id, to, ...compose({ appName, workspace, timeZone, dateLocale, publicUrl }) });
  }

  return {
    async deliver({ workspaceId, alertId, channel, phase }, alert, signal) {
      const deliveryId = `${alertId}.${phase}`;
      if (channel === 'email') {
        await mail(workspaceId, deliveryId, (frame) => composeAlertMail(frame, alert, phase));
        return;
      }
      const sentence = phase === 'cleared' ? describeClearedAlert(alert) : describeAlert(alert);
      const text = `${getAlertTitle(alert.kind)}. ${sentence}`;
      await post(workspaceId, { event: `alert_${phase}`, deliveryId, alert: { ...alert, text } }, signal);
    },
    async deliverTest(workspaceId, channel, signal) {
      const deliveryId = randomUUID();
      if (channel === 'email') await mail(workspaceId, deliveryId, composeAlertTestMail);
      else await post(workspaceId, { event: 'test', deliveryId, alert: null }, signal);
    },
  };
}
