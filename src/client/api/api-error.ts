/** Failures of requests, as errors that carry a text fit for a screen. */
import type { ErrorBody, ErrorCode } from '../../contract/errors.ts';
import { stateLabels } from '../../labels/common-es.ts';

function parseErrorBody(text: string): Partial<ErrorBody> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    // The body is no JSON: a balancer's HTML page or an empty answer. It has nothing to show.
    return {};
  }
}

/** An HTTP answer other than success. `message` is '{status}: {body text, else status text}', as the spec wants it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The server's own message, Spanish and fit to show; null if the answer carried none. */
  readonly serverMessage: string | null;
  readonly code: ErrorCode | null;
  /** Each invalid field or row of a 422 answer, by its path. */
  readonly details: readonly { readonly path: string; readonly message: string }[];
  readonly requestId: string | null;

  constructor(status: number, statusText: string, bodyText: string) {
    super(`${status}: ${bodyText || statusText}`);
    const body = parseErrorBody(bodyText);
    this.status = status;
    this.serverMessage = typeof body.message === 'string' ? body.message : null;
    this.code = body.code ?? null;
    this.details = Array.isArray(body.details) ? body.details : [];
    this.requestId = typeof body.requestId === 'string' ? body.requestId : null;
  }
}

/** No answer to a request: the network or the server is unreachable. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';

  constructor(cause: unknown) {
    super(stateLabels.connectionError, { cause });
  }
}

/** The text to show for a failure: the server's message, the text of a ConnectionError, otherwise `fallback`. */
export function shownMessage(error: unknown, fallback: string = stateLabels.unexpectedError): string {
  if (error instanceof ApiError) return error.serverMessage ?? fallback;
  return error instanceof ConnectionError ? error.message : fallback;
}

/** Awaits `work`. An ApiError of it gets the server's error text, or else `fallback`, as its message (spec A 8). */
export async function withServiceText<T>(work: Promise<T>, fallback: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ApiError) error.message = error.serverMessage ?? fallback;
    throw error;
  }
}

export function hasCode(error: unknown, code: ErrorCode): error is ApiError {
  return error instanceof ApiError && error.code === code;
}
