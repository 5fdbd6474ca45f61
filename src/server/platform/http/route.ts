/**
 * Binds an endpoint of the contract to its handler: identifies the user, checks role and workspace, validates the
 * input, and responds in the declared format. Every endpoint is bound here. An endpoint without `access` prevents the
 * server's start.
 */
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { z } from 'zod';
import { memberRoles, type Endpoint, type Role } from '../../../contract/endpoint.ts';
import { apiRoutes, type ApiRouteName } from '../../../contract/routes.ts';
import { apiTokenPrefix } from '../../../contract/tokens.ts';
import { AppError } from '../errors.ts';
import { bearerTokenExpectedErrorText, endpointNotForApiTokensErrorText } from '../../../labels/es.ts';
import type { BodyReadingStep } from './body-reading.ts';
import { createKeyedConcurrencyLimiter } from './slots.ts';
import { readIdempotencyKeyHeader, setIdempotencyReplayHeader, type RequestIdempotency } from './idempotency.ts';
import type { RequestIdentity, RequestIdentityPort } from './identity.ts';
import {
  createLargeBodyReceiver,
  acceptsLargeBodies,
  type LargeBodyReader,
  type LargeBodyReceiver,
} from './large-bodies.ts';
import { assertStorableTexts } from './plain-texts.ts';
import { assertNoUnknownRequestFields } from './unknown-fields.ts';

/** Workspace id under which idempotency keys are stored if the request belongs to no workspace. */
const noWorkspace = '00000000-0000-0000-0000-000000000000';

/**
 * Limits of simultaneous CSV exports. An export reads from the database until the client has downloaded the whole file.
 */
const exportLimits = { each: 2, together: 8 };
const exportRefusals = {
  own: {
    message: 'Ya tienes dos exportaciones en curso. Espera a que termine una e intenta de nuevo.',
    retryAfterSeconds: 10,
  },
  others: {
    message: 'El servidor está preparando otras exportaciones. Intenta de nuevo en unos segundos.',
    retryAfterSeconds: 5,
  },
};

export const sessionCookieName = 'vocero_session';

type Parsed<E, K extends string> = E extends Record<K, infer S extends z.ZodType> ? z.output<S> : undefined;
type Answer<E> = E extends { response: infer S extends z.ZodType } ? z.input<S> : FastifyReply | undefined;

interface Asked<E, B> {
  readonly params: Parsed<E, 'params'>;
  readonly query: Parsed<E, 'query'>;
  readonly body: B;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export type EndpointHandlerInput<E extends Endpoint, B = Parsed<E, 'body'>> = Asked<E, B> &
  (E['access'] extends 'public'
    ? { readonly identity: null }
    : E['access'] extends 'signedIn'
      ? { readonly identity: RequestIdentity }
      : { readonly identity: RequestIdentity; readonly workspaceId: string; readonly role: Role });

export type EndpointHandler<E extends Endpoint, B = Parsed<E, 'body'>> = (
  context: EndpointHandlerInput<E, B>,
) => Promise<Answer<E>>;

export interface EndpointBindOptions<E = Endpoint, B = unknown> {
  /** True: `request.body` is a Buffer with the exact bytes, whatever the content type. Nothing is parsed. */
  readonly rawBody?: true;
  /** True for endpoints that only machines call. Their responses are not compressed and have no browser headers. */
  readonly forMachines?: true;
  /** True if the handler itself processes the Idempotency-Key header. */
  readonly keepsOwnKeys?: true;
  /** Called before the request body is read. An error that it throws becomes the response. */
  readonly beforeBody?: (request: FastifyRequest) => Promise<void>;
  readonly reading?: BodyReadingStep<Parsed<E, 'body'>, B>;
}

/** Registers endpoints in Fastify and records their names, so that a test finds endpoints without a handler. */
export interface EndpointBinder {
  bind<const E extends Endpoint, B = Parsed<E, 'body'>>(
    endpoint: E,
    handler: EndpointHandler<E, B>,
    options?: EndpointBindOptions<E, B>,
  ): void;
  /** Converts the body of a `rawBody` endpoint with `reading.read`. A large body is converted in a worker thread. */
  read<O, P = void>(
    request: FastifyRequest,
    bytes: Buffer,
    reading: BodyReadingStep<Buffer, O, P>,
    parameters: P,
  ): Promise<O>;
  readonly bound: ReadonlySet<ApiRouteName>;
}

/**
 * Creates the object that registers endpoints as HTTP routes. `idempotency` is applied to all endpoints that create
 * something.
 */
export function createEndpointBinder(
  app: FastifyInstance,
  identities: RequestIdentityPort,
  idempotency?: RequestIdempotency,
): EndpointBinder {
  const bound = new Set<ApiRouteName>();
  const largeBodies = createLargeBodyReceiver();
  const countRefused = app.createRateLimit({ keyGenerator: ({ ip }) => `refused ${normalizeIP(ip)}` });
  /** Authorises a request. Many 401 errors from one IP address lead to `too_many_requests`, so that guessing stops. */
  async function authoriseOrCount(endpoint: Endpoint, request: FastifyRequest): Promise<Authorised> {
    if (endpoint.access === 'public') return { identity: null };
    const refused = await countRefused(request, { increment: false });
    if (!refused.isAllowed && refused.remaining === 0)
      throw new AppError('too_many_requests', { retryAfterSeconds: refused.ttlInSeconds });
    try {
      return await authorise(endpoint, request, identities);
    } catch (error) {
      if (error instanceof AppError && error.status === 401) await countRefused(request);
      throw error;
    }
  }
  app.addHook('onClose', () => largeBodies.stop());
  const exportSlots = createKeyedConcurrencyLimiter(exportLimits);
  /**
   * Occupies one of the limited export slots until the response is sent or the client is gone. Throws
   * `too_many_requests` if none is free.
   */
  function takeExportSlot({ authorised, ip }: FastifyRequest, reply: FastifyReply): void {
    const free = exportSlots.tryTake(authorised?.identity?.userId ?? ip);
    if (typeof free === 'string') throw new AppError('too_many_requests', exportRefusals[free]);
    reply.raw.once('close', free);
  }
  /** Runs `work` and returns its result. If the Idempotency-Key is repeated, returns the first request's response. */
  async function onceForItsKey(
    { name }: Endpoint,
    request: FastifyRequest,
    reply: FastifyReply,
    work: () => Promise<unknown>,
  ): Promise<unknown> {
    const key = readIdempotencyKeyHeader(request);
    const { authorised, params, query, body, arrival } = request;
    setIdempotencyReplayHeader(reply, false);
    if (key === null || !idempotency || !authorised?.identity) return work();
    const owner = { workspaceId: authorised.workspaceId ?? noWorkspace, userId: authorised.identity.userId, key };
    const { answer, isReplayed } = await idempotency.once(
      owner,
      [name, params, query, arrival?.digest() ?? body],
      work,
    );
    setIdempotencyReplayHeader(reply, isReplayed);
    return answer;
  }
  return {
    bound,
    read: (request, bytes, reading, parameters) => arrivalOf(request).readBytes(bytes, reading, parameters),
    bind(endpoint, handler, options = {}) {
      const { method, path } = apiRoutes[endpoint.name];
      // Check at run time that the endpoint declares `access`, because not all code is type-checked.
      if (endpoint.access === undefined) throw new Error(`endpoint ${endpoint.name} declares no access`);
      bound.add(endpoint.name);
      const route: RouteOptions = {
        method,
        url: path,
        bodyLimit: endpoint.bodyLimit ?? 64 * 1024,
        schema: schemaOf(endpoint),
        ...(options.forMachines ? { helmet: false, compress: false, decompress: false } : {}),
        config: endpoint.rateLimit === false ? { rateLimit: false } : {},
        // Authorise before the body is read and validated, so that a stranger learns nothing from validation errors.
        onRequest: async (request) => {
          request.authorised = await authoriseOrCount(endpoint, request);
          await options.beforeBody?.(request);
        },
        // Check here that the texts of path and query can be stored. The texts of a JSON body are checked when the body
        // is parsed (json-body.ts).
        preValidation: async ({ params, query, body }) => {
          assertStorableTexts({ ...(params as object), ...(query as object) });
          if (options.forMachines) return;
          assertNoUnknownRequestFields(endpoint.query, query, 'query');
          if (!options.rawBody && !acceptsLargeBodies(endpoint))
            assertNoUnknownRequestFields(endpoint.body, body, 'body', endpoint.sentBack);
        },
        handler: async (request, reply) => {
          if (endpoint.answers === 'text/csv') takeExportSlot(request, reply);
          if (endpoint.status !== undefined) reply.code(endpoint.status);
          if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
          const context = {
            ...request.authorised,
            params: request.params,
            query: request.query,
            body: request.body,
            request,
            reply,
          } as unknown as Parameters<typeof handler>[0];
          const { arrival } = request;
          const work = () => (arrival ? arrival.hold(() => handler(context)) : handler(context));
          const answer = await (endpoint.status === 201 && options.keepsOwnKeys !== true
            ? onceForItsKey(endpoint, request, reply, work)
            : work());
          if (reply.sent || reply.raw.headersSent || answer === reply) return reply;
          return reply.send(answer);
        },
      };
      if (acceptsLargeBodies(endpoint)) registerLarge(app, route, endpoint, options, largeBodies);
      else if (options.rawBody) registerRaw(app, route);
      else app.route(route);
    },
  };
}

/** Registers a route with an unparsed body in its own Fastify scope, because content parsers apply to a whole scope. */
function registerRaw(app: FastifyInstance, route: RouteOptions): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.route(route);
  });
}

/** Registers a route for large bodies in its own Fastify scope, with large-bodies.ts as its content parser. */
function registerLarge(
  app: FastifyInstance,
  route: RouteOptions,
  endpoint: Endpoint,
  options: EndpointBindOptions,
  largeBodies: LargeBodyReceiver,
): void {
  const { rawBody, forMachines, reading } = options;
  // Give Fastify no body schema, because large-bodies.ts validates the body.
  const { body: _, ...schema } = route.schema ?? {};
  const readBody = async (request: FastifyRequest, bytes: Buffer): Promise<unknown> =>
    rawBody ? bytes : arrivalOf(request).readJson(bytes, endpoint, reading);
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      rawBody ? '*' : 'application/json',
      async (request: FastifyRequest, payload: NodeJS.ReadableStream) =>
        readBody(request, await arrivalOf(request).receive(payload)),
    );
    scope.route({
      ...route,
      schema,
      onRequest: [
        route.onRequest ?? [],
        async (request: FastifyRequest, reply: FastifyReply) => {
          const key = forMachines ? request.url : (request.authorised?.identity?.userId ?? request.ip);
          request.arrival = largeBodies.open(request, reply, { kind: forMachines ? 'machine' : 'person', key });
          await request.arrival.admit();
        },
      ].flat(),
      // Read an empty body here, because Fastify calls no content parser for a request without body.
      preHandler: async (request) => {
        if (request.body === undefined) request.body = await readBody(request, Buffer.alloc(0));
      },
      onSend: async (request, reply) => {
        if (!request.arrival?.isRefused) return;
        // After refusing a large body, keep the connection open. If it were closed while the client still sends the
        // body, the client would miss the response.
        reply.removeHeader('connection');
        request.raw.resume();
      },
    });
  });
}

function arrivalOf({ arrival }: FastifyRequest): LargeBodyReader {
  if (!arrival) throw new Error('this endpoint takes no large bodies');
  return arrival;
}

interface Authorised {
  readonly identity: RequestIdentity | null;
  readonly workspaceId?: string;
  readonly role?: Role;
}

declare module 'fastify' {
  interface FastifyRequest {
    authorised: Authorised | null;
    /** Receives and reads the request's large body. Null for endpoints that accept no large bodies. */
    arrival: LargeBodyReader | null;
  }
}

function schemaOf(endpoint: Endpoint): Record<string, unknown> {
  return {
    ...(endpoint.params ? { params: endpoint.params } : {}),
    ...(endpoint.query ? { querystring: endpoint.query } : {}),
    ...(endpoint.body ? { body: endpoint.body } : {}),
    ...(endpoint.response ? { response: { [endpoint.status ?? 200]: endpoint.response } } : {}),
  };
}

async function authorise(
  endpoint: Endpoint,
  request: FastifyRequest,
  identities: RequestIdentityPort,
): Promise<Authorised> {
  const { access } = endpoint;
  if (access === 'public') return { identity: null };
  const identity = await identify(request, identities);
  const isClosedToTokens = access === 'signedIn' || access.workspace === 'path' || endpoint.tokens === false;
  if (identity.tokenId !== null && isClosedToTokens)
    throw new AppError('forbidden', { message: endpointNotForApiTokensErrorText });
  if (access === 'signedIn') return { identity };
  const workspaceId = access.workspace === 'path' ? pathWorkspace(request) : currentWorkspace(request, identity);
  // For the session's current workspace, use the role that was read together with the session. This saves a database
  // query.
  const role =
    workspaceId === identity.currentWorkspaceId
      ? identity.currentRole
      : await identities.findRole(identity.userId, workspaceId);
  if (!role && (await identities.lacksSecondFactor(identity.userId, workspaceId)))
    throw new AppError('second_factor_required');
  if (!role) throw new AppError(access.workspace === 'path' ? 'not_found' : 'no_workspace');
  if (memberRoles.indexOf(role) < memberRoles.indexOf(access.role)) throw new AppError('forbidden');
  return { identity, workspaceId, role };
}

/** Identifies the user by API token, otherwise by session cookie. Throws `invalid_token` or `not_signed_in`. */
async function identify(request: FastifyRequest, identities: RequestIdentityPort): Promise<RequestIdentity> {
  const cookie = request.cookies[sessionCookieName];
  const { authorization } = request.headers;
  const [, token] = /^bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
  // If the request has a session cookie, ignore a Bearer header that is no API token of the console, because a proxy
  // may have added it.
  if (token !== undefined && (token.startsWith(apiTokenPrefix) || cookie === undefined)) {
    const identity = await identities.findTokenIdentity(token, request.ip);
    if (!identity) throw new AppError('invalid_token');
    return identity;
  }
  // Refuse an API token that is not sent as 'Bearer'. Ignore other Authorization headers, because proxies may add them.
  if (cookie === undefined && authorization?.includes(apiTokenPrefix))
    throw new AppError('invalid_token', { message: bearerTokenExpectedErrorText });
  const identity = cookie === undefined ? null : await identities.findIdentity(cookie);
  if (!identity) throw new AppError('not_signed_in');
  return identity;
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function pathWorkspace(request: FastifyRequest): string {
  const { id } = request.params as { id?: string };
  if (!id || !uuidPattern.test(id)) throw new AppError('not_found');
  return id.toLowerCase();
}

/**
 * Returns the session's current workspace. Throws `workspace_mismatch` (409) if the screen that sent the request shows
 * another workspace.
 */
function currentWorkspace(request: FastifyRequest, identity: RequestIdentity): string {
  if (!identity.currentWorkspaceId) throw new AppError('no_workspace');
  const shown = request.headers['x-workspace-id'];
  if (shown !== undefined && String(shown).toLowerCase() !== identity.currentWorkspaceId) {
    throw new AppError('workspace_mismatch');
  }
  return identity.currentWorkspaceId;
}
