/** The API reference: an OpenAPI document, created at the first request for it. */
import { tokensEndpoints as endpoints } from '../../../contract/tokens.ts';
import type { Feature } from '../../platform/feature.ts';
import { createOpenApiDocument, type DocumentFacts } from './openapi.ts';

export function createApiReference(facts: DocumentFacts): Feature {
  let document: string | undefined;
  return {
    name: 'api-reference',
    registerRoutes(binder) {
      binder.bind(endpoints.openApi, async ({ reply }) => {
        document ??= JSON.stringify(createOpenApiDocument(facts));
        return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(document);
      });
    },
  };
}
