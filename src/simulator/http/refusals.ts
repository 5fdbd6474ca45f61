// The simulator's refusals in the provider's format: {status: 'error', message}.
import type { FastifyReply, FastifyRequest } from 'fastify';

export class SimulatedProviderRefusal extends Error {
  readonly statusCode: number;
  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

export const createSimulatedBadRequestRefusal = (
  message = 'Invalid request format, please check API reference.',
): SimulatedProviderRefusal => new SimulatedProviderRefusal(400, message);
export const createSimulatedUnauthorizedRefusal = (): SimulatedProviderRefusal =>
  new SimulatedProviderRefusal(401, 'API key is missing or invalid.');
export const createSimulatedNotFoundRefusal = (statusCode = 422): SimulatedProviderRefusal =>
  new SimulatedProviderRefusal(statusCode, 'Cannot find requested asset under given api key.');
export const createSimulatedRateLimitedRefusal = (): SimulatedProviderRefusal =>
  new SimulatedProviderRefusal(429, 'Account rate limited, please throttle your requests.');
export const createSimulatedServerErrorRefusal = (statusCode = 500): SimulatedProviderRefusal =>
  new SimulatedProviderRefusal(statusCode, 'An unexpected server error occurred.');

/** Answers every failed request. */
export async function sendSimulatedRefusal(
  error: unknown,
  _request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const statusCode = statusOf(error);
  const message = error instanceof Error ? error.message : String(error);
  await reply.code(statusCode).send({ status: 'error', message });
}

function statusOf(error: unknown): number {
  const statusCode: unknown = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  return typeof statusCode === 'number' && statusCode >= 400 ? statusCode : 500;
}
