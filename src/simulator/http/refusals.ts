// The simulator's refusals in the provider's format: {status: 'error', message}.
import type { FastifyReply, FastifyRequest } from 'fastify';

export class Refusal extends Error {
  readonly statusCode: number;
  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

export const badRequest = (message = 'Invalid request format, please check API reference.'): Refusal =>
  new Refusal(400, message);
export const unauthorized = (): Refusal => new Refusal(401, 'API key is missing or invalid.');
export const notFound = (statusCode = 422): Refusal =>
  new Refusal(statusCode, 'Cannot find requested asset under given api key.');
export const rateLimited = (): Refusal => new Refusal(429, 'Account rate limited, please throttle your requests.');
export const serverError = (statusCode = 500): Refusal =>
  new Refusal(statusCode, 'An unexpected server error occurred.');

/** Answers every failed request. */
export async function answerRefusal(error: unknown, _request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const statusCode = statusOf(error);
  const message = error instanceof Error ? error.message : String(error);
  await reply.code(statusCode).send({ status: 'error', message });
}

function statusOf(error: unknown): number {
  const statusCode: unknown = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  return typeof statusCode === 'number' && statusCode >= 400 ? statusCode : 500;
}
