/** How cookies are set: for this server alone, never for scripts, encrypted where the way is. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { deviceCookieSeconds } from './known-devices.ts';

/** By which a browser in which somebody signed in before is known. It outlives the session, and opens nothing. */
export const deviceCookie = 'vocero_device';

export function cookieFlags(request: FastifyRequest) {
  // The page's Origin, checked by now, tells of encryption that ends at a balancer whose headers nobody trusts.
  const isEncrypted = request.protocol === 'https' || (request.headers.origin ?? '').startsWith('https://');
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isEncrypted } as const;
}

export function keepDeviceCookie(request: FastifyRequest, reply: FastifyReply, value: string): void {
  reply.setCookie(deviceCookie, value, { ...cookieFlags(request), maxAge: deviceCookieSeconds });
}
