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
import { assertHost, assertOrigin, isWriteRequest, type OriginPolicy } from './origin.ts';

export interface HttpServerOptions {
  readonly log: Logger;
  readonly origins: OriginPolicy;
  /** Addresses of proxies whose X-Forwarded-* headers are trusted. True: only the nearest proxy's own entry. */
  readonly trustProxy: boolean | string;
  /** Limit of requests per minute from one address. Webhooks with a valid token are exempt. */
  readonly requestsPerMinute: number;
  /** Limit of requests per minute of one API token, from any address. By default it is the contract's limit. */
  readonly tokenRequestsPerMinute?: number;
  /** How long a shutdown waits for running answers, which some clients never read, in ms; default 20 s. */
  readonly closesWithinMs?: number;
}

export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = options.log;
  const app: FastifyInstance = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // No child logger for each request, because making one costs more than most requests. Log lines name the request.
    childLoggerFactory: (logger) => logger,
    trustProxy: options.trustProxy === true ? isNearest : options.trustProxy,
    forceCloseConnections: 'idle',
    // An undecodable URL, such as one with %zz, gets the same kind of error as everything else.
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
    // The router need not limit an id's length, because the endpoint's schema does. A request head has 16 KiB at most.
    routerOptions: { maxParamLength: 16_384 },
    // Limit for receiving a whole request: 64 MB at one megabit a second. The head has Node's own limit of one minute.
    requestTimeout: 10 * 60_000,
  });
  // Schema messages must be Spanish, because they are shown to the person who sent the input.
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
        // Trusted Types: scripts may turn strings into markup, script or workers only by the policies listed here.
        'require-trusted-types-for': ["'script'"],
        'trusted-types': ['vocero-workers'],
      },
    },
    // The balancer that ends TLS sets this header (HSTS), because only it knows whether there is TLS.
    strictTransportSecurity: false,
  });
  await app.register(cookie);
  await app.register(compress, { threshold: 1024 });
  const { requestsPerMinute, tokenRequestsPerMinute = requestsOfToken } = options;
  // The rate limit by token is possible because it runs after authorisation, when the caller is known.
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
    // Drop X-Forwarded-Host, which any client may forge. Only a server without a public address needs it.
    if (options.origins.publicOrigin !== null) delete request.headers['x-forwarded-host'];
    assertHost(request, options.origins);
    if (isWriteRequest(request)) assertOrigin(request, options.origins);
  });
  return app;
}

/** Trusts only the nearest proxy, because clients may invent earlier X-Forwarded-For entries. */
function isNearest(_address: string, hop: number): boolean {
  return hop === 0;
}

/**
 * During a shutdown, closes each connection as it becomes idle, because keep-alive would delay the end by 72 s. After
 * `withinMs`, cuts answers that their clients do not read, such as a stalled download. Otherwise the shutdown would
 * wait until the system kills the process.
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
