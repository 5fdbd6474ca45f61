/**
 * JSON bodies. Half a surrogate pair, which JSON can escape and UTF-8 can't hold, becomes U+FFFD before anybody sees it:
 * PostgreSQL's json refuses it, and its text would quietly do the same.
 */
import type { FastifyInstance } from 'fastify';

/** Only an escape can bring one in. */
const surrogateEscape = /\\u[dD][89a-fA-F]/;

export function registerJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    parse(request, body, (error, value) => done(error, error === null && surrogateEscape.test(body) ? mendTexts(value) : value)),
  );
}

/** Every text and every name within, at any depth; changes `value` itself. */
export function mendTexts(value: unknown): unknown {
  const root: Record<string, unknown> = { value };
  const open: object[] = [root];
  for (let holder = open.pop(); holder; holder = open.pop()) {
    for (const [name, held] of Object.entries(holder)) {
      const mended: unknown = typeof held === 'string' ? held.toWellFormed() : held;
      if (typeof mended === 'object' && mended !== null) open.push(mended);
      if (!name.isWellFormed()) Reflect.deleteProperty(holder, name);
      if (mended !== held || !name.isWellFormed()) Reflect.set(holder, name.toWellFormed(), mended);
    }
  }
  return root['value'];
}
