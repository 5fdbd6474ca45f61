/** Creates the Fastify instance with the steps of every request: ids, security headers, cookies, limits, errors. */
import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Logger } from 'pino';
import { tokenRequestsPerMinute as requestsOfToken } from '../../../contract/token-limits.ts';
import { registerErrorHandler, sendError } from './error-handler.ts';
import { useSpanishSchemaMessages } from './input-messages.ts';
import { registerJsonBodies } from './json-body.ts';
import { assertHost, assertOrigin, isWrite, type OriginPolicy } from './origin.ts';

export interface HttpServerOptions {
  readonly log: Logger;
  readonly origins: OriginPolicy;
  /** Proxies whose X-Forwarded-* are trusted, as addresses. True trusts only the nearest proxy's own entry. */
  readonly trustProxy: boolean | string;
  /** The limit of requests per minute from one address. The route exempts webhooks with a valid token. */
  readonly requestsPerMinute: number;
  /** The limit of requests per minute of one API token from any address; the contract's unless given. */
  readonly tokenRequestsPerMinute?: number;
  /** How long a close waits for running answers, which some clients never read, in ms; default 20 s. */
  readonly closesWithinMs?: number;
}

export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = options.log;
  const app: FastifyInstance = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // No child logger per request, because making one costs more than most requests. Log lines name the request.
    childLoggerFactory: (logger) => logger,
    trustProxy: options.trustProxy === true ? isNearest : options.trustProxy,
    forceCloseConnections: 'idle',
    // An undecodable address, such as %zz, gets the same kind of error as everything else.
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
    // An endpoint's schema limits an id's length. Request heads, 16 KiB at most, can't contain a longer one.
    routerOptions: { maxParamLength: 16_384 },
    // The limit for a whole request: 64 MB at one megabit a second. The head has Node's own limit of one minute.
    requestTimeout: 10 * 60_000,
  });
  // Schema messages are shown to the person who sent the input.
  useSpanishSchemaMessages();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  registerErrorHandler(app);
  registerJsonBodies(app);
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        // Strings become markup, script or workers only through these policies.
        'require-trusted-types-for': ["'script'"],
        'trusted-types': ['vocero-workers'],
      },
    },
    // The balancer that ends TLS sets this header, because it knows whether there is TLS.
    strictTransportSecurity: false,
  });
  await app.register(cookie);
  await app.register(compress, { threshold: 1024 });
  const { requestsPerMinute, tokenRequestsPerMinute = requestsOfToken } = options;
  // The rate limit runs after authorisation, so the caller is known.
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
    // Any client may forge X-Forwarded-Host through a balancer. Only a server without a public address needs it.
    if (options.origins.publicOrigin !== null) delete request.headers['x-forwarded-host'];
    assertHost(request, options.origins);
    if (isWrite(request)) assertOrigin(request, options.origins);
  });
  return app;
}

/** Trusts only the nearest hop, because clients may invent the addresses before it. */
function isNearest(_address: string, hop: number): boolean {
  return hop === 0;
}

/**
 * Closes connections as they become idle during a close, because keep-alive would delay the close by 72 s. An answer
 * that its client does not read, such as a stalled download, is cut after `withinMs`. Otherwise the shutdown would wait
 * until the system kills the process.
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
