/** Composes an alert's email in Spanish, as plain text and as HTML. Times are in the workspace's zone. */
import {
  findAlertPath,
  getAlertTitle,
  describeAlert,
  describeClearedAlert,
  isLastingAlertKind,
} from '../../../labels/alerts-es.ts';
import { composeMail, type ComposedMail } from '../../platform/mail/mail-content.ts';
import type { AlertToDeliver, AlertDeliveryPhase } from './delivery-store.ts';

export interface AlertMailContext {
  readonly appName: string;
  readonly workspace: { readonly id: string; readonly name: string };
  readonly timeZone: string;
  readonly dateLocale: string;
  readonly publicUrl: string | null;
}

export function composeAlertMail(
  frame: AlertMailContext,
  alert: AlertToDeliver,
  phase: AlertDeliveryPhase,
): ComposedMail {
  const { publicUrl, workspace } = frame;
  const title = getAlertTitle(alert.kind);
  const isOver = phase === 'cleared';
  const link = publicUrl === null ? null : linkTo(publicUrl, findAlertPath(alert), workspace.id);
  const isLate = !isOver && isLastingAlertKind(alert.kind) && alert.clearedAt !== null;
  const facts = [
    ['Workspace', workspace.name],
    [isLastingAlertKind(alert.kind) ? 'Desde' : 'Fecha', moment(frame, alert.raisedAt)],
    ...(alert.clearedAt !== null && isLastingAlertKind(alert.kind)
      ? [['Resuelto', moment(frame, alert.clearedAt)] as const]
      : []),
  ] as const;
  return compose(frame, {
    heading: isOver ? `Resuelto: ${title}` : title,
    lines: [isOver ? describeClearedAlert(alert) : describeAlert(alert), ...(isLate ? ['Ya se resolvió.'] : [])],
    facts,
    link,
  });
}

/** Builds a link in an alert's email. The query parameter `ws` makes the console open the alert's workspace. */
function linkTo(publicUrl: string, path: string, workspaceId: string): string {
  const url = new URL(path, publicUrl);
  url.searchParams.set('ws', workspaceId);
  return url.href;
}

export function composeAlertTestMail(frame: AlertMailContext): ComposedMail {
  return compose(frame, {
    heading: 'Prueba de alertas',
    lines: ['Este es un mensaje de prueba: las alertas de este workspace llegan a esta dirección.'],
    facts: [['Workspace', frame.workspace.name]],
    link: frame.publicUrl,
  });
}

interface Content {
  readonly heading: string;
  readonly lines: readonly string[];
  readonly facts: readonly (readonly [string, string])[];
  readonly link: string | null;
}

function compose({ appName, workspace }: AlertMailContext, { link, ...content }: Content): ComposedMail {
  return composeMail({
    ...content,
    subject: `[${appName} · ${workspace.name}] ${content.heading}`,
    link: link === null ? null : { href: link, label: `Abrir ${appName}` },
    reason: `Recibes este mensaje porque las notificaciones por email de este workspace están activas en ${appName}.`,
  });
}

function moment({ timeZone, dateLocale }: AlertMailContext, at: string): string {
  return new Intl.DateTimeFormat(dateLocale, { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(new Date(at));
}
