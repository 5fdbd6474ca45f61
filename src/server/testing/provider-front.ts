/**
 * A proxy to the provider with test receivers below `/eventos/`, because servers send to no other address without
 * https. All other requests go on to the provider.
 */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Arrived {
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

export interface ProviderFront {
  readonly url: string;
  close(): Promise<void>;
}

export async function startProviderFront(
  providerUrl: string,
  answer: (arrived: Arrived, response: http.ServerResponse) => void,
): Promise<ProviderFront> {
  const server = http.createServer((request, response) => {
    const { url: path = '/', headers } = request;
    const answering = path.startsWith('/eventos/')
      ? text(request).then((body) => answer({ path, headers, body }, response))
      : passOn(providerUrl, request, response);
    answering.catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function passOn(target: string, request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const passed = http.request(target + (request.url ?? '/'), { method: request.method, headers: request.headers });
  request.pipe(passed);
  const [answer] = (await once(passed, 'response')) as [http.IncomingMessage];
  response.writeHead(answer.statusCode ?? 502, answer.headers);
  answer.pipe(response);
}
