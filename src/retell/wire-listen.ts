// Wire formats for listening to a live call and taking it over: API responses, the gateway's WebRTC sessions, and the
// data channel `control`. Only the API is documented, so the gateway's messages are parsed leniently.
import { z } from 'zod';
import { toLenientFieldSchema } from './lenient.ts';
import type { DeclaredFieldsOnly } from './lenient.ts';

const iceServerSchema = z.looseObject({
  urls: z.union([z.string(), z.array(z.string())]),
  username: toLenientFieldSchema(z.string()),
  credential: toLenientFieldSchema(z.string()),
});

/** Answer of POST /v2/listen-live-call/{call_id}. */
export const listenLiveCallResponseSchema = z.looseObject({
  /** Token that opens one listening session and is the Bearer token of all its requests. */
  access_token: z.string().min(1),
  /** The session's identity, which take-over-live-call requires. */
  participant_id: z.string().min(1),
  room_name: toLenientFieldSchema(z.string()),
  /** When the listening token expires, in ms since the epoch. */
  expires_at: toLenientFieldSchema(z.number()),
  /**
   * How the sound of a live call is transmitted. Older provider servers omit the field. Every value except 'gateway'
   * means LiveKit.
   */
  transport: toLenientFieldSchema(z.enum(['gateway', 'livekit'])),
  /**
   * URL of the LiveKit server. Absent if `transport` is 'gateway', because the gateway is part of the provider's API
   * and has its address.
   */
  url: toLenientFieldSchema(z.string()),
  ice_servers: toLenientFieldSchema(z.array(iceServerSchema)),
});
export type WireListenLiveCallResponse = DeclaredFieldsOnly<z.infer<typeof listenLiveCallResponseSchema>>;

/** Body of POST /v2/take-over-live-call/{call_id}. */
export const takeOverLiveCallRequestSchema = z.object({ participant_id: z.string().min(1) });
export type TakeOverLiveCallRequest = z.infer<typeof takeOverLiveCallRequestSchema>;

/** Body of POST {gateway}/sessions. */
export const openGatewaySessionRequestSchema = z.object({ identity: z.string().min(1), sdp: z.string().min(1) });
/** Schema of the response to POST {gateway}/sessions. Its `sdp` contains the gateway's ICE candidates. */
export const openGatewaySessionResponseSchema = z.looseObject({
  session_id: z.string().min(1),
  sdp: z.string().min(1),
});
/** Schema of a PATCH {gateway}/sessions/{session_id} body that adds an ICE candidate. */
export const gatewayIceCandidateSchema = z.object({
  candidate: z.union([z.string(), z.looseObject({ candidate: toLenientFieldSchema(z.string()) }), z.null()]),
});

/** The path of a live call's gateway sessions, relative to the address of the provider's API. */
export function buildGatewaySessionsPath(callId: string): string {
  return `/webrtc-proxy/${encodeURIComponent(callId)}/v1/webrtc/sessions`;
}

export const gatewayControlChannelLabel = 'control';
/** The types that the simulator sends. */
export const simulatedGatewayControlMessageTypes = { ended: 'call_ended', replaced: 'session_replaced' } as const;

const controlSchema = z.looseObject({
  type: toLenientFieldSchema(z.string()),
  event: toLenientFieldSchema(z.string()),
  disconnection_reason: toLenientFieldSchema(z.string()),
  reason: toLenientFieldSchema(z.string()),
});

/** Message of the provider's sound gateway: the call has ended, or another listening session replaced this one. */
export type GatewayControlMessage =
  | { readonly type: 'ended'; readonly reason: string | null }
  | { readonly type: 'replaced' };

/** Parses a message of the gateway's control channel. Undefined if its type is unknown. Never throws. */
export function parseGatewayControlMessage(text: string): GatewayControlMessage | undefined {
  const message = controlSchema.safeParse(parseJson(text)).data;
  const type = message?.type ?? message?.event ?? '';
  if (/replaced?$/.test(type)) return { type: 'replaced' };
  if (/(?:^|[._-])end(?:ed)?$/.test(type))
    return { type: 'ended', reason: message?.disconnection_reason ?? message?.reason ?? null };
  return undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
