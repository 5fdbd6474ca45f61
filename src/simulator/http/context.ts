// What the routes share: the accounts, the engine behind them, and the check of the Bearer key.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Account } from '../account.ts';
import type { Activity } from '../activity.ts';
import type { CallRecord } from '../call-record.ts';
import type { FaultSwitch } from '../faults.ts';
import type { Lifecycle } from '../lifecycle.ts';
import type { RealTimers } from '../real-timers.ts';
import { badRequest, notFound, rateLimited, serverError, unauthorized } from './refusals.ts';

export interface ProviderContext {
  accounts: ReadonlyMap<string, Account>;
  lifecycle: Lifecycle;
  faults: FaultSwitch;
  timers: RealTimers;
  activity: Activity;
  baseUrl: () => string;
  missingCallStatus: 404 | 422;
}

type Handler = (account: Account, request: FastifyRequest, reply: FastifyReply) => unknown;

/** The account whose key the request bears. */
export function accountOf(context: ProviderContext, request: FastifyRequest): Account {
  const key = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  const account = key === undefined ? undefined : context.accounts.get(key);
  if (account === undefined || account.keyRefused) throw unauthorized();
  return account;
}

/** A handler behind the key and the faults of ordinary requests. */
export function guarded(context: ProviderContext, handler: Handler) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const account = accountOf(context, request);
    const faults = context.faults.plan.others ?? {};
    if (context.faults.strikes(faults.tooManyRequests)) throw rateLimited();
    if (context.faults.strikes(faults.serverError)) throw serverError();
    if (faults.slow !== undefined && context.faults.strikes(faults.slow)) await context.timers.wait(faults.slow.delayMs);
    return handler(account, request, reply);
  };
}

/** Reads a part of the request; a mismatch is refused with the field's name. */
export function readAs<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw badRequest(issue === undefined ? undefined : `${issue.path.join('/') || 'body'}: ${issue.message}`);
}

/** The call that the path names, if the account has it. */
export function callOf(context: ProviderContext, account: Account, request: FastifyRequest): CallRecord {
  const { call_id } = request.params as { call_id: string };
  const record = account.calls.get(call_id);
  if (record === undefined) throw notFound(context.missingCallStatus);
  return record;
}
