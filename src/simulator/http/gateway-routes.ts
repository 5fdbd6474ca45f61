// The simulated gateway's WebRTC sessions for listening to calls. An access token opens one session by a WebRTC offer,
// and authenticates the later requests of that session. Pages of every origin may use the gateway.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  gatewayIceCandidateSchema,
  openGatewaySessionRequestSchema,
  buildGatewaySessionsPath,
} from '../../retell/wire-listen.ts';
import type { SimulatedFaultInjector } from '../faults.ts';
import type { SimulatedListeningParticipant, SimulatedCallListeners } from '../listening/listeners.ts';
import { parseSimulatedRequestPart } from './context.ts';
import {
  createSimulatedBadRequestRefusal,
  createSimulatedNotFoundRefusal,
  SimulatedProviderRefusal,
  createSimulatedServerErrorRefusal,
} from './refusals.ts';

const sessions = buildGatewaySessionsPath('call').replace('/call/', '/:call_id/');
const session = `${sessions}/:session_id`;
const sdpType = 'application/sdp';

export function registerSimulatedWebRtcGatewayRoutes(
  app: FastifyInstance,
  context: { faults: SimulatedFaultInjector; listeners: SimulatedCallListeners },
): void {
  const { faults, listeners } = context;

  app.addContentTypeParser(sdpType, { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/webrtc-proxy/')) reply.header('access-control-allow-origin', '*');
  });
  app.options('/webrtc-proxy/*', async (_request, reply) =>
    reply
      .header('access-control-allow-methods', 'POST, PATCH, DELETE')
      .header('access-control-allow-headers', 'authorization, content-type')
      .code(204)
      .send(),
  );

  function guestOf(request: FastifyRequest): SimulatedListeningParticipant {
    const { call_id } = request.params as { call_id: string };
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const guest = token === undefined ? undefined : listeners.guestOf(token);
    if (guest === undefined || guest.record.id !== call_id)
      throw new SimulatedProviderRefusal(401, 'The access token is not valid.');
    return guest;
  }

  function guestInSession(request: FastifyRequest): Required<SimulatedListeningParticipant> {
    const guest = guestOf(request);
    const { session_id } = request.params as { session_id: string };
    if (guest.session?.id !== session_id) throw createSimulatedNotFoundRefusal(404);
    return guest as Required<SimulatedListeningParticipant>;
  }

  app.post(sessions, async (request, reply) => {
    const guest = guestOf(request);
    if (faults.strikes(faults.plan.listen?.gatewayError)) throw createSimulatedServerErrorRefusal(503);
    if (guest.isUsed || guest.expiresAt <= Date.now())
      throw new SimulatedProviderRefusal(401, 'The access token is not valid any more.');
    const { identity, sdp } = parseSimulatedRequestPart(openGatewaySessionRequestSchema, request.body);
    if (identity !== guest.participantId)
      throw new SimulatedProviderRefusal(403, 'The access token is of another participant.');
    const opened = await asOffer(listeners.open(guest, sdp));
    if (opened === undefined) throw new SimulatedProviderRefusal(409, 'The call is not ongoing.');
    return reply.code(201).send(opened);
  });

  app.patch(session, async (request, reply) => {
    const guest = guestInSession(request);
    if (request.headers['content-type']?.startsWith(sdpType) === true)
      return reply
        .type(sdpType)
        .send(await asOffer(guest.session.peer.answer(String(request.body), guest.hasTakenOver)));
    // Ignore the client's ICE candidates, because the gateway uses ICE lite. Only a malformed body is refused.
    parseSimulatedRequestPart(gatewayIceCandidateSchema, request.body);
    return reply.code(204).send();
  });

  app.delete(session, async (request, reply) => {
    await listeners.leave(guestInSession(request));
    return reply.code(204).send();
  });
}

/**
 * Waits for the answer to a WebRTC offer. If it fails because the offer can't be parsed, throws the provider's refusal
 * of a bad request.
 */
async function asOffer<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw createSimulatedBadRequestRefusal(`The offer is not valid: ${String(error)}`);
  }
}
