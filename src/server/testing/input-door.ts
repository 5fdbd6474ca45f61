/**
 * The product's own request handling, with empty handlers and an admin without database. Every server refuses the same
 * requests with the same texts, so a test need not send them to a full server.
 */
import { pino } from 'pino';
import { apiEndpoints } from '../../contract/api.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { apiRoutes } from '../../contract/routes.ts';
import type { RequestIdentity } from '../platform/http/identity.ts';
import { createEndpointBinder, sessionCookieName } from '../platform/http/route.ts';
import { createHttpServer } from '../platform/http/server.ts';

/** A status that the product never uses, so that it means: not refused. */
const passed = 299;

export interface InputDoor {
  /** Sends a request. Null if it reaches the handler. `payload` is the raw body. */
  ask(
    endpoint: Endpoint,
    path: string,
    headers: Readonly<Record<string, string>>,
    payload: string | undefined,
  ): Promise<{ readonly status: number; readonly text: string } | null>;
  close(): Promise<void>;
}

/** Opens the door for an admin of the workspace. */
export async function openInputDoor(workspaceId: string): Promise<InputDoor> {
  const http = await createHttpServer({
    log: pino({ level: 'silent' }),
    origins: { publicOrigin: null, allowedHosts: [] },
    trustProxy: false,
    requestsPerMinute: Infinity,
  });
  const admin: RequestIdentity = {
    sessionId: workspaceId,
    tokenId: null,
    userId: workspaceId,
    username: 'nadie',
    email: null,
    currentWorkspaceId: workspaceId,
    currentRole: 'admin',
  };
  const binder = createEndpointBinder(http, {
    findIdentity: async () => admin,
    findTokenIdentity: async () => admin,
    findRole: async () => 'admin',
    lacksSecondFactor: async () => false,
  });
  for (const endpoint of Object.values<Endpoint>(apiEndpoints)) {
    const bytes = endpoint.body === undefined && apiRoutes[endpoint.name].method !== 'GET';
    binder.bind(endpoint, async ({ reply }) => reply.code(passed).send(), bytes ? { rawBody: true } : {});
  }
  return {
    async ask({ name }, path, headers, payload) {
      const { method } = apiRoutes[name];
      const answer = await http.inject({
        method,
        url: path,
        headers: { ...headers, cookie: `${sessionCookieName}=x` },
        ...(payload !== undefined && { payload }),
      });
      return answer.statusCode === passed ? null : { status: answer.statusCode, text: answer.body };
    },
    close: () => http.close(),
  };
}
