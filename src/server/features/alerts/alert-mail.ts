/** An alert as a mail: plain text and a simple HTML of the same words, in Spanish, times in the workspace's zone. */
import { alertPath, alertTitle, describeAlert, describeClearedAlert, isLasting } from '../../../labels/alerts-es.ts';
import type { DeliveredAlert, DeliveryPhase } from './delivery-store.ts';

export interface MailFrame {
  readonly appName: string;
  readonly workspace: { readonly id: string; readonly name: string };
  readonly timeZone: string;
  readonly dateLocale: string;
  /** Null: the mail carries no link. */
  readonly publicUrl: string | null;
}

export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export function composeAlertMail(frame: MailFrame, alert: DeliveredAlert, phase: DeliveryPhase): MailContent {
  const { publicUrl, workspace } = frame;
  const title = alertTitle(alert.kind);
  const isOver = phase === 'cleared';
  const link = publicUrl === null ? null : linkTo(publicUrl, alertPath(alert), workspace.id);
  const isLate = !isOver && isLasting(alert.kind) && alert.clearedAt !== null;
  const facts = [
    ['Workspace', workspace.name],
    [isLasting(alert.kind) ? 'Desde' : 'Fecha', moment(frame, alert.raisedAt)],
    ...(alert.clearedAt !== null && isLasting(alert.kind)
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

/** `?ws=` carries the reader to the alert's workspace (client/session). */
function linkTo(publicUrl: string, path: string, workspaceId: string): string {
  const url = new URL(path, publicUrl);
  url.searchParams.set('ws', workspaceId);
  return url.href;
}

export function composeTestMail(frame: MailFrame): MailContent {
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

function compose({ appName, workspace }: MailFrame, { heading, lines, facts, link }: Content): MailContent {
  const reason = `Recibes este mensaje porque las notificaciones por email de este workspace están activas en ${appName}.`;
  const text = [
    heading,
    '',
    ...lines,
    '',
    ...facts.map(([name, value]) => `${name}: ${value}`),
    ...(link === null ? [] : ['', `Abrir ${appName}: ${link}`]),
    '',
    reason,
    '',
  ].join('\n');
  const html = [
    '<!doctype html><html lang="es"><body style="font-family:sans-serif;font-size:15px;line-height:1.5;color:#18181b">',
    `<h1 style="font-size:18px">${escaped(heading)}</h1>`,
    ...lines.map((line) => `<p>${escaped(line)}</p>`),
    '<table style="font-size:14px">',
    ...facts.map(
      ([name, value]) =>
        `<tr><td style="color:#52525b;padding-right:12px">${escaped(name)}</td><td>${escaped(value)}</td></tr>`,
    ),
    '</table>',
    ...(link === null ? [] : [`<p><a href="${escaped(link)}">Abrir ${escaped(appName)}</a></p>`]),
    `<p style="font-size:12px;color:#52525b">${escaped(reason)}</p>`,
    '</body></html>',
  ].join('\n');
  return { subject: `[${appName} · ${workspace.name}] ${heading}`, text, html };
}

function moment({ timeZone, dateLocale }: MailFrame, at: string): string {
  return new Intl.DateTimeFormat(dateLocale, { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(new Date(at));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
