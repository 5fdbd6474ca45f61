/** Validates a request body by its schema and reports the mistakes to the sender. Runs on any thread. */
import { z } from 'zod';
import { AppError } from '../errors.ts';
import { prefixMessageWithField } from './input-messages.ts';
import { assertNoUnknownRequestFields } from './unknown-fields.ts';

/** Maximum number of reported mistakes in a request body, because each one costs memory and time. */
const mostDetails = 1_000;

/**
 * Validates a request body and returns the schema's output. @throws {AppError} `invalid_input`. If there are unknown
 * fields, the error lists only them, otherwise the first mistakes in the schema's order.
 */
export function validateBody(schema: z.ZodType, body: unknown): unknown {
  assertNoUnknownRequestFields(schema, body, 'body');
  const result = schema.safeParse(withoutFlood(schema, body));
  if (result.success) return result.data;
  const details = result.error.issues.slice(0, mostDetails).map(({ path, message }) => ({
    path: path.join('/').replaceAll('/', '.'),
    message,
  }));
  const first = details[0];
  throw new AppError(
    'invalid_input',
    first ? { message: prefixMessageWithField(first.path, first.message), details } : {},
  );
}

/**
 * Cuts off each list of a request body after its first 1,000 errors. Otherwise the schema would collect the errors of
 * every invalid value.
 */
function withoutFlood(schema: z.ZodType, body: unknown): unknown {
  if (!(schema instanceof z.ZodObject) || typeof body !== 'object' || body === null) return body;
  const held = body as Readonly<Record<string, unknown>>;
  let kept = held;
  for (const [name, field] of Object.entries(schema.shape)) {
    const element = elementOf(field);
    const list = Object.hasOwn(held, name) ? held[name] : undefined;
    if (element === null || !Array.isArray(list)) continue;
    let mistakes = 0;
    const last = list.findIndex((item) => {
      mistakes += element.safeParse(item).error?.issues.length ?? 0;
      return mistakes >= mostDetails;
    });
    if (last !== -1) kept = { ...kept, [name]: list.slice(0, last + 1) as unknown[] };
  }
  return kept;
}

function elementOf(field: unknown): z.ZodType | null {
  if (field instanceof z.ZodArray) return field.element as z.ZodType;
  return field instanceof z.ZodDefault || field instanceof z.ZodOptional ? elementOf(field.unwrap()) : null;
}
