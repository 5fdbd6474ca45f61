// The simulated gateway's side of a WebRTC session, on loopback only. Its library is a development package, so this
// module is imported only when a session opens.
import { RTCPeerConnection, RTP_EXTENSION_URI, RtpHeader, RtpPacket, useAudioLevelIndication, useOPUS } from 'werift';
import type { RTCDataChannel, RTCRtpSender } from 'werift';
import { gatewayControlChannelLabel } from '../../retell/wire-listen.ts';

const loopback = '127.0.0.1';
/** Number of samples in an audio frame of 20 ms at 48 kHz. */
const frameSamples = 960;
/** Time in ms between sending the last message and closing the WebRTC connection. */
const farewellMs = 200;

export interface SimulatedWebRtcPeer {
  /**
   * Returns the WebRTC answer to an offer. The same connection may get further offers. Rejects an offer without audio.
   */
  answer(offer: string, mayPublish: boolean): Promise<string>;
  /** Sends one audio frame of 20 ms. Drops it while not connected. */
  send(frame: Buffer): void;
  isConnected(): boolean;
  /** Returns the `performance.now()` time at which the remote peer of the WebRTC connection was last heard from. */
  seenAt(): number;
  close(message?: string): Promise<void>;
}

/**
 * `onRtp` gets the Opus payload of every arriving packet, whatever direction was negotiated. It also gets the loudness
 * in dB below full scale (127 is digital silence), if the sender reports it.
 */
export function createSimulatedWebRtcPeer(
  onRtp: (payload: Buffer, quietness: number | undefined) => void,
): SimulatedWebRtcPeer {
  let seenAt = performance.now();
  const see = (): void => void (seenAt = performance.now());
  // With ICE lite, the simulated gateway answers connectivity checks from any address, so it needs no candidates from
  // the browser.
  const connection = new RTCPeerConnection({
    iceLite: true,
    iceServers: [],
    iceUseIpv6: false,
    iceUseTcp: false,
    iceInterfaceAddresses: { udp4: loopback },
    iceAdditionalHostAddresses: [loopback],
    codecs: { audio: [useOPUS()], video: [] },
    headerExtensions: { audio: [useAudioLevelIndication()], video: [] },
    iceFilterStunResponse() {
      see();
      return true;
    },
  });
  let sender: RTCRtpSender | undefined;
  let control: RTCDataChannel | undefined;
  let isWired = false;
  let sequenceNumber = Math.floor(Math.random() * 0x8000);
  let timestamp = Math.floor(Math.random() * 0x8000_0000);
  connection.onDataChannel.subscribe((channel) => {
    if (channel.label === gatewayControlChannelLabel) control = channel;
  });

  /**
   * Passes on all arriving audio packets, even against the negotiated direction, so that tests notice unexpected
   * packets.
   */
  function wire(): void {
    const [transport] = connection.dtlsTransports;
    if (isWired || transport === undefined) return;
    isWired = true;
    transport.onRtp.subscribe(({ header, payload }) => {
      see();
      onRtp(payload, quietnessOf(header));
    });
    transport.onRtcp.subscribe(see);
  }

  /** Reads the loudness of an RTP packet (RFC 6464). The level is the lower seven bits; the upper bit marks a voice. */
  function quietnessOf({ extensions }: RtpHeader): number | undefined {
    const level = extensions.find(({ id }) => connection.extIdUriMap[id] === RTP_EXTENSION_URI.audioLevelIndication);
    const byte = level?.payload[0];
    return byte === undefined ? undefined : byte & 0x7f;
  }

  return {
    async answer(offer, mayPublish) {
      if (!/^m=audio /m.test(offer)) throw new Error('no audio');
      await connection.setRemoteDescription({ type: 'offer', sdp: offer });
      const [first, ...others] = connection.getTransceivers();
      sender = first?.sender;
      first?.setDirection(mayPublish ? 'sendrecv' : 'sendonly');
      for (const other of others) other.setDirection(mayPublish ? 'recvonly' : 'inactive');
      await connection.setLocalDescription(await connection.createAnswer());
      wire();
      return onLoopback(connection.localDescription?.sdp ?? '');
    },
    send(frame) {
      sequenceNumber = (sequenceNumber + 1) & 0xffff;
      timestamp = (timestamp + frameSamples) >>> 0;
      if (connection.connectionState !== 'connected') return;
      const packet = new RtpPacket(new RtpHeader({ sequenceNumber, timestamp }), frame);
      sender?.sendRtp(packet).catch(() => {});
    },
    isConnected: () => connection.connectionState === 'connected',
    seenAt: () => seenAt,
    async close(message) {
      if (message !== undefined && control?.readyState === 'open') {
        control.send(message);
        await new Promise((resolve) => void setTimeout(resolve, farewellMs));
      }
      await connection.close();
    },
  };
}

/** The session description with loopback candidates only. */
function onLoopback(sdp: string): string {
  return sdp
    .split('\r\n')
    .filter((line) => !line.startsWith('a=candidate:') || line.includes(` ${loopback} `))
    .join('\r\n');
}
