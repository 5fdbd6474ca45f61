// Sends every endpoint invalid values, field by field. Every message must be fit for a person.
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { apiEndpoints } from '../../../contract/api.ts';
import { getInputFieldLabel } from '../../../labels/field-names-es.ts';
import { prefixMessageWithField, setSpanishSchemaMessages } from './input-messages.ts';

beforeAll(setSpanishSchemaMessages);

const wrongs: readonly unknown[] = [
  undefined,
  null,
  '',
  'zz',
  'x'.repeat(100_000),
  -1,
  0.5,
  1e15,
  true,
  [],
  {},
  Array.from({ length: 30_000 }, () => 'zz'),
];

/** The schema's shape with `wrong` in place of every leaf field. */
function fill(schema: unknown, wrong: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return fill(schema.unwrap(), wrong);
  if (schema instanceof z.ZodPipe) return fill(schema.in instanceof z.ZodTransform ? schema.out : schema.in, wrong);
  if (schema instanceof z.ZodArray) return [fill(schema.element, wrong)];
  if (schema instanceof z.ZodRecord) return { zz: fill(schema.valueType, wrong) };
  if (schema instanceof z.ZodUnion)
    return fill(schema.options.find((option) => option instanceof z.ZodObject) ?? schema.options[0], wrong);
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(Object.entries(schema.shape).map(([key, inner]) => [key, fill(inner, wrong)]));
  return wrong;
}

const inputs = Object.entries(apiEndpoints).flatMap(([name, endpoint]) =>
  (['query', 'body'] as const).flatMap((part) => {
    const schema = (endpoint as Readonly<Partial<Record<typeof part, z.ZodType>>>)[part];
    return schema === undefined ? [] : [{ name: `${name}.${part}`, schema }];
  }),
);

/** Wire names, list values, and the schemas' own English words. */
const jargon =
  /[a-z]_[a-z]|[a-z][A-Z]|["|<>=]|\b(?:undefined|null|NaN|zz|uuid|string|number|boolean|array|object|invalid|expected|received|input|required|too|regex|enum)\b/;

test.each(inputs)('$name says in Spanish what is wrong, by the name on the screen', ({ schema }) => {
  const unfit = new Set<string>();
  const bodies = wrongs.flatMap((wrong) => [
    fill(schema, wrong),
    wrong,
    ...(schema instanceof z.ZodObject
      ? [Object.fromEntries(Object.keys(schema.shape).map((key) => [key, wrong]))]
      : []),
  ]);
  for (const body of bodies) {
    for (const { path, message } of schema.safeParse(body).error?.issues ?? []) {
      const place = path.join('.');
      const said = prefixMessageWithField(place, message);
      const wire = path.filter((part): part is string => typeof part === 'string' && part !== 'email');
      if (path.length > 0 && getInputFieldLabel(place) === null) unfit.add(`${place} has no name`);
      if (jargon.test(said) || wire.some((part) => new RegExp(`\\b${part}\\b`).test(said)))
        unfit.add(`${place}: ${said}`);
      if (path.length > 0 && !said.toLowerCase().includes((getInputFieldLabel(place) ?? '').toLowerCase()))
        unfit.add(`${place} is not named: ${said}`);
    }
  }
  expect([...unfit]).toEqual([]);
});
