/** Converts a body's bytes into the handler's input. Small bodies use the main thread, large ones a worker. */
import { parse } from 'secure-json-parse';
import type { z } from 'zod';
import { AppError } from '../errors.ts';
import { cleanTexts, parseJsonText } from './json-body.ts';
import { scanJson, type JsonLimits } from './json-scan.ts';
import { validateBody } from './validate-body.ts';

/**
 * A feature's pure step on a body, which may run in another thread. Its module exports it as `bodyReading` and is
 * imported in that thread. The result must be plain objects, arrays, texts and numbers. Errors should be AppErrors.
 */
export interface BodyReading<I, O, P = void> {
  /** `import.meta.url` */
  readonly module: string;
  /**
   * The body size above which the step runs in the thread; 256 KiB by default. Slow work sets less. With 0, the bytes
   * are transferred instead of copied.
   */
  readonly threadBytes?: number;
  /** Reads the body. `parameters` are plain data from the handler that are not in the body. */
  read(given: I, parameters: P): O | Promise<O>;
}

/** Twice the cells of the largest campaign, which take a few hundred megabytes once parsed. */
const limits: JsonLimits = { depth: 500, values: 4_000_000, members: 10_000, elements: 20_001 };

/** Highest array maximum a schema may set. An array just over it still gets the schema's own message. */
export const maxArrayElements = limits.elements - 1;

/**
 * Validates the body with the schema, then runs the feature's step.
 * @throws {AppError} `invalid_input` for no JSON or invalid JSON, `payload_too_large` if parsing costs too much.
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

/** The depth limit is needed because a parser stores a state for each open level. The length bounds the rest. */
const rawLimits: JsonLimits = { depth: 200_000, values: Infinity, members: Infinity, elements: Infinity };

/**
 * Parses JSON of a known sender, at most a few megabytes. Nothing is omitted or corrected.
 * @throws {AppError} the same errors as `readJsonBody`.
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
