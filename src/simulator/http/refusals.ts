// The simulator's refusals in the provider's format: {status: 'error', message}.
import type { FastifyReply, FastifyRequest } from 'fastify';

export class ProviderRefusal extends Error {
  readonly statusCode: number;
  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

export const createBadRequestRefusal = (
  message = 'Invalid request format, please check API reference.',
): ProviderRefusal => new ProviderRefusal(400, message);
export const createUnauthorizedRefusal = (): ProviderRefusal =>
  new ProviderRefusal(401, 'API key is missing or invalid.');
export const createNotFoundRefusal = (statusCode = 422): ProviderRefusal =>
  new ProviderRefusal(statusCode, 'Cannot find requested asset under given api key.');
export const createRateLimitedRefusal = (): ProviderRefusal =>
  new ProviderRefusal(429, 'Account rate limited, please throttle your requests.');
export const createServerErrorRefusal = (statusCode = 500): ProviderRefusal =>
  new ProviderRefusal(statusCode, 'An unexpected server error occurred.');

/** Answers every failed request. */
export async function sendRefusal(error: unknown, _request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const statusCode = statusOf(error);
  const message = error instanceof Error ? error.message : String(error);
  await reply.code(statusCode).send({ status: 'error', message });
}

function statusOf(error: unknown): number {
  const statusCode: unknown = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  return typeof statusCode === 'number' && statusCode >= 400 ? statusCode : 500;
}
