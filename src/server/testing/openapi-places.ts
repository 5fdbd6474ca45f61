/** The API's document in a shape that tests go through. */
import type { OpenApiDocument, OpenApiOperation } from '../../contract/openapi.ts';

export interface OpenApiPlace {
  readonly path: string;
  readonly method: string;
  readonly operation: OpenApiOperation;
}

/** The document with each schema reference replaced by the schema. No schema contains itself. */
export function withoutReferences(document: OpenApiDocument): OpenApiDocument {
  const { schemas } = document.components;
  const resolve = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(resolve);
    const { $ref, ...rest } = value as { readonly $ref?: string };
    const name = $ref?.startsWith('#/components/schemas/') ? $ref.slice($ref.lastIndexOf('/') + 1) : null;
    const whole = name === null ? value : { ...schemas[name], ...rest };
    return Object.fromEntries(Object.entries(whole).map(([key, held]) => [key, resolve(held)]));
  };
  return resolve(document) as OpenApiDocument;
}

/** All operations, in the document's order. */
export function operationsOf({ paths }: OpenApiDocument): OpenApiPlace[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
}
