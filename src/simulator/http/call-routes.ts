// Simulated HTTP routes for calls, for the account's API key, and for its concurrent calls. Phone calls are placed by
// placing-route.ts.
import type { FastifyInstance } from 'fastify';
import { createWebCallRequestSchema, listCallsRequestSchema } from '../../retell/index.ts';
import { findSimulatedAgent } from '../account.ts';
import type { SimulatedAccount } from '../account.ts';
import {
  buildSimulatedConcurrencyResponse,
  buildSimulatedApiKeyInfoResponse,
  getSimulatedMaxConcurrentCalls,
} from '../account-wire.ts';
import { listSimulatedCalls } from '../call-listing.ts';
import type { SimulatedCallRecord } from '../call-record.ts';
import { toSimulatedWireCall } from '../call-wire.ts';
import {
  getSimulatedCallOfRequest,
  wrapSimulatedRouteWithKeyCheckAndFaults,
  parseSimulatedRequestPart,
} from './context.ts';
import type { SimulatorRouteContext } from './context.ts';
import {
  createSimulatedBadRequestRefusal,
  createSimulatedNotFoundRefusal,
  createSimulatedRateLimitedRefusal,
} from './refusals.ts';

const hourMs = 3_600_000;

export function registerSimulatedCallRoutes(app: FastifyInstance, context: SimulatorRouteContext): void {
  const { lifecycle, baseUrl } = context;

  app.get(
    '/v2/get-call/:call_id',
    wrapSimulatedRouteWithKeyCheckAndFaults(context, (account, request) => {
      const record = getSimulatedCallOfRequest(context, account, request);
      if (context.faults.strikes(context.faults.plan.getCall?.missing))
        throw createSimulatedNotFoundRefusal(context.missingCallStatus);
      return toSimulatedWireCall(record, baseUrl());
    }),
  );

  app.post(
    '/v3/list-calls',
    wrapSimulatedRouteWithKeyCheckAndFaults(context, (account, request) => {
      const body = parseSimulatedRequestPart(listCallsRequestSchema, request.body);
      try {
        return listSimulatedCalls(listedCalls(account, context.faults.plan.listLagMs), body, baseUrl());
      } catch (error) {
        if (error instanceof RangeError) throw createSimulatedBadRequestRefusal(error.message);
        throw error;
      }
    }),
  );

  app.post(
    '/v2/stop-call/:call_id',
    wrapSimulatedRouteWithKeyCheckAndFaults(context, (account, request, reply) => {
      if (!lifecycle.stop(account, getSimulatedCallOfRequest(context, account, request)))
        throw createSimulatedBadRequestRefusal('The call is not ongoing.');
      return reply.code(204).send();
    }),
  );

  app.delete(
    '/v2/delete-call/:call_id',
    wrapSimulatedRouteWithKeyCheckAndFaults(context, (account, request, reply) => {
      const record = getSimulatedCallOfRequest(context, account, request);
      if (record.phase !== 'finished') throw createSimulatedBadRequestRefusal('The call is still ongoing.');
      account.calls.delete(record.id);
      return reply.code(204).send();
    }),
  );

  app.put(
    '/rerun-call-analysis/:call_id',
    wrapSimulatedRouteWithKeyCheckAndFaults(context, (account, request, reply) => {
      const record = getSimulatedCallOfRequest(context, account, request);
      if (record.phase !== 'finished') throw createSimulatedBadRequestRefusal('The call has not ended.');
      lifecycle.analyseAgain(account, record);
      return reply.code(201).send(toSimulatedWireCall(record, baseUrl()));
    }),
  );

  for (const version of ['v2', 'v3'] as const) {
    app.post(
      `/${version}/create-web-call`,
      wrapSimulatedRouteWithKeyCheckAndFaults(context, (account, request, reply) => {
        const body = parseSimulatedRequestPart(createWebCallRequestSchema, request.body);
        if (findSimulatedAgent(account, body.agent_id) === undefined) throw createSimulatedNotFoundRefusal();
        if (account.live.size >= getSimulatedMaxConcurrentCalls(account)) throw createSimulatedRateLimitedRefusal();
        const call = toSimulatedWireCall(lifecycle.placeWeb(account, body), baseUrl());
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
    wrapSimulatedRouteWithKeyCheckAndFaults(context, (account) => buildSimulatedApiKeyInfoResponse(account)),
  );

  app.get(
    '/get-concurrency',
    wrapSimulatedRouteWithKeyCheckAndFaults(context, (account) => buildSimulatedConcurrencyResponse(account)),
  );
}

/** The calls that list-calls may already show. */
function listedCalls(account: SimulatedAccount, lagMs = 0): Iterable<SimulatedCallRecord> {
  if (lagMs <= 0) return account.calls.values();
  const youngest = Date.now() - lagMs;
  return [...account.calls.values()].filter(({ createdAt }) => createdAt <= youngest);
}
