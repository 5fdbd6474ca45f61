/**
 * Declares an API endpoint: who may call it, its inputs and its response. The server validates and authorises each
 * request by the declaration. The browser imports only the types.
 */
import type { z } from 'zod';
import type { ApiRouteName } from './routes.ts';

/** Roles of a workspace's members, weakest first. Each role includes the rights of the roles before it. */
export const memberRoles = ['operator', 'editor', 'admin'] as const;
export type Role = (typeof memberRoles)[number];

/**
 * Who may call an endpoint.
 * - `public`: anyone.
 * - `signedIn`: any session, with or without a workspace.
 * - `{ role, workspace: 'current' }`: at least that role in the session's current workspace. 409 if the header
 * `X-Workspace-Id` names another workspace.
 * - `{ role, workspace: 'path' }`: at least that role in the workspace `:id` of the path. Non-members get 404, so that
 * nobody can find out which ids exist.
 */
export type EndpointAccess = 'public' | 'signedIn' | { readonly role: Role; readonly workspace: 'current' | 'path' };

export interface EndpointSchemas {
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /**
   * Schema of the endpoint's resource as the API returns it. Clients may send back a resource that they received.
   * Fields that occur only in this schema are therefore ignored in the request body, not refused.
   */
  readonly sentBack?: z.ZodType;
  /** Schema of a JSON response. Absent if the response is CSV or audio. */
  readonly response?: z.ZodType;
}

export interface EndpointOptions {
  readonly access: EndpointAccess;
  /** Maximum size of a request body in bytes; default 64 KiB. */
  readonly bodyLimit?: number;
  /** False if the endpoint has request limits of its own, so that the general limit per minute does not apply. */
  readonly rateLimit?: false;
  /** False if API tokens may not call the endpoint. They may only call endpoints with `workspace: 'current'`. */
  readonly tokens?: false;
  readonly answers?: 'text/csv' | 'audio/*';
  readonly takes?: 'text/csv';
  /** HTTP status of a successful response; default 200. */
  readonly status?: 200 | 201 | 202 | 204;
}

export type Endpoint = EndpointOptions & EndpointSchemas & { readonly name: ApiRouteName };

/** Declares the endpoint of a route. `access` is required, so that no endpoint is public by omission. */
export function defineEndpoint<const D extends EndpointOptions & EndpointSchemas, N extends ApiRouteName>(
  name: N,
  definition: D,
): D & { readonly name: N } {
  return { name, ...definition };
}
