/**
 * Listening to a live call by WebRTC, and taking it over from the agent. Our server asks the provider and relays the
 * signalling, so that key and token stay on the server. The sound goes between browser and provider.
 */
import { z } from 'zod';
import { uuid } from './access.ts';
import { endpoint } from './endpoint.ts';
import { callParams } from './inputs.ts';

const iceServer = z.object({
  urls: z.union([z.string(), z.array(z.string())]),
  username: z.string().optional(),
  credential: z.string().optional(),
});

/** A WebRTC session description (SDP) with one audio line takes about 2 KB. */
const sdp = z.string().min(1).max(50_000);
const listeningParams = z.object({ id: uuid });
const access = { role: 'operator', workspace: 'current' } as const;

export const listeningEndpoints = {
  /**
   * Starts listening to a live call. 403 `listening_off` if the settings forbid it for the role, 409 `call_over`, 409
   * `listening_unsupported` if the account uses LiveKit. Audited; colleagues see who listens.
   */
  listenToCall: endpoint('listenToCall', {
    access,
    tokens: false,
    params: callParams,
    response: z.object({ listeningId: uuid, iceServers: z.array(iceServer) }),
  }),
  /**
   * Sends the browser's first or later SDP offer with all its ICE candidates, and returns the gateway's answer. 404 if
   * the listening has ended or is another person's.
   */
  offerSound: endpoint('offerSound', {
    access,
    tokens: false,
    params: listeningParams,
    body: z.object({ sdp }),
    response: z.object({ sdp: z.string() }),
  }),
  /**
   * Reports that the browser still listens: at least every `listeningHeartbeatMs`, and every `speakingHeartbeatMs` after taking
   * the call over. `isHeard` is false if microphone or connection failed. 404 once the listening has ended.
   */
  keepListening: endpoint('keepListening', {
    access,
    tokens: false,
    params: listeningParams,
    body: z.object({ isHeard: z.boolean() }),
    status: 204,
  }),
  /**
   * Takes the call over: the agent leaves, which can't be undone, and the call ends with the listening. Sent once the
   * microphone is open. 409 `call_taken_over` if a colleague was faster, 409 `call_over`.
   */
  takeOverCall: endpoint('takeOverCall', {
    access: { role: 'editor', workspace: 'current' },
    tokens: false,
    params: listeningParams,
    status: 204,
  }),
  /** Ends listening to a call, and also the call if the listener took it over. Repeating is harmless. */
  stopListening: endpoint('stopListening', { access, tokens: false, params: listeningParams, status: 204 }),
};
