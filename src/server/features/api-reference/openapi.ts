/** Creates the OpenAPI 3.1 document of all endpoints that API tokens may call, from the contracts and api-es.ts. */
import { z } from 'zod';
import { apiEndpoints, type ApiTokenRouteName } from '../../../contract/api.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { createCampaignBodySchema, recipientFileRowSchema } from '../../../contract/campaigns.ts';
import { errorBodySchema } from '../../../contract/errors.ts';
import type {
  JsonSchema,
  OpenApiResponse,
  OpenApiDocument,
  OpenApiOperation,
  OpenApiParameter,
} from '../../../contract/openapi.ts';
import { apiRoutes } from '../../../contract/routes.ts';
import { apiDocumentTexts as texts, apiGroupTitles, apiEndpointTexts } from './api-es.ts';
import { apiFieldDescriptions } from './api-fields-es.ts';
import { outgoingEventKindLabels } from '../../../labels/event-webhooks-es.ts';
import { findLabelEntry } from '../../../labels/known.ts';
import { getRoleName } from '../../../labels/roles-es.ts';
import { outgoingWebhookEventBodySchemas, apiSchemaRegistry } from './schema-names.ts';

export interface ApiDocumentFacts {
  readonly appName: string;
  readonly version: string;
  /** The console's public address (PUBLIC_URL). Null if it is not configured. */
  readonly publicUrl: string | null;
}

export function createOpenApiDocument({ appName, version, publicUrl }: ApiDocumentFacts): OpenApiDocument {
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  const schemas: Components = {};
  schemaOf('ApiError', errorBodySchema, 'output', schemas);
  // List the endpoints in the order in which api-es.ts contains their descriptions.
  for (const name of Object.keys(apiEndpointTexts) as ApiTokenRouteName[]) {
    const { method, path } = apiRoutes[name];
    const address = path.replaceAll(/:(\w+)/g, '{$1}');
    (paths[address] ??= {})[method.toLowerCase()] = operationOf(name, schemas);
  }
  return {
    openapi: '3.1.1',
    info: { title: texts.title(appName), version, description: texts.description },
    servers: [{ url: publicUrl ?? '/' }],
    tags: Object.values(apiGroupTitles).map((tag) => ({ name: tag })),
    security: [{ token: [] }],
    paths,
    webhooks: webhooksOf(schemas),
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: texts.token } },
      schemas,
      headers: {
        RateLimit: { description: texts.limit, schema: { type: 'integer' } },
        RateRemaining: { description: texts.remaining, schema: { type: 'integer' } },
        RetryAfter: { description: texts.retryAfter, schema: { type: 'integer' } },
        IdempotencyReplayed: { description: texts.replayed, schema: { type: 'boolean' } },
        TotalCount: { description: texts.totalCount, schema: { type: 'integer' } },
      },
    },
  };
}

/** The requests that event webhooks receive. */
function webhooksOf(schemas: Components): OpenApiDocument['webhooks'] {
  return Object.fromEntries(
    outgoingWebhookEventBodySchemas.map(({ kind, body }) => [
      kind,
      {
        post: {
          summary: outgoingEventKindLabels[kind],
          description: texts.webhook,
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(kind, body, 'output', schemas) } },
          },
          responses: { '2XX': { description: texts.taken } },
        },
      },
    ]),
  );
}

const idempotencyKey: OpenApiParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: texts.idempotency,
  schema: { type: 'string', minLength: 1, maxLength: 200 },
};

function operationOf(name: ApiTokenRouteName, schemas: Components): OpenApiOperation {
  const endpoint: Endpoint = apiEndpoints[name];
  const { group, summary, text, example, isCounted = false } = apiEndpointTexts[name];
  const role = typeof endpoint.access === 'object' ? endpoint.access.role : 'operator';
  const parameters = [
    ...parametersOf(name, endpoint.params, 'path'),
    ...parametersOf(name, endpoint.query, 'query'),
    ...(endpoint.status === 201 ? [idempotencyKey] : []),
  ];
  const schema: JsonSchema | null = endpoint.takes
    ? { type: 'string' }
    : endpoint.body
      ? schemaOf(name, endpoint.body, 'input', schemas)
      : null;
  return {
    operationId: name,
    tags: [apiGroupTitles[group]],
    summary,
    description: [text, texts.role(getRoleName(role))].filter(Boolean).join(' '),
    'x-role': role,
    ...(parameters.length > 0 && { parameters }),
    ...(schema && {
      requestBody: {
        required: true,
        content: {
          [endpoint.takes ?? 'application/json']: { schema, ...(example !== undefined && { example }) },
        },
      },
    }),
    responses: responsesOf(name, schemas, schema !== null, isCounted),
  };
}

function responsesOf(
  name: ApiTokenRouteName,
  schemas: Components,
  hasBody: boolean,
  isCounted: boolean,
): Record<string, OpenApiResponse> {
  const { response, answers, status = 200, params, query }: Endpoint = apiEndpoints[name];
  const headers = {
    'x-ratelimit-limit': { $ref: '#/components/headers/RateLimit' },
    'x-ratelimit-remaining': { $ref: '#/components/headers/RateRemaining' },
    ...(status === 201 && { 'idempotency-replayed': { $ref: '#/components/headers/IdempotencyReplayed' } }),
    ...(isCounted && { 'x-total-count': { $ref: '#/components/headers/TotalCount' } }),
  };
  const content = response
    ? { 'application/json': { schema: schemaOf(name, response, 'output', schemas) } }
    : answers
      ? { [answers]: { schema: { type: 'string' } } }
      : null;
  const refusals: readonly (keyof typeof texts.refusals)[] = [
    ...(hasBody || query ? ([400] as const) : []),
    401,
    403,
    ...(params || query ? ([404] as const) : []),
    ...(params || hasBody || status !== 200 ? ([409] as const) : []),
    ...(hasBody ? ([413, 415, 422] as const) : []),
    429,
  ];
  return {
    [status]: { description: texts.done, headers, ...(content && { content }) },
    ...Object.fromEntries(refusals.map((code) => [code, refusal(texts.refusals[code], code === 429)])),
    default: refusal(texts.failure),
  };
}

const refusal = (description: string, isLimit = false): OpenApiResponse => ({
  description,
  ...(isLimit && { headers: { 'retry-after': { $ref: '#/components/headers/RetryAfter' } } }),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/ApiError' } } },
});

function parametersOf(owner: string, schema: z.ZodType | undefined, place: 'path' | 'query'): OpenApiParameter[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = convert(schema, 'input').root;
  return Object.entries(properties).map(([name, held]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    description: place === 'path' && name === 'id' ? texts.id : descriptionOf(owner, name),
    schema: held,
  }));
}

type Components = Record<string, JsonSchema>;

/** Converts a zod schema to a JSON schema. Named schemas become references and are added to `components`. */
function schemaOf(owner: string, schema: z.ZodType, io: 'input' | 'output', components: Components): JsonSchema {
  const { root, definitions } = convert(schema, io);
  for (const [name, definition] of Object.entries(definitions)) components[name] = describe(definition, name);
  return describe(root, owner);
}

function convert(schema: z.ZodType, io: 'input' | 'output') {
  // Wrap the schema in an object, because zod makes references to named schemas only when they are nested, not for the
  // root.
  const { $defs = {}, properties } = z.toJSONSchema(z.object({ root: schema }), {
    io,
    metadata: apiSchemaRegistry,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      delete jsonSchema.id;
      // The format implies the pattern.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (zodSchema === recipientFileRowSchema) Object.assign(jsonSchema, recipientColumns);
      if (zodSchema === createCampaignBodySchema)
        jsonSchema.anyOf = [{ required: ['phoneNumber'] }, { required: ['phoneNumbers'] }];
    },
  });
  return { root: properties?.['root'] as JsonSchema, definitions: $defs as Readonly<Record<string, JsonSchema>> };
}

/** JSON schema of the columns that every campaign recipient has. Further columns become variables of the agent. */
const recipientColumns = {
  properties: { phone_number: { type: 'string' }, customer_name: { type: 'string' } },
  required: ['phone_number', 'customer_name'],
} as const;

/**
 * Adds a description to each property of a JSON schema, by the property's name and owner. The zod schemas have no
 * descriptions, because several properties may share one schema.
 */
function describe({ $ref, ...schema }: JsonSchema, owner: string): JsonSchema {
  if ($ref !== undefined) return { $ref: $ref.replace('#/$defs/', '#/components/schemas/') };
  const { properties, items, anyOf, additionalProperties: others, propertyNames, ...rest } = schema;
  const names = propertyNames?.enum as readonly string[] | undefined;
  // If the keys of a map are known, describe it as an object schema with a property for each key.
  const fields =
    names && typeof others === 'object'
      ? Object.fromEntries(names.map((name) => [name, describe(others, owner)]))
      : properties &&
        Object.fromEntries(Object.entries(properties).map(([name, held]) => [name, describe(held, name)]));
  return {
    ...rest,
    ...(fields && {
      properties: Object.fromEntries(
        Object.entries(fields).map(([name, held]) => [name, { ...held, description: descriptionOf(owner, name) }]),
      ),
    }),
    ...(items && { items: describe(items, owner) }),
    ...(anyOf && { anyOf: anyOf.map((choice) => describe(choice, owner)) }),
    ...(names ? { additionalProperties: false } : propertyNames && { propertyNames }),
    ...(!names &&
      others !== undefined && {
        additionalProperties: typeof others === 'object' ? describe(others, owner) : others,
      }),
  };
}

function descriptionOf(owner: string, name: string): string {
  const description =
    findLabelEntry(apiFieldDescriptions, `${owner}.${name}`) ?? findLabelEntry(apiFieldDescriptions, name);
  if (description === undefined) throw new Error(`${owner}.${name} is not described in api-fields-es.ts`);
  return description;
}
