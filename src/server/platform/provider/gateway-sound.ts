/** Sound of live calls: listening, taking over, and WebRTC signalling between browser and provider gateway. */
import type Retell from 'retell-sdk';
import {
  openGatewaySessionResponseSchema,
  buildGatewaySessionsPath,
  listenLiveCallResponseSchema,
} from '../../../retell/wire-listen.ts';

/** The right to listen to one live call, as granted by the provider. It never leaves the server. */
export interface LiveCallListeningGrant {
  readonly participantId: string;
  /** Token that opens one listening session. Every later request of the session needs it too. */
  readonly token: string;
  /**
   * How the provider account transmits the sound of live calls. With 'livekit', the sound does not go through the
   * gateway.
   */
  readonly transport: 'gateway' | 'livekit';
  readonly iceServers: readonly { urls: string | string[]; username?: string; credential?: string }[];
}

/** A WebRTC session at the gateway. */
export interface GatewaySoundSession {
  readonly callId: string;
  readonly token: string;
  readonly sessionId: string;
}

/**
 * Sends a request to the provider, with `token` if it is given, otherwise with the account's API key. Throws
 * ProviderError.
 */
export type ProviderRequestSender = (
  request: (client: Retell) => PromiseLike<unknown>,
  token?: string,
) => Promise<unknown>;

export interface LiveCallSoundGateway {
  listen(callId: string): Promise<LiveCallListeningGrant>;
  /**
   * Replaces the call's AI agent permanently by a person who listens to the call. Throws `refused` (409) if somebody
   * else took the call over first.
   */
  takeOver(callId: string, participantId: string): Promise<void>;
  /** Opens a listening session with the browser's SDP offer. Returns the gateway's SDP answer. */
  openSound(
    callId: string,
    right: Pick<LiveCallListeningGrant, 'token' | 'participantId'>,
    sdp: string,
  ): Promise<OpenedGatewaySoundSession>;
  /** Sends another SDP offer in a listening session that is already open. Returns the gateway's SDP answer. */
  changeSound(session: GatewaySoundSession, sdp: string): Promise<string>;
  /** Ends a listening session. If its listener took the call over, the call ends too. */
  closeSound(session: GatewaySoundSession): Promise<void>;
}

export interface OpenedGatewaySoundSession {
  readonly sessionId: string;
  readonly sdp: string;
}

export function createLiveCallSoundGateway(ask: ProviderRequestSender, unreadable: () => Error): LiveCallSoundGateway {
  const pathOf = ({ callId, sessionId }: GatewaySoundSession): string =>
    `${buildGatewaySessionsPath(callId)}/${encodeURIComponent(sessionId)}`;
  return {
    async listen(callId) {
      const answer = listenLiveCallResponseSchema.safeParse(await ask((client) => client.call.listenLive(callId))).data;
      if (!answer) throw unreadable();
      return {
        participantId: answer.participant_id,
        token: answer.access_token,
        transport: answer.transport === 'gateway' ? 'gateway' : 'livekit',
        iceServers: (answer.ice_servers ?? []).map(({ urls, username, credential }) => ({
          urls,
          ...(username == null ? {} : { username }),
          ...(credential == null ? {} : { credential }),
        })),
      };
    },
    async takeOver(callId, participantId) {
      await ask((client) => client.call.takeOverLive(callId, { participant_id: participantId }));
    },
    async openSound(callId, { token, participantId }, sdp) {
      const body = { identity: participantId, sdp };
      const answer = await ask((client) => client.post(buildGatewaySessionsPath(callId), { body }), token);
      const opened = openGatewaySessionResponseSchema.safeParse(answer).data;
      if (!opened) throw unreadable();
      return { sessionId: opened.session_id, sdp: opened.sdp };
    },
    async changeSound(session, sdp) {
      const headers = { 'content-type': 'application/sdp', accept: 'application/sdp, application/json' };
      const answer = await ask((client) => client.patch(pathOf(session), { body: sdp, headers }), session.token);
      const text = typeof answer === 'string' ? answer : (answer as { sdp?: unknown } | null)?.sdp;
      if (typeof text !== 'string') throw unreadable();
      return text;
    },
    async closeSound(session) {
      await ask((client) => client.delete(pathOf(session)), session.token);
    },
  };
}
