// Wire formats for listening to a live call and taking it over: API responses, the gateway's WebRTC sessions, and the
// data channel `control`. Only the API is documented, so the gateway's messages are parsed leniently.
import { z } from 'zod';
import { lenient } from './lenient.ts';
import type { DeclaredFields } from './lenient.ts';

const iceServerSchema = z.looseObject({
  urls: z.union([z.string(), z.array(z.string())]),
  username: lenient(z.string()),
  credential: lenient(z.string()),
});

/** Answer of POST /v2/listen-live-call/{call_id}. */
export const listenAnswerSchema = z.looseObject({
  /** Token that opens one listening session and is the Bearer token of all its requests. */
  access_token: z.string().min(1),
  /** The session's identity, which take-over-live-call requires. */
  participant_id: z.string().min(1),
  room_name: lenient(z.string()),
  /** When the listening token expires, in ms since the epoch. */
  expires_at: lenient(z.number()),
  /** How a live call's sound is transmitted. Older servers omit it. Every value except 'gateway' means LiveKit. */
  transport: lenient(z.enum(['gateway', 'livekit'])),
  /** URL of the LiveKit server. Absent for the gateway, which is part of the provider's API. */
  url: lenient(z.string()),
  ice_servers: lenient(z.array(iceServerSchema)),
});
export type WireListenAnswer = DeclaredFields<z.infer<typeof listenAnswerSchema>>;

/** Body of POST /v2/take-over-live-call/{call_id}. */
export const takeOverRequestSchema = z.object({ participant_id: z.string().min(1) });
export type TakeOverRequest = z.infer<typeof takeOverRequestSchema>;

/** Body of POST {gateway}/sessions. */
export const gatewayOfferSchema = z.object({ identity: z.string().min(1), sdp: z.string().min(1) });
/** Schema of the response to POST {gateway}/sessions. Its `sdp` contains the gateway's ICE candidates. */
export const gatewayAnswerSchema = z.looseObject({ session_id: z.string().min(1), sdp: z.string().min(1) });
/** Schema of a PATCH {gateway}/sessions/{session_id} body that adds an ICE candidate. */
export const gatewayCandidateSchema = z.object({
  candidate: z.union([z.string(), z.looseObject({ candidate: lenient(z.string()) }), z.null()]),
});

/** The path of a live call's gateway sessions, relative to the address of the provider's API. */
export function gatewaySessionsPath(callId: string): string {
  return `/webrtc-proxy/${encodeURIComponent(callId)}/v1/webrtc/sessions`;
}

export const controlChannel = 'control';
/** The types that the simulator sends. */
export const controlTypes = { ended: 'call_ended', replaced: 'session_replaced' } as const;

const controlSchema = z.looseObject({
  type: lenient(z.string()),
  event: lenient(z.string()),
  disconnection_reason: lenient(z.string()),
  reason: lenient(z.string()),
});

/** Content of a message of the gateway: the call has ended, or another listening session replaced this one. */
export type ControlMessage = { readonly type: 'ended'; readonly reason: string | null } | { readonly type: 'replaced' };

/** Parses a message of the gateway's control channel. Undefined if its type is unknown. Never throws. */
export function parseControlMessage(text: string): ControlMessage | undefined {
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
