/** The provider's end of live sockets, as far as a test wants it: it says what the test lets it say, and is cut when the test cuts. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';

export interface SpokenItem {
  readonly id: string;
  readonly time_sec?: number;
  readonly role: string;
  readonly [field: string]: unknown;
}

export interface LiveSpeaker {
  readonly url: string;
  /** Open sockets of a call. */
  watchers(callId: string): number;
  /** How often a socket of a call was asked for. */
  askedFor(callId: string): number;
  /** The call's items by now: this one is new, or replaces the one of its id. Watchers hear it. */
  say(callId: string, item: SpokenItem): void;
  /** Destroys all sockets of a call. */
  cut(callId: string): void;
  /** Closes them, after `message` if one is given. */
  close(callId: string, code: number, reason: string, message?: object): void;
  /** From now on a socket of the call is accepted and closed with this code at once; undefined: it is heard. */
  refuse(callId: string, code: number | undefined): void;
  /** From now on sockets are accepted and say nothing. */
  fallSilent(isSilent: boolean): void;
  stop(): Promise<void>;
}

interface Call {
  readonly items: Map<string, SpokenItem>;
  readonly sockets: Set<WebSocket>;
  asked: number;
  refusal: number | undefined;
}

export async function startLiveSpeaker(): Promise<LiveSpeaker> {
  const calls = new Map<string, Call>();
  const http = createServer();
  const server = new WebSocketServer({ server: http });
  let isSilent = false;
  const callOf = (callId: string): Call => {
    const call = calls.get(callId) ?? { items: new Map(), sockets: new Set(), asked: 0, refusal: undefined };
    calls.set(callId, call);
    return call;
  };
  server.on('connection', (socket, request) => {
    const call = callOf(decodeURIComponent(request.url?.split('/').at(-1) ?? ''));
    call.asked += 1;
    if (call.refusal !== undefined) {
      socket.close(call.refusal);
      return;
    }
    call.sockets.add(socket);
    socket.on('close', () => call.sockets.delete(socket));
    if (!isSilent)
      socket.send(
        JSON.stringify({
          type: 'transcript_snapshot',
          transcripts: [...call.items.values()],
          pre_session_transcripts: [],
        }),
      );
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    watchers: (callId) => callOf(callId).sockets.size,
    askedFor: (callId) => callOf(callId).asked,
    say(callId, item) {
      const call = callOf(callId);
      call.items.set(item.id, item);
      const text = JSON.stringify({ type: 'transcript_updated', transcripts: [item], pre_session_transcripts: [] });
      for (const socket of call.sockets) socket.send(text);
    },
    cut(callId) {
      const { sockets } = callOf(callId);
      for (const socket of sockets) socket.terminate();
      sockets.clear();
    },
    close(callId, code, reason, message) {
      for (const socket of callOf(callId).sockets) {
        if (message) socket.send(JSON.stringify(message));
        socket.close(code, reason);
      }
    },
    refuse(callId, code) {
      callOf(callId).refusal = code;
    },
    fallSilent(next) {
      isSilent = next;
    },
    async stop() {
      for (const { sockets } of calls.values()) sockets.forEach((socket) => socket.terminate());
      server.close();
      http.close();
      await once(http, 'close');
    },
  };
}
