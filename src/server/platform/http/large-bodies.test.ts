/** Large bodies over real HTTP: how many at a time, where they are read, and that they are read like small ones. */
import http from 'node:http';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createCampaignBodySchema } from '../../../contract/campaigns.ts';
import { apiEndpoints } from '../../../contract/api.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { signProviderWebhook } from '../../../retell/signature.ts';
import type { HttpClient } from '../../testing/http-client.ts';
import { startTestApp, testKey, type TestApp, type TestWorkspace } from '../../testing/start-test-app.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { AppError } from '../errors.ts';
import { schemaArrayMaxElements, parseAndValidateJsonBody } from './body-reading.ts';
import { setSpanishSchemaMessages } from './input-messages.ts';
import { createRequestBodyWorkerThread, type RequestBodyWorkerThread } from './body-thread.ts';
import { bodyWorkerThreadMinBytes } from './large-bodies.ts';
import { truncateLongJsonArrays } from './json-scan.ts';
import { createJsonValueAssembler, cutJsonValueIntoPieces } from './value-pieces.ts';

const megabyte = 2 ** 20;

describe('over HTTP', () => {
  let app: TestApp;
  let workspace: TestWorkspace;
  let from: string;

  beforeAll(async () => {
    app = await startTestApp({ background: false });
    workspace = await app.createWorkspace();
    const numbers =
      await workspace.editor.get<{ phone_number: string; outbound_agent_id: string | null }[]>(
        '/api/retell/phone-numbers',
      );
    from = numbers.find((each) => each.outbound_agent_id !== null)?.phone_number ?? '';
  });
  afterAll(() => app.stop());

  /** A request that has sent its headers but not its body. */
  function begin(client: HttpClient, headers: http.OutgoingHttpHeaders, path = '/api/campaigns') {
    const request = http.request(app.url + path, {
      method: 'POST',
      agent: false,
      headers: { cookie: client.cookie, 'content-type': 'application/json', ...headers },
    });
    // An aborted request fails as intended.
    request.on('error', () => undefined);
    const answer = new Promise<http.IncomingMessage>((resolve) =>
      request.once('response', (response) => resolve(response.resume())),
    );
    request.flushHeaders();
    return { request, answer };
  }

  /** The number of the server's open connections. */
  function connections(): Promise<number> {
    return new Promise((resolve, reject) =>
      app.app.http.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  }

  const large = { 'content-length': 2 * megabyte };

  /** Takes the person's slot: of two simultaneous requests, one is refused and the other has the slot. */
  async function occupy(
    person: HttpClient,
  ): Promise<{ readonly request: http.ClientRequest; readonly refusal: http.IncomingMessage }> {
    const pair = [begin(person, large), begin(person, large)] as const;
    return Promise.race([
      pair[0].answer.then((refusal) => ({ request: pair[1].request, refusal })),
      pair[1].answer.then((refusal) => ({ request: pair[0].request, refusal })),
    ]);
  }

  /** Sends until slots of disconnected clients are free. Returns the answer. */
  async function whenAdmitted(send: () => Promise<Response>): Promise<Response> {
    return waitFor('a slot', async () => {
      const response = await send();
      return response.status === 429 ? null : response;
    });
  }

  test('a person has one under way and a server four; an end of any kind frees the slot', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => app.signIn('editor', workspace.id)));
    const opened: http.ClientRequest[] = [];
    for (const person of people.slice(0, 4)) {
      const { request, refusal } = await occupy(person);
      expect(refusal.statusCode).toBe(429);
      expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(0);
      opened.push(request);
    }
    const fifth = people[4] as HttpClient;
    expect((await begin(fifth, large).answer).statusCode).toBe(429);

    // Aborted under way.
    opened[0]?.destroy();
    const next = await waitFor('the slot', async () => {
      const { request, answer } = begin(fifth, large);
      request.end(`"${'x'.repeat(2 * megabyte - 2)}"`);
      const response = await answer;
      return response.statusCode === 429 ? null : response;
    });
    // The body was read completely but is no campaign. The slot is then free again.
    expect(next.statusCode).toBe(400);
    const again = await whenAdmitted(() => fifth.request('POST', '/api/campaigns', { body: 'x'.repeat(2 * megabyte) }));
    expect(again.status).toBe(400);
    for (const request of opened) request.destroy();
  });

  test('who goes away while their session is looked up leaves no slot taken', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => app.signIn('editor', workspace.id)));
    const isWaiting = async () =>
      (
        await app.database.pool.query(
          `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
        )
      ).rowCount === people.length;
    const holder = await app.database.pool.connect();
    try {
      await holder.query('BEGIN; LOCK TABLE sessions');
      const opened = people.map((person) => begin(person, large));
      await waitFor('all to be looked up', isWaiting);
      const before = await connections();
      for (const { request } of opened) request.destroy();
      await waitFor('all to be gone', async () => (await connections()) === before - people.length);
    } finally {
      await holder.query('COMMIT');
      holder.release();
    }
    for (const person of people) {
      const answer = await whenAdmitted(() =>
        person.request('POST', '/api/campaigns', { body: 'x'.repeat(2 * megabyte) }),
      );
      expect(answer.status).toBe(400);
    }
  });

  test('a body that does not announce its length is refused as it grows, and the answer says so in Spanish', async () => {
    const person = await app.signIn('editor', workspace.id);
    const { request: first } = await occupy(person);
    const second = begin(person, { 'transfer-encoding': 'chunked' });
    second.request.write(Buffer.alloc(megabyte, ' '));
    second.request.write(Buffer.alloc(64, ' '));
    const response = await second.answer;
    expect(response.statusCode).toBe(429);
    second.request.destroy();
    first.destroy();
  });

  test('while a body is read, others are answered', async () => {
    const cells = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`c${index}`, 'v']));
    const recipients = Array.from({ length: 4_000 }, (_, index) => ({
      phone_number: '1',
      name: `N${index}`,
      ...cells,
    }));
    const response = await whenAdmitted(async () => {
      let answer: Response | undefined;
      const sent = workspace.editor
        .request('POST', '/api/campaigns', {
          body: { name: 'Ancha', successDefinition: 'Sí', phoneNumber: from, recipients, sendOption: 'now' },
        })
        .then((response) => (answer = response));
      for (let asked = 0; asked < 5; asked += 1) expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
      if (answer?.status !== 429) expect(answer).toBeUndefined();
      return sent;
    });
    expect(response.status).toBe(422);
    const { details } = (await response.json()) as { details: unknown[] };
    expect(details).toHaveLength(4_000);
    expect(details.at(-1)).toMatchObject({ path: 'recipients.3999' });
  });

  test('a wide campaign is stored whole, in its order, and so are the rows left out', async () => {
    const cells = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`c${index}`, `valor ${index} `.repeat(3)]),
    );
    const recipients = Array.from({ length: 2_000 }, (_, index) => ({
      phone_number: `+54911${40_000_000 + index}`,
      name: `N${index}`,
      ...cells,
    }));
    const rejectedRows = Array.from({ length: 2_000 }, (_, index) => ({ row: index + 2, reason: 'x', values: cells }));
    const body = {
      name: 'Ancha',
      successDefinition: 'Sí',
      phoneNumber: from,
      recipients,
      rejectedRows,
      sendOption: 'now',
    };
    const created = await workspace.editor.post<{ id: string; totalRecipients: number; rejectedCount: number }>(
      '/api/campaigns',
      body,
      { 'idempotency-key': 'ancha' },
    );
    expect(created).toMatchObject({ totalRecipients: 2_000, rejectedCount: 2_000 });
    expect(await workspace.editor.post('/api/campaigns', body, { 'idempotency-key': 'ancha' })).toMatchObject({
      id: created.id,
    });
    const draft = await workspace.editor.get<{ recipients: Record<string, string>[] }>(
      `/api/campaigns/${created.id}/draft`,
    );
    expect(draft.recipients).toHaveLength(2_000);
    draft.recipients.forEach((row, index) =>
      expect(row).toMatchObject({ customer_name: `N${index}`, c39: cells['c39'] as string }),
    );
  });

  test.each([
    ['millions of objects', `{"recipients":[${'{},'.repeat(megabyte)}{}]}`, 400],
    [
      'too many rows',
      JSON.stringify({
        name: 'a',
        successDefinition: 'b',
        phoneNumber: '+5411',
        sendOption: 'now',
        recipients: Array.from({ length: 50_000 }, () => ({ phone_number: '+5411' })),
      }),
      400,
    ],
    ['deep nesting', '['.repeat(2 * megabyte), 413],
    ['millions of members', `{${Array.from({ length: 300_000 }, (_, index) => `"k${index}":1`).join(',')}}`, 413],
    ['one text', `"${'x'.repeat(3 * megabyte)}"`, 400],
    ['half of a body', `{"name":"${'x'.repeat(megabyte)}`, 400],
    ['U+0000', `{"name":"${'x'.repeat(megabyte)}","recipients":[{"a":"\\u0000"}]}`, 400],
    ['a prototype', `{"name":"${'x'.repeat(megabyte)}","__proto__":{}}`, 400],
  ])('%s is refused', async (shape, payload, status) => {
    const headers = { cookie: workspace.editor.cookie, 'content-type': 'application/json' };
    const response = await whenAdmitted(() =>
      fetch(`${app.url}/api/campaigns`, { method: 'POST', headers, body: payload }),
    );
    expect(response.status).toBe(status);
    if (shape === 'too many rows')
      expect(await response.json()).toMatchObject({
        message: 'Destinatarios: como máximo 20.000 filas, con los números repetidos.',
      });
  });

  test('signed webhooks wait for one another, and all are stored', async () => {
    const { webhookUrl } = await workspace.editor.get<{ webhookUrl: string }>('/api/webhook-url');
    const address = webhookUrl.replace(/^https?:\/\/[^/]+/, app.url);
    const answers = await Promise.all(
      Array.from({ length: 9 }, async (_, index) => {
        const call = {
          call_id: `grande-${index}`,
          call_status: 'ended',
          junk: Array.from({ length: 100_000 }, () => ({})),
          transcript: `dijo ${index}`,
        };
        // The first body has the maximum size and consists of small values only.
        const body = JSON.stringify({ event: 'call_ended', call }).replace(
          '{},',
          '{},'.repeat(index === 0 ? 2_900_000 : 1),
        );
        const headers = {
          'content-type': 'application/json',
          'x-retell-signature': signProviderWebhook(body, testKey, Date.now()),
        };
        return (await fetch(address, { method: 'POST', headers, body })).status;
      }),
    );
    expect(answers).toEqual(Array.from({ length: 9 }, () => 204));
    for (let index = 0; index < 9; index += 1) {
      expect(await workspace.operator.get(`/api/calls/grande-${index}`)).toMatchObject({ transcript: `dijo ${index}` });
    }
  });
});

describe('read in the thread', () => {
  let thread: RequestBodyWorkerThread;
  beforeAll(() => {
    setSpanishSchemaMessages();
    thread = createRequestBodyWorkerThread();
  });
  afterAll(() => thread.stop());

  const outcome = async (work: () => unknown): Promise<unknown> => {
    try {
      return { value: await work() };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { code, message, details } = error;
      return { code, message, details };
    }
  };

  test('as on the main thread: the same value, the same mistakes', async () => {
    const cell = fc.oneof(
      { weight: 6, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
      { weight: 1, arbitrary: fc.jsonValue() },
    );
    const row = fc.dictionary(
      fc.oneof(
        fc.constantFrom('phone_number', 'name', '__proto__', 'constructor', '\ud800'),
        fc.string({ maxLength: 5 }),
      ),
      cell,
    );
    const order = fc.record(
      {
        name: fc.string(),
        successDefinition: fc.string(),
        phoneNumber: fc.constantFrom('+541145678901', '1'),
        recipients: fc.array(row, { maxLength: 8 }),
        rejectedRows: fc.array(fc.record({ row: fc.integer(), reason: fc.string(), values: row })),
        sendOption: fc.constantFrom('now', 'scheduled'),
        other: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    const body = fc.oneof(
      { weight: 8, arbitrary: order.map((value) => JSON.stringify(value)) },
      { weight: 1, arbitrary: fc.tuple(order, fc.nat(50)).map(([value, cut]) => JSON.stringify(value).slice(0, -cut)) },
      { weight: 1, arbitrary: fc.string() },
    );
    await fc.assert(
      fc.asyncProperty(body, async (text) => {
        const bytes = Buffer.from(text);
        const plain = await outcome(() => parseAndValidateJsonBody(bytes, createCampaignBodySchema, undefined));
        const apart = await outcome(() =>
          thread.run({ kind: 'json', bytes: new Uint8Array(bytes), endpoint: 'createCampaign', module: null }),
        );
        expect(apart).toEqual(plain);
      }),
      { numRuns: 200 },
    );
  });

  test('what stops is answered as such', async () => {
    const ending = createRequestBodyWorkerThread();
    const answer = outcome(() =>
      ending.run({ kind: 'json', bytes: new Uint8Array(Buffer.from('{}')), endpoint: 'createCampaign', module: null }),
    );
    await ending.stop();
    expect(await answer).toMatchObject({ code: 'unavailable' });
    expect(
      await outcome(() =>
        ending.run({ kind: 'json', bytes: new Uint8Array(), endpoint: 'createCampaign', module: null }),
      ),
    ).toMatchObject({ code: 'unavailable' });
  });
});

test('a value is put together as it was cut, its order and odd names too', () => {
  const large = fc.oneof(
    fc.constant('x'.repeat(200_000)),
    fc.constant(Array.from({ length: 30_000 }, (_, index) => index)),
    fc.jsonValue(),
  );
  const value = fc.oneof(
    fc.array(large, { maxLength: 6 }),
    fc.dictionary(fc.oneof(fc.constant('__proto__'), fc.string()), large, { maxKeys: 6 }),
  );
  fc.assert(
    fc.property(value, (given) => {
      const assembly = createJsonValueAssembler();
      for (const piece of cutJsonValueIntoPieces(given)) assembly.take(structuredClone(piece));
      expect(JSON.stringify(assembly.value)).toBe(JSON.stringify(given));
    }),
    { numRuns: 60 },
  );
});

test('lists keep what their limit allows, and all else stays to the letter', () => {
  const within = { depth: 100, values: 10_000, members: 1_000, elements: 3 };
  const cutLists = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.slice(0, 3).map(cutLists);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, cutLists(held)]));
  };
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(4), (value, space) => {
      const parts = truncateLongJsonArrays(Buffer.from(JSON.stringify(value, null, space)), within);
      expect(parts).not.toBeNull();
      const text = Buffer.concat(parts ?? []).toString();
      expect(JSON.parse(text)).toEqual(cutLists(JSON.parse(JSON.stringify(value))));
    }),
  );
});

test('no schema of a large body asks for a longer list than is read of one', () => {
  const longest = (schema: unknown): number => {
    if (typeof schema !== 'object' || schema === null) return 0;
    const own =
      'type' in schema && schema.type === 'array' ? ((schema as { maxItems?: number }).maxItems ?? Infinity) : 0;
    return Math.max(own, ...Object.values(schema).map(longest));
  };
  const endpoints: Endpoint[] = Object.values(apiEndpoints);
  const large = endpoints.filter(({ bodyLimit = 0, body }) => bodyLimit > bodyWorkerThreadMinBytes && body);
  expect(large.length).toBeGreaterThan(0);
  for (const { body } of large)
    expect(longest(z.toJSONSchema(body as z.ZodType, { io: 'input', unrepresentable: 'any' }))).toBeLessThanOrEqual(
      schemaArrayMaxElements,
    );
});
