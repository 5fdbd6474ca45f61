/** Errors for failed HTTP requests, with a message that the page can show to the user. */
import type { ErrorBody, ErrorCode } from '../../contract/errors.ts';
import { loadingAndErrorStateLabels } from '../../labels/common-es.ts';

function parseErrorBody(text: string): Partial<ErrorBody> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    // An error response without JSON, such as a load balancer's HTML page or an empty body, has no message to show.
    return {};
  }
}

/**
 * Error for a failed HTTP response. As the specification requires, `message` is '{status}: {body}', or the status text
 * if there is no body.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The Spanish error message that the server sent for the user; null if the HTTP response contained none. */
  readonly serverMessage: string | null;
  readonly code: ErrorCode | null;
  /** List of the invalid fields or rows that a 422 response names, each by its path in the request body. */
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

/** Error for a request without a response, because the network or the server is unreachable. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';

  constructor(cause: unknown) {
    super(loadingAndErrorStateLabels.connectionError, { cause });
  }
}

/** The text to show for a failed request: the server's message or the ConnectionError's text, otherwise `fallback`. */
export function getRequestErrorText(
  error: unknown,
  fallback: string = loadingAndErrorStateLabels.unexpectedError,
): string {
  if (error instanceof ApiError) return error.serverMessage ?? fallback;
  return error instanceof ConnectionError ? error.message : fallback;
}

/** Awaits a request. If it fails with an ApiError, sets its message to the server's text, or else `fallback`. */
export async function awaitWithApiErrorMessage<T>(work: Promise<T>, fallback: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ApiError) error.message = error.serverMessage ?? fallback;
    throw error;
  }
}

export function isApiErrorWithCode(error: unknown, code: ErrorCode): error is ApiError {
  return error instanceof ApiError && error.code === code;
}
