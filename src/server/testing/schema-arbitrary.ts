/** Draws values that a JSON schema of OpenAPI 3.1 allows, with fast-check. */
import * as fc from 'fast-check';
import type { JsonSchema } from '../../contract/openapi.ts';

/** The maximum length of lists. Long lists are tested where lists are read. */
const mostItems = 4;
const mostLetters = 60;

const moment = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString());
const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  uuid: fc.uuid(),
  date: moment.map((text) => text.slice(0, 10)),
  'date-time': moment,
  email: fc.emailAddress(),
  uri: fc.webUrl(),
};

export function arbitraryOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices =
    typeof schema.type === 'object'
      ? schema.type.map((type) => ({ ...schema, type }))
      : !schema.properties && (schema.anyOf ?? schema.oneOf);
  if (choices) return fc.oneof(...choices.map(arbitraryOf));
  switch (schema.type) {
    case 'string':
      return textOf(schema);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1_000_000 });
    case 'number': {
      const min = schema.minimum ?? schema.exclusiveMinimum ?? 0;
      return fc.double({
        min,
        max: schema.maximum ?? 1e6,
        minExcluded: schema.exclusiveMinimum !== undefined,
        noNaN: true,
      });
    }
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(arbitraryOf(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? mostItems, Math.max(mostItems, schema.minItems ?? 0)),
      });
    case 'object':
      return objectOf(schema);
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}

function textOf({ format, pattern, minLength = 0, maxLength = mostLetters }: JsonSchema): fc.Arbitrary<string> {
  const drawn =
    (format === undefined ? undefined : formats[format]) ??
    (pattern === undefined
      ? fc.string({ minLength, maxLength: Math.min(maxLength, mostLetters), unit: 'grapheme' })
      : fc.stringMatching(new RegExp(pattern)));
  return drawn.filter(({ length }) => length >= minLength && length <= maxLength);
}

function objectOf({
  properties = {},
  required = [],
  additionalProperties,
  propertyNames,
}: JsonSchema): fc.Arbitrary<unknown> {
  const known = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, arbitraryOf(schema)])),
    { requiredKeys: [...required] },
  );
  if (typeof additionalProperties !== 'object') return known;
  const names = arbitraryOf({ maxLength: 20, ...propertyNames, type: 'string' }) as fc.Arbitrary<string>;
  const more = fc.dictionary(names, arbitraryOf(additionalProperties), {
    maxKeys: mostItems,
  });
  return fc.tuple(more, known).map(([one, other]) => ({ ...one, ...other }));
}
