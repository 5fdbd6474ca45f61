/**
 * API endpoints for listening to a live call by WebRTC and taking it over from the agent. Our server relays the
 * signalling, so that API key and token stay on the server. The sound goes directly between provider and browser.
 */
import { z } from 'zod';
import { uuidSchema } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { callPathParamsSchema } from './inputs.ts';

const iceServer = z.object({
  urls: z.union([z.string(), z.array(z.string())]),
  username: z.string().optional(),
  credential: z.string().optional(),
});

/** Limit of a WebRTC session description (SDP) in characters. One with a single audio line takes about 2 KB. */
const sdp = z.string().min(1).max(50_000);
const listeningParams = z.object({ id: uuidSchema });
const access = { role: 'operator', workspace: 'current' } as const;

export const listeningEndpoints = {
  /**
   * Starts listening to a live call. 403 `listening_off` if the settings forbid it for the caller's role. 409
   * `call_over`. 409 `listening_unsupported` if the account uses LiveKit. Audited; other users see who listens.
   */
  listenToCall: defineEndpoint('listenToCall', {
    access,
    tokens: false,
    params: callPathParamsSchema,
    response: z.object({ listeningId: uuidSchema, iceServers: z.array(iceServer) }),
  }),
  /**
   * Passes the browser's SDP offer with its ICE candidates to the provider, and returns the provider's answer. 404 if
   * the listening has ended or belongs to another user.
   */
  offerSound: defineEndpoint('offerSound', {
    access,
    tokens: false,
    params: listeningParams,
    body: z.object({ sdp }),
    response: z.object({ sdp: z.string() }),
  }),
  /**
   * Reports that the browser still listens. The browser calls it at least every `listeningHeartbeatMs`, and after a
   * takeover at least every `speakingHeartbeatMs`. `isHeard` is false if microphone or connection failed. Responds with
   * 404 once the listening has ended.
   */
  keepListening: defineEndpoint('keepListening', {
    access,
    tokens: false,
    params: listeningParams,
    body: z.object({ isHeard: z.boolean() }),
    status: 204,
  }),
  /**
   * Takes the call over from the agent, who leaves it for good. The call ends when the user stops listening. Send this
   * request once the microphone is open. Errors: 409 `call_taken_over` if another user was faster, 409 `call_over` if
   * the call has ended.
   */
  takeOverCall: defineEndpoint('takeOverCall', {
    access: { role: 'editor', workspace: 'current' },
    tokens: false,
    params: listeningParams,
    status: 204,
  }),
  /** Stops the user's listening to a call. If the user has taken the call over, the call ends too. May be repeated. */
  stopListening: defineEndpoint('stopListening', { access, tokens: false, params: listeningParams, status: 204 }),
};
