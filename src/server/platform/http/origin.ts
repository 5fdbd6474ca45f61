/** Which browsers may write: those whose page came from this server. Also which Host names it answers to. */
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

export interface OriginPolicy {
  /** The public origin, such as `https://consola.example`; null: whatever Host the request names. */
  readonly publicOrigin: string | null;
  /** Host names besides loopback and the public one that are answered, lower case; empty: any. */
  readonly allowedHosts: readonly string[];
}

/** Throws `forbidden_origin` for a wrong Origin. Clients that are no browsers send none and pass. */
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
    /** Asked by machines, by whatever name they know this one. */
    anyHost?: boolean;
  }
}

/** Throws for a Host that is not ours: a page elsewhere that rebinds its name to this address gets nothing. */
export function assertHost(request: FastifyRequest, policy: OriginPolicy): void {
  if (policy.allowedHosts.length === 0 || request.routeOptions.config.anyHost === true) return;
  const hostname = request.hostname.toLowerCase();
  const isLoopback = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]' || hostname === '::1';
  const isPublic = policy.publicOrigin !== null && new URL(policy.publicOrigin).hostname === hostname;
  if (!isLoopback && !isPublic && !policy.allowedHosts.includes(hostname)) throw new AppError('forbidden_origin');
}
