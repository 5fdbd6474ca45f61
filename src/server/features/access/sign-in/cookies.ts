/** Sets cookies: for this host only, hidden from scripts, and `Secure` if the connection is encrypted. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { deviceCookieSeconds } from './known-devices.ts';

/** By which a browser in which somebody signed in before is known. It outlives the session, and opens nothing. */
export const deviceCookie = 'vocero_device';

/** `isSecure`: browsers are known to come by https, where the request itself does not say so. */
export function cookieFlags(request: FastifyRequest, isSecure = false) {
  // The page's Origin, checked by now, tells of encryption that ends at a balancer whose headers nobody trusts.
  const isEncrypted = isSecure || request.protocol === 'https' || (request.headers.origin ?? '').startsWith('https://');
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isEncrypted } as const;
}

export function keepDeviceCookie(request: FastifyRequest, reply: FastifyReply, value: string, isSecure = false): void {
  reply.setCookie(deviceCookie, value, { ...cookieFlags(request, isSecure), maxAge: deviceCookieSeconds });
}
