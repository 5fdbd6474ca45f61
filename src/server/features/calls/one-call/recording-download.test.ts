import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openRecordingDownload, RecordingLinkExpiredError } from './recording-download.ts';

describe('downloads', () => {
  const sound = Buffer.from('RIFF and then some sound');
  let server: http.Server;
  let origin: string;
  let asked: http.IncomingMessage[] = [];

  beforeAll(async () => {
    server = http.createServer((request, response) => {
      asked.push(request);
      const { pathname } = new URL(request.url ?? '/', 'http://x');
      const status = Number(/^\/status\/(\d+)/.exec(pathname)?.[1] ?? 0);
      if (status > 0)
        response.writeHead(status, { 'content-type': 'audio/wav', 'content-range': 'bytes */24' }).end('no');
      else if (pathname === '/page.wav') response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
      else if (pathname === '/huge.wav')
        response.writeHead(200, { 'content-type': 'audio/wav', 'content-length': 400 * 1024 * 1024 }).flushHeaders();
      else if (pathname === '/moved.wav') response.writeHead(302, { location: '/sound.wav' }).end();
      else if (pathname === '/inside.wav') response.writeHead(302, { location: 'http://127.0.0.1:1/sound.wav' }).end();
      else if (pathname === '/round.wav') response.writeHead(302, { location: '/round.wav' }).end();
      else if (pathname === '/cut.wav') {
        response.writeHead(200, { 'content-type': 'audio/wav', 'content-length': 1_000 });
        response.write('some', () => response.socket?.destroy());
      } else {
        const type = pathname === '/store.mp3' || pathname === '/store.bin' ? 'binary/octet-stream' : 'audio/x-wav';
        const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
        if (first === undefined)
          response.writeHead(200, { 'content-type': type, 'content-length': sound.length }).end(sound);
        else {
          const part = sound.subarray(Number(first), Number(last) + 1);
          response
            .writeHead(206, {
              'content-type': type,
              'content-range': `bytes ${first}-${last}/${sound.length}`,
              'content-length': part.length,
            })
            .end(part);
        }
      }
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterEach(() => {
    asked = [];
  });

  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });

  const open = (path: string, range?: string) =>
    openRecordingDownload(path.startsWith('/') ? origin + path : path, { trustedOrigin: origin, range });

  it('hand over the sound, without any credentials', async () => {
    const download = await open('/sound.wav');
    expect(download).toMatchObject({ status: 200, contentType: 'audio/wav', headers: { 'content-length': '24' } });
    expect(await buffer(download.body)).toEqual(sound);
    expect(asked[0]?.headers).not.toHaveProperty('authorization');
    expect(asked[0]?.headers).not.toHaveProperty('cookie');
  });

  it('pass one range through, and leave anything else out', async () => {
    const part = await open('/sound.wav', 'bytes=5-7');
    expect(part).toMatchObject({ status: 206, headers: { 'content-range': 'bytes 5-7/24', 'content-length': '3' } });
    expect((await buffer(part.body)).toString()).toBe('and');
    const whole = await open('/sound.wav', 'bytes=0-1,5-7\r\nx: y');
    expect(whole.status).toBe(200);
    await buffer(whole.body);
    const beyond = await open('/status/416', 'bytes=99-');
    expect(beyond).toMatchObject({ status: 416, headers: { 'content-range': 'bytes */24' } });
    expect((await buffer(beyond.body)).length).toBe(0);
  });

  it('take a nameless type for what the name says, if that is audio', async () => {
    const download = await open('/store.mp3');
    expect(download.contentType).toBe('audio/mpeg');
    await buffer(download.body);
    await expect(open('/store.bin')).rejects.toThrow('no audio');
  });

  it.each([403, 404, 410])('say that the link is gone on %i', async (status) => {
    await expect(open(`/status/${status}`)).rejects.toBeInstanceOf(RecordingLinkExpiredError);
  });

  it('follow a redirect that stays with the provider', async () => {
    const download = await open('/moved.wav');
    expect(await buffer(download.body)).toEqual(sound);
  });

  it.each([
    ['a page', '/page.wav', 'no audio'],
    ['too much', '/huge.wav', 'too large'],
    ['a failure', '/status/500', 'answered 500'],
    ['a redirect to the inside', '/inside.wav', 'only https'],
    ['a redirect without end', '/round.wav', 'answered 302'],
    ['plain http elsewhere', 'http://example.com/a.wav', 'only https'],
    ['a private address', 'https://127.0.0.1/a.wav', 'not public'],
    ['a private address in another writing', 'https://0x7f.1/a.wav', 'not public'],
    ['the address of the machine’s metadata', 'https://169.254.169.254/latest', 'not public'],
    ['a private IPv6 address', 'https://[::1]/a.wav', 'not public'],
    ['an IPv4 address inside IPv6', 'https://[::ffff:127.0.0.1]/a.wav', 'not public'],
    ['a name for a private address', 'https://localhost/a.wav', 'public addresses only'],
    ['credentials', 'https://user:secret@example.com/a.wav', 'without credentials'],
    ['another protocol', 'file:///etc/passwd', 'only https'],
  ])('refuse %s', async (_, address, message) => {
    await expect(open(address)).rejects.toThrow(message);
  });

  it('tell of a sound that is cut short', async () => {
    const download = await open('/cut.wav');
    await expect(buffer(download.body)).rejects.toThrow();
  });
});
