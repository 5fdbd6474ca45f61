/**
 * Parses JSON bodies. A body with U+0000 is refused. A lone surrogate is replaced by U+FFFD, because neither UTF-8 nor
 * PostgreSQL's json type can represent it.
 */
import type { FastifyInstance } from 'fastify';
import { parse } from 'secure-json-parse';
import { buildBrokenJsonErrorText } from '../../../labels/es.ts';
import { AppError } from '../errors.ts';
import { assertStorableTexts } from './plain-texts.ts';

/**
 * Matches a JSON escape of a surrogate (half of a UTF-16 pair). UTF-8 can't encode surrogates, so a JSON text can
 * contain a lone surrogate only as an escape.
 */
const surrogateEscape = /\\u[dD][89a-fA-F]/;
const nulEscape = String.raw`\u0000`;

export function registerJsonBodyParser(app: FastifyInstance): void {
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (_request, body, done) => {
    // Accept an empty body, because clients always set the content type. A schema may still require a body.
    if (body === '') return done(null);
    let value: unknown;
    try {
      value = validateAndSanitizeJsonTexts(body, parseJsonText(body));
    } catch (refused) {
      return done(refused as Error);
    }
    return done(null, value);
  });
}

/**
 * Parses a JSON text.
 * @throws {AppError} `invalid_input` with the line and column of the syntax error.
 */
export function parseJsonText(text: string, parseText: (text: string) => unknown = parse): unknown {
  try {
    return parseText(text);
  } catch (error) {
    const at = error instanceof SyntaxError ? positionOf(error, text) : null;
    if (at === null) throw new AppError('invalid_input', { cause: error });
    throw new AppError('invalid_input', {
      message: buildBrokenJsonErrorText(lineOf(text, at), columnOf(text, at)),
      cause: error,
    });
  }
}

/** Returns the line number of a position in a JSON text, from 1. Does not split the text into lines, to save memory. */
function lineOf(text: string, at: number): number {
  let line = 1;
  for (let end = text.indexOf('\n'); end !== -1 && end < at; end = text.indexOf('\n', end + 1)) line += 1;
  return line;
}

/** From 1. */
function columnOf(text: string, at: number): number {
  return at === 0 ? 1 : at - text.lastIndexOf('\n', at - 1);
}

/** Returns the position of a JSON syntax error. Null if it is unknown, as in texts that are too long to search. */
function positionOf({ message }: SyntaxError, text: string): number | null {
  const [, position] = /at position (\d+)/.exec(message) ?? [];
  if (position !== undefined) return Number(position);
  if (message.includes('end of JSON')) return text.length;
  // For an unexpected token V8 may report no position. It is the end of the longest prefix that can still become valid,
  // which a binary search finds.
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

/** True if a text can't be the beginning of any valid JSON text. */
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
 * Replaces lone surrogates in a parsed JSON value, in place. `json` is the text from which it was parsed.
 * @throws {AppError} `invalid_input` for U+0000, with the path.
 */
export function validateAndSanitizeJsonTexts(json: string, value: unknown): unknown {
  if (json.includes(nulEscape)) assertStorableTexts(value);
  return surrogateEscape.test(json) ? replaceLoneSurrogates(value) : value;
}

/** Replaces lone surrogates in all texts and member names of a JSON value, in place. */
export function replaceLoneSurrogates(value: unknown): unknown {
  const root: Record<string, unknown> = { value };
  const open: object[] = [root];
  for (let holder = open.pop(); holder; holder = open.pop()) {
    for (const [name, held] of Object.entries(holder)) {
      const repaired: unknown = typeof held === 'string' ? held.toWellFormed() : held;
      if (typeof repaired === 'object' && repaired !== null) open.push(repaired);
      if (!name.isWellFormed()) Reflect.deleteProperty(holder, name);
      if (repaired !== held || !name.isWellFormed()) Reflect.set(holder, name.toWellFormed(), repaired);
    }
  }
  return root['value'];
}
