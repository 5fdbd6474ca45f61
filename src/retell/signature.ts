// The provider's webhook signature: `v={unix ms},d={hex}` where d = HMAC-SHA256(raw body + v). It is computed over the
// exact bytes of the body. The current time is a parameter, so that tests can set it.
import { createHmac, timingSafeEqual } from 'node:crypto';

/** The header that carries the signature. */
export const providerWebhookSignatureHeader = 'x-retell-signature';

/** Maximum difference in ms, in either direction, between the time in a webhook's signature and the server's clock. */
export const providerWebhookSignatureToleranceMs = 5 * 60 * 1000;

const format = /^v=(\d{1,16}),d=([0-9a-f]{64})$/i;

/** Signs a webhook body as the provider does. `nowMs` is milliseconds since the epoch. */
export function signProviderWebhook(rawBody: string, key: string, nowMs: number): string {
  return `v=${nowMs},d=${digest(rawBody, key, String(nowMs)).toString('hex')}`;
}

/** True if the signature header is valid for this webhook body and key, and was made within five minutes of `nowMs`. */
export function verifyProviderWebhookSignature(
  rawBody: Buffer | string,
  key: string,
  header: string | undefined,
  nowMs: number,
): boolean {
  const signedAt = parseProviderWebhookSignatureTime(header);
  const given = header === undefined ? undefined : format.exec(header)?.[2];
  if (key === '' || given === undefined || signedAt === null) return false;
  if (!(Math.abs(nowMs - signedAt) <= providerWebhookSignatureToleranceMs)) return false;
  return timingSafeEqual(digest(rawBody, key, String(signedAt)), Buffer.from(given, 'hex'));
}

/** Returns the time in a webhook's signature header, in ms since the epoch. Null if the header is invalid. */
export function parseProviderWebhookSignatureTime(header: string | undefined): number | null {
  const signedAt = Number(header === undefined ? undefined : format.exec(header)?.[1]);
  return Number.isSafeInteger(signedAt) ? signedAt : null;
}

function digest(rawBody: Buffer | string, key: string, version: string): Buffer {
  return createHmac('sha256', key).update(rawBody).update(version).digest();
}
