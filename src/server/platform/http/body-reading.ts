/** Converts a request body's bytes into the handler's input. A worker thread does it for large bodies. */
import { parse } from 'secure-json-parse';
import type { z } from 'zod';
import { AppError } from '../errors.ts';
import { validateAndSanitizeJsonTexts, parseJsonText } from './json-body.ts';
import { truncateLongJsonArrays, type JsonScanLimits } from './json-scan.ts';
import { validateBody } from './validate-body.ts';

/**
 * Last step of reading a request body, defined by a feature. The step may run in a worker thread, which imports the
 * module and uses its export `bodyReading`. The result must be plain objects, arrays, texts and numbers. Errors should
 * be AppErrors.
 */
export interface BodyReadingStep<I, O, P = void> {
  /** `import.meta.url` */
  readonly module: string;
  /**
   * Body size in bytes above which `read` runs in a worker thread; default 256 KiB. A feature with a slow `read` sets a
   * lower size. With 0, the body's bytes are moved to the worker, so the caller loses them.
   */
  readonly threadBytes?: number;
  /**
   * Converts a request body. The handler passes `parameters`, which must be plain data, because a worker thread may do
   * the conversion.
   */
  read(given: I, parameters: P): O | Promise<O>;
}

/**
 * Limits of a JSON body. They allow twice as many cells as the largest campaign has. Such a body takes some hundred
 * megabytes of memory.
 */
const limits: JsonScanLimits = { depth: 500, values: 4_000_000, members: 10_000, elements: 20_001 };

/**
 * Longest array that a request schema may allow. The JSON parser keeps one element more, so that the schema can report
 * an array that is too long.
 */
export const schemaArrayMaxElements = limits.elements - 1;

/**
 * Parses a JSON body, validates it by the endpoint's schema, then converts it by the feature's function `reading`.
 * @throws {AppError} `invalid_input` for missing or invalid JSON, `payload_too_large` if it exceeds the limits.
 */
export function parseAndValidateJsonBody(
  bytes: Uint8Array,
  schema: z.ZodType | undefined,
  reading: BodyReadingStep<unknown, unknown> | undefined,
): unknown {
  const parsed = parseJson(partsWithin(bytes, limits), parse);
  const valid = schema ? validateBody(schema, parsed) : parsed;
  return reading ? reading.read(valid) : valid;
}

/** Limits of JSON from known senders (webhooks). The depth is limited, because parsing uses memory for each level. */
const rawLimits: JsonScanLimits = { depth: 200_000, values: Infinity, members: Infinity, elements: Infinity };

/**
 * Parses JSON of a known sender without changing any text. It should have a few megabytes at most.
 * @throws {AppError} the same errors as `parseAndValidateJsonBody`.
 */
export function parseRawJson(bytes: Uint8Array): unknown {
  return parseJson(partsWithin(bytes, rawLimits), JSON.parse, false);
}

function partsWithin(bytes: Uint8Array, within: JsonScanLimits): readonly Uint8Array[] {
  const parts = truncateLongJsonArrays(bytes, within);
  if (parts === null) throw new AppError('payload_too_large');
  return parts;
}

function parseJson(parts: readonly Uint8Array[], parseText: (text: string) => unknown, cleaned = true): unknown {
  const text = parts
    .map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('utf8'))
    .join('');
  const value = parseJsonText(text, parseText);
  return cleaned ? validateAndSanitizeJsonTexts(text, value) : value;
}
