/** Sends mail through SMTP_URL. Each mail has its own connection, and each step of sending has a time limit. */
import type { Transporter } from 'nodemailer';
import { MessageDeliveryError } from '../delivery-failure.ts';

export interface OutgoingMail {
  /** Message-ID of the mail. It is the same for every retry, so that the mailbox can detect duplicates. */
  readonly id: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Mailer {
  /** Sends a mail. Resolves once the server has accepted it for at least one recipient. @throws {MessageDeliveryError} */
  send(mail: OutgoingMail): Promise<void>;
}

const connectWithinMs = 10_000;
const silenceMs = 15_000;

/**
 * Makes the mailer. `smtpUrl` may contain user, password and nodemailer's options. `fromName` is the sender's display
 * name. nodemailer is loaded with the first mail, because it is large and most servers send none.
 */
export function createMailer(smtpUrl: string, fromName: string): Mailer {
  const from = { name: oneLine(fromName), address: deriveSmtpSenderAddress(smtpUrl) };
  const domain = from.address.split('@')[1] ?? 'localhost';
  let transport: Promise<Transporter> | undefined;
  return {
    async send({ id, to, subject, text, html }) {
      try {
        const messageId = `<${id}@${domain}>`;
        transport ??= openTransport(smtpUrl);
        await (await transport).sendMail({ from, to: [...to], subject: oneLine(subject), text, html, messageId });
      } catch (error) {
        throw new MessageDeliveryError(reasonOf(error), error);
      }
    },
  };
}

/** Tests the mail server: connects and signs in, but sends nothing. @throws {MessageDeliveryError} */
export async function testMailServerSignIn(smtpUrl: string): Promise<void> {
  const transport = await openTransport(smtpUrl);
  try {
    await transport.verify();
  } catch (error) {
    throw new MessageDeliveryError(reasonOf(error), error);
  } finally {
    transport.close();
  }
}

async function openTransport(smtpUrl: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url: smtpUrl,
    connectionTimeout: connectWithinMs,
    dnsTimeout: connectWithinMs,
    greetingTimeout: connectWithinMs,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/**
 * Returns the sender's mail address: the SMTP URL's user name if that is a mail address, otherwise no-reply at the
 * URL's host.
 */
export function deriveSmtpSenderAddress(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  const user = decodeURIComponent(url.username);
  if (/^[^\s@<>"',;:]+@[\w.-]+$/.test(user)) return user;
  return `no-reply@${/[a-z]/i.test(url.hostname) && !url.hostname.includes(':') ? url.hostname : 'localhost'}`;
}

/** Replaces line breaks in the text of a mail header, so that a name can't inject further headers. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

const reasonsByCode: Readonly<Record<string, string>> = {
  EAUTH: 'El servidor de correo rechazó el usuario o la clave.',
  ENOAUTH: 'El servidor de correo pide usuario y clave.',
  EENVELOPE: 'El servidor de correo rechazó al remitente o a los destinatarios.',
  EMESSAGE: 'El servidor de correo rechazó el mensaje.',
  ETLS: 'No se pudo establecer una conexión segura con el servidor de correo.',
  EDNS: 'No se encontró el servidor de correo.',
  ETIMEDOUT: 'El servidor de correo no respondió a tiempo.',
  ESOCKET: 'No se pudo conectar con el servidor de correo.',
  ECONNECTION: 'El servidor de correo cortó la conexión.',
};

function reasonOf(error: unknown): string {
  return reasonsByCode[(error as NodeJS.ErrnoException).code ?? ''] ?? 'El servidor de correo no aceptó el mensaje.';
}
