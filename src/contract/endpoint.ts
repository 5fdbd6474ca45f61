/**
 * What one endpoint promises: who may call it, what it takes, what it answers.
 * The server binds it (validate, authorise, reply); the browser imports only the types.
 */
import type { z } from 'zod';
import type { RouteName } from './routes.ts';

/** Roles within a workspace, weakest first. Each may do all that the ones before it may. */
export const roles = ['operator', 'editor', 'admin'] as const;
export type Role = (typeof roles)[number];

/**
 * Who may call an endpoint.
 * - `public`: anyone.
 * - `signedIn`: any session, with or without a workspace.
 * - `{ role, workspace: 'current' }`: at least that role in the session's current workspace
 *   (or the one named by `X-Workspace-Id`, which must be the same, else 409).
 * - `{ role, workspace: 'path' }`: at least that role in the workspace that the path's `:id` names
 *   (404 for a stranger, so that ids of other workspaces can't be probed).
 */
export type Access = 'public' | 'signedIn' | { readonly role: Role; readonly workspace: 'current' | 'path' };

export interface EndpointSchemas {
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** A read whose answer may come back as the body; names that `body` does not take are ignored. */
  readonly sentBack?: z.ZodType;
  /** Absent only where the answer is not JSON (CSV, audio). */
  readonly response?: z.ZodType;
}

export interface EndpointOptions {
  readonly access: Access;
  /** Largest accepted body in bytes; 64 KiB unless told. */
  readonly bodyLimit?: number;
  /** False: the general limit of requests a minute does not count it (the handler limits what it must). */
  readonly rateLimit?: false;
  /** False: of those that need a role in the current workspace, one that no API token may call. The others no token may. */
  readonly tokens?: false;
  /** What the answer is where it is no JSON. */
  readonly answers?: 'text/csv' | 'audio/*';
  /** What the body is where it is no JSON. */
  readonly takes?: 'text/csv';
  /** Status of a successful answer; 200 unless told. */
  readonly status?: 200 | 201 | 202 | 204;
}

export type Endpoint = EndpointOptions & EndpointSchemas & { readonly name: RouteName };

/** Declares an endpoint of `routes`. Without `access` it does not compile, and the server refuses to start. */
export function endpoint<const D extends EndpointOptions & EndpointSchemas, N extends RouteName>(
  name: N,
  definition: D,
): D & { readonly name: N } {
  return { name, ...definition };
}
