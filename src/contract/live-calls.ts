/** Reading live calls and whispering to their agents. The lines themselves come by the socket (realtime.ts). */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { callParams, id } from './inputs.ts';
import { longestWhisper, mostListedCalls } from './realtime.ts';

/** The schema of `WatchMessage`, which a browser sends by its socket. */
export const watchMessage = z.object({
  type: z.literal('watch_calls'),
  openCallId: id.nullable(),
  listedCallIds: z.array(id).max(mostListedCalls),
});

export const liveCallsEndpoints = {
  /**
   * Opens a live call for reading: afterwards the socket brings its lines to this person. 403 `live_unreadable` where the workspace
   * does not let the role read live calls. Written down in the audit log once a person and call.
   */
  openLiveCall: endpoint('openLiveCall', {
    access: { role: 'operator', workspace: 'current' },
    tokens: false,
    params: callParams,
    status: 204,
  }),
  /**
   * Gives the agent a hint that the person called does not hear; `speakNow`: the agent speaks at once, instead of with its next answer.
   * 409 `call_over`. Written down in the audit log with its text.
   */
  whisperToCall: endpoint('whisperToCall', {
    access: { role: 'editor', workspace: 'current' },
    params: callParams,
    body: z.object({
      text: z.string().trim().min(1, 'Escribe la indicación').max(longestWhisper),
      speakNow: z.boolean().default(false),
    }),
    status: 204,
  }),
};
