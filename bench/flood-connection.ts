/** HTTP/1.1 over one kept connection, reduced to sending prebuilt requests, so that it costs microseconds. */
import { once } from 'node:events';
import net from 'node:net';

export interface FloodConnection {
  /** Sends a whole request, one at a time. Resolves on 204; rejects on any other answer. */
  send(request: Buffer): Promise<void>;
  close(): void;
}

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

const accepted = Buffer.from('HTTP/1.1 204');
const endOfHead = Buffer.from('\r\n\r\n');

export async function openFloodConnection(url: string): Promise<FloodConnection> {
  const { hostname, port } = new URL(url);
  const socket = net.connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  let waiting: Waiting | undefined;
  let received: Buffer = Buffer.alloc(0);
  const settle = (error?: Error): void => {
    const { resolve, reject } = waiting ?? { resolve: () => undefined, reject: () => undefined };
    waiting = undefined;
    received = Buffer.alloc(0);
    if (error) reject(error);
    else resolve();
  };
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    // A 204 has no body, so its head is the whole answer.
    if (received.indexOf(endOfHead) === -1) return;
    const isAccepted = received.subarray(0, accepted.length).equals(accepted);
    settle(
      isAccepted ? undefined : new Error(`a webhook was answered ${received.toString('utf8').split('\r\n')[0] ?? ''}`),
    );
  });
  socket.on('error', (error) => settle(error));
  socket.on('close', () => settle(new Error('the server closed the connection')));
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(request);
      }),
    close: () => void socket.destroy(),
  };
}

/** The bytes of a whole POST request with JSON. */
export function requestOf(url: string, body: string, headers: Readonly<Record<string, string>>): Buffer {
  const { host, pathname } = new URL(url);
  const lines = Object.entries({
    host,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  });
  return Buffer.from(
    `POST ${pathname} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
  );
}
