// Simulated routes POST /v2/listen-live-call and /v2/take-over-live-call. They issue access tokens for listening to a
// live call by WebRTC, and let a person speak instead of the agent.
import type { FastifyInstance } from 'fastify';
import { takeOverLiveCallRequestSchema } from '../../retell/wire-listen.ts';
import type { SimulatedAccount } from '../account.ts';
import type { SimulatedCallRecord } from '../call-record.ts';
import type { SimulatedCallListeners } from '../listening/listeners.ts';
import type { SimulatedListeningGatewayOptions } from '../options.ts';
import {
  getSimulatedCallOfRequest,
  wrapSimulatedRouteWithKeyCheckAndFaults,
  assertSimulatedApiKeyMayWrite,
  parseSimulatedRequestPart,
} from './context.ts';
import type { SimulatorRouteContext } from './context.ts';
import { createSimulatedBadRequestRefusal, SimulatedProviderRefusal } from './refusals.ts';

const defaultTokenMs = 60_000;
/** Simulated ms for which a customer stays on the line after a person took the call over. */
const conversationMs = 3_600_000;

export interface SimulatedListenAnswer {
  access_token: string;
  expires_at: number;
  participant_id: string;
  room_name: string;
  transport: 'gateway' | 'livekit';
  url?: string;
  gateway_ip?: string;
  ice_servers?: NonNullable<SimulatedListeningGatewayOptions['iceServers']>;
}
export interface SimulatedTakeOverAnswer {
  success: boolean;
}

export function registerSimulatedListenRoutes(
  app: FastifyInstance,
  context: SimulatorRouteContext & {
    listeners: SimulatedCallListeners;
    takeOver: (account: SimulatedAccount, record: SimulatedCallRecord, atLeastMs?: number) => boolean;
    gateway: SimulatedListeningGatewayOptions;
  },
): void {
  const { faults, listeners, takeOver, gateway } = context;

  app.post(
    '/v2/listen-live-call/:call_id',
    wrapSimulatedRouteWithKeyCheckAndFaults(context, (account, request, reply) => {
      assertSimulatedApiKeyMayWrite(account);
      const plan = faults.plan.listen ?? {};
      if (faults.strikes(plan.refuse))
        throw new SimulatedProviderRefusal(403, 'Listening to live calls is not enabled.');
      const record = getSimulatedCallOfRequest(context, account, request);
      if (record.phase !== 'ongoing') throw createSimulatedBadRequestRefusal('The call is not ongoing.');
      const tokenMs = faults.strikes(plan.tokenExpired) ? 0 : (gateway.tokenMs ?? defaultTokenMs);
      const guest = listeners.invite(account, record, tokenMs);
      const isLivekit = faults.strikes(plan.livekit);
      const answer: SimulatedListenAnswer = {
        access_token: guest.token,
        expires_at: guest.expiresAt,
        participant_id: guest.participantId,
        room_name: record.id,
        transport: isLivekit ? 'livekit' : 'gateway',
        ...(isLivekit ? { url: 'wss://livekit.invalid' } : { gateway_ip: '127.0.0.1' }),
        ...(isLivekit || gateway.iceServers === undefined ? {} : { ice_servers: gateway.iceServers }),
      };
      return reply.code(201).send(answer);
    }),
  );

  app.post(
    '/v2/take-over-live-call/:call_id',
    wrapSimulatedRouteWithKeyCheckAndFaults(context, (account, request) => {
      assertSimulatedApiKeyMayWrite(account);
      const { participant_id } = parseSimulatedRequestPart(takeOverLiveCallRequestSchema, request.body);
      const record = getSimulatedCallOfRequest(context, account, request);
      if (record.phase !== 'ongoing') throw createSimulatedBadRequestRefusal('The call is not ongoing.');
      const guest = listeners.connectedGuest(record, participant_id);
      if (guest === undefined)
        throw new SimulatedProviderRefusal(404, 'The participant is not listening to this call.');
      if (faults.strikes(faults.plan.listen?.takeOverLost)) takeOver(account, record);
      if (!takeOver(account, record, conversationMs))
        throw new SimulatedProviderRefusal(409, 'The call has already been taken over.');
      guest.hasTakenOver = true;
      return { success: true } satisfies SimulatedTakeOverAnswer;
    }),
  );
}
