/** Checks the Origin of writing requests, so that only our own pages may write, and the Host of all requests. */
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

export interface OriginPolicy {
  /** The public origin, such as `https://consola.example`. If null, the request's own Host counts. */
  readonly publicOrigin: string | null;
  /** Allowed host names besides loopback and the public host, in lower case. If empty, any host is allowed. */
  readonly allowedHosts: readonly string[];
}

/** Throws `forbidden_origin` for a foreign Origin. Clients that are not browsers send none and pass. */
export function assertOrigin(request: FastifyRequest, policy: OriginPolicy): void {
  const { origin } = request.headers;
  if (origin === undefined) return;
  const own = new Set([`${request.protocol}://${request.host}`]);
  if (policy.publicOrigin) own.add(policy.publicOrigin);
  if (!own.has(origin)) throw new AppError('forbidden_origin');
}

export function isWrite(request: FastifyRequest): boolean {
  return !safeMethods.has(request.method);
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for routes that machines call under any host name. */
    anyHost?: boolean;
  }
}

/** Throws for a foreign Host, so that a DNS rebinding page gets nothing. */
export function assertHost(request: FastifyRequest, policy: OriginPolicy): void {
  if (policy.allowedHosts.length === 0 || request.routeOptions.config.anyHost === true) return;
  const hostname = request.hostname.toLowerCase();
  const isLoopback = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]' || hostname === '::1';
  const isPublic = policy.publicOrigin !== null && new URL(policy.publicOrigin).hostname === hostname;
  if (!isLoopback && !isPublic && !policy.allowedHosts.includes(hostname)) throw new AppError('forbidden_origin');
}
