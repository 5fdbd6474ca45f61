/** The console's own files, and the page for every address that the browser's router owns. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { sendNotFound } from './error-handler.ts';

/** Serves `root` (the built client). Unknown paths under /api answer JSON 404; any other GET gets the page. */
export async function registerStaticFiles(app: FastifyInstance, root: string): Promise<void> {
  const hasPage = existsSync(path.join(root, 'index.html'));
  if (hasPage) {
    await app.register(fastifyStatic, {
      root,
      wildcard: false,
      index: false,
      cacheControl: false,
      setHeaders(reply, file) {
        // Names under assets/ carry a hash of their content; all others must be asked for again.
        const isHashed = file.startsWith(path.join(root, 'assets') + path.sep);
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
    app.get('/', { config: { rateLimit: false } }, (_request, reply) => reply.sendFile('index.html'));
  }
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = hasPage && request.method === 'GET' && !/^\/(api|ws|assets)(\/|\?|$)/.test(request.url);
    return wantsPage ? reply.sendFile('index.html') : sendNotFound(request, reply);
  });
}
