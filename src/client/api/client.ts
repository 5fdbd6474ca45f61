/**
 * The page's HTTP client: `call('getCall', { params: { id } })`. Its types come from the API contract, whose schemas
 * are not loaded. It adds credentials and the tab's workspace, and turns failures into ApiError or ConnectionError. It
 * also reports that the session has ended, or that another tab switched its workspace.
 */
import type { ApiRequestPart, ApiResponse } from '../../contract/api.ts';
import { apiRoutes, type ApiRouteName } from '../../contract/routes.ts';
import { ApiError, ConnectionError } from './api-error.ts';
import { markTabWorkspaceMismatch, getTabWorkspaceState } from './tab-state.ts';

/** True if all properties of the object type are optional. */
type Omissible<T> = object extends T ? true : false;

type Part<N extends ApiRouteName, K extends 'params' | 'query' | 'body'> =
  undefined extends ApiRequestPart<N, K>
    ? { readonly [P in K]?: ApiRequestPart<N, K> | undefined }
    : Omissible<ApiRequestPart<N, K>> extends true
      ? { readonly [P in K]?: ApiRequestPart<N, K> }
      : { readonly [P in K]: ApiRequestPart<N, K> };

interface Sending {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** The option `keepalive` of `fetch`: the request continues after its page is closed. */
  readonly keepalive?: boolean;
}

/** Input of an API request: path params, query and body of the endpoint, extra headers, and a signal to cancel. */
export type ApiRequestInput<N extends ApiRouteName> = Part<N, 'params'> & Part<N, 'query'> & Part<N, 'body'> & Sending;

/** Arguments of `callApi` after the endpoint's name. The input may be omitted if the endpoint requires none. */
export type ApiRequestArguments<N extends ApiRouteName> =
  Omissible<ApiRequestInput<N>> extends true ? [input?: ApiRequestInput<N>] : [input: ApiRequestInput<N>];

interface LooseInput extends Sending {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** One page of a list that an API endpoint returned, with the total number of items. */
export interface ApiListPage<T> {
  readonly items: T;
  readonly total: number;
  /** True if the server stopped counting at `total`, so that the list may have more items. */
  readonly capped: boolean;
  /**
   * Time when the server last fetched this list from the voice provider, in ISO 8601. Null for lists that do not come
   * from the provider.
   */
  readonly fetchedAt: string | null;
  /** True if the server's last attempt to fetch this list from the voice provider failed, so that it may be old. */
  readonly isAway: boolean;
}

let onSessionEnded: () => void = () => {};

/** Sets the callback for the end of the user's session. An API response or the WebSocket can report that end. */
export function setSessionEndListener(listener: () => void): void {
  onSessionEnded = listener;
}

/** Notifies the listener that the user's session has ended. Called by the WebSocket and by failed API requests. */
export function notifySessionEnded(): void {
  onSessionEnded();
}

/** The URL of an API endpoint with its path parameters filled in. Undefined and empty query values are left out. */
export function buildEndpointUrl(
  name: ApiRouteName,
  input: { readonly params?: unknown; readonly query?: unknown } = {},
): string {
  const params = (input.params ?? {}) as Record<string, string>;
  const path = apiRoutes[name].path.replace(/:(\w+)/g, (_match, key: string) => encodeURIComponent(params[key] ?? ''));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries((input.query ?? {}) as Record<string, string | number | undefined>)) {
    if (value !== undefined && value !== '') search.set(key, String(value));
  }
  const query = search.toString();
  return query ? `${path}?${query}` : path;
}

/** Sends an API request. Resolves to the response if its status is a success; otherwise throws. */
async function send(name: ApiRouteName, input: LooseInput): Promise<Response> {
  const { workspaceId } = getTabWorkspaceState();
  const hasBody = input.body !== undefined;
  const request: RequestInit = {
    method: apiRoutes[name].method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      ...(hasBody && { 'content-type': 'application/json' }),
      ...(workspaceId !== null && { 'x-workspace-id': workspaceId }),
      ...input.headers,
    },
    // A request body that is a Blob already contains JSON, written by a worker because it may be as large as 50 MB.
    ...(hasBody && { body: input.body instanceof Blob ? input.body : JSON.stringify(input.body) }),
    ...(input.signal && { signal: input.signal }),
    ...(input.keepalive && { keepalive: true }),
  };
  let response: Response;
  try {
    response = await fetch(buildEndpointUrl(name, input), request);
  } catch (error) {
    if (input.signal?.aborted) throw error;
    throw new ConnectionError(error);
  }
  if (response.ok) return response;
  const failure = new ApiError(response.status, response.statusText, await response.text());
  if (failure.status === 401 && failure.code !== 'invalid_credentials') notifySessionEnded();
  // Ignore a `workspace_mismatch` error if this tab has switched its workspace since it sent the request.
  if (failure.code === 'workspace_mismatch' && workspaceId === getTabWorkspaceState().workspaceId)
    markTabWorkspaceMismatch();
  throw failure;
}

/** Calls an API endpoint and returns the response's JSON. Throws ApiError or ConnectionError. */
export async function callApi<N extends ApiRouteName>(
  name: N,
  ...[input]: ApiRequestArguments<N>
): Promise<ApiResponse<N>> {
  const response = await send(name, input ?? {});
  return (response.status === 204 ? undefined : await response.json()) as ApiResponse<N>;
}

/** Calls an endpoint that returns a list, and reads the total from the header X-Total-Count. Throws like `callApi`. */
export async function callApiForListPage<N extends ApiRouteName>(
  name: N,
  ...[input]: ApiRequestArguments<N>
): Promise<ApiListPage<ApiResponse<N>>> {
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

/** Calls an API endpoint and returns the response body as a Blob, which a worker parses. Throws as `callApi` does. */
export async function callApiForBlob<N extends ApiRouteName>(
  name: N,
  ...[input]: ApiRequestArguments<N>
): Promise<Blob> {
  return (await send(name, input ?? {})).blob();
}

/** Calls an API endpoint and returns the streaming response, to show a download's progress. Throws like `callApi`. */
export async function callApiForStream<N extends ApiRouteName>(
  name: N,
  ...[input]: ApiRequestArguments<N>
): Promise<Response> {
  return send(name, input ?? {});
}
