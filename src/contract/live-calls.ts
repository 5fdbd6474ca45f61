/**
 * API endpoints for opening live calls, and for sending hints to their agents. The transcript lines come by WebSocket.
 */
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { callPathParamsSchema, idSchema } from './inputs.ts';
import { maxWhisperLength, maxWatchedListedLiveCalls } from './realtime.ts';

export const watchCallsMessageSchema = z.object({
  type: z.literal('watch_calls'),
  openCallId: idSchema.nullable(),
  listedCallIds: z.array(idSchema).max(maxWatchedListedLiveCalls),
});

export const liveCallsEndpoints = {
  /**
   * Opens a live call for reading, so that the WebSocket sends its transcript lines to this user. 403 `live_unreadable`
   * if the workspace forbids it for the caller's role. Audited once per user and call.
   */
  openLiveCall: defineEndpoint('openLiveCall', {
    access: { role: 'operator', workspace: 'current' },
    tokens: false,
    params: callPathParamsSchema,
    status: 204,
  }),
  /**
   * Sends the agent of a live call a hint, which the customer does not hear. With `speakNow`, the agent speaks
   * immediately; otherwise it uses the hint in its next answer. 409 `call_over`. Audited with its text.
   */
  whisperToCall: defineEndpoint('whisperToCall', {
    access: { role: 'editor', workspace: 'current' },
    params: callPathParamsSchema,
    body: z.object({
      text: z.string().trim().min(1, 'Escribe la indicación').max(maxWhisperLength),
      speakNow: z.boolean().default(false),
    }),
    status: 204,
  }),
};
