/**
 * The one way to the server: `call('getCall', { params: { id } })`, typed by the contract without loading it.
 * Adds credentials and the tab's workspace; turns failures into ApiError or ConnectionError; tells the session when
 * it has ended, and the tab when another one has switched the workspace.
 */
import type { ApiInput, ApiResponse } from '../../contract/api.ts';
import { routes, type RouteName } from '../../contract/routes.ts';
import { ApiError, ConnectionError } from './api-error.ts';
import { markMismatched, tabState } from './tab-state.ts';

/** True where every property may be left out. */
type Omissible<T> = object extends T ? true : false;

type Part<N extends RouteName, K extends 'params' | 'query' | 'body'> =
  undefined extends ApiInput<N, K>
    ? { readonly [P in K]?: ApiInput<N, K> | undefined }
    : Omissible<ApiInput<N, K>> extends true
      ? { readonly [P in K]?: ApiInput<N, K> }
      : { readonly [P in K]: ApiInput<N, K> };

interface Sending {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** The request outlives its page. */
  readonly keepalive?: boolean;
}

/** What goes along with a request: the endpoint's own params, query and body, further headers, a signal to cancel. */
export type CallInput<N extends RouteName> = Part<N, 'params'> & Part<N, 'query'> & Part<N, 'body'> & Sending;

/** The second argument may be left out where the endpoint needs nothing. */
export type CallArguments<N extends RouteName> =
  Omissible<CallInput<N>> extends true ? [input?: CallInput<N>] : [input: CallInput<N>];

interface LooseInput extends Sending {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** One page of a list, and how many there are in all. */
export interface Page<T> {
  readonly items: T;
  readonly total: number;
  /** The server stopped counting at `total`. */
  readonly capped: boolean;
  /** When the data behind it was fetched, ISO 8601; null where it is as old as the answer. */
  readonly fetchedAt: string | null;
  /** The provider did not answer when it was asked for them last. */
  readonly isAway: boolean;
}

let onSessionEnded: () => void = () => {};

/** Who is told, by an answer or by the socket, that nobody is signed in any more. */
export function whenSessionEnds(listener: () => void): void {
  onSessionEnded = listener;
}

/** The session has ended, as the socket or an answer says. */
export function endSession(): void {
  onSessionEnded();
}

/** The URL of an endpoint with its parameters filled in; undefined query values are left out. */
export function urlOf(name: RouteName, input: { readonly params?: unknown; readonly query?: unknown } = {}): string {
  const params = (input.params ?? {}) as Record<string, string>;
  const path = routes[name].path.replace(/:(\w+)/g, (_match, key: string) => encodeURIComponent(params[key] ?? ''));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries((input.query ?? {}) as Record<string, string | number | undefined>)) {
    if (value !== undefined && value !== '') search.set(key, String(value));
  }
  const query = search.toString();
  return query ? `${path}?${query}` : path;
}

/** Resolves to a successful answer. */
async function send(name: RouteName, input: LooseInput): Promise<Response> {
  const { workspaceId } = tabState();
  const hasBody = input.body !== undefined;
  const request: RequestInit = {
    method: routes[name].method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      ...(hasBody && { 'content-type': 'application/json' }),
      ...(workspaceId !== null && { 'x-workspace-id': workspaceId }),
      ...input.headers,
    },
    // A Blob is JSON that was written elsewhere: a file of 50 MB, in a worker.
    ...(hasBody && { body: input.body instanceof Blob ? input.body : JSON.stringify(input.body) }),
    ...(input.signal && { signal: input.signal }),
    ...(input.keepalive && { keepalive: true }),
  };
  let response: Response;
  try {
    response = await fetch(urlOf(name, input), request);
  } catch (error) {
    if (input.signal?.aborted) throw error;
    throw new ConnectionError(error);
  }
  if (response.ok) return response;
  const failure = new ApiError(response.status, response.statusText, await response.text());
  if (failure.status === 401 && failure.code !== 'invalid_credentials') endSession();
  // An answer to what was asked before this tab changed its workspace says nothing about now.
  if (failure.code === 'workspace_mismatch' && workspaceId === tabState().workspaceId) markMismatched();
  throw failure;
}

/** Calls an endpoint and answers its JSON. Throws ApiError or ConnectionError. */
export async function call<N extends RouteName>(name: N, ...[input]: CallArguments<N>): Promise<ApiResponse<N>> {
  const response = await send(name, input ?? {});
  return (response.status === 204 ? undefined : await response.json()) as ApiResponse<N>;
}

/** As `call`, for lists that tell their whole length in X-Total-Count. */
export async function callPage<N extends RouteName>(
  name: N,
  ...[input]: CallArguments<N>
): Promise<Page<ApiResponse<N>>> {
  const response = await send(name, input ?? {});
  const items = (await response.json()) as ApiResponse<N>;
  const { headers } = response;
  const counted = headers.get('x-total-count');
  return {
    items,
    total: counted === null ? (Array.isArray(items) ? items.length : 0) : Number(counted),
    capped: headers.has('x-total-count-capped'),
    fetchedAt: headers.get('x-fetched-at'),
    isAway: headers.has('x-fetch-failed'),
  };
}

/** As `call`, with the answer unread: for JSON that a worker parses. */
export async function callBlob<N extends RouteName>(name: N, ...[input]: CallArguments<N>): Promise<Blob> {
  return (await send(name, input ?? {})).blob();
}

/** As `call`, with the answer still on its way: for files that are told while they come. */
export async function callStream<N extends RouteName>(name: N, ...[input]: CallArguments<N>): Promise<Response> {
  return send(name, input ?? {});
}
