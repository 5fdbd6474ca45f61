/**
 * Checks the Host header of every request. Also checks the Origin header of writing requests, so that only the
 * console's own pages may write.
 */
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

export interface RequestOriginPolicy {
  /**
   * Public origin of the console, such as `https://consola.example`. If null, an Origin header must match the request's
   * Host.
   */
  readonly publicOrigin: string | null;
  /** Host names that requests may use besides loopback and the public host, in lower case. Empty: any host. */
  readonly allowedHosts: readonly string[];
}

/**
 * Throws `forbidden_origin` if the Origin header names another site than the console. A request without the header
 * passes, because programs send none.
 */
export function assertAllowedOrigin(request: FastifyRequest, policy: RequestOriginPolicy): void {
  const { origin } = request.headers;
  if (origin === undefined) return;
  const own = new Set([`${request.protocol}://${request.host}`]);
  if (policy.publicOrigin) own.add(policy.publicOrigin);
  if (!own.has(origin)) throw new AppError('forbidden_origin');
}

export function isWriteRequest(request: FastifyRequest): boolean {
  return !safeMethods.has(request.method);
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for routes to which any Host header is allowed, because machines call them. */
    anyHost?: boolean;
  }
}

/** Throws `forbidden_origin` for a foreign Host header, as sent after DNS rebinding by a malicious page. */
export function assertAllowedHost(request: FastifyRequest, policy: RequestOriginPolicy): void {
  if (policy.allowedHosts.length === 0 || request.routeOptions.config.anyHost === true) return;
  const hostname = request.hostname.toLowerCase();
  const isLoopback = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]' || hostname === '::1';
  const isPublic = policy.publicOrigin !== null && new URL(policy.publicOrigin).hostname === hostname;
  if (!isLoopback && !isPublic && !policy.allowedHosts.includes(hostname)) throw new AppError('forbidden_origin');
}
