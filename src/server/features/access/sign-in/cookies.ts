/** Flags of this server's cookies: only for this host, hidden from scripts, and `Secure` if the connection uses TLS. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { deviceCookieSeconds } from './known-devices.ts';

/** Name of the cookie that marks a browser in which somebody signed in before. It gives no access by itself. */
export const deviceCookieName = 'vocero_device';

/** `isSecure` is true if browsers use https by configuration, although the request may arrive without TLS. */
export function getCookieFlags(request: FastifyRequest, isSecure = false) {
  // Set `Secure` also if the browser's Origin header, which was checked before, is https. The request itself may arrive
  // by plain http through an untrusted proxy.
  const isEncrypted = isSecure || request.protocol === 'https' || (request.headers.origin ?? '').startsWith('https://');
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isEncrypted } as const;
}

export function setDeviceCookie(request: FastifyRequest, reply: FastifyReply, value: string, isSecure = false): void {
  reply.setCookie(deviceCookieName, value, { ...getCookieFlags(request, isSecure), maxAge: deviceCookieSeconds });
}
