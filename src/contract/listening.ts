/**
 * Listening to a live call by WebRTC, and taking it over from the agent. Our server asks the provider and relays the signalling, so
 * that key and token stay with it; the sound goes between browser and provider.
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

/** An SDP of one audio line is some 2 KB. */
const sdp = z.string().min(1).max(50_000);
const listeningParams = z.object({ id: uuid });
const access = { role: 'operator', workspace: 'current' } as const;

export const listeningEndpoints = {
  /**
   * Begins to listen to a call. 403 `listening_off` where the settings do not let the role listen, 409 `call_over`, 409
   * `listening_unsupported` where the account's calls go through LiveKit. Audited; colleagues see who listens.
   */
  listenToCall: endpoint('listenToCall', {
    access,
    tokens: false,
    params: callParams,
    response: z.object({ listeningId: uuid, iceServers: z.array(iceServer) }),
  }),
  /**
   * The browser's offer with all its candidates, the first one or a later one; answers the gateway's. 404 for a listening that is not the
   * caller's own or is over.
   */
  offerSound: endpoint('offerSound', {
    access,
    tokens: false,
    params: listeningParams,
    body: z.object({ sdp }),
    response: z.object({ sdp: z.string() }),
  }),
  /**
   * The browser still listens: said at least every `listeningAliveMs`, and every `speakingAliveMs` after a take-over. `isHeard` false:
   * microphone or connection failed, and the customer hears nobody. 404 once the listening is over.
   */
  keepListening: endpoint('keepListening', {
    access,
    tokens: false,
    params: listeningParams,
    body: z.object({ isHeard: z.boolean() }),
    status: 204,
  }),
  /**
   * The listener takes the call over: the agent leaves, which can't be undone, and the call ends with the listening. Sent once the
   * microphone is open; the next offer brings its sound. 409 `call_taken_over` where a colleague was faster, 409 `call_over`.
   */
  takeOverCall: endpoint('takeOverCall', {
    access: { role: 'editor', workspace: 'current' },
    tokens: false,
    params: listeningParams,
    status: 204,
  }),
  /** Ends the listening, and the call if it was taken over. Repeatable. */
  stopListening: endpoint('stopListening', { access, tokens: false, params: listeningParams, status: 204 }),
};
