// Simulated HTTP routes for calls, the account's key and its lines. Placing calls is in placing-route.ts.
import type { FastifyInstance } from 'fastify';
import { createWebCallRequestSchema, listCallsRequestSchema } from '../../retell/index.ts';
import { findAgent } from '../account.ts';
import type { Account } from '../account.ts';
import { concurrencyOf, keyInfoOf, mostCallsOf } from '../account-wire.ts';
import { listCalls } from '../call-listing.ts';
import type { CallRecord } from '../call-record.ts';
import { wireCallOf } from '../call-wire.ts';
import { callOf, withKeyAndFaults, parseRequestPart } from './context.ts';
import type { ProviderContext } from './context.ts';
import { badRequest, notFound, rateLimited } from './refusals.ts';

const hourMs = 3_600_000;

export function registerCallRoutes(app: FastifyInstance, context: ProviderContext): void {
  const { lifecycle, baseUrl } = context;

  app.get(
    '/v2/get-call/:call_id',
    withKeyAndFaults(context, (account, request) => {
      const record = callOf(context, account, request);
      if (context.faults.strikes(context.faults.plan.getCall?.missing)) throw notFound(context.missingCallStatus);
      return wireCallOf(record, baseUrl());
    }),
  );

  app.post(
    '/v3/list-calls',
    withKeyAndFaults(context, (account, request) => {
      const body = parseRequestPart(listCallsRequestSchema, request.body);
      try {
        return listCalls(listedCalls(account, context.faults.plan.listLagMs), body, baseUrl());
      } catch (error) {
        if (error instanceof RangeError) throw badRequest(error.message);
        throw error;
      }
    }),
  );

  app.post(
    '/v2/stop-call/:call_id',
    withKeyAndFaults(context, (account, request, reply) => {
      if (!lifecycle.stop(account, callOf(context, account, request))) throw badRequest('The call is not ongoing.');
      return reply.code(204).send();
    }),
  );

  app.delete(
    '/v2/delete-call/:call_id',
    withKeyAndFaults(context, (account, request, reply) => {
      const record = callOf(context, account, request);
      if (record.phase !== 'finished') throw badRequest('The call is still ongoing.');
      account.calls.delete(record.id);
      return reply.code(204).send();
    }),
  );

  app.put(
    '/rerun-call-analysis/:call_id',
    withKeyAndFaults(context, (account, request, reply) => {
      const record = callOf(context, account, request);
      if (record.phase !== 'finished') throw badRequest('The call has not ended.');
      lifecycle.analyseAgain(account, record);
      return reply.code(201).send(wireCallOf(record, baseUrl()));
    }),
  );

  for (const version of ['v2', 'v3'] as const) {
    app.post(
      `/${version}/create-web-call`,
      withKeyAndFaults(context, (account, request, reply) => {
        const body = parseRequestPart(createWebCallRequestSchema, request.body);
        if (findAgent(account, body.agent_id) === undefined) throw notFound();
        if (account.live.size >= mostCallsOf(account)) throw rateLimited();
        const call = wireCallOf(lifecycle.placeWeb(account, body), baseUrl());
        if (version === 'v2' || call.call_type !== 'web_call') return reply.code(201).send(call);
        return reply.code(201).send({
          access_token: call.access_token,
          call_id: call.call_id,
          expires_at: Date.now() + hourMs,
          ice_servers: [],
          transport: 'gateway',
        });
      }),
    );
  }

  app.get(
    '/get-api-key-info',
    withKeyAndFaults(context, (account) => keyInfoOf(account)),
  );

  app.get(
    '/get-concurrency',
    withKeyAndFaults(context, (account) => concurrencyOf(account)),
  );
}

/** The calls that list-calls may already show. */
function listedCalls(account: Account, lagMs = 0): Iterable<CallRecord> {
  if (lagMs <= 0) return account.calls.values();
  const youngest = Date.now() - lagMs;
  return [...account.calls.values()].filter(({ createdAt }) => createdAt <= youngest);
}
