/** A JSON schema in words, and a value of its shape. */
import type { JsonSchema } from '../../../contract/openapi.ts';
import { apiReferenceLabels as labels } from '../../../labels/api-reference-es.ts';
import { known } from '../../../labels/known.ts';

/** 'lista de entero', '"now" o "scheduled"'. */
export function typeText(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(labels.or);
  const choices = choicesOf(schema);
  if (choices) return [...new Set(choices.map(typeText))].join(labels.or);
  if (schema.type === 'array') return labels.list(typeText(schema.items ?? {}));
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object')
    return labels.map(
      typeText(schema.additionalProperties),
      schema.propertyNames?.enum ? typeText(schema.propertyNames) : null,
    );
  return known(labels.types, schema.format ?? '') ?? known(labels.types, String(schema.type)) ?? labels.types.any;
}

/** Null: it is of one kind. */
function choicesOf(schema: JsonSchema): readonly JsonSchema[] | null {
  if (typeof schema.type === 'object') return schema.type.map((type) => ({ ...schema, type }));
  // The choices of an object only say which fields go together.
  return schema.properties ? null : (schema.anyOf ?? schema.oneOf ?? null);
}

export interface SchemaField {
  readonly name: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

/** The fields of an object and of those within it: 'rejectedRows[].row', and of any key 'retryPolicy.*.attempts'. */
export function fieldsOf({ properties = {}, required = [] }: JsonSchema, place = ''): SchemaField[] {
  return Object.entries(properties).flatMap(([key, schema]) => {
    const name = place + key;
    const { description } = schema;
    const field = { name, required: required.includes(key), schema, ...(description !== undefined && { description }) };
    const others = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {};
    return [
      field,
      ...fieldsOf(schema, `${name}.`),
      ...fieldsOf(schema.items ?? {}, `${name}[].`),
      ...fieldsOf(others, `${name}.*.`),
    ];
  });
}

const deepest = 6;

/** Every place filled with what it may hold, so that the shape shows. */
export function sampleOf(schema: JsonSchema, depth = 0): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.default !== undefined) return schema.default;
  const choices = choicesOf(schema);
  if (choices) return sampleOf(choices.find(({ type }) => type !== 'null') ?? {}, depth);
  if (depth > deepest) return null;
  switch (schema.type) {
    case 'array':
      return [sampleOf(schema.items ?? {}, depth + 1)];
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, held]) => [name, sampleOf(held, depth + 1)]),
      );
    case 'integer':
    case 'number':
      return schema.minimum ?? 0;
    case 'boolean':
      return true;
    case 'string':
      return known(samples, schema.format ?? '') ?? 'texto';
    default:
      return null;
  }
}

const samples = {
  uuid: '00000000-0000-4000-8000-000000000000',
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00.000Z',
  email: 'ana@ejemplo.com',
  uri: 'https://ejemplo.com',
} as const;
