import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpServer } from './server.ts';
import { serveBuiltClient } from './static-files.ts';

const script = 'export const greeting = "hola";\n'.repeat(100);
const page =
  '<!doctype html>\n<html>\n  <head>\n    <script type="module" src="/assets/index-1.js"></script>\n  </head>\n</html>\n';
const loads = [
  { route: '/login', files: ['assets/login-1.js'], partFiles: [] },
  { route: '/', files: ['assets/console-1.js'], partFiles: ['assets/dashboard-1.js'] },
  { route: '/call/:id', files: ['assets/console-1.js', 'assets/call-1.js'], partFiles: [] },
];

const root = mkdtempSync(path.join(os.tmpdir(), 'vocero-client-'));
let app: FastifyInstance;
beforeAll(async () => {
  mkdirSync(path.join(root, 'assets'));
  mkdirSync(path.join(root, '.vite'));
  writeFileSync(path.join(root, 'index.html'), page);
  writeFileSync(path.join(root, '.vite/first-loads.json'), JSON.stringify(loads));
  writeFileSync(path.join(root, 'theme.js'), script);
  writeFileSync(path.join(root, 'assets/console-1.js'), script);
  writeFileSync(path.join(root, 'assets/console-1.js.br'), brotliCompressSync(script));
  writeFileSync(path.join(root, 'assets/console-1.js.gz'), gzipSync(script));
  app = await createHttpServer({
    log: pino({ level: 'silent' }),
    origins: { publicOrigin: null, allowedHosts: [] },
    trustProxy: false,
    requestsPerMinute: 1_000,
  });
  await serveBuiltClient(app, root);
});
afterAll(async () => {
  await app.close();
  rmSync(root, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { host: 'localhost', ...headers } });
const cookie = 'vocero_session=whatever';
/** The addresses named in a page's head, in order. */
const namedIn = (html: string): readonly string[] =>
  [...html.matchAll(/<link rel="(?:modulepreload|preload)".* href="(.+?)"/g)].map(([, href = '']) => href);

const anybodys = ['/api/auth/user', '/api/app/info'];
const signedIn = [...anybodys, '/api/workspaces/current', '/api/workspaces'];

describe('the page', () => {
  it.each([
    ['/', [...signedIn, '/assets/console-1.js', '/assets/dashboard-1.js']],
    ['/?period=30d', [...signedIn, '/assets/console-1.js', '/assets/dashboard-1.js']],
    ['/index.html', signedIn],
    ['/call/call_1', [...signedIn, '/assets/console-1.js', '/assets/call-1.js']],
    ['/nothing/of/ours', signedIn],
    ['/login', [...anybodys, '/assets/login-1.js']],
  ])('names at %s what somebody with a session begins with', async (url, expected) => {
    const { statusCode, body, headers } = await get(url, { cookie });
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(namedIn(body)).toEqual(expected);
    expect(body.replace(/ +<link .*\n/g, '')).toBe(page);
  });

  it('names the sign-in screen at every address where there is no session, and asks for no workspace', async () => {
    for (const url of ['/', '/call/call_1', '/login'])
      expect(namedIn((await get(url)).body)).toEqual([...anybodys, '/assets/login-1.js']);
  });

  it('stays out of shared caches, and is sent again only where it is another', async () => {
    const first = await get('/', { cookie });
    expect(first.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: expect.stringContaining('cookie') as string,
    });
    const { etag = '' } = first.headers as { etag?: string };
    const again = await get('/', { cookie, 'if-none-match': etag });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
    const afterLogout = await get('/', { 'if-none-match': etag });
    expect([afterLogout.statusCode, namedIn(afterLogout.body)]).toEqual([200, [...anybodys, '/assets/login-1.js']]);
  });

  it('has a policy of own files alone, styles and scripts too, and no markup, script or worker of a string', async () => {
    const { headers, body } = await get('/', { cookie });
    expect(headers['content-security-policy']).toBe(
      [
        "default-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types vocero-workers',
      ].join(';'),
    );
    expect(body).not.toMatch(/<script(?![^>]* src=)|<style| style=/);
  });

  it('is not what an unknown endpoint or file answers', async () => {
    for (const url of ['/api/nothing', '/assets/gone-1.js']) expect((await get(url)).statusCode).toBe(404);
  });
});

describe('files', () => {
  it.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip, deflate', gunzipSync],
  ])('go out as the build compressed them, as %s', async (encoding, accepted, unpack) => {
    const { headers, rawPayload } = await get('/assets/console-1.js', { 'accept-encoding': accepted });
    expect(headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': expect.stringMatching(/^(text|application)\/javascript/) as string,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-length': String(rawPayload.length),
      vary: expect.stringMatching(/accept-encoding/i) as string,
    });
    expect(unpack(rawPayload).toString()).toBe(script);
  });

  it('go out as they are to whoever takes nothing else', async () => {
    const plain = await get('/assets/console-1.js');
    expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, script]);
  });

  it('without a hash in their name are asked for again', async () => {
    expect((await get('/theme.js')).headers['cache-control']).toBe('no-cache');
  });

  it('are none but those of the client: neither its compressed forms nor what the build noted', async () => {
    expect((await get('/assets/console-1.js.br')).statusCode).toBe(404);
    const noted = await get('/.vite/first-loads.json', { cookie });
    expect([noted.headers['content-type'], namedIn(noted.body)]).toEqual(['text/html; charset=utf-8', signedIn]);
  });
});
