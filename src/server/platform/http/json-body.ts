/**
 * JSON bodies. Half a surrogate pair, which JSON can escape and UTF-8 can't hold, becomes U+FFFD before anybody sees it:
 * PostgreSQL's json refuses it, and its text would quietly do the same. A body with U+0000 is refused.
 */
import type { FastifyInstance } from 'fastify';
import { assertPlainTexts } from './plain-texts.ts';

/** Only an escape can bring them in. */
const surrogateEscape = /\\u[dD][89a-fA-F]/;
const nulEscape = String.raw`\u0000`;

export function registerJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Clients name the type of every request; whether one may come without a body, its endpoint's schema says.
    if (body === '') return done(null);
    return parse(request, body, (error, value) => {
      if (error !== null) return done(error);
      let cleaned: unknown;
      try {
        cleaned = cleanTexts(body, value);
      } catch (refused) {
        return done(refused as Error);
      }
      return done(null, cleaned);
    });
  });
}

/**
 * What came out of a JSON text, with its texts as the rest of the server may have them; changes `value` itself.
 * @throws {AppError} `invalid_input` for U+0000, naming the place.
 */
export function cleanTexts(json: string, value: unknown): unknown {
  if (json.includes(nulEscape)) assertPlainTexts(value);
  return surrogateEscape.test(json) ? mendTexts(value) : value;
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
