/** How the bytes of a body become what a handler gets: the same steps on the main thread for small ones and in a worker for large ones. */
import { parse } from 'secure-json-parse';
import type { z } from 'zod';
import { AppError } from '../errors.ts';
import { cleanTexts, parseJsonText } from './json-body.ts';
import { scanJson, type JsonLimits } from './json-scan.ts';
import { validateBody } from './validate-body.ts';

/**
 * A feature's step on a body, pure, that may run in another thread: its module exports it as `bodyReading`, and is imported
 * there. What it answers travels between threads: plain objects, arrays, texts, numbers. What it throws should be an AppError.
 */
export interface BodyReading<I, O, P = void> {
  /** `import.meta.url` */
  readonly module: string;
  /**
   * Larger bodies are read in the thread; 256 KiB by default. Work that is slow per byte sets less. With 0, the bytes are transferred
   * instead of copied.
   */
  readonly threadBytes?: number;
  /** `parameters`: plain data from the handler that is not in the body. */
  read(given: I, parameters: P): O | Promise<O>;
}

/** Two campaigns' worth of cells; some hundred megabytes once parsed. */
const limits: JsonLimits = { depth: 500, values: 4_000_000, members: 10_000, elements: 20_001 };

/** Longest array that a schema may ask for: of more elements the schema is to say that they are too many. */
export const longestList = limits.elements - 1;

/**
 * The body as the schema puts it out, then as the feature's step does.
 * @throws {AppError} `invalid_input` for what is no JSON or not by the schema, `payload_too_large` for what costs too much to parse.
 */
export function readJsonBody(
  bytes: Uint8Array,
  schema: z.ZodType | undefined,
  reading: BodyReading<unknown, unknown> | undefined,
): unknown {
  const parsed = parseJson(partsWithin(bytes, limits), parse);
  const valid = schema ? validateBody(schema, parsed) : parsed;
  return reading ? reading.read(valid) : valid;
}

/** What a parser remembers of each open level costs most for its length; all else the length bounds well enough. */
const rawLimits: JsonLimits = { depth: 200_000, values: Infinity, members: Infinity, elements: Infinity };

/**
 * JSON of some megabytes at most, its sender known: whatever it holds, nothing of it is left out or mended.
 * @throws {AppError} as `readJsonBody` does.
 */
export function parseRawJson(bytes: Uint8Array): unknown {
  return parseJson(partsWithin(bytes, rawLimits), JSON.parse, false);
}

function partsWithin(bytes: Uint8Array, within: JsonLimits): readonly Uint8Array[] {
  const parts = scanJson(bytes, within);
  if (parts === null) throw new AppError('payload_too_large');
  return parts;
}

function parseJson(parts: readonly Uint8Array[], parseText: (text: string) => unknown, cleaned = true): unknown {
  const text = parts
    .map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('utf8'))
    .join('');
  const value = parseJsonText(text, parseText);
  return cleaned ? cleanTexts(text, value) : value;
}
