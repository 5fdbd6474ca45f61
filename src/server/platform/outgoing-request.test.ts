import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  assertOutgoingUrlAllowed,
  OutgoingUrlRefusedError,
  OutgoingRequestTimeoutError,
  sendOutgoingRequest,
} from './outgoing-request.ts';
import { NonPublicAddressError } from './public-address.ts';

let connections = 0;
const server = http.createServer((request, response) => {
  if (request.url === '/silent') return;
  if (request.url === '/cut') response.socket?.destroy();
  else
    void text(request).then((body) => response.end(`${request.method} ${request.headers['content-length']} ${body}`));
});
server.on('connection', () => (connections += 1));
let origin: string;
const options = () => ({ headers: {}, trustedOrigins: [origin], headersWithinMs: 5_000, silenceMs: 5_000 });

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

test('an address is asked by https, without credentials, and in public; a trusted origin as it is', () => {
  expect(assertOutgoingUrlAllowed('https://ejemplo.com/x', []).href).toBe('https://ejemplo.com/x');
  expect(assertOutgoingUrlAllowed(`${origin}/x`, [origin]).pathname).toBe('/x');
  expect(() => assertOutgoingUrlAllowed(`${origin}/x`, [])).toThrow(OutgoingUrlRefusedError);
  expect(() => assertOutgoingUrlAllowed('https://ana:clave@ejemplo.com', [])).toThrow(OutgoingUrlRefusedError);
  expect(() => assertOutgoingUrlAllowed(origin.replace('//', '//ana:clave@'), [origin])).toThrow(
    OutgoingUrlRefusedError,
  );
  for (const host of ['10.0.0.1', '[::1]', '169.254.169.254', '0x7f.1', '2130706433']) {
    expect(() => assertOutgoingUrlAllowed(`https://${host}/`, []), host).toThrow(NonPublicAddressError);
  }
});

test('a name that leads to a private address is refused as the connection is made', async () => {
  await expect(
    sendOutgoingRequest(assertOutgoingUrlAllowed('https://localhost/', []), { ...options(), trustedOrigins: [] }),
  ).rejects.toThrow(NonPublicAddressError);
});

test('a body goes out whole, with its length in bytes', async () => {
  const answer = await sendOutgoingRequest(new URL(origin), { ...options(), method: 'POST', body: 'ñandú' });
  expect(await text(answer)).toBe('POST 7 ñandú');
});

test('who does not answer in time, hangs up, or is given up on', async () => {
  await expect(sendOutgoingRequest(new URL('/silent', origin), { ...options(), headersWithinMs: 20 })).rejects.toThrow(
    OutgoingRequestTimeoutError,
  );
  await expect(sendOutgoingRequest(new URL('/cut', origin), options())).rejects.toThrow('socket hang up');
  const giving = AbortSignal.timeout(20);
  await expect(sendOutgoingRequest(new URL('/silent', origin), { ...options(), signal: giving })).rejects.toThrow(
    'aborted',
  );
});

test('a kept connection serves one request after another, and is replaced where the other side gave it up', async () => {
  const ask = async (isKept: boolean, path = '/'): Promise<string> =>
    text(await sendOutgoingRequest(new URL(path, origin), { ...options(), method: 'POST', body: 'x', isKept }));
  const before = connections;
  for (let time = 0; time < 3; time += 1) expect(await ask(true)).toBe('POST 1 x');
  expect(connections - before).toBe(1);
  await ask(false);
  expect(connections - before).toBe(2);
  server.closeAllConnections();
  expect(await ask(true)).toBe('POST 1 x');
  // The connection is cut again, and the error is reported.
  await expect(ask(true, '/cut')).rejects.toThrow('socket hang up');
});
