/** Converts a request body's bytes into the handler's input. Small bodies use the main thread, large ones a worker. */
import { parse } from 'secure-json-parse';
import type { z } from 'zod';
import { AppError } from '../errors.ts';
import { cleanTexts, parseJsonText } from './json-body.ts';
import { scanJson, type JsonLimits } from './json-scan.ts';
import { validateBody } from './validate-body.ts';

/**
 * A feature's own step in reading a request body, which may run in a worker. Its module exports it as `bodyReading` and
 * is imported by the worker. The result must be plain objects, arrays, texts and numbers. Errors should be AppErrors.
 */
export interface BodyReading<I, O, P = void> {
  /** `import.meta.url` */
  readonly module: string;
  /**
   * Size of the request body above which the step runs in the worker; 256 KiB by default. Slow steps set less. With 0,
   * the bytes are transferred instead of copied.
   */
  readonly threadBytes?: number;
  /** Reads the request body. `parameters` are plain data from the handler that are not in the body. */
  read(given: I, parameters: P): O | Promise<O>;
}

/** Limits of a JSON body. It may have twice the cells of the largest campaign, some hundred megabytes once parsed. */
const limits: JsonLimits = { depth: 500, values: 4_000_000, members: 10_000, elements: 20_001 };

/** Highest array maximum that an endpoint's schema may set, so that longer arrays get the schema's own message. */
export const maxArrayElements = limits.elements - 1;

/**
 * Parses a JSON body, validates it by the endpoint's schema, then runs the feature's step.
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

/** Limits of JSON from known senders. A parser stores a state for each open level, so the depth has a limit too. */
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
