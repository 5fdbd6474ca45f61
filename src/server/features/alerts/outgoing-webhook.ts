/**
 * Posts an alert to the address that a workspace's admin set: https to a public address only, signed, no redirects, no
 * credentials, ten seconds.
 */
import type http from 'node:http';
import type { OutgoingAlert } from '../../../contract/alerts.ts';
import { signWebhook } from '../../../retell/index.ts';
import {
  checkOutgoingUrl,
  OutgoingRefusedError,
  OutgoingTimeoutError,
  sendOutgoing,
} from '../../platform/outgoing-request.ts';
import { NotPublicError } from '../../platform/public-address.ts';
import type { OutgoingWebhook } from '../settings/index.ts';
import { DeliveryFailure } from './delivery-failure.ts';

/** `v={unix ms},d={hex HMAC-SHA256(body + v)}`. */
const signatureHeader = 'x-vocero-signature';

export interface PostOptions {
  readonly now: Date;
  /** Origins that are posted to as they are; none in production. */
  readonly allowedOrigins: readonly string[];
  readonly signal: AbortSignal;
}

const withinMs = 10_000;
const mostAnswerBytes = 64 * 1024;

/** Resolves on any 2xx. @throws {DeliveryFailure} */
export async function postAlert(webhook: OutgoingWebhook, alert: OutgoingAlert, options: PostOptions): Promise<void> {
  const body = JSON.stringify(alert);
  const signed =
    webhook.secret === null ? {} : { [signatureHeader]: signWebhook(body, webhook.secret, options.now.getTime()) };
  const timeout = AbortSignal.timeout(withinMs);
  try {
    const answer = await sendOutgoing(checkOutgoingUrl(webhook.url, options.allowedOrigins), {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'Vocero', accept: '*/*', ...signed },
      body,
      trustedOrigins: options.allowedOrigins,
      headersWithinMs: withinMs,
      silenceMs: withinMs,
      signal: AbortSignal.any([timeout, options.signal]),
    });
    await checkAnswer(answer);
  } catch (error) {
    if (error instanceof DeliveryFailure) throw error;
    throw new DeliveryFailure(timeout.aborted ? tooLate : reasonOf(error), error);
  }
}

async function checkAnswer(answer: http.IncomingMessage): Promise<void> {
  const status = answer.statusCode ?? 0;
  if (status >= 300 && status < 400) {
    answer.destroy();
    throw new DeliveryFailure(`El webhook respondió con una redirección (${status}), que no se sigue.`);
  }
  await drain(answer);
  if (status < 200 || status >= 300) throw new DeliveryFailure(`El webhook respondió con el estado ${status}.`);
}

/** Reads on, so that the receiver can finish its answer; nobody needs it, and the status has been told already. */
async function drain(answer: http.IncomingMessage): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > mostAnswerBytes) break;
    }
  } catch {
    answer.destroy();
  }
}

const tooLate = 'El webhook no respondió en 10 segundos.';

const reasonsByCode: Readonly<Record<string, string>> = {
  ENOTFOUND: 'No se encontró el servidor del webhook.',
  EAI_AGAIN: 'No se encontró el servidor del webhook.',
  ECONNREFUSED: 'El servidor del webhook rechazó la conexión.',
  EHOSTUNREACH: 'No se pudo llegar al servidor del webhook.',
  ENETUNREACH: 'No se pudo llegar al servidor del webhook.',
  ETIMEDOUT: tooLate,
};

function reasonOf(error: unknown): string {
  if (error instanceof OutgoingTimeoutError) return tooLate;
  if (error instanceof NotPublicError) return 'La dirección del webhook no es pública.';
  if (error instanceof OutgoingRefusedError) {
    return error.reason === 'not_https'
      ? 'La dirección del webhook debe comenzar con https://.'
      : 'La dirección del webhook no debe llevar usuario ni contraseña.';
  }
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (/^(CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|ERR_TLS|ERR_SSL)/.test(code))
    return 'El certificado https del webhook no es válido.';
  return reasonsByCode[code] ?? 'La conexión con el webhook se cortó.';
}
