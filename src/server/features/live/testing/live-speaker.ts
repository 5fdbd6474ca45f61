/** The provider's end of live sockets. It sends and cuts what the test wants. */
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
  /** Counts the open sockets of a call. */
  watchers(callId: string): number;
  /** Counts the requests for a socket of a call. */
  askedFor(callId: string): number;
  /** Adds an item, or replaces the one with its id, and sends it to the watchers. */
  say(callId: string, item: SpokenItem): void;
  /** Destroys all sockets of a call. */
  cut(callId: string): void;
  /** Closes all sockets of a call, after `message` if one is given. */
  close(callId: string, code: number, reason: string, message?: object): void;
  /** From now on closes new sockets of the call at once with this code; undefined accepts them again. */
  refuse(callId: string, code: number | undefined): void;
  /** From now on accepts sockets without sending anything. */
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
