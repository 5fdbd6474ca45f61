/** The API reference: an OpenAPI document, created at the first request for it. */
import { apiTokensEndpoints as endpoints } from '../../../contract/tokens.ts';
import type { ServerFeature } from '../../platform/feature.ts';
import { createOpenApiDocument, type ApiDocumentFacts } from './openapi.ts';

export function createApiReferenceFeature(facts: ApiDocumentFacts): ServerFeature {
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
