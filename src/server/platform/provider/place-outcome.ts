/**
 * Decides the outcome of a request to place a call. 'refused' needs a refusal that the provider documents, or certainty
 * that no byte was sent. Every other failure is 'unknown', because the call may have been placed.
 */
import { APIError } from 'retell-sdk';
import { wireErrorResponseSchema } from '../../../retell/wire-account.ts';
import { parseWireCall } from '../../../retell/wire-call.ts';
import type { ProviderRequestProgress } from './provider-transport.ts';
import type { AccountDependentCallOrderField, PlaceCallOutcome } from './provider.ts';

const refusals = {
  400: 'never',
  401: 'account',
  402: 'account',
  403: 'account',
  404: 'never',
  422: 'never',
  429: 'later',
} as const satisfies Record<number, 'later' | 'never' | 'account'>;

export function classifyCallPlacement(
  delivery: ProviderRequestProgress,
  result: { readonly answer: unknown } | { readonly error: unknown },
  sentFields: readonly AccountDependentCallOrderField[],
): PlaceCallOutcome {
  if ('answer' in result) {
    const call = parseWireCall(result.answer);
    return call
      ? { kind: 'accepted', call }
      : { kind: 'unknown', message: 'accepted by an answer without a call id', status: delivery.status };
  }
  const { error } = result;
  const message = getProviderErrorMessage(error);
  const status = error instanceof APIError ? (error.status ?? null) : null;
  if (status !== null) {
    return isRefusal(status)
      ? { kind: 'refused', retry: refusals[status], status, message, ...unknownFieldIn(status, message, sentFields) }
      : { kind: 'unknown', message, status };
  }
  if (!delivery.isWritten) {
    return {
      kind: 'refused',
      retry: 'later',
      status: null,
      message: delivery.isStale ? 'not sent: too late' : message,
    };
  }
  return { kind: 'unknown', message, status: delivery.status };
}

/** Finds the optional request field that an error 400 or 422 names, because the account's API may not know it. */
function unknownFieldIn(
  status: number,
  message: string,
  sentFields: readonly AccountDependentCallOrderField[],
): { readonly unknownField?: AccountDependentCallOrderField } {
  const unknownField = sentFields.find((field) => message.includes(field));
  return unknownField !== undefined && (status === 400 || status === 422) ? { unknownField } : {};
}

function isRefusal(status: number): status is keyof typeof refusals {
  return Object.hasOwn(refusals, status);
}

/**
 * Returns the provider's error message, or the network's if the provider sent none. The message has at most 300
 * characters and never contains the API key.
 */
export function getProviderErrorMessage(error: unknown): string {
  if (error instanceof APIError) {
    const body = wireErrorResponseSchema.safeParse(error.error);
    if (body.success && body.data.message) return body.data.message.slice(0, 300);
    const { cause } = error as { cause?: unknown };
    if (cause instanceof Error) return describe(cause);
  }
  return error instanceof Error ? describe(error) : 'unknown failure';
}

function describe(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  return `${code ? `${code}: ` : ''}${error.message}`.slice(0, 300);
}
