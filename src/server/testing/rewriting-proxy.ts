/** A proxy to the simulated provider that records requests and lets a test change requests and answers. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PassedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

export interface ProxyAnswer {
  readonly status: number;
  /** Parsed JSON. */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RewritingProxy {
  readonly url: string;
  /** Every request, in order. */
  readonly passed: readonly PassedRequest[];
  /** Sets the rules for all following requests and answers. */
  rewrite(rules: Rules): void;
  close(): Promise<void>;
}

export interface Rules {
  /** Returns the request to send instead. */
  readonly request?: (request: PassedRequest) => unknown;
  readonly answer?: (answer: ProxyAnswer, request: PassedRequest) => ProxyAnswer;
}

export async function startRewritingProxy(target: string): Promise<RewritingProxy> {
  const passed: PassedRequest[] = [];
  let rules: Rules = {};
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
      const text = Buffer.concat(chunks).toString();
      const url = new URL(incoming.url ?? '/', target);
      const request: PassedRequest = {
        method: incoming.method ?? 'GET',
        path: url.pathname,
        query: url.searchParams,
        body: text === '' ? undefined : (JSON.parse(text) as unknown),
      };
      passed.push(request);
      const body = rules.request ? rules.request(request) : request.body;
      const response = await fetch(url, {
        method: request.method,
        headers: {
          authorization: incoming.headers.authorization ?? '',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const answered = await response.text();
      const answer: ProxyAnswer = {
        status: response.status,
        body: answered === '' ? undefined : (JSON.parse(answered) as unknown),
      };
      const { status, body: told, headers = {} } = rules.answer ? rules.answer(answer, request) : answer;
      outgoing.writeHead(status, { 'content-type': 'application/json', ...headers });
      outgoing.end(told === undefined ? undefined : JSON.stringify(told));
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    rewrite(next) {
      rules = next;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
