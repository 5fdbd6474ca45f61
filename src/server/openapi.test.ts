/**
 * The document of OpenAPI against the server: an independent validator reads it, and requests drawn from its own schemas are sent
 * with a token to everything in it. No answer is 5xx, and each is what the document declares.
 */
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { api } from '../contract/api.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import {
  operationsOf,
  parametersOf,
  type JsonSchema,
  type OpenApiDocument,
  type OpenApiParameter,
  type OpenApiPlace,
} from '../contract/openapi.ts';
import { routes, type RouteName } from '../contract/routes.ts';
import { createHttpClient, type HttpClient } from './testing/http-client.ts';
import { arbitraryOf } from './testing/schema-arbitrary.ts';
import { startTestApp, type TestApp, type TestWorkspace } from './testing/start-test-app.ts';
import { waitFor } from './testing/wait-for.ts';

let test: TestApp;
let workspace: TestWorkspace;
let document: OpenApiDocument;
let program: HttpClient;
let authorization: string;
/** What there is at a path's beginning, the longest first, so that requests do more than miss. */
let subjects: readonly (readonly [path: string, id: string])[];
let phoneNumber: string;
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

beforeAll(async () => {
  test = await startTestApp();
  workspace = await test.createWorkspace();
  const order = { name: 'Referencia', role: 'admin' };
  const { token } = await workspace.admin.post<{ token: string }>('/api/tokens', order);
  authorization = `Bearer ${token}`;
  program = createHttpClient(test.url, { authorization });
  document = await test.client().get<OpenApiDocument>('/api/openapi.json');
  const [number] = await program.get<{ phone_number: string }[]>('/api/retell/phone-numbers');
  phoneNumber = number?.phone_number ?? '';
  const campaign = await program.post<{ id: string }>('/api/campaigns', {
    name: 'Referencia',
    successDefinition: 'Acepta',
    phoneNumber,
    recipients: [{ phone_number: '+5491145550001', customer_name: 'Ana' }],
    sendOption: 'now',
  });
  const call = await waitFor('a finished call', async () => {
    const [first] = await program.get<{ id: string }[]>('/api/calls/all?status=ended');
    return first;
  });
  const view = await program.post<{ id: string }>('/api/calls/views', { name: 'Una', search: '' });
  const webhook = await workspace.admin.post<{ id: string }>('/api/event-webhooks', {
    url: `${test.simulator.url}/eventos`,
    events: ['call.ended'],
  });
  const unwanted = await program.post<{ numberKey: string }>('/api/do-not-call', { phoneNumber: '+5493514000001' });
  subjects = [
    ['/api/calls/views', view.id],
    ['/api/calls', call.id],
    ['/api/campaigns', campaign.id],
    ['/api/event-webhooks', webhook.id],
    ['/api/do-not-call', unwanted.numberKey],
  ];
});
afterAll(() => test.stop());

it('is a document of OpenAPI 3.1, told to anybody', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document) as never);
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
});

it('holds what a token may call and nothing else, each with its words and examples that hold', () => {
  const named = operationsOf(document).map(({ operation }) => operation.operationId);
  const open = (Object.keys(routes) as RouteName[]).filter((name) => {
    const { access, tokens }: Endpoint = api[name];
    return typeof access === 'object' && access.workspace === 'current' && tokens !== false;
  });
  expect(named.toSorted()).toEqual(open.toSorted());
  for (const { operation } of operationsOf(document)) {
    for (const { schema, example } of Object.values(operation.requestBody?.content ?? {})) {
      if (example !== undefined) expect(refusalOf(schema, example), operation.operationId).toBeNull();
    }
    for (const { name, description } of parametersOf(operation))
      expect(description, `${operation.operationId} ${name}`).toBeTruthy();
  }
});

const compiled = new Map<JsonSchema, ValidateFunction>();

/** Null for a value that holds. */
function refusalOf(schema: JsonSchema, value: unknown): string | null {
  let validate = compiled.get(schema);
  if (!validate) compiled.set(schema, (validate = ajv.compile(schema)));
  return validate(value) ? null : `${ajv.errorsText(validate.errors)}: ${JSON.stringify(value).slice(0, 300)}`;
}

function requestsOf({ path, operation }: OpenApiPlace): fc.Arbitrary<{ url: string; body: unknown }> {
  const parameters = parametersOf(operation);
  const [, subject = ''] = subjects.find(([beginning]) => path.startsWith(beginning)) ?? [];
  const placed = (place: OpenApiParameter['in']) => {
    const here = parameters.filter((parameter) => parameter.in === place);
    const values = here.map(({ name, schema }): [string, fc.Arbitrary<unknown>] => [
      name,
      place === 'path' ? fc.oneof(fc.constant(subject), arbitraryOf(schema)) : arbitraryOf(schema),
    ]);
    const requiredKeys = here.filter(({ required }) => required).map(({ name }) => name);
    return fc.record<Record<string, unknown>>(Object.fromEntries(values), { requiredKeys });
  };
  const [[type, content] = []] = Object.entries(operation.requestBody?.content ?? {});
  // An example is everybody's: the number that calls is ours.
  const example = content?.example;
  const isOrder =
    typeof example === 'object' &&
    !path.startsWith('/api/do-not-call') &&
    JSON.stringify(example).includes('"phoneNumber"');
  const ours = isOrder ? { ...example, phoneNumber } : example;
  const body = content ? fc.oneof(arbitraryOf(content.schema), fc.constant(ours ?? {})) : fc.constant(null);
  return fc.tuple(placed('path'), placed('query'), body).map(([inPath, query, drawn]) => {
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(inPath[name])));
    return { url: `${address}?${search.toString()}`, body: type === undefined ? undefined : drawn };
  });
}

const runs = 8;

it('is kept by the server, whatever its schemas allow is sent', async () => {
  const wrong: string[] = [];
  // What removes comes last, so that there is something to ask about.
  for (const place of operationsOf(document).toSorted(
    (a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'),
  )) {
    const { method, operation } = place;
    const type = Object.keys(operation.requestBody?.content ?? {})[0] ?? 'application/json';
    for (const { url, body } of fc.sample(requestsOf(place), { seed: 22, numRuns: runs })) {
      const response = await fetch(test.url + url, {
        method,
        headers: { authorization, ...(body === undefined ? {} : { 'content-type': type }) },
        ...(body === undefined ? {} : { body: type === 'application/json' ? JSON.stringify(body) : (body as string) }),
      });
      const text = await response.text();
      const told = `${method} ${url} ${JSON.stringify(body)?.slice(0, 200)}: ${response.status}`;
      const declared = operation.responses[response.status] ?? (response.ok ? null : operation.responses['default']);
      if (response.status >= 500 || !declared) wrong.push(`${told} ${text.slice(0, 300)}`);
      const schema = response.ok ? declared?.content?.['application/json']?.schema : document.components.schemas.Error;
      const refusal = schema ? refusalOf(schema, JSON.parse(text)) : null;
      if (refusal) wrong.push(`${told} ${refusal}`);
    }
  }
  expect(wrong).toEqual([]);
});
