/** Finds unknown field names in a request, because a misspelled option would otherwise be ignored silently. */
import { z } from 'zod';
import { AppError } from '../errors.ts';

const mostNamed = 20;

/**
 * Refuses a request with unknown field names. Fields of the response schema `sentBack` are ignored, because clients may
 * send back an object that they received.
 * @throws {AppError} `invalid_input` that names the unknown fields or query parameters.
 */
export function assertNoUnknownRequestFields(
  schema: z.ZodType | undefined,
  given: unknown,
  kind: 'body' | 'query',
  sentBack?: z.ZodType,
): void {
  // If an endpoint has no body schema, the request body is ignored. If it has no query schema, all query parameters are
  // unknown.
  if (schema === undefined && kind === 'body') return;
  const strangers = listUnknown(schema ?? z.object({}), given);
  const alsoStrange = new Set(sentBack && strangers.length > 0 ? listUnknown(sentBack, given) : strangers);
  const paths = strangers.filter((path) => alsoStrange.has(path)).slice(0, mostNamed);
  const [one, ...others] = paths;
  if (one === undefined) return;
  const noun = kind === 'body' ? 'Campo' : 'Parámetro';
  const single = `${noun} desconocido`;
  throw new AppError('invalid_input', {
    message: others.length === 0 ? `${single}: ${one}.` : `${noun}s desconocidos: ${paths.join(', ')}.`,
    details: paths.map((path) => ({ path, message: single })),
  });
}

function listUnknown(schema: z.ZodType, given: unknown): string[] {
  if (typeof given !== 'object' || given === null || !holdsObject(schema)) return [];
  const inner = innerOf(schema);
  if (inner) return listUnknown(inner, given);
  if (schema instanceof z.ZodUnion) {
    // For a union schema, use the option with the fewest unknown fields, because the sender probably meant that option.
    const found = (schema.options as z.ZodType[]).map((option) => listUnknown(option, given));
    return found.toSorted((one, other) => one.length - other.length)[0] ?? [];
  }
  if (schema instanceof z.ZodArray)
    return Array.isArray(given) ? within(given.entries(), () => schema.element as z.ZodType) : [];
  if (schema instanceof z.ZodRecord) return within(Object.entries(given), () => schema.valueType as z.ZodType);
  if (!(schema instanceof z.ZodObject)) return [];
  const { shape } = schema as z.ZodObject<Record<string, z.ZodType>>;
  const isOpen = schema.def.catchall !== undefined && !(schema.def.catchall instanceof z.ZodNever);
  const strangers = isOpen ? [] : Object.keys(given).filter((name) => !Object.hasOwn(shape, name));
  return [...strangers, ...within(Object.entries(given), (name) => shape[name])];
}

function within(
  parts: Iterable<readonly [string | number, unknown]>,
  schemaOf: (name: string) => z.ZodType | undefined,
): string[] {
  const found: string[] = [];
  for (const [name, part] of parts) {
    const schema = schemaOf(String(name));
    if (schema) found.push(...listUnknown(schema, part).map((path) => `${name}.${path}`));
    if (found.length >= mostNamed) break;
  }
  return found;
}

function innerOf(schema: z.ZodType): z.ZodType | null {
  if (schema instanceof z.ZodPipe) return schema.in as z.ZodType;
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly
  )
    return schema.unwrap() as z.ZodType;
  return null;
}

const known = new WeakMap<z.ZodType, boolean>();

/** True if a schema contains an object at any depth. Otherwise its input can have no unknown field names. */
function holdsObject(schema: z.ZodType): boolean {
  const found = known.get(schema) ?? findObject(schema);
  known.set(schema, found);
  return found;
}

function findObject(schema: z.ZodType): boolean {
  const inner = innerOf(schema);
  if (inner) return holdsObject(inner);
  if (schema instanceof z.ZodUnion) return (schema.options as z.ZodType[]).some(holdsObject);
  if (schema instanceof z.ZodArray) return holdsObject(schema.element as z.ZodType);
  if (schema instanceof z.ZodRecord) return holdsObject(schema.valueType as z.ZodType);
  return schema instanceof z.ZodObject;
}
