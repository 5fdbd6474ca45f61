import { once } from 'node:events';
import net from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { waitFor } from '../../testing/wait-for.ts';
import { createHttpServer } from './server.ts';

it('closes as soon as answers under way have ended, though their connections would be kept alive', async () => {
  const app = await createHttpServer({
    log: pino({ level: 'silent' }),
    origins: { publicOrigin: null, allowedHosts: [] },
    trustProxy: false,
    requestsPerMinute: 100,
  });
  const body = new PassThrough();
  app.get('/', async () => body);
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  // A client that never closes. Only the server ends this connection; its own timeout would be too late for this test.
  const client = net.connect(Number(port), '127.0.0.1');
  let received = '';
  client.setEncoding('utf8').on('data', (chunk: string) => (received += chunk));
  client.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: keep-alive\r\n\r\n');
  body.write('half ');
  // The headers are already sent, so they can't announce the end of the connection.
  await waitFor('the first half', () => received.includes('half '));
  const closing = app.close();
  const ended = once(client, 'end');
  body.end('whole');
  await Promise.all([closing, ended]);
  expect(received).toContain('whole');
});

it('cuts an answer that its reader does not take', async () => {
  const app = await createHttpServer({
    log: pino({ level: 'silent' }),
    origins: { publicOrigin: null, allowedHosts: [] },
    trustProxy: false,
    requestsPerMinute: 100,
    closesWithinMs: 50,
  });
  app.get('/', async () => Readable.from(endlessly()));
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const client = net.connect(Number(port), '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  await once(client, 'readable');
  await app.close();
  client.destroy();
});

function* endlessly(): Generator<string> {
  for (;;) yield 'fila;'.repeat(10_000);
}
