/**
 * Audio of one call: a WebRTC connection to the gateway, the element that plays it, and its loudness. The caller's
 * function `exchange` sends the SDP offer to the server and resolves to the answer.
 */
import type { ApiResponse } from '../../../../contract/api.ts';
import { parseGatewayListeningEndReason, type ListeningEndReason } from './listening-state.ts';

/** Maximum time in ms to wait for the ICE candidates of an SDP offer. */
const gatheringMs = 2_000;
const controlChannel = 'control';

type Exchange = (sdp: string) => Promise<string>;

export interface LiveCallAudioConnectionHandlers {
  readonly onConnected: () => void;
  readonly onAway: () => void;
  readonly onOver: (reason: Extract<ListeningEndReason, 'ended' | 'replaced' | 'lost'>) => void;
}

export interface LiveCallAudioConnection {
  /** Sends the first SDP offer. Resolves when the answer is applied, before the audio connection is open. */
  connect(exchange: Exchange): Promise<void>;
  /** Adds the microphone's track to the call by another SDP offer. If it fails, it may be called again. */
  speak(track: MediaStreamTrack, exchange: Exchange): Promise<void>;
  isConnected(): boolean;
  mute(isMuted: boolean): void;
  /** Current loudness of the call's audio, 0 to 1. */
  level(): number;
  /** Number of audio packets received so far. */
  received(): Promise<number>;
  close(): void;
}

/** Measures an audio stream's loudness as 0 to 1: its root mean square, from -60 dB to 0 dB. */
function createLevel(context: AudioContext, stream: MediaStream): () => number {
  const analyser = context.createAnalyser();
  analyser.fftSize = 1_024;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return () => {
    analyser.getFloatTimeDomainData(samples);
    const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
    return power === 0 ? 0 : Math.max(0, Math.min(1, 1 + (10 * Math.log10(power)) / 60));
  };
}

/** Creates a meter of the microphone's loudness, 0 to 1. It runs until `close` is called. */
export function createLoudnessMeter(stream: MediaStream): { readonly level: () => number; readonly close: () => void } {
  const context = new AudioContext();
  return { level: createLevel(context, stream), close: () => void context.close() };
}

async function whenGathered(connection: RTCPeerConnection): Promise<void> {
  if (connection.iceGatheringState === 'complete') return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, gatheringMs);
    connection.addEventListener('icegatheringstatechange', () => {
      if (connection.iceGatheringState !== 'complete') return;
      clearTimeout(timer);
      resolve();
    });
  });
}

type IceServer = ApiResponse<'listenToCall'>['iceServers'][number];

const withoutAbsent = ({ urls, username, credential }: IceServer): RTCIceServer => ({
  urls,
  ...(username !== undefined && { username }),
  ...(credential !== undefined && { credential }),
});

export function openLiveCallAudioConnection(
  iceServers: readonly IceServer[],
  { onConnected, onAway, onOver }: LiveCallAudioConnectionHandlers,
): LiveCallAudioConnection {
  const connection = new RTCPeerConnection({ iceServers: iceServers.map(withoutAbsent) });
  const context = new AudioContext();
  const player = new Audio();
  let level = (): number => 0;
  const transceiver = connection.addTransceiver('audio', { direction: 'recvonly' });

  const hearControl = (channel: RTCDataChannel): void =>
    channel.addEventListener('message', ({ data }) => {
      const reason = parseGatewayListeningEndReason(data);
      if (reason !== null) onOver(reason);
    });
  hearControl(connection.createDataChannel(controlChannel));
  connection.addEventListener('datachannel', ({ channel }) => {
    if (channel.label === controlChannel) hearControl(channel);
  });
  connection.addEventListener('track', ({ track }) => {
    const stream = new MediaStream([track]);
    // Play the call's audio stream in an element, even where only its loudness is measured. Chromium gives an
    // AnalyserNode no data from a stream that is not played.
    player.srcObject = stream;
    player.play().catch(() => {
      console.warn('the sound of a call ended before it began, or the browser did not play it');
    });
    level = createLevel(context, stream);
    void context.resume();
  });
  connection.addEventListener('connectionstatechange', () => {
    const { connectionState } = connection;
    if (connectionState === 'connected') onConnected();
    else if (connectionState === 'disconnected') onAway();
    else if (connectionState === 'failed') onOver('lost');
  });

  async function offer(exchange: Exchange): Promise<void> {
    await connection.setLocalDescription();
    await whenGathered(connection);
    const sdp = await exchange(connection.localDescription?.sdp ?? '');
    await connection.setRemoteDescription({ type: 'answer', sdp });
  }

  return {
    connect: offer,
    async speak(track, exchange) {
      await transceiver.sender.replaceTrack(track);
      transceiver.direction = 'sendrecv';
      await offer(exchange);
    },
    isConnected: () => connection.connectionState === 'connected',
    mute(isMuted) {
      player.muted = isMuted;
    },
    level: () => level(),
    async received() {
      let packets = 0;
      for (const stat of (await connection.getStats()).values() as Iterable<{ type: string; packetsReceived?: number }>)
        if (stat.type === 'inbound-rtp') packets += stat.packetsReceived ?? 0;
      return packets;
    },
    close() {
      connection.close();
      player.srcObject = null;
      void context.close();
    },
  };
}
