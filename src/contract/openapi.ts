/** Types of our OpenAPI 3.1 document. The server writes the document, and tests read it. */
import type { Role } from './endpoint.ts';
import type { ApiRouteName } from './routes.ts';

type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'array' | 'object';

export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: JsonType | readonly JsonType[];
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly propertyNames?: JsonSchema;
}

export interface OpenApiContent {
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export interface OpenApiResponse {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content?: Readonly<Record<string, OpenApiContent>>;
}

export interface OpenApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

export interface OpenApiOperation {
  readonly operationId: ApiRouteName;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly 'x-role': Role;
  readonly parameters?: readonly OpenApiParameter[];
  readonly requestBody?: { readonly required: true; readonly content: Readonly<Record<string, OpenApiContent>> };
  /** Responses by status, and `default`. */
  readonly responses: Readonly<Record<string, OpenApiResponse>>;
}

export type OpenApiWebhook = Pick<OpenApiOperation, 'summary' | 'description' | 'requestBody' | 'responses'>;

export interface OpenApiDocument {
  readonly openapi: '3.1.1';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  /** Operations by path and lower-case method. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  /** Requests that event receivers get, by kind. */
  readonly webhooks: Readonly<Record<string, { readonly post: OpenApiWebhook }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes: unknown;
    readonly headers: unknown;
  };
}
