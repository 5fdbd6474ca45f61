// A receiver of webhooks for tests. It stores raw requests, and a test can wait for them.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WireCall } from '../../retell/index.ts';

export interface ReceivedWebhook {
  raw: string;
  signature: string;
  event: string;
  call: WireCall;
}

export interface WebhookSink {
  url: string;
  received: ReceivedWebhook[];
  /** Answers with these statuses first, then with 204. 0 never answers. */
  answerWith(...statuses: number[]): void;
  /** Resolves once the received webhooks meet the condition. */
  until(condition: (received: ReceivedWebhook[]) => boolean): Promise<void>;
  close(): Promise<void>;
}

export async function startWebhookSink(): Promise<WebhookSink> {
  const received: ReceivedWebhook[] = [];
  const statuses: number[] = [];
  let waiting: { condition: (received: ReceivedWebhook[]) => boolean; resolve: () => void }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString('utf8');
      received.push({
        raw,
        signature: String(request.headers['x-retell-signature']),
        ...(JSON.parse(raw) as { event: string; call: WireCall }),
      });
      const status = statuses.shift() ?? 204;
      if (status !== 0) response.writeHead(status).end();
      waiting = waiting.filter(({ condition, resolve }) => {
        if (!condition(received)) return true;
        resolve();
        return false;
      });
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answerWith: (...next) => void statuses.push(...next),
    until: (condition) =>
      condition(received)
        ? Promise.resolve()
        : new Promise((resolve) => {
            waiting.push({ condition, resolve });
          }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
