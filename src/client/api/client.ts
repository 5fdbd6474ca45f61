/**
 * The HTTP client: `call('getCall', { params: { id } })`, typed by the contract without loading it. It adds credentials
 * and the tab's workspace, and turns failures into ApiError or ConnectionError. It reports an ended session to the
 * session's listener, and a workspace switched by another tab to the tab's state.
 */
import type { ApiInput, ApiResponse } from '../../contract/api.ts';
import { routes, type RouteName } from '../../contract/routes.ts';
import { ApiError, ConnectionError } from './api-error.ts';
import { markMismatched, tabState } from './tab-state.ts';

/** True if every property of the type may be left out. */
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
  /** Keeps the request alive after its page is closed. */
  readonly keepalive?: boolean;
}

/** Input of a request: the endpoint's params, query and body, further headers, and a signal to cancel. */
export type CallInput<N extends RouteName> = Part<N, 'params'> & Part<N, 'query'> & Part<N, 'body'> & Sending;

/** Arguments of `call`: the input may be left out if the endpoint needs none. */
export type CallArguments<N extends RouteName> =
  Omissible<CallInput<N>> extends true ? [input?: CallInput<N>] : [input: CallInput<N>];

interface LooseInput extends Sending {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** One page of a list, with the length of the whole list. */
export interface Page<T> {
  readonly items: T;
  readonly total: number;
  /** True if the server stopped counting at `total`. */
  readonly capped: boolean;
  /** When the server fetched the page's data, ISO 8601; null if the data are as old as the answer. */
  readonly fetchedAt: string | null;
  /** True if the provider did not answer when the server last asked for the data. */
  readonly isAway: boolean;
}

let onSessionEnded: () => void = () => {};

/** Sets the listener that is called once an answer or the socket says that the session has ended. */
export function whenSessionEnds(listener: () => void): void {
  onSessionEnded = listener;
}

/** Reports that the session has ended, as the socket or an answer says. */
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

/** Resolves to the answer if it is a success; otherwise throws. */
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
    // A Blob holds JSON that a worker wrote, such as a file of 50 MB.
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
  // A refused request that was sent before this tab changed its workspace says nothing about the present one.
  if (failure.code === 'workspace_mismatch' && workspaceId === tabState().workspaceId) markMismatched();
  throw failure;
}

/** Calls an endpoint and returns its JSON. Throws ApiError or ConnectionError. */
export async function call<N extends RouteName>(name: N, ...[input]: CallArguments<N>): Promise<ApiResponse<N>> {
  const response = await send(name, input ?? {});
  return (response.status === 204 ? undefined : await response.json()) as ApiResponse<N>;
}

/** Calls a list endpoint that sends the whole list's length in X-Total-Count. Throws as `call` does. */
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

/** Calls an endpoint and returns the body unread, for JSON that a worker parses. Throws as `call` does. */
export async function callBlob<N extends RouteName>(name: N, ...[input]: CallArguments<N>): Promise<Blob> {
  return (await send(name, input ?? {})).blob();
}

/** Calls an endpoint and returns the open response, for files whose progress is shown. Throws as `call` does. */
export async function callStream<N extends RouteName>(name: N, ...[input]: CallArguments<N>): Promise<Response> {
  return send(name, input ?? {});
}
