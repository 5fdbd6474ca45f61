// Listening to a live call and taking it over: API answers, requests of the gateway's WebRTC sessions, messages of the
// data channel `control`. Only the API is documented; the gateway is read tolerantly, as its browser client does.
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
  /** The token that opens one session and is the Bearer of all its requests. */
  access_token: z.string().min(1),
  /** The session's identity, which take-over-live-call requires. */
  participant_id: z.string().min(1),
  room_name: lenient(z.string()),
  /** The token's expiry, in ms since the epoch. */
  expires_at: lenient(z.number()),
  /** The transport. Servers older than the gateway omit it; every value except gateway means LiveKit. */
  transport: lenient(z.enum(['gateway', 'livekit'])),
  /** The LiveKit server's address. The gateway is part of the API instead. */
  url: lenient(z.string()),
  ice_servers: lenient(z.array(iceServerSchema)),
});
export type WireListenAnswer = DeclaredFields<z.infer<typeof listenAnswerSchema>>;

/** Body of POST /v2/take-over-live-call/{call_id}. */
export const takeOverRequestSchema = z.object({ participant_id: z.string().min(1) });
export type TakeOverRequest = z.infer<typeof takeOverRequestSchema>;

/** Body of POST {gateway}/sessions. */
export const gatewayOfferSchema = z.object({ identity: z.string().min(1), sdp: z.string().min(1) });
/** The answer of POST {gateway}/sessions. Its `sdp` contains the gateway's candidates. */
export const gatewayAnswerSchema = z.looseObject({ session_id: z.string().min(1), sdp: z.string().min(1) });
/** JSON body of PATCH {gateway}/sessions/{session_id}. A body of type application/sdp is a new offer instead. */
export const gatewayCandidateSchema = z.object({
  candidate: z.union([z.string(), z.looseObject({ candidate: lenient(z.string()) }), z.null()]),
});

/** The path of a call's gateway sessions, below the API's address. */
export function gatewaySessionsPath(callId: string): string {
  return `/webrtc-proxy/${encodeURIComponent(callId)}/v1/webrtc/sessions`;
}

/** The label of the data channel on which the gateway reports the end of a session. */
export const controlChannel = 'control';
/** The types that the simulator sends. */
export const controlTypes = { ended: 'call_ended', replaced: 'session_replaced' } as const;

const controlSchema = z.looseObject({
  type: lenient(z.string()),
  event: lenient(z.string()),
  disconnection_reason: lenient(z.string()),
  reason: lenient(z.string()),
});

/** The content of a control message: the call is over, or another session took this one's place. */
export type ControlMessage = { readonly type: 'ended'; readonly reason: string | null } | { readonly type: 'replaced' };

/** Reads a control message; undefined if its type is unknown. Never throws. */
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
