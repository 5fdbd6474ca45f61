/**
 * Posts JSON to a URL set by a workspace's admin: only https to a public address, without redirects and credentials,
 * within ten seconds by default.
 */
import type http from 'node:http';
import { MessageDeliveryError } from './delivery-failure.ts';
import { AppError } from './errors.ts';
import {
  assertOutgoingUrlAllowed,
  OutgoingUrlRefusedError,
  OutgoingRequestTimeoutError,
  sendOutgoingRequest,
} from './outgoing-request.ts';
import { NonPublicAddressError } from './public-address.ts';

export interface WebhookPostOptions {
  /** The signature's headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** Trusted origins. Webhook URLs of these origins may also use http and private IP addresses. */
  readonly allowedOrigins: readonly string[];
  readonly signal: AbortSignal;
  /** If true, the connection is kept for further posts to the same host; see `sendOutgoingRequest`. */
  readonly isKept?: boolean;
  /** Time limit in ms for the whole post of a webhook; default ten seconds. */
  readonly withinMs?: number;
  /** Number of characters of the webhook's response body to return; default a thousand. */
  readonly keptCharacters?: number;
  /** Time limit in ms for reading the response to a webhook; default: the limit for the whole post (`withinMs`). */
  readonly answerWithinMs?: number;
}

export interface OutgoingWebhookResponse {
  readonly status: number;
  /** The beginning of the response body. */
  readonly text: string;
  /** True if `text` has exactly the bytes of the response body. False if some were cut off or replaced. */
  readonly isWhole: boolean;
  /** True if reading the response body was stopped because it took too long. */
  readonly isSlow: boolean;
}

const mostAnswerBytes = 64 * 1024;

/** Posts a webhook. Returns any response except a redirect, which is not followed. @throws {MessageDeliveryError} */
export async function postWebhook(
  address: string,
  body: string | Buffer,
  options: WebhookPostOptions,
): Promise<OutgoingWebhookResponse> {
  const { withinMs = 10_000, keptCharacters = 1_000, isKept = false, answerWithinMs = withinMs } = options;
  const timeout = AbortSignal.timeout(withinMs);
  try {
    const answer = await sendOutgoingRequest(assertOutgoingUrlAllowed(address, options.allowedOrigins), {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Vocero',
        accept: '*/*',
        ...options.headers,
      },
      body,
      trustedOrigins: options.allowedOrigins,
      headersWithinMs: withinMs,
      silenceMs: withinMs,
      isKept,
      signal: AbortSignal.any([timeout, options.signal]),
    });
    const status = answer.statusCode ?? 0;
    if (status >= 300 && status < 400) {
      answer.destroy();
      throw new MessageDeliveryError(`El webhook respondió con una redirección (${status}), que no se sigue.`);
    }
    return { status, ...(await readBeginning(answer, keptCharacters, answerWithinMs)) };
  } catch (error) {
    if (error instanceof MessageDeliveryError) throw error;
    throw new MessageDeliveryError(
      timeout.aborted || error instanceof OutgoingRequestTimeoutError
        ? tooLate(withinMs)
        : getWebhookUrlFailureText(error),
      error,
    );
  }
}

/** Reads the beginning of a webhook's response body. Ignores a broken connection, because the status is known. */
async function readBeginning(
  answer: http.IncomingMessage,
  keptCharacters: number,
  answerWithinMs: number,
): Promise<Omit<OutgoingWebhookResponse, 'status'>> {
  let bytes = 0;
  let hasEnded = false;
  let isSlow = false;
  const timer = setTimeout(() => {
    isSlow = true;
    answer.destroy();
  }, answerWithinMs);
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      if (bytes < keptCharacters * 4) chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > mostAnswerBytes) break;
    }
    hasEnded = bytes <= mostAnswerBytes;
  } catch {
    answer.destroy();
  } finally {
    clearTimeout(timer);
  }
  // PostgreSQL's text can't store NUL.
  const whole = Buffer.concat(chunks);
  const text = whole.toString('utf8').replaceAll('\0', '').slice(0, keptCharacters);
  return { text, isSlow, isWhole: hasEnded && Buffer.from(text).equals(whole) };
}

const tooLate = (withinMs: number): string => `El webhook no respondió en ${withinMs / 1_000} segundos.`;
const noConnection = 'No se pudo conectar a tiempo con el webhook.';

const reasonsByCode: Readonly<Record<string, string>> = {
  ENOTFOUND: 'No se encontró el servidor del webhook.',
  EAI_AGAIN: 'No se encontró el servidor del webhook.',
  ECONNREFUSED: 'El servidor del webhook rechazó la conexión.',
  EHOSTUNREACH: 'No se pudo llegar al servidor del webhook.',
  ENETUNREACH: 'No se pudo llegar al servidor del webhook.',
  ETIMEDOUT: noConnection,
};

/** Checks a webhook URL before it is stored. Throws `invalid_input` for the field at `path`. */
export function assertOutgoingWebhookUrl(address: string, allowedOrigins: readonly string[], path: string): void {
  try {
    assertOutgoingUrlAllowed(address, allowedOrigins);
  } catch (error) {
    const message = getWebhookUrlFailureText(error);
    throw new AppError('invalid_input', { message, details: [{ path, message }], cause: error });
  }
}

/** Returns the Spanish reason why a webhook's URL could not be requested. */
export function getWebhookUrlFailureText(error: unknown): string {
  if (error instanceof OutgoingRequestTimeoutError) return noConnection;
  if (error instanceof NonPublicAddressError) return 'La dirección del webhook no es pública.';
  if (error instanceof OutgoingUrlRefusedError) {
    return error.reason === 'not_https'
      ? 'La dirección del webhook debe comenzar con https://.'
      : 'La dirección del webhook no debe llevar usuario ni contraseña.';
  }
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (/^(CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|ERR_TLS|ERR_SSL)/.test(code))
    return 'El certificado https del webhook no es válido.';
  return reasonsByCode[code] ?? 'La conexión con el webhook se cortó.';
}
