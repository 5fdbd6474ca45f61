/** The document of OpenAPI 3.1: what API tokens may call, from the contracts, with the words of labels/api-es.ts. */
import { z } from 'zod';
import { api, type TokenRoute } from '../../../contract/api.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { errorBody } from '../../../contract/errors.ts';
import type {
  JsonSchema,
  OpenApiAnswer,
  OpenApiDocument,
  OpenApiOperation,
  OpenApiParameter,
} from '../../../contract/openapi.ts';
import { routes } from '../../../contract/routes.ts';
import { apiDocumentTexts as texts, apiGroups, apiRows } from '../../../labels/api-es.ts';
import { fieldName } from '../../../labels/field-names-es.ts';
import { roleName } from '../../../labels/roles-es.ts';

export interface DocumentFacts {
  readonly appName: string;
  readonly version: string;
}

/** Plain JSON, the same for everybody. */
export function createOpenApiDocument({ appName, version }: DocumentFacts): OpenApiDocument {
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  // In the order of the rows, which is that of the reference.
  for (const name of Object.keys(apiRows) as TokenRoute[]) {
    const { method, path } = routes[name];
    const address = path.replaceAll(/:(\w+)/g, '{$1}');
    (paths[address] ??= {})[method.toLowerCase()] = operationOf(name);
  }
  return {
    openapi: '3.1.1',
    info: { title: texts.title(appName), version, description: texts.description },
    servers: [{ url: '/' }],
    tags: Object.values(apiGroups).map((tag) => ({ name: tag })),
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: texts.token } },
      schemas: { Error: schemaOf(errorBody, 'output') },
      headers: {
        RateLimit: { description: texts.limit, schema: { type: 'integer' } },
        RateRemaining: { description: texts.remaining, schema: { type: 'integer' } },
        RetryAfter: { description: texts.retryAfter, schema: { type: 'integer' } },
        TotalCount: { description: texts.totalCount, schema: { type: 'integer' } },
      },
    },
  };
}

const idempotencyKey: OpenApiParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: texts.idempotency,
  schema: { type: 'string', minLength: 1, maxLength: 200 },
};

function operationOf(name: TokenRoute): OpenApiOperation {
  const endpoint: Endpoint = api[name];
  const { group, summary, text, example, isCounted = false } = apiRows[name];
  const role = typeof endpoint.access === 'object' ? endpoint.access.role : 'operator';
  const parameters = [
    ...parametersOf(endpoint.params, 'path'),
    ...parametersOf(endpoint.query, 'query'),
    ...(endpoint.status === 201 ? [idempotencyKey] : []),
  ];
  const schema: JsonSchema | null = endpoint.takes
    ? { type: 'string' }
    : endpoint.body
      ? schemaOf(endpoint.body, 'input')
      : null;
  return {
    operationId: name,
    tags: [apiGroups[group]],
    summary,
    description: [text, texts.role(roleName(role))].filter(Boolean).join(' '),
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
    responses: responsesOf(endpoint, schema !== null, isCounted),
  };
}

function responsesOf(endpoint: Endpoint, hasBody: boolean, isCounted: boolean): Record<string, OpenApiAnswer> {
  const { response, answers, status = 200, params, query } = endpoint;
  const headers = {
    'x-ratelimit-limit': { $ref: '#/components/headers/RateLimit' },
    'x-ratelimit-remaining': { $ref: '#/components/headers/RateRemaining' },
    ...(isCounted && { 'x-total-count': { $ref: '#/components/headers/TotalCount' } }),
  };
  const content = response
    ? { 'application/json': { schema: schemaOf(response, 'output') } }
    : answers
      ? { [answers]: { schema: { type: 'string' } } }
      : null;
  const refusals: readonly (keyof typeof texts.refusals)[] = [
    ...(hasBody || query ? ([400] as const) : []),
    401,
    403,
    ...(params || query ? ([404] as const) : []),
    ...(hasBody || status !== 200 ? ([409] as const) : []),
    ...(hasBody ? ([422] as const) : []),
    429,
  ];
  return {
    [status]: { description: texts.done, headers, ...(content && { content }) },
    ...Object.fromEntries(refusals.map((code) => [code, refusal(texts.refusals[code], code === 429)])),
    default: refusal(texts.failure),
  };
}

const refusal = (description: string, isLimit = false): OpenApiAnswer => ({
  description,
  ...(isLimit && { headers: { 'retry-after': { $ref: '#/components/headers/RetryAfter' } } }),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): OpenApiParameter[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input');
  return Object.entries(properties).map(
    ([name, { description = place === 'path' && name === 'id' ? texts.id : fieldName(name), ...rest }]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(description !== null && { description }),
      schema: rest,
    }),
  );
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // The format says it.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      // As far as JavaScript counts, which is no limit of ours.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return io === 'input' ? withNames(json as JsonSchema) : (json as JsonSchema);
}

/** Each field by what it is called on the screens: afterwards, for one schema may stand at many. */
function withNames(schema: JsonSchema, place = ''): JsonSchema {
  const { properties, items, additionalProperties: others } = schema;
  const named = Object.entries(properties ?? {}).map(([key, held]): [string, JsonSchema] => {
    const description = fieldName(place + key);
    return [key, { ...withNames(held, `${place}${key}.`), ...(description !== null && { description }) }];
  });
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(named) }),
    ...(items && { items: withNames(items, place) }),
    ...(typeof others === 'object' && { additionalProperties: withNames(others, place) }),
  };
}
