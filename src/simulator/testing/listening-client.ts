// A listener like a browser: it requests a token, opens a gateway session and receives Opus. It can also send packets
// that the gateway did not agree to.
import { RTCPeerConnection, RTP_EXTENSION_URI, RtpHeader, useAudioLevelIndication, useOPUS } from 'werift';
import {
  gatewayControlChannelLabel,
  openGatewaySessionResponseSchema,
  buildGatewaySessionsPath,
  listenLiveCallResponseSchema,
  parseGatewayControlMessage,
} from '../../retell/wire-listen.ts';
import type { GatewayControlMessage, WireListenLiveCallResponse } from '../../retell/wire-listen.ts';

/** The path of offers to the gateway: directly, or through a console's server. */
export interface Signalling {
  /** Sends the first offer. Returns the gateway's answer. */
  open(sdp: string): Promise<string>;
  /** Sends a later offer. Returns the gateway's answer. */
  change(sdp: string): Promise<string>;
}

/** The sound of a listener. */
export interface SoundClient {
  /** Received Opus payloads, in order of arrival. */
  readonly heard: Buffer[];
  readonly messages: GatewayControlMessage[];
  /** Opens the microphone: the direction becomes sendrecv, and the session is renegotiated. Returns the answer. */
  openMicrophone(): Promise<string>;
  /** Sends a packet despite the negotiated direction. `quietness` is its reported loudness in dB below full scale. */
  send(payload: Buffer, quietness?: number): Promise<void>;
  /** Disconnects without notifying the gateway. */
  vanish(): Promise<void>;
}

export interface ListeningClient extends SoundClient {
  readonly participantId: string;
  /** Sends a request about the session. Returns the status. */
  request(method: 'PATCH' | 'DELETE', body?: unknown, type?: string): Promise<number>;
}

export interface Answered {
  status: number;
  body: unknown;
}

/** Sends a request to the API or the gateway. */
export async function askProvider(
  url: string,
  bearer: string,
  body: unknown = {},
  { method = 'POST', type = 'application/json' } = {},
): Promise<Answered> {
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${bearer}`, ...(method === 'DELETE' ? {} : { 'content-type': type }) },
    ...(method === 'DELETE' ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text.startsWith('{') ? (JSON.parse(text) as unknown) : text };
}

export async function askToListen(baseUrl: string, key: string, callId: string): Promise<WireListenLiveCallResponse> {
  return listenLiveCallResponseSchema.parse((await askProvider(`${baseUrl}/v2/listen-live-call/${callId}`, key)).body);
}

/** Listens with the account's key. Resolves once the sound is connected. */
export async function listen(baseUrl: string, key: string, callId: string): Promise<ListeningClient> {
  const { access_token: token, participant_id: identity } = await askToListen(baseUrl, key, callId);
  const sessions = `${baseUrl}${buildGatewaySessionsPath(callId)}`;
  let sessionId = '';
  const ask = (method: 'PATCH' | 'DELETE', sent?: unknown, type?: string): Promise<Answered> =>
    askProvider(`${sessions}/${sessionId}`, token, sent, { method, ...(type === undefined ? {} : { type }) });
  const client = await connectSound({
    async open(sdp) {
      const session = openGatewaySessionResponseSchema.parse(
        (await askProvider(sessions, token, { identity, sdp })).body,
      );
      sessionId = session.session_id;
      return session.sdp;
    },
    change: async (sdp) => String((await ask('PATCH', sdp, 'application/sdp')).body),
  });
  return {
    ...client,
    participantId: identity,
    request: async (method, sent, type) => (await ask(method, sent, type)).status,
  };
}

/** Listens. Resolves once the sound is connected. */
export async function connectSound(signalling: Signalling): Promise<SoundClient> {
  const connection = new RTCPeerConnection({
    iceServers: [],
    iceUseIpv6: false,
    iceUseTcp: false,
    iceInterfaceAddresses: { udp4: '127.0.0.1' },
    iceAdditionalHostAddresses: ['127.0.0.1'],
    codecs: { audio: [useOPUS()], video: [] },
    headerExtensions: { audio: [useAudioLevelIndication()], video: [] },
  });
  const heard: Buffer[] = [];
  const messages: GatewayControlMessage[] = [];
  connection.createDataChannel(gatewayControlChannelLabel).onMessage.subscribe((data) => {
    const message = parseGatewayControlMessage(data.toString());
    if (message !== undefined) messages.push(message);
  });
  const transceiver = connection.addTransceiver('audio', { direction: 'recvonly' });
  transceiver.onTrack.subscribe(
    (track) => void track.onReceiveRtp.subscribe(({ payload }) => void heard.push(payload)),
  );
  const connected = new Promise<void>((resolve) => {
    connection.connectionStateChange.subscribe((state) => {
      if (state === 'connected') resolve();
    });
  });
  const offer = async (): Promise<string> => {
    await connection.setLocalDescription(await connection.createOffer());
    return connection.localDescription?.sdp ?? '';
  };
  await connection.setRemoteDescription({ type: 'answer', sdp: await signalling.open(await offer()) });
  await connected;
  let sequenceNumber = 0;
  return {
    heard,
    messages,
    async openMicrophone() {
      transceiver.setDirection('sendrecv');
      await connection.setRemoteDescription({ type: 'answer', sdp: await signalling.change(await offer()) });
      return transceiver.currentDirection ?? '';
    },
    async send(payload, quietness) {
      sequenceNumber += 1;
      const levelId = Object.entries(connection.extIdUriMap).find(
        ([, uri]) => uri === RTP_EXTENSION_URI.audioLevelIndication,
      );
      const extensions =
        quietness === undefined ? [] : [{ id: Number(levelId?.[0]), payload: Buffer.from([quietness]) }];
      const header = new RtpHeader({
        sequenceNumber,
        timestamp: sequenceNumber * 960,
        payloadType: 111,
        ssrc: 7,
        extension: extensions.length > 0,
        extensions,
      });
      await connection.dtlsTransports[0]?.sendRtp(payload, header);
    },
    vanish: () => connection.close(),
  };
}
