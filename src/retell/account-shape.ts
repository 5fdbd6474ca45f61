// The anonymous shape of the provider's responses: the names of fields, the kinds of their values, and the known values
// of enum-like fields. No other value is kept. For a free-form object, even the field names are dropped.
import { z } from 'zod';
import { disconnectionReasonSeverities } from './disconnection-reasons.ts';
import { toLenientFieldSchema } from './lenient.ts';
import { reliedOnCallListFields, providerContracts } from './relied-on.ts';
import { wireConcurrencySchema, wireKeyInfoSchema } from './wire-account.ts';
import {
  wireAgentListSchema,
  wireAgentSchema,
  wireAgentVersionSchema,
  wirePostCallAnalysisItemSchema,
} from './wire-agent.ts';
import { providerCallStatuses, dataStorageSettings, userSentiments, wireCallSchema } from './wire-call.ts';
import { wireCallListPageSchema } from './wire-list-calls.ts';
import { wirePhoneNumberListSchema } from './wire-number.ts';
import { providerWebhookEventNames } from './wire-webhook.ts';

const saidItem = z.looseObject({
  role: toLenientFieldSchema(z.string()),
  content: toLenientFieldSchema(z.string()),
  tool_call_id: toLenientFieldSchema(z.string()),
  name: toLenientFieldSchema(z.string()),
  arguments: toLenientFieldSchema(z.string()),
  successful: toLenientFieldSchema(z.boolean()),
  words: toLenientFieldSchema(z.array(z.unknown())),
});
const engineSchema = z.looseObject({
  type: toLenientFieldSchema(z.string()),
  llm_id: toLenientFieldSchema(z.string()),
  conversation_flow_id: toLenientFieldSchema(z.string()),
});
const callSchema = wireCallSchema.extend({
  transcript_with_tool_calls: toLenientFieldSchema(z.array(saidItem)),
  scrubbed_transcript_with_tool_calls: toLenientFieldSchema(z.array(saidItem)),
});
const pageOf = <T extends z.ZodType>(item: T) =>
  z.looseObject({
    items: z.array(item),
    has_more: toLenientFieldSchema(z.boolean()),
    pagination_key: toLenientFieldSchema(z.string()),
  });

/** Response schemas of the provider's read-only endpoints. They also describe fields that only other modules parse. */
const answerSchemas = {
  getKeyInfo: wireKeyInfoSchema,
  getConcurrency: wireConcurrencySchema,
  listPhoneNumbers: wirePhoneNumberListSchema,
  listAgents: wireAgentListSchema,
  getAgent: wireAgentSchema.extend({
    response_engine: toLenientFieldSchema(engineSchema),
    post_call_analysis_data: toLenientFieldSchema(z.array(wirePostCallAnalysisItemSchema)),
  }),
  listAgentVersions: pageOf(wireAgentVersionSchema),
  listCalls: wireCallListPageSchema.extend({ items: z.array(callSchema) }),
  getCall: callSchema,
} as const satisfies Partial<Record<keyof typeof providerContracts, z.ZodType>>;

/** Name of a provider endpoint that only reads, so that calling it changes nothing in the account. */
export type ReadOnlyRetellEndpoint = keyof typeof answerSchemas;
export const readOnlyRetellEndpoints = Object.keys(answerSchemas) as readonly ReadOnlyRetellEndpoint[];

const callWords = {
  call_type: ['phone_call', 'web_call'],
  call_status: providerCallStatuses,
  direction: ['inbound', 'outbound'],
  disconnection_reason: Object.keys(disconnectionReasonSeverities),
  data_storage_setting: dataStorageSettings,
  'call_analysis.user_sentiment': userSentiments,
} as const;
const saidWords = [
  'agent',
  'user',
  'transfer_target',
  'tool_call_invocation',
  'tool_call_result',
  'node_transition',
  'dtmf',
  'sms',
  'injected',
] as const;

/** Known values of each enum-like field of the provider's responses, by endpoint and field path. */
export const knownProviderEnumValues: Readonly<
  Partial<Record<ReadOnlyRetellEndpoint, Readonly<Record<string, readonly string[]>>>>
> = {
  listAgents: { 'items[].channel': ['voice', 'chat'] },
  getAgent: {
    'webhook_events[]': providerWebhookEventNames,
    data_storage_setting: dataStorageSettings,
    'response_engine.type': ['retell-llm', 'custom-llm', 'conversation-flow'],
    'post_call_analysis_data[].type': ['string', 'enum', 'boolean', 'number', 'system-presets'],
  },
  listPhoneNumbers: { 'items[].phone_number_type': ['retell-twilio', 'retell-telnyx', 'custom'] },
  listCalls: Object.fromEntries(Object.entries(callWords).map(([path, words]) => [`items[].${path}`, words])),
  getCall: {
    ...callWords,
    'transcript_object[].role': ['agent', 'user', 'transfer_target'],
    'transcript_with_tool_calls[].role': saidWords,
    'scrubbed_transcript_with_tool_calls[].role': saidWords,
  },
};

/**
 * Kinds of values in the provider's responses. `time_ms` and `time_s` are numbers large enough to be a time since the
 * epoch, in ms or s.
 */
const valueKinds = ['string', 'number', 'time_ms', 'time_s', 'boolean', 'object', 'list', 'null'] as const;
export type JsonValueKind = (typeof valueKinds)[number];

const fieldShapeSchema = z.strictObject({
  kinds: z.array(z.enum(valueKinds)).min(1),
  /** True if the field was sometimes missing. */
  sometimes: z.literal(true).optional(),
  /** The words of the field that occurred. */
  words: z.array(z.string().max(80)).optional(),
});
export type AnonymousFieldShape = z.infer<typeof fieldShapeSchema>;
/** Shape of each field in an endpoint's responses. Key: the field's path, such as `items[].call_id`. */
export type ProviderResponseShape = Readonly<Record<string, AnonymousFieldShape>>;
export type ResponseShapesByEndpoint = Readonly<Partial<Record<ReadOnlyRetellEndpoint, ProviderResponseShape>>>;

/** Schema of the account report, a file that `npm run check-provider` writes and the provider simulator loads. */
export const providerAccountCheckReportSchema = z.object({
  format: z.literal('vocero-account-report'),
  version: z.literal(1),
  checks: z.array(z.object({ check: z.string(), verdict: z.string(), reason: z.string().nullable() })),
  shapes: z.partialRecord(z.enum(readOnlyRetellEndpoints), z.record(z.string(), fieldShapeSchema)),
});
export type ProviderAccountCheckReport = z.infer<typeof providerAccountCheckReportSchema>;

/** Combines all responses of one provider endpoint into a list of their fields and value kinds, without values. */
export function computeResponseShape(
  endpoint: ReadOnlyRetellEndpoint,
  answers: readonly unknown[],
): ProviderResponseShape {
  const seen = new Map<string, { readonly kinds: Set<JsonValueKind>; readonly words: Set<string>; count: number }>();
  const objects = new Map<string, number>();
  const words = knownProviderEnumValues[endpoint] ?? {};

  function look(value: unknown, schema: z.ZodType | undefined, path: string): void {
    if (path !== '') {
      const field = seen.get(path) ?? { kinds: new Set(), words: new Set(), count: 0 };
      seen.set(path, field);
      field.kinds.add(classifyJsonValue(value));
      field.count += 1;
      const known = words[path];
      if (known && typeof value === 'string')
        field.words.add(known.includes(value) ? value : redactUnlessPlainWord(value));
    }
    const bare = schema && unwrapLenientSchema(schema);
    if (Array.isArray(value)) {
      const element = bare && elementOf(bare);
      if (element) for (const item of value) look(item, element, `${path}[]`);
    } else if (isPlainObject(value) && bare instanceof z.ZodObject) {
      objects.set(path, (objects.get(path) ?? 0) + 1);
      for (const [name, child] of Object.entries(value)) {
        const part = Object.hasOwn(bare.shape, name) ? (bare.shape as Record<string, z.ZodType>)[name] : undefined;
        look(child, part, join(path, part ? name : redactUnsafeFieldName(name)));
      }
    }
  }
  for (const answer of answers) look(answer, answerSchemas[endpoint], '');

  const paths = [...seen.keys()].sort();
  return Object.fromEntries(
    paths.map((path) => {
      const field = seen.get(path);
      const isSometimes = !path.endsWith('[]') && (field?.count ?? 0) < (objects.get(parentOf(path)) ?? 0);
      const shape: AnonymousFieldShape = {
        kinds: [...(field?.kinds ?? [])].sort(),
        ...(isSometimes ? { sometimes: true as const } : {}),
        ...(field && field.words.size > 0 ? { words: [...field.words].sort() } : {}),
      };
      return [path, shape];
    }),
  );
}

export interface ResponseFieldProblems {
  /** Required fields that some answer lacks. */
  readonly missing: readonly string[];
  /** Fields of the provider's responses whose type differs from our schema. */
  readonly mistyped: readonly { readonly field: string; readonly kind: JsonValueKind }[];
}

/** Finds fields in the provider's responses that contradict what our code assumes about them (relied-on.ts). */
export function findResponseFieldProblems(
  endpoint: ReadOnlyRetellEndpoint,
  answers: readonly unknown[],
): ResponseFieldProblems {
  const row: { readonly reads: Readonly<Record<string, string>>; readonly needs?: readonly string[] } =
    providerContracts[endpoint];
  const isList = endpoint === 'listCalls';
  const relied = [
    ...Object.keys(row.reads),
    ...(isList ? Object.keys(reliedOnCallListFields).map((field) => `items[].${field}`) : []),
  ];
  const needs = new Set([
    ...(row.needs ?? []),
    ...(isList ? providerContracts.getCall.needs.map((field) => `items[].${field}`) : []),
  ]);
  const missing: string[] = [];
  const mistyped = new Map<string, JsonValueKind>();
  for (const field of relied) {
    const schema = schemaAt(answerSchemas[endpoint], splitFieldPath(field));
    for (const value of answers.flatMap((answer) => readValuesAtPath(answer, splitFieldPath(field)))) {
      if (value === undefined || value === null) {
        if (needs.has(field) && !missing.includes(field)) missing.push(field);
      } else if (schema && !schema.safeParse(value).success) mistyped.set(field, classifyJsonValue(value));
    }
  }
  return { missing, mistyped: [...mistyped].map(([field, kind]) => ({ field, kind })) };
}

/**
 * Returns the names of fields in the provider's responses that our schema lacks. If the response is a list, the fields
 * of its items are checked.
 */
export function findUnknownProviderFields(
  endpoint: ReadOnlyRetellEndpoint,
  answers: readonly unknown[],
): readonly string[] {
  const item = schemaAt(answerSchemas[endpoint], ['items', '[]']);
  const isList = item !== undefined;
  const known = item ?? answerSchemas[endpoint];
  if (!(known instanceof z.ZodObject)) return [];
  const objects = isList ? answers.flatMap((answer) => readValuesAtPath(answer, ['items', '[]'])) : answers;
  const names = objects.flatMap((each) => (isPlainObject(each) ? Object.keys(each) : []));
  return [...new Set(names.filter((name) => !Object.hasOwn(known.shape, name)).map(redactUnsafeFieldName))].sort();
}

/** Returns the names of the fields that our schema has at a field path. The path '' means the response itself. */
export function listSchemaFieldsAtPath(endpoint: ReadOnlyRetellEndpoint, path: string): ReadonlySet<string> {
  const schema = schemaAt(answerSchemas[endpoint], path === '' ? [] : splitFieldPath(path));
  return new Set(schema instanceof z.ZodObject ? Object.keys(schema.shape) : []);
}

/** Returns the unknown values of an enum-like field. A value that might be private is replaced by '*'. */
export function findUnknownFieldValues(
  endpoint: ReadOnlyRetellEndpoint,
  path: string,
  answers: readonly unknown[],
): readonly string[] {
  const known = knownProviderEnumValues[endpoint]?.[path] ?? [];
  const words = answers
    .flatMap((answer) => readValuesAtPath(answer, splitFieldPath(path)))
    .filter((value) => typeof value === 'string');
  return [...new Set(words.filter((word) => !known.includes(word)).map(redactUnlessPlainWord))].sort();
}

/** Placeholder in account reports for a field name or value that might identify the account. */
export const redactionPlaceholder = '*';

/**
 * Returns a field's name, or '*' if the name does not consist of plain words as the provider's own names do. Such a
 * name might contain a customer's data.
 */
export function redactUnsafeFieldName(name: string): string {
  return name.length <= 60 && /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(name) && !/\d{3}/.test(name)
    ? name
    : redactionPlaceholder;
}

/**
 * Returns the value if it looks like an enum value, such as 'user_hangup'. Otherwise the value might be private, so the
 * placeholder '*' is returned.
 */
export function redactUnlessPlainWord(word: string): string {
  return word.length <= 60 && /^[a-z]+(?:[_-][a-z]+)*$/i.test(word) ? word : redactionPlaceholder;
}

export function classifyJsonValue(value: unknown): JsonValueKind {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'number')
    return isEpochMilliseconds(value) ? 'time_ms' : isEpochMilliseconds(value * 1_000) ? 'time_s' : 'number';
  return typeof value === 'string' ? 'string' : typeof value === 'boolean' ? 'boolean' : 'object';
}

/** True if the number is a time between 2015 and 2100, in ms since the epoch. */
export function isEpochMilliseconds(ms: number): boolean {
  return ms > 1_420_000_000_000 && ms < 4_100_000_000_000;
}

export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Splits a field path into steps: `transcript_object[].role` becomes transcript_object, [], role. */
export function splitFieldPath(path: string): readonly string[] {
  return path.split('.').flatMap((part) => (part.endsWith('[]') ? [part.slice(0, -2), '[]'] : [part]));
}

/**
 * Returns all values at a field path of the provider's response. If only the last field of the path is missing, its
 * value is undefined.
 */
export function readValuesAtPath(value: unknown, [step, ...rest]: readonly string[]): unknown[] {
  if (step === undefined) return [value];
  if (step === '[]') return Array.isArray(value) ? value.flatMap((item) => readValuesAtPath(item, rest)) : [];
  if (!isPlainObject(value)) return [];
  return readValuesAtPath(Object.hasOwn(value, step) ? value[step] : undefined, rest);
}

function schemaAt(schema: z.ZodType, [step, ...rest]: readonly string[]): z.ZodType | undefined {
  const bare = unwrapLenientSchema(schema);
  if (step === undefined) return bare;
  if (step === '[]') {
    const element = elementOf(bare);
    return element && schemaAt(element, rest);
  }
  const part = bare instanceof z.ZodObject ? (bare.shape as Record<string, z.ZodType>)[step] : undefined;
  return part && schemaAt(part, rest);
}

const bareSchemas = new WeakMap<z.ZodType, z.ZodType>();
const elements = new WeakMap<z.ZodType, { readonly element: z.ZodType | undefined }>();

/** Returns a zod schema without its optional, nullable and catch wrappers. Cached, because every value needs it. */
export function unwrapLenientSchema(schema: z.ZodType): z.ZodType {
  const known = bareSchemas.get(schema) ?? unwrap(schema);
  bareSchemas.set(schema, known);
  return known;
}

function unwrap(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodCatch)
    return unwrapLenientSchema(schema.unwrap() as z.ZodType);
  return schema;
}

function elementOf(list: z.ZodType): z.ZodType | undefined {
  const known = elements.get(list) ?? { element: findElement(list) };
  elements.set(list, known);
  return known.element;
}

function findElement(bare: z.ZodType): z.ZodType | undefined {
  if (bare instanceof z.ZodArray) return bare.element as z.ZodType;
  if (bare instanceof z.ZodUnion)
    return bare.options
      .map((option) => elementOf(unwrapLenientSchema(option as z.ZodType)))
      .find((element) => element !== undefined);
  return undefined;
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function parentOf(path: string): string {
  const end = path.lastIndexOf('.');
  return end === -1 ? '' : path.slice(0, end);
}
