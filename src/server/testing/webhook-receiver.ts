/** A receiver of outgoing webhooks for tests. It records posts and answers as configured. */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

export interface ReceivedPost {
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  /** The exact text that was signed. */
  readonly body: string;
}

export interface WebhookReceiver {
  readonly origin: string;
  readonly posts: readonly ReceivedPost[];
  /** Sets the statuses of the next answers, in order. Others get 200. 0 never answers. */
  answerNext(...statuses: readonly number[]): void;
  /** The maximum number of requests that waited for an answer at the same time. */
  readonly mostUnanswered: number;
  close(): Promise<void>;
}

export async function startWebhookReceiver({
  answersAfterMs = 0,
  answers = 'whole',
}: {
  readonly answersAfterMs?: number;
  /** `endless` sends the headers at once but never ends the body. */
  readonly answers?: 'whole' | 'endless' | 'never';
} = {}): Promise<WebhookReceiver> {
  let unanswered = 0;
  let mostUnanswered = 0;
  const posts: ReceivedPost[] = [];
  const statuses: number[] = [];
  async function receive(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    posts.push({ path: request.url ?? '', headers: request.headers, body: await text(request) });
    const status = statuses.shift() ?? 200;
    mostUnanswered = Math.max(mostUnanswered, (unanswered += 1));
    if (answersAfterMs > 0) await delay(answersAfterMs);
    if (answers === 'never') return;
    unanswered -= 1;
    if (status === 0) return;
    if (answers === 'endless') {
      response.writeHead(status).write('ok');
      return;
    }
    response.writeHead(status, status >= 300 && status < 400 ? { location: '/elsewhere' } : {}).end('ok');
  }

  const server = http.createServer((request, response) => void receive(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    posts,
    get mostUnanswered() {
      return mostUnanswered;
    },
    answerNext(...next) {
      statuses.push(...next);
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
