/** Checks the Origin header of writing requests (only our own pages may write), and every request's Host header. */
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

export interface OriginPolicy {
  /** The console's public origin, such as `https://consola.example`. If null, the request's own Host counts. */
  readonly publicOrigin: string | null;
  /** Host names that requests may use besides loopback and the public host, in lower case. Empty: any host. */
  readonly allowedHosts: readonly string[];
}

/** Throws `forbidden_origin` if a writing request has a foreign Origin header. Programs send none and pass. */
export function assertOrigin(request: FastifyRequest, policy: OriginPolicy): void {
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
    /** True for routes that machines may call under any host name. */
    anyHost?: boolean;
  }
}

/** Throws if a request has a foreign Host header, so that a DNS rebinding page gets nothing. */
export function assertHost(request: FastifyRequest, policy: OriginPolicy): void {
  if (policy.allowedHosts.length === 0 || request.routeOptions.config.anyHost === true) return;
  const hostname = request.hostname.toLowerCase();
  const isLoopback = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]' || hostname === '::1';
  const isPublic = policy.publicOrigin !== null && new URL(policy.publicOrigin).hostname === hostname;
  if (!isLoopback && !isPublic && !policy.allowedHosts.includes(hostname)) throw new AppError('forbidden_origin');
}
