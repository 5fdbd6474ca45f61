/**
 * Declares an endpoint: its access, inputs and answer. The server binds it (validate, authorise, reply); the browser
 * imports only the types.
 */
import type { z } from 'zod';
import type { RouteName } from './routes.ts';

/** Roles of a member in a workspace, weakest first. Each role includes the rights of the earlier ones. */
export const roles = ['operator', 'editor', 'admin'] as const;
export type Role = (typeof roles)[number];

/**
 * The access of an endpoint.
 * - `public`: anyone.
 * - `signedIn`: any session, with or without a workspace.
 * - `{ role, workspace: 'current' }`: at least that role in the session's current workspace. If `X-Workspace-Id`
 * names another workspace, the answer is 409.
 * - `{ role, workspace: 'path' }`: at least that role in the workspace of the path's `:id`. Non-members get 404, so
 * that ids of other workspaces can't be probed.
 */
export type Access = 'public' | 'signedIn' | { readonly role: Role; readonly workspace: 'current' | 'path' };

export interface EndpointSchemas {
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Response schema, if a response may be sent back as the request body. Fields unknown to `body` are then ignored. */
  readonly sentBack?: z.ZodType;
  /** Schema of the response. Absent only if the response is not JSON (CSV, audio). */
  readonly response?: z.ZodType;
}

export interface EndpointOptions {
  readonly access: Access;
  /** Maximum size of a request body in bytes; default 64 KiB. */
  readonly bodyLimit?: number;
  /** False if the endpoint has its own request limits instead of the general one per minute. */
  readonly rateLimit?: false;
  /** False if no API token may call it. Tokens may only call endpoints that need a role in the current workspace. */
  readonly tokens?: false;
  /** Content type of the response if it is not JSON. */
  readonly answers?: 'text/csv' | 'audio/*';
  /** Content type of the request body if it is not JSON. */
  readonly takes?: 'text/csv';
  /** HTTP status of a successful response; default 200. */
  readonly status?: 200 | 201 | 202 | 204;
}

export type Endpoint = EndpointOptions & EndpointSchemas & { readonly name: RouteName };

/** Declares an endpoint of `routes`. Without `access` the code does not compile and the server does not start. */
export function endpoint<const D extends EndpointOptions & EndpointSchemas, N extends RouteName>(
  name: N,
  definition: D,
): D & { readonly name: N } {
  return { name, ...definition };
}
