// Helpers of the simulator's HTTP routes: the accounts, the call engine, and the check of the Bearer key.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { SimulatedAccount } from '../account.ts';
import type { SimulatorActivityCounter } from '../activity.ts';
import type { SimulatedPage } from '../agent-catalogue.ts';
import type { SimulatedCallRecord } from '../call-record.ts';
import type { SimulatedFaultInjector } from '../faults.ts';
import type { SimulatedCallLifecycle } from '../lifecycle.ts';
import type { RealTimers } from '../real-timers.ts';
import {
  createSimulatedBadRequestRefusal,
  createSimulatedNotFoundRefusal,
  createSimulatedRateLimitedRefusal,
  SimulatedProviderRefusal,
  createSimulatedServerErrorRefusal,
  createSimulatedUnauthorizedRefusal,
} from './refusals.ts';

export interface SimulatorRouteContext {
  accounts: ReadonlyMap<string, SimulatedAccount>;
  lifecycle: SimulatedCallLifecycle;
  faults: SimulatedFaultInjector;
  timers: RealTimers;
  activity: SimulatorActivityCounter;
  baseUrl: () => string;
  missingCallStatus: 404 | 422;
}

const defaultLimit = 50;
const pageQuery = z.looseObject({
  limit: z.coerce.number().int().min(1).max(1000).optional(),
  pagination_key: z.string().optional(),
  sort_order: z.enum(['ascending', 'descending']).optional(),
});

type Handler = (account: SimulatedAccount, request: FastifyRequest, reply: FastifyReply) => unknown;

/** The account of the request's key. */
export function getSimulatedAccountOfRequest(
  context: SimulatorRouteContext,
  request: FastifyRequest,
): SimulatedAccount {
  const key = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  const account = key === undefined ? undefined : context.accounts.get(key);
  if (account === undefined || account.keyRefused) throw createSimulatedUnauthorizedRefusal();
  return account;
}

/**
 * Wraps a simulated route's handler. The wrapper checks the API key and injects the configured faults: refusals for too
 * many requests, server errors and delays.
 */
export function wrapSimulatedRouteWithKeyCheckAndFaults(context: SimulatorRouteContext, handler: Handler) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const account = getSimulatedAccountOfRequest(context, request);
    const faults = context.faults.plan.others ?? {};
    if (context.faults.strikes(faults.tooManyRequests)) throw createSimulatedRateLimitedRefusal();
    if (context.faults.strikes(faults.serverError)) throw createSimulatedServerErrorRefusal();
    if (faults.slow !== undefined && context.faults.strikes(faults.slow))
      await context.timers.wait(faults.slow.delayMs);
    return handler(account, request, reply);
  };
}

/** Refuses a read-only key. */
export function assertSimulatedApiKeyMayWrite(account: SimulatedAccount): void {
  if (account.keyReadOnly)
    throw new SimulatedProviderRefusal(403, 'API key does not have permission to perform this action.');
}

/** Parses a request's body, query or path parameters. If invalid, throws a refusal that names the invalid field. */
export function parseSimulatedRequestPart<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw createSimulatedBadRequestRefusal(
    issue === undefined ? undefined : `${issue.path.join('/') || 'body'}: ${issue.message}`,
  );
}

/** Finds the call in the request's path. Throws a refusal if the account does not have it. */
export function getSimulatedCallOfRequest(
  context: SimulatorRouteContext,
  account: SimulatedAccount,
  request: FastifyRequest,
): SimulatedCallRecord {
  const { call_id } = request.params as { call_id: string };
  const record = account.calls.get(call_id);
  if (record === undefined) throw createSimulatedNotFoundRefusal(context.missingCallStatus);
  return record;
}

/** Returns a page of a list by the request's limit, pagination key and sort order. */
export function paginateSimulatedList<T>(all: readonly T[], query: unknown): SimulatedPage<T> {
  const { limit = defaultLimit, pagination_key, sort_order } = parseSimulatedRequestPart(pageQuery, query);
  const first = pagination_key === undefined ? 0 : Number(Buffer.from(pagination_key, 'base64url').toString());
  if (!Number.isInteger(first) || first < 0) throw createSimulatedBadRequestRefusal('pagination_key is not valid');
  const sorted = sort_order === 'ascending' ? all.toReversed() : all;
  const next = first + limit;
  const hasMore = next < all.length;
  return {
    items: sorted.slice(first, next),
    has_more: hasMore,
    ...(hasMore ? { pagination_key: Buffer.from(String(next)).toString('base64url') } : {}),
  };
}
