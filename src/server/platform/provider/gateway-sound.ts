/** The sound of a live call: asking the API to listen or to take over, and the gateway's WebRTC session, whose signalling we relay. */
import type Retell from 'retell-sdk';
import { gatewayAnswerSchema, gatewaySessionsPath, listenAnswerSchema } from '../../../retell/wire-listen.ts';

/** A right to listen to one call. Never leaves the server. */
export interface ListeningRight {
  readonly participantId: string;
  /** Opens one session, and is asked for by each of its later requests. */
  readonly token: string;
  /** LiveKit: the account's sound has no gateway. */
  readonly transport: 'gateway' | 'livekit';
  readonly iceServers: readonly { urls: string | string[]; username?: string; credential?: string }[];
}

/** A WebRTC session at the gateway. */
export interface SoundSession {
  readonly callId: string;
  readonly token: string;
  readonly sessionId: string;
}

/** Sends a request with the account's key, or with the token of a right. Throws ProviderError. */
export type Ask = (request: (client: Retell) => PromiseLike<unknown>, token?: string) => Promise<unknown>;

export interface GatewaySound {
  /** Asks for a right to listen to a call that is spoken. */
  listen(callId: string): Promise<ListeningRight>;
  /** Puts the agent out of the call in favour of a listener whose session is open. Can't be undone; `refused` (409) where another was faster. */
  takeOver(callId: string, participantId: string): Promise<void>;
  /** Opens the session with the browser's offer, and answers the gateway's. */
  openSound(callId: string, right: Pick<ListeningRight, 'token' | 'participantId'>, sdp: string): Promise<OpenedSound>;
  /** Answers a later offer of the same session. */
  changeSound(session: SoundSession, sdp: string): Promise<string>;
  /** Ends the session, and with it the call of whoever took it over. */
  closeSound(session: SoundSession): Promise<void>;
}

export interface OpenedSound {
  readonly sessionId: string;
  readonly sdp: string;
}

export function createGatewaySound(ask: Ask, unreadable: () => Error): GatewaySound {
  const pathOf = ({ callId, sessionId }: SoundSession): string =>
    `${gatewaySessionsPath(callId)}/${encodeURIComponent(sessionId)}`;
  return {
    async listen(callId) {
      const answer = listenAnswerSchema.safeParse(await ask((client) => client.call.listenLive(callId))).data;
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
      const answer = await ask((client) => client.post(gatewaySessionsPath(callId), { body }), token);
      const opened = gatewayAnswerSchema.safeParse(answer).data;
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
