/**
 * JSON bodies. Half a surrogate pair, which JSON can escape and UTF-8 can't hold, becomes U+FFFD before anybody sees it:
 * PostgreSQL's json refuses it, and its text would quietly do the same. A body with U+0000 is refused.
 */
import type { FastifyInstance } from 'fastify';
import { parse } from 'secure-json-parse';
import { brokenJsonAt } from '../../../labels/es.ts';
import { AppError } from '../errors.ts';
import { assertPlainTexts } from './plain-texts.ts';

/** Only an escape can bring them in. */
const surrogateEscape = /\\u[dD][89a-fA-F]/;
const nulEscape = String.raw`\u0000`;

export function registerJsonBodies(app: FastifyInstance): void {
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (_request, body, done) => {
    // Clients name the type of every request; whether one may come without a body, its endpoint's schema says.
    if (body === '') return done(null);
    let value: unknown;
    try {
      value = cleanTexts(body, parseJsonText(body));
    } catch (refused) {
      return done(refused as Error);
    }
    return done(null, value);
  });
}

/**
 * The value of a JSON text.
 * @throws {AppError} `invalid_input`, which says in which line and column the text stops being JSON.
 */
export function parseJsonText(text: string, parseText: (text: string) => unknown = parse): unknown {
  try {
    return parseText(text);
  } catch (error) {
    const at = error instanceof SyntaxError ? positionOf(error, text) : null;
    if (at === null) throw new AppError('invalid_input', { cause: error });
    throw new AppError('invalid_input', { message: brokenJsonAt(lineOf(text, at), columnOf(text, at)), cause: error });
  }
}

/** From 1. Without a list of the lines, which may be millions. */
function lineOf(text: string, at: number): number {
  let line = 1;
  for (let end = text.indexOf('\n'); end !== -1 && end < at; end = text.indexOf('\n', end + 1)) line += 1;
  return line;
}

/** From 1. */
function columnOf(text: string, at: number): number {
  return at === 0 ? 1 : at - text.lastIndexOf('\n', at - 1);
}

/** Null: the text is JSON with a name that is refused, or too long to look for the place. */
function positionOf({ message }: SyntaxError, text: string): number | null {
  const [, position] = /at position (\d+)/.exec(message) ?? [];
  if (position !== undefined) return Number(position);
  if (message.includes('end of JSON')) return text.length;
  // V8 says no place for a token that it did not expect: the shortest beginning that it refuses ends there.
  if (!message.startsWith('Unexpected token') || text.length > longestSearched) return null;
  let [whole, broken] = [0, text.length];
  while (broken - whole > 1) {
    const middle = (whole + broken) >> 1;
    if (isBroken(text.slice(0, middle))) broken = middle;
    else whole = middle;
  }
  return whole;
}

const longestSearched = 64 * 1024;

/** Whether the text is wrong however it goes on. */
function isBroken(beginning: string): boolean {
  try {
    JSON.parse(beginning);
    return false;
  } catch (error) {
    const { message } = error as SyntaxError;
    return !message.includes('end of JSON') && !message.includes(`at position ${beginning.length} `);
  }
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
