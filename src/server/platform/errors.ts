/** The error class that features throw. http/error-handler.ts turns it into a response and logs it. */
import type { ErrorCode } from '../../contract/errors.ts';
import { apiErrorMessages } from '../../labels/es.ts';

const statusOf = {
  invalid_input: 400,
  invalid_credentials: 401,
  too_many_attempts: 429,
  not_signed_in: 401,
  invalid_token: 401,
  forbidden: 403,
  forbidden_origin: 403,
  not_found: 404,
  no_workspace: 404,
  workspace_mismatch: 409,
  stale_version: 409,
  conflict: 409,
  invalid_transition: 409,
  call_over: 409,
  call_open: 409,
  live_unreadable: 403,
  listening_off: 403,
  listening_unsupported: 409,
  call_taken_over: 409,
  call_erased: 409,
  analysis_limit: 409,
  last_admin: 409,
  own_account: 409,
  wrong_password: 422,
  wrong_code: 422,
  challenge_over: 409,
  link_over: 409,
  second_factor_required: 403,
  key_in_use: 409,
  key_rejected: 422,
  provider_unavailable: 502,
  delivery_failed: 502,
  invalid_recipients: 422,
  agent_undecided: 422,
  invalid_signature: 401,
  payload_too_large: 413,
  method_not_allowed: 405,
  unsupported_media_type: 415,
  too_many_requests: 429,
  unavailable: 503,
  internal: 500,
} satisfies Record<ErrorCode, number>;

export interface AppErrorDetail {
  readonly path: string;
  readonly message: string;
}

interface AppErrorOptions {
  /** Spanish message for the person. By default it is the standard text of the error code. */
  readonly message?: string;
  readonly details?: readonly AppErrorDetail[];
  /** Seconds after which the client may retry the request (header Retry-After). */
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** An error with a code, which determines its HTTP status and Spanish text: `throw new AppError('not_found')`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: readonly AppErrorDetail[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.message ?? apiErrorMessages[code], { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = statusOf[code];
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
