/** The Fastify instance with everything that every request passes: ids, security headers, cookies, limits, errors. */
import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Logger } from 'pino';
import { registerErrorHandler, sendError } from './error-handler.ts';
import { speakSpanish } from './input-messages.ts';
import { registerJsonBodies } from './json-body.ts';
import { assertHost, assertOrigin, isWrite, type OriginPolicy } from './origin.ts';

export interface HttpServerOptions {
  readonly log: Logger;
  readonly origins: OriginPolicy;
  /** Whose X-Forwarded-* count: the addresses of balancers; true: whoever connects, for what it added itself. */
  readonly trustProxy: boolean | string;
  /** Requests a minute from one address; webhooks with a valid token are exempt by their route. */
  readonly requestsPerMinute: number;
  /** Of one API token, from wherever; 600 unless told. */
  readonly tokenRequestsPerMinute?: number;
  /** How long a close waits for answers under way, which some readers never take, in ms; 20 s unless told. */
  readonly closesWithinMs?: number;
}

export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = options.log;
  const app: FastifyInstance = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // No logger for each request, whose making costs more than most requests: whoever logs names the request.
    childLoggerFactory: (logger) => logger,
    trustProxy: options.trustProxy === true ? isNearest : options.trustProxy,
    forceCloseConnections: 'idle',
    // An address that can't be read, such as %zz: told as everything else is.
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
    // How long an id may be, an endpoint's schema says; no head, 16 KiB at most, holds a longer one.
    routerOptions: { maxParamLength: 16_384 },
    // For a whole request, its body too: the largest list, 64 MB, over a line of one megabit a second. Its head has Node's minute.
    requestTimeout: 10 * 60_000,
  });
  // What a schema says of bad input reaches the person who sent it.
  speakSpanish();
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
        // No string becomes markup, script or worker but by these policies.
        'require-trusted-types-for': ["'script'"],
        'trusted-types': ['vocero-workers'],
      },
    },
    // Told by the balancer that ends TLS, which knows whether there is any.
    strictTransportSecurity: false,
  });
  await app.register(cookie);
  await app.register(compress, { threshold: 1024 });
  const { requestsPerMinute, tokenRequestsPerMinute = 600 } = options;
  // Who asks is known by then.
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
    // Any client may write it through a balancer that passes it on; only a server without a public address needs it.
    if (options.origins.publicOrigin !== null) delete request.headers['x-forwarded-host'];
    assertHost(request, options.origins);
    if (isWrite(request)) assertOrigin(request, options.origins);
  });
  return app;
}

/** Only the connection's own end is believed: the addresses before it were written by whoever asks, who may invent them. */
function isNearest(_address: string, hop: number): boolean {
  return hop === 0;
}

/**
 * Connections that were busy when the close began stay open after their answer for as long as keep-alive lasts
 * (72 s), and the close with them: they are closed as they fall idle. An answer that its reader does not take, such as a
 * download that stands, is cut after `withinMs`: behind it everything else waits to end, until the system kills it all.
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
