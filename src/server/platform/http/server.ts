/** Creates the Fastify instance with what every request needs: ids, security headers, cookies, limits, errors. */
import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Logger } from 'pino';
import { maxApiTokenRequestsPerMinute as requestsOfToken } from '../../../contract/token-limits.ts';
import { registerErrorHandler, sendErrorResponse } from './error-handler.ts';
import { setSpanishSchemaMessages } from './input-messages.ts';
import { registerJsonBodyParser } from './json-body.ts';
import { assertAllowedHost, assertAllowedOrigin, isWriteRequest, type RequestOriginPolicy } from './origin.ts';

export interface HttpServerOptions {
  readonly log: Logger;
  readonly origins: RequestOriginPolicy;
  /**
   * Proxies whose X-Forwarded-* headers are trusted, as IP addresses. If it is true, only the nearest proxy is trusted;
   * if it is false, none.
   */
  readonly trustProxy: boolean | string;
  /** Limit of requests per minute from one IP address. Webhooks with a valid token are exempt. */
  readonly requestsPerMinute: number;
  /** Limit of requests per minute of one API token, from all addresses together. Default: the documented limit. */
  readonly tokenRequestsPerMinute?: number;
  /**
   * Maximum time in ms for which a shutdown waits for unfinished responses, because some clients never read theirs;
   * default 20 s.
   */
  readonly closesWithinMs?: number;
}

export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = options.log;
  const app: FastifyInstance = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // Use one logger for all requests, because a child logger costs more than most requests.
    childLoggerFactory: (logger) => logger,
    trustProxy: options.trustProxy === true ? isNearest : options.trustProxy,
    forceCloseConnections: 'idle',
    // Send errors of Fastify itself, as for an undecodable URL (%zz), in the same format as all others.
    frameworkErrors: (error, request, reply) => void sendErrorResponse(error, request, reply),
    // Raise the router's limit for ids in URLs from 100 characters to 16 KiB, the maximum size of a request's head. So
    // the schemas, not the router, limit the length of ids.
    routerOptions: { maxParamLength: 16_384 },
    // Time limit for receiving a request, enough for 64 MB at one megabit per second.
    requestTimeout: 10 * 60_000,
  });
  setSpanishSchemaMessages();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  registerErrorHandler(app);
  registerJsonBodyParser(app);
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        // Trusted Types: only the listed policies may turn strings into HTML, script or worker URLs.
        'require-trusted-types-for': ["'script'"],
        'trusted-types': ['vocero-workers'],
      },
    },
    // HSTS is left to the load balancer, because only it knows whether TLS is used.
    strictTransportSecurity: false,
  });
  await app.register(cookie);
  await app.register(compress, { threshold: 1024 });
  const { requestsPerMinute, tokenRequestsPerMinute = requestsOfToken } = options;
  // Count requests by API token, or by IP address if the request has no token. The token is already known, because the
  // rate limit runs after authorisation.
  const tokenOf = ({ authorised }: FastifyRequest) => authorised?.identity?.tokenId ?? null;
  await app.register(rateLimit, {
    timeWindow: 60_000,
    max: (request) => (tokenOf(request) === null ? requestsPerMinute : tokenRequestsPerMinute),
    keyGenerator: (request) => tokenOf(request) ?? normalizeIP(request.ip),
  });
  closeFinishedConnections(app, options.closesWithinMs ?? 20_000);
  app.decorateRequest('authorised', null);
  app.decorateRequest('arrival', null);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    // If PUBLIC_URL is set, drop X-Forwarded-Host, which any client may forge. Only servers without PUBLIC_URL use that
    // header.
    if (options.origins.publicOrigin !== null) delete request.headers['x-forwarded-host'];
    assertAllowedHost(request, options.origins);
    if (isWriteRequest(request)) assertAllowedOrigin(request, options.origins);
  });
  return app;
}

/** Trusts only the nearest proxy, because clients may forge earlier X-Forwarded-For entries. */
function isNearest(_address: string, hop: number): boolean {
  return hop === 0;
}

/**
 * During a shutdown, closes each connection once it is idle, because keep-alive would delay the end by 72 s. After
 * `withinMs` closes all others, such as stalled downloads, before the operating system kills the process.
 */
function closeFinishedConnections(app: FastifyInstance, withinMs: number): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
    setTimeout(() => app.server.closeAllConnections(), withinMs).unref();
  });
  app.addHook('onResponse', async () => {
    if (isClosing) setImmediate(() => app.server.closeIdleConnections());
  });
}
