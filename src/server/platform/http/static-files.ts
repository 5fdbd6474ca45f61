/** Serves the built client: its files, and the HTML page for every address of the browser's router. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendNotFoundOrMethodNotAllowed } from './error-handler.ts';
import { createHtmlPagePicker } from './page-heads.ts';
import { sessionCookieName } from './route.ts';

/** Serves the built client in `root`. Every other GET outside /api, /ws and /assets gets the HTML page. */
export async function serveBuiltClient(app: FastifyInstance, root: string): Promise<void> {
  if (!existsSync(path.join(root, 'index.html'))) {
    app.setNotFoundHandler(sendNotFoundOrMethodNotAllowed);
    return;
  }
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    cacheControl: false,
    // The build also writes .br and .gz versions of text files, which are sent under the original name.
    preCompressed: true,
    globIgnore: ['index.html', '**/*.br', '**/*.gz'],
    setHeaders(reply, file) {
      // Files under assets/ have a hash of their content in the name, so browsers may cache them for ever. All other
      // files must be revalidated.
      const isHashed = file.startsWith(path.join(root, 'assets') + path.sep);
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const pageOf = createHtmlPagePicker(root);
  const sendPage = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const [address = '/'] = request.url.split('?');
    const { html, etag } = pageOf(address, request.cookies[sessionCookieName] !== undefined);
    // The page depends on the presence of a session cookie, so shared caches must not store it.
    reply.headers({ 'cache-control': 'private, no-cache', etag, vary: 'cookie' });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type('text/html; charset=utf-8').send(html);
  };
  for (const address of ['/', '/index.html']) app.get(address, { config: { rateLimit: false } }, sendPage);
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' && !/^\/(api|ws|assets)(\/|\?|$)/.test(request.url);
    return wantsPage ? sendPage(request, reply) : sendNotFoundOrMethodNotAllowed(request, reply);
  });
}
