// Simulated create-phone-call, the only request that dials: checks the request and limits, and injects faults.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createPhoneCallRequestSchema, callMetadataMaxBytes } from '../../retell/index.ts';
import type { CreatePhoneCallRequest } from '../../retell/index.ts';
import { listSimulatedCallAgentCandidates, findSimulatedAgentOfBinding } from '../account.ts';
import type { SimulatedAccount } from '../account.ts';
import { hasSimulatedFreeOutboundLine } from '../account-wire.ts';
import { toSimulatedWireCall } from '../call-wire.ts';
import type { SimulatedCall } from '../call-wire.ts';
import type { SimulatedAcceptedPhoneCallRequest, SimulatedPlaceCallFaults } from '../options.ts';
import { getSimulatedAccountOfRequest, parseSimulatedRequestPart } from './context.ts';
import type { SimulatorRouteContext } from './context.ts';
import { createSimulatedIdempotencyKeyStore } from './order-keys.ts';
import {
  createSimulatedBadRequestRefusal,
  createSimulatedNotFoundRefusal,
  createSimulatedRateLimitedRefusal,
  createSimulatedServerErrorRefusal,
} from './refusals.ts';

interface Accepted {
  readonly placed: SimulatedAcceptedPhoneCallRequest;
  readonly answer: SimulatedCall;
}

export function registerSimulatedPlaceCallRoute(app: FastifyInstance, context: SimulatorRouteContext): void {
  const { faults, timers, activity } = context;
  const acceptedTimes = new WeakMap<SimulatedAccount, number[]>();
  const keys = createSimulatedIdempotencyKeyStore<Accepted>();

  /**
   * Accepts a simulated create-phone-call request. Its call is dialled even if the client never receives the response.
   */
  function accept(account: SimulatedAccount, body: CreatePhoneCallRequest): Accepted {
    checkLimits(account, acceptedTimes);
    const record = context.lifecycle.place(account, body);
    const placed: SimulatedAcceptedPhoneCallRequest = {
      call_id: record.id,
      from_number: record.line,
      to_number: record.customer,
      metadata: record.metadata,
      acceptedAt: record.createdAt,
      answered: false,
    };
    account.placed.push(placed);
    return { placed, answer: toSimulatedWireCall(record, context.baseUrl()) };
  }

  /** Injected fault: accepts a create-phone-call request only after a delay, even if the client is gone by then. */
  async function acceptLate(
    account: SimulatedAccount,
    body: CreatePhoneCallRequest,
    delayMs: number,
  ): Promise<Accepted> {
    const held = activity.begin();
    try {
      await timers.wait(delayMs);
      return accept(account, body);
    } finally {
      held();
    }
  }

  app.post('/v2/create-phone-call', async (request, reply) => {
    const account = getSimulatedAccountOfRequest(context, request);
    const plan: SimulatedPlaceCallFaults = faults.plan.createPhoneCall ?? {};
    if (faults.strikes(plan.tooManyRequests)) throw createSimulatedRateLimitedRefusal();
    if (faults.strikes(plan.serverErrorBefore)) throw createSimulatedServerErrorRefusal();
    const body = parseSimulatedRequestPart(createPhoneCallRequestSchema, request.body);
    checkRequest(account, body);
    const late = plan.acceptLate !== undefined && faults.strikes(plan.acceptLate) ? plan.acceptLate : null;
    const { placed, answer } = await keys.acceptOnce(account, body, async () =>
      late ? acceptLate(account, body, late.delayMs) : accept(account, body),
    );
    if (faults.strikes(plan.answerLost)) {
      reply.hijack();
      request.raw.socket.destroy();
      return reply;
    }
    if (plan.serverErrorAfter !== undefined && faults.strikes(plan.serverErrorAfter)) {
      keys.failed(account, body);
      throw createSimulatedServerErrorRefusal(plan.serverErrorAfter.status ?? 500);
    }
    if (plan.slow !== undefined && faults.strikes(plan.slow)) await timers.wait(plan.slow.delayMs);
    noteAnswer(request, reply, placed);
    return reply.code(201).send(answer);
  });
}

function checkRequest(account: SimulatedAccount, body: CreatePhoneCallRequest): void {
  if (body.metadata !== undefined) {
    if (typeof body.metadata !== 'object' || body.metadata === null)
      throw createSimulatedBadRequestRefusal('metadata: expected an object');
    if (Buffer.byteLength(JSON.stringify(body.metadata)) > callMetadataMaxBytes)
      throw createSimulatedBadRequestRefusal('metadata: larger than 50kB');
  }
  const unknown = account.unknownFields.find((field) => field in body);
  if (unknown !== undefined)
    throw createSimulatedBadRequestRefusal(`request/body must NOT have additional property '${unknown}'`);
  const contact = account.contacts.get(body.to_number);
  if (body.honor_internal_dnc === true && contact?.wire.do_not_call === true)
    throw createSimulatedBadRequestRefusal('honor_internal_dnc: the contact is marked as do not call.');
  const line = account.numbers.find(({ phone_number }) => phone_number === body.from_number);
  if (line === undefined) throw createSimulatedNotFoundRefusal();
  const candidates = listSimulatedCallAgentCandidates(line, body);
  if (candidates.length === 0) throw createSimulatedBadRequestRefusal('No outbound agent id set up for phone number.');
  if (candidates.some((bound) => findSimulatedAgentOfBinding(account, bound) === undefined))
    throw createSimulatedNotFoundRefusal();
}

function checkLimits(account: SimulatedAccount, acceptedTimes: WeakMap<SimulatedAccount, number[]>): void {
  if (!hasSimulatedFreeOutboundLine(account)) throw createSimulatedRateLimitedRefusal();
  if (account.callsPerSecondLimit === undefined) return;
  const now = performance.now();
  const recent = (acceptedTimes.get(account) ?? []).filter((time) => now - time < 1000);
  if (recent.length >= account.callsPerSecondLimit) throw createSimulatedRateLimitedRefusal();
  acceptedTimes.set(account, [...recent, now]);
}

/**
 * Marks a simulated call request as answered if its connection is still open after the whole HTTP response was written.
 */
function noteAnswer(request: FastifyRequest, reply: FastifyReply, placed: SimulatedAcceptedPhoneCallRequest): void {
  if (request.raw.socket.destroyed) return;
  reply.raw.once('finish', () => {
    placed.answered = !request.raw.socket.destroyed;
  });
}
