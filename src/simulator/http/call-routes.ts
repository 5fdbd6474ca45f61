// Simulated HTTP routes for calls, the account's key and its lines. Placing calls is in placing-route.ts.
import type { FastifyInstance } from 'fastify';
import { createWebCallRequestSchema, listCallsRequestSchema } from '../../retell/index.ts';
import { findAgent } from '../account.ts';
import type { SimulatedAccount } from '../account.ts';
import { buildConcurrencyInfo, buildKeyInfo, getMaxConcurrentCalls } from '../account-wire.ts';
import { listSimulatedCalls } from '../call-listing.ts';
import type { CallRecord } from '../call-record.ts';
import { toWireCall } from '../call-wire.ts';
import { getRequestCall, withKeyAndFaults, parseRequestPart } from './context.ts';
import type { SimulatorRouteContext } from './context.ts';
import { badRequest, notFound, rateLimited } from './refusals.ts';

const hourMs = 3_600_000;

export function registerCallRoutes(app: FastifyInstance, context: SimulatorRouteContext): void {
  const { lifecycle, baseUrl } = context;

  app.get(
    '/v2/get-call/:call_id',
    withKeyAndFaults(context, (account, request) => {
      const record = getRequestCall(context, account, request);
      if (context.faults.strikes(context.faults.plan.getCall?.missing)) throw notFound(context.missingCallStatus);
      return toWireCall(record, baseUrl());
    }),
  );

  app.post(
    '/v3/list-calls',
    withKeyAndFaults(context, (account, request) => {
      const body = parseRequestPart(listCallsRequestSchema, request.body);
      try {
        return listSimulatedCalls(listedCalls(account, context.faults.plan.listLagMs), body, baseUrl());
      } catch (error) {
        if (error instanceof RangeError) throw badRequest(error.message);
        throw error;
      }
    }),
  );

  app.post(
    '/v2/stop-call/:call_id',
    withKeyAndFaults(context, (account, request, reply) => {
      if (!lifecycle.stop(account, getRequestCall(context, account, request)))
        throw badRequest('The call is not ongoing.');
      return reply.code(204).send();
    }),
  );

  app.delete(
    '/v2/delete-call/:call_id',
    withKeyAndFaults(context, (account, request, reply) => {
      const record = getRequestCall(context, account, request);
      if (record.phase !== 'finished') throw badRequest('The call is still ongoing.');
      account.calls.delete(record.id);
      return reply.code(204).send();
    }),
  );

  app.put(
    '/rerun-call-analysis/:call_id',
    withKeyAndFaults(context, (account, request, reply) => {
      const record = getRequestCall(context, account, request);
      if (record.phase !== 'finished') throw badRequest('The call has not ended.');
      lifecycle.analyseAgain(account, record);
      return reply.code(201).send(toWireCall(record, baseUrl()));
    }),
  );

  for (const version of ['v2', 'v3'] as const) {
    app.post(
      `/${version}/create-web-call`,
      withKeyAndFaults(context, (account, request, reply) => {
        const body = parseRequestPart(createWebCallRequestSchema, request.body);
        if (findAgent(account, body.agent_id) === undefined) throw notFound();
        if (account.live.size >= getMaxConcurrentCalls(account)) throw rateLimited();
        const call = toWireCall(lifecycle.placeWeb(account, body), baseUrl());
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
    withKeyAndFaults(context, (account) => buildKeyInfo(account)),
  );

  app.get(
    '/get-concurrency',
    withKeyAndFaults(context, (account) => buildConcurrencyInfo(account)),
  );
}

/** The calls that list-calls may already show. */
function listedCalls(account: SimulatedAccount, lagMs = 0): Iterable<CallRecord> {
  if (lagMs <= 0) return account.calls.values();
  const youngest = Date.now() - lagMs;
  return [...account.calls.values()].filter(({ createdAt }) => createdAt <= youngest);
}
