/**
 * Compares the OpenAPI document with the server: an independent validator reads it, and requests drawn from its schemas
 * are sent with a token to every operation. No answer is 5xx, each matches the document, and each example is accepted.
 */
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiEndpoints } from '../contract/api.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { outgoingEventKinds } from '../contract/event-webhooks.ts';
import type { JsonSchema, OpenApiDocument, OpenApiParameter } from '../contract/openapi.ts';
import { apiRoutes, type ApiRouteName } from '../contract/routes.ts';
import { apiFieldDescriptions } from './features/api-reference/api-fields-es.ts';
import { createHttpClient, type HttpClient } from './testing/http-client.ts';
import { operationsOf, withoutReferences, type OpenApiPlace } from './testing/openapi-places.ts';
import { arbitraryOf } from './testing/schema-arbitrary.ts';
import { startTestApp, type TestApp, type TestWorkspace } from './testing/start-test-app.ts';
import { waitFor } from './testing/wait-for.ts';

let test: TestApp;
let workspace: TestWorkspace;
/** The document as the server sends it. */
let sent: OpenApiDocument;
/** The document with every named schema inlined. */
let document: OpenApiDocument;
let program: HttpClient;
/** Tokens by group, because the requests of a minute exceed one token's limit. */
const tokens = new Map<string, string>();
/** Existing ids by path prefix, the longest first, so that requests find something. */
let subjects: readonly (readonly [path: string, id: string])[];
let phoneNumber: string;
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

beforeAll(async () => {
  test = await startTestApp();
  workspace = await test.createWorkspace();
  sent = await test.client().get<OpenApiDocument>('/api/openapi.json');
  document = withoutReferences(sent);
  for (const { name } of document.tags) {
    const { token } = await workspace.admin.post<{ token: string }>('/api/tokens', { name, role: 'admin' });
    tokens.set(name, token);
  }
  program = createHttpClient(test.url, bearer(document.tags[0]?.name));
  test.simulator.forceOutcome('user_hangup');
  const [number] = await program.get<{ phone_number: string }[]>('/api/retell/phone-numbers');
  phoneNumber = number?.phone_number ?? '';
  const order = {
    name: 'Referencia',
    successDefinition: 'Acepta',
    phoneNumber,
    recipients: [{ phone_number: '+5491145550001', customer_name: 'Ana' }],
  };
  await program.post('/api/campaigns', { ...order, sendOption: 'now' });
  const later = { sendOption: 'scheduled', scheduledDate: '2099-12-01', scheduledTime: '10:30' };
  const campaign = await program.post<{ id: string }>('/api/campaigns', { ...order, ...later });
  const call = await waitFor('a finished call', async () => {
    const [first] = await program.get<{ id: string }[]>('/api/calls/all?status=ended');
    return first;
  });
  const view = await program.post<{ id: string }>('/api/calls/views', { name: 'Una', search: '' });
  const webhook = await workspace.admin.post<{ id: string }>('/api/event-webhooks', {
    url: `${test.simulator.url}/eventos`,
    events: ['call.ended'],
  });
  const list = await fetch(`${test.url}/api/do-not-call/lists?kind=upload&name=Una`, {
    method: 'POST',
    headers: { ...bearer(document.tags[0]?.name), 'content-type': 'text/csv' },
    body: '+5493514000002',
  });
  const { id: listId } = (await list.json()) as { id: string };
  const unwanted = await program.post<{ numberKey: string }>('/api/do-not-call', { phoneNumber: '+5493514000001' });
  const setAside = '+541150000000';
  await test.database.pool.query(
    'insert into origin_numbers (workspace_id, phone_number, set_aside_at) values ($1, $2, clock_timestamp())',
    [workspace.id, setAside],
  );
  const [agent] = await program.get<{ agent_id: string }[]>('/api/agents');
  subjects = [
    ['/api/agents', agent?.agent_id ?? ''],
    ['/api/calls/views', view.id],
    ['/api/calls', call.id],
    ['/api/campaigns', campaign.id],
    ['/api/event-webhooks', webhook.id],
    ['/api/do-not-call/lists', listId],
    ['/api/do-not-call', unwanted.numberKey],
    ['/api/numbers', setAside],
  ];
});
afterAll(() => test.stop());

const bearer = (group = '') => ({ authorization: `Bearer ${tokens.get(group) ?? ''}` });

it('is a document of OpenAPI 3.1, told to anybody', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(sent) as never);
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
});

it('holds what a token may call and nothing else, each with its words and examples that hold', () => {
  const named = operationsOf(document).map(({ operation }) => operation.operationId);
  const open = (Object.keys(apiRoutes) as ApiRouteName[]).filter((name) => {
    const { access, tokens }: Endpoint = apiEndpoints[name];
    return typeof access === 'object' && access.workspace === 'current' && tokens !== false;
  });
  expect(named.toSorted()).toEqual(open.toSorted());
  expect(JSON.stringify(document)).not.toContain(String(Number.MAX_SAFE_INTEGER));
  for (const { operation } of operationsOf(document)) {
    for (const { schema, example } of Object.values(operation.requestBody?.content ?? {})) {
      if (example !== undefined) expect(refusalOf(schema, example), operation.operationId).toBeNull();
    }
    for (const { name, description } of operation.parameters ?? []) {
      expect(description, `${operation.operationId} ${name}`).toBeTruthy();
    }
  }
});

it('says of every property what it means, each in words of its own, and names what has a name', () => {
  const told = new Set<string>();
  const alike: string[] = [];
  const walk = (schema: JsonSchema | undefined, at: string): void => {
    if (!schema) return;
    const texts = Object.entries(schema.properties ?? {}).map(([name, held]) => {
      walk(held, `${at}.${name}`);
      return held.description ?? `nothing of ${name}`;
    });
    for (const text of texts) told.add(text);
    if (new Set(texts).size < texts.length || texts.some((text) => text.startsWith('nothing'))) alike.push(at);
    walk(schema.items, at);
    for (const choice of schema.anyOf ?? []) walk(choice, at);
    if (typeof schema.additionalProperties === 'object') walk(schema.additionalProperties, at);
  };
  for (const [name, schema] of Object.entries(document.components.schemas)) walk(schema, name);
  for (const { operation } of operationsOf(document)) {
    for (const { description = '' } of operation.parameters ?? []) told.add(description);
    for (const { content } of [operation.requestBody, ...Object.values(operation.responses)].filter(
      (part) => part !== undefined,
    ))
      for (const { schema } of Object.values(content ?? {})) walk(schema, operation.operationId);
  }
  expect(alike).toEqual([]);
  expect(Object.entries(apiFieldDescriptions).filter(([, text]) => !told.has(text))).toEqual([]);
  const names = ['ApiError', 'Campaign', 'Call', 'CallDetail', 'Recipient', 'RecipientInput', 'Agent', 'PhoneNumber'];
  expect(Object.keys(sent.components.schemas)).toEqual(expect.arrayContaining([...names, 'RecipientFinishedEvent']));
  expect(Object.keys(sent.webhooks)).toEqual(outgoingEventKinds);
  expect(sent.components.schemas['CampaignInput']?.anyOf).toEqual([
    { required: ['phoneNumber'] },
    { required: ['phoneNumbers'] },
  ]);
});

const compiled = new Map<JsonSchema, ValidateFunction>();

/** Null if the value matches the schema. */
function refusalOf(schema: JsonSchema, value: unknown): string | null {
  let validate = compiled.get(schema);
  if (!validate) compiled.set(schema, (validate = ajv.compile(schema)));
  return validate(value) ? null : `${ajv.errorsText(validate.errors)}: ${JSON.stringify(value).slice(0, 300)}`;
}

/** Random requests of an operation. `plain` gives its example with existing ids and only required parts. */
function requestsOf({ path, operation }: OpenApiPlace, plain = false): fc.Arbitrary<{ url: string; body: unknown }> {
  const { parameters = [] } = operation;
  const [, subject = ''] = subjects.find(([beginning]) => path.startsWith(beginning)) ?? [];
  const placed = (place: OpenApiParameter['in']) => {
    const here = parameters.filter((parameter) => parameter.in === place && (parameter.required || !plain));
    const values = here.map(({ name, schema }): [string, fc.Arbitrary<unknown>] => [
      name,
      place === 'path' ? fc.oneof(fc.constant(subject), ...(plain ? [] : [arbitraryOf(schema)])) : arbitraryOf(schema),
    ]);
    const requiredKeys = here.filter(({ required }) => required).map(({ name }) => name);
    return fc.record<Record<string, unknown>>(Object.fromEntries(values), { requiredKeys });
  };
  const [[type, content] = []] = Object.entries(operation.requestBody?.content ?? {});
  // An example is general, but the calling number must be ours.
  const example = content?.example;
  const isOrder =
    typeof example === 'object' &&
    !path.startsWith('/api/do-not-call') &&
    JSON.stringify(example).includes('"phoneNumber"');
  const ours = isOrder ? { ...example, phoneNumber } : example;
  const held = fc.constant(ours ?? {});
  const body = content && !plain ? fc.oneof(arbitraryOf(content.schema), held) : held;
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
  // Operations that end or remove come last, so that there is data before.
  const last = ['PATCH', 'DELETE'];
  for (const place of operationsOf(document).toSorted((a, b) => last.indexOf(a.method) - last.indexOf(b.method))) {
    const { method, operation } = place;
    const taken = Object.keys(operation.requestBody?.content ?? {})[0] ?? 'application/json';
    const [example] = fc.sample(requestsOf(place, true), { seed: 22, numRuns: 1 });
    const drawn = fc.sample(requestsOf(place), { seed: 22, numRuns: runs });
    // A request without parameters is always the same.
    const distinct = new Map(drawn.map((request) => [JSON.stringify(request), request]));
    for (const request of [example, ...distinct.values()]) {
      if (!request) continue;
      const { url, body } = request;
      const response = await fetch(test.url + url, {
        method,
        headers: { ...bearer(operation.tags[0]), ...(body === undefined ? {} : { 'content-type': taken }) },
        ...(body === undefined ? {} : { body: taken === 'application/json' ? JSON.stringify(body) : (body as string) }),
      });
      const text = await response.text();
      const told = `${method} ${url} ${JSON.stringify(body)?.slice(0, 200)}: ${response.status}`;
      const declared = operation.responses[response.status] ?? (response.ok ? null : operation.responses['default']);
      // An operation with 204 has no example answer. A finished call can't be ended, and a finished campaign has nobody
      // to call back.
      const isRefused =
        request === example && !response.ok && !operation.responses['204'] && !place.path.endsWith('/callback');
      if (response.status >= 500 || !declared || isRefused) wrong.push(`${told} ${text.slice(0, 300)}`);
      const schema = response.ok
        ? declared?.content?.['application/json']?.schema
        : document.components.schemas['ApiError'];
      const [type = ''] = Object.keys(declared?.content ?? {});
      const missing = Object.keys(declared?.headers ?? {}).filter((name) => !response.headers.has(name));
      if (missing.length > 0) wrong.push(`${told} has no ${missing.join()}`);
      if (!(response.headers.get('content-type') ?? '').startsWith(type.replace('*', '')))
        wrong.push(`${told} is no ${type}`);
      const refusal = schema ? refusalOf(schema, JSON.parse(text)) : null;
      if (refusal) wrong.push(`${told} ${refusal}`);
    }
  }
  expect(wrong).toEqual([]);
});
