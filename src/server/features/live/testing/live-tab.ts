/** A browser's tab with live calls: the lines it shows, and the calls it asks for. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { mergeLiveTranscriptLines, type LiveTranscriptLine } from '../../../../contract/live-lines.ts';
import type { LiveTranscriptTail, RealtimeMessage, WatchCallsMessage } from '../../../../contract/realtime.ts';
import type { HttpClient } from '../../../testing/http-client.ts';
import { waitFor } from '../../../testing/wait-for.ts';

export interface LiveTab {
  readonly lines: (callId: string) => readonly LiveTranscriptLine[];
  readonly tail: (callId: string) => LiveTranscriptTail | undefined;
  readonly state: (callId: string) => string | undefined;
  readonly messages: RealtimeMessage[];
  readonly watch: (message: Partial<Omit<WatchCallsMessage, 'type'>>) => void;
  /** Sends any text, as a browser's console could. */
  readonly send: (text: string) => void;
  readonly close: () => void;
}

/** Opens a browser's socket on the server at `url`, with that person's session. */
export async function openLiveTab(url: string, { cookie }: HttpClient): Promise<LiveTab> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, {
    headers: { cookie, origin: url },
  });
  const messages: RealtimeMessage[] = [];
  const lines = new Map<string, readonly LiveTranscriptLine[]>();
  const states = new Map<string, string>();
  const tails = new Map<string, LiveTranscriptTail>();
  socket.on('message', (data) => {
    const message = JSON.parse((data as Buffer).toString('utf8')) as RealtimeMessage;
    messages.push(message);
    if (message.type === 'live_lines') {
      lines.set(message.callId, mergeLiveTranscriptLines(lines.get(message.callId) ?? [], message.lines));
      states.set(message.callId, message.state);
    }
    if (message.type === 'live_tails') for (const tail of message.tails) tails.set(tail.callId, tail);
  });
  await once(socket, 'open');
  await waitFor('the greeting', () => messages.length > 0);
  return {
    lines: (callId) => lines.get(callId) ?? [],
    tail: (callId) => tails.get(callId),
    state: (callId) => states.get(callId),
    messages,
    send: (text) => socket.send(text),
    close: () => socket.terminate(),
    watch: (message) =>
      socket.send(JSON.stringify({ type: 'watch_calls', openCallId: null, listedCallIds: [], ...message })),
  };
}
