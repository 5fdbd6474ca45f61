/** What went wrong with a request, in a form that screens can show. */
import type { ErrorBody, ErrorCode } from '../../contract/errors.ts';
import { stateLabels } from '../../labels/common-es.ts';

function parseErrorBody(text: string): Partial<ErrorBody> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    // A balancer's HTML page or an empty answer carries nothing for us to show.
    return {};
  }
}

/** An answer that is not a success. `message` is '{status}: {body text, else status text}', as the spec wants it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The server's own words, Spanish and fit to show; null where the answer carried none. */
  readonly serverMessage: string | null;
  readonly code: ErrorCode | null;
  /** Each mistaken field or row of a 422. */
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

/** No answer at all: the network or the server is away. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';

  constructor(cause: unknown) {
    super(stateLabels.connectionError, { cause });
  }
}

/** The text to show for a failure: the server's message, the connection text, else `fallback`. */
export function shownMessage(error: unknown, fallback: string = stateLabels.unexpectedError): string {
  if (error instanceof ApiError) return error.serverMessage ?? fallback;
  return error instanceof ConnectionError ? error.message : fallback;
}

/** What `work` throws carries the server's error field as its message, else `fallback` (spec A 8, 'service error text'). */
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
