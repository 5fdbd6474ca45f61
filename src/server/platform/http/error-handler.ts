/** Turns every error into an HTTP response. 4xx responses say what to correct; 5xx responses reveal no internals. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { ErrorBody } from '../../../contract/errors.ts';
import { apiRoutes } from '../../../contract/routes.ts';
import { findLabelEntry } from '../../../labels/known.ts';
import { apiErrorMessages, buildInternalErrorText, buildTooManyRequestsErrorText } from '../../../labels/es.ts';
import { AppError } from '../errors.ts';
import { prefixMessageWithField } from './input-messages.ts';

export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => sendErrorResponse(error, request, reply));
}

const addresses = Object.values(apiRoutes).map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`),
}));

/** Responds to requests without a route with a JSON error: 405 with the allowed methods for a known path, else 404. */
export function sendNotFoundOrMethodNotAllowed(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [path = ''] = request.url.split('?');
  const methods = new Set(addresses.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method));
  if (methods.size === 0) return sendErrorResponse(new AppError('not_found'), request, reply);
  reply.header('allow', [...methods].join(', '));
  return sendErrorResponse(new AppError('method_not_allowed'), request, reply);
}

/** Logs an error and sends it as the response. Also used outside the error handler. */
export function sendErrorResponse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const appError = toAppError(error);
  if (appError.status >= 500) request.log.error({ reqId: request.id, err: error }, 'request failed');
  else request.log.debug({ reqId: request.id, err: error }, 'request refused');
  const message = messageOf(appError, request.id);
  const body: ErrorBody = {
    message,
    error: message,
    code: appError.code,
    requestId: request.id,
    ...(appError.details ? { details: [...appError.details] } : {}),
  };
  const challenge = findLabelEntry(challenges, appError.code);
  if (challenge !== undefined) reply.header('www-authenticate', challenge);
  if (appError.retryAfterSeconds !== undefined) reply.header('retry-after', appError.retryAfterSeconds);
  // Send errors without the route's serializer, because it may only know the route's successful response.
  return reply
    .code(appError.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer((value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .send(body);
}

/** WWW-Authenticate headers (RFC 6750) for requests without a valid session or token. */
const challenges = { not_signed_in: 'Bearer', invalid_token: 'Bearer error="invalid_token"' } as const;

/**
 * Returns an error's message. The standard texts of two codes are extended by the request id or the seconds to wait.
 */
function messageOf({ code, message, retryAfterSeconds }: AppError, requestId: string): string {
  if (message !== apiErrorMessages[code]) return message;
  if (code === 'internal') return buildInternalErrorText(requestId);
  return code === 'too_many_requests' && retryAfterSeconds !== undefined
    ? buildTooManyRequestsErrorText(retryAfterSeconds)
    : message;
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    // A request with an invalid id gets 404, because no record can have such an id.
    if (error.validationContext === 'params') return new AppError('not_found', { cause: error });
    if (
      error.validationContext === 'querystring' &&
      error.validation.some(({ params }) => params['format'] === 'uuid')
    ) {
      return new AppError('not_found', { cause: error });
    }
    const details = error.validation.map((issue) => ({
      path: issue.instancePath.replace(/^\//, '').replaceAll('/', '.'),
      message: issue.message ?? 'Dato inválido',
    }));
    const first = details[0];
    return new AppError(
      'invalid_input',
      first ? { message: prefixMessageWithField(first.path, first.message), details } : {},
    );
  }
  const { statusCode, code } = error as Partial<FastifyError>;
  if (statusCode === 413) return new AppError('payload_too_large', { cause: error });
  if (statusCode === 415) return new AppError('unsupported_media_type', { cause: error });
  if (statusCode === 429) return new AppError('too_many_requests', { cause: error });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new AppError('invalid_input', { cause: error });
  }
  // PostgreSQL's error codes for a text that contains U+0000. The client caused this error.
  if (code === '22021' || code === '22P05') return new AppError('invalid_input', { cause: error });
  if (isDatabaseAway(code)) return new AppError('unavailable', { cause: error });
  return new AppError('internal', { cause: error });
}

/** True for error codes which mean that the database can't be reached or has no resources (08, 53, 57P, sockets). */
function isDatabaseAway(code: string | undefined): boolean {
  return code !== undefined && /^(08|53|57P|ECONN|EPIPE|ETIMEDOUT)/.test(code);
}
