import { createServer as createHttpServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import * as fc from 'fast-check';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { waitFor } from '../../testing/wait-for.ts';
import { createRetellProviderFactory } from './retell-provider.ts';
import { serializeProviderPhoneCallRequest } from './provider-requests.ts';
import type { OutboundCallOrder, VoiceProvider } from './provider.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

const servers: net.Server[] = [];
const sockets = new Set<net.Socket>();

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await Promise.all(servers.splice(0).map((server) => new Promise((done) => server.close(done))));
});

/** Starts a real server on a real socket. Returns its base URL. */
async function serve(answer: Answer): Promise<string> {
  const server: Server = createHttpServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => answer(request, response, body));
  });
  return listen(server);
}

async function listen(server: net.Server): Promise<string> {
  server.on('connection', (socket: net.Socket) => sockets.add(socket));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  servers.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A provider with long limits by default, so that no answer is late on a busy machine. */
function connect(baseUrl: string, deadlineMs = 60_000, connectMs = 30_000): VoiceProvider {
  return createRetellProviderFactory({
    baseUrl,
    log: pino({ level: 'silent' }),
    placeDeadlineMs: deadlineMs,
    readDeadlineMs: deadlineMs,
    connectMs,
  })('key_test');
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const order: OutboundCallOrder = {
  attemptId: 'a1b2c3d4-0000-4000-8000-000000000001',
  campaignId: 'a1b2c3d4-0000-4000-8000-000000000002',
  fromNumber: '+541150000000',
  toNumber: '+5491150000001',
  agentId: 'agent_1',
  agentVersion: 'latest_published',
  dynamicVariables: { customer_name: 'Ñandú' },
  analysisItems: [{ type: 'system-presets', name: 'call_successful', description: 'Aceptó' }],
  withoutFields: [],
};
const fresh = () => false;

it('lets a key that waits on all of its connections hold up no other key', async () => {
  const held: ServerResponse[] = [];
  const url = await serve((request, response) => {
    if (request.headers.authorization === 'Bearer key_slow') held.push(response);
    else json(response, 201, { call_id: 'call_1' });
  });
  const providers = createRetellProviderFactory({
    baseUrl: url,
    log: pino({ level: 'silent' }),
    placeDeadlineMs: 60_000,
    connectMs: 60_000,
  });
  const waiting = Array.from({ length: 300 }, () => providers('key_slow').placeCall(order, fresh));
  await waitFor('every connection to wait', () => held.length === 256);
  expect(await providers('key_prompt').placeCall(order, fresh)).toMatchObject({ kind: 'accepted' });
  for (const socket of sockets) socket.destroy();
  servers[0]?.close();
  const kinds = (await Promise.all(waiting)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'unknown').length).toBeGreaterThanOrEqual(256);
});

describe('findContact', () => {
  it.each([
    [200, { contact_id: 'c1', do_not_call: true }, { id: 'c1', isMarkedDoNotCall: true }],
    [200, { contact_id: 'c1', do_not_call: false }, { id: 'c1', isMarkedDoNotCall: false }],
    [200, { phone_number: '+5491150000001' }, { id: null, isMarkedDoNotCall: false }],
    [404, { message: 'Contact not found' }, null],
  ])('reads %s %j as %j', async (status, body, contact) => {
    const url = await serve((_request, response) => json(response, status, body));
    expect(await connect(url).findContact('+5491150000001')).toEqual(contact);
  });

  it('throws what is no answer', async () => {
    const url = await serve((_request, response) => json(response, 500, {}));
    await expect(connect(url).findContact('+5491150000001')).rejects.toMatchObject({ kind: 'unavailable' });
  });
});

describe('placeCall', () => {
  it('names the optional field that the API refuses, and leaves it out where told', async () => {
    const bodies: Record<string, unknown>[] = [];
    const url = await serve((_request, response, body) => {
      const sent = JSON.parse(body) as Record<string, unknown>;
      bodies.push(sent);
      if ('honor_internal_dnc' in sent) json(response, 400, { message: "unknown property 'honor_internal_dnc'" });
      else json(response, 400, { message: 'No outbound agent id set up; honor_internal_dnc was not given.' });
    });
    const refused = await connect(url).placeCall(order, fresh);
    expect(refused).toMatchObject({ kind: 'refused', status: 400, unknownField: 'honor_internal_dnc' });
    const without = await connect(url).placeCall({ ...order, withoutFields: ['honor_internal_dnc'] }, fresh);
    expect(without).toMatchObject({ kind: 'refused', retry: 'never' });
    expect(without).not.toHaveProperty('unknownField');
    expect(bodies.map((sent) => sent['honor_internal_dnc'])).toEqual([true, undefined]);
  });

  it('sends what the provider documents, once, and accepts its answer', async () => {
    const seen: { url: string | undefined; key: string | undefined; body: unknown }[] = [];
    const url = await serve((request, response, body) => {
      seen.push({ url: request.url, key: request.headers.authorization, body: JSON.parse(body) });
      json(response, 201, { call_id: 'call_1', call_status: 'registered' });
    });
    const outcome = await connect(url).placeCall(order, fresh);
    expect(outcome).toMatchObject({ kind: 'accepted', call: { call_id: 'call_1' } });
    expect(seen).toEqual([
      {
        url: '/v2/create-phone-call',
        key: 'Bearer key_test',
        body: {
          from_number: order.fromNumber,
          to_number: order.toNumber,
          override_agent_id: 'agent_1',
          override_agent_version: 'latest_published',
          metadata: { vocero_attempt_id: order.attemptId, vocero_campaign_id: order.campaignId },
          honor_internal_dnc: true,
          idempotency_key: order.attemptId,
          retell_llm_dynamic_variables: { customer_name: 'Ñandú' },
          agent_override: { agent: { post_call_analysis_data: order.analysisItems } },
        },
      },
    ]);
  });

  it('leaves the number its agent and the agent its analysis when told neither, and marks a call of no campaign', async () => {
    let sent: Record<string, unknown> = {};
    const url = await serve((_, response, body) => {
      sent = JSON.parse(body) as Record<string, unknown>;
      json(response, 201, { call_id: 'call_1' });
    });
    await connect(url).placeCall(
      { ...order, campaignId: null, agentId: null, agentVersion: null, analysisItems: null },
      fresh,
    );
    expect(sent).not.toHaveProperty('override_agent_id');
    expect(sent).not.toHaveProperty('override_agent_version');
    expect(sent).not.toHaveProperty('agent_override');
    expect(sent['metadata']).toEqual({ vocero_attempt_id: order.attemptId, vocero_test_call: 'true' });
  });

  it.each([
    [400, 'never'],
    [401, 'account'],
    [402, 'account'],
    [403, 'account'],
    [404, 'never'],
    [422, 'never'],
    [429, 'later'],
  ] as const)('takes %i for a refusal (%s) with the provider’s words', async (status, retry) => {
    let requests = 0;
    const url = await serve((_, response) => {
      requests++;
      json(response, status, { status: 'error', message: 'no way' });
    });
    expect(await connect(url).placeCall(order, fresh)).toEqual({ kind: 'refused', retry, status, message: 'no way' });
    expect(requests).toBe(1);
  });

  it('sends a repetition to the byte, whatever the names of its variables', async () => {
    const sent: string[] = [];
    const url = await serve((_request, response, body) => {
      sent.push(body);
      json(response, 201, { call_id: 'call_1' });
    });
    const names = fc.oneof(fc.string(), fc.constantFrom('__proto__', '10', '2', 'constructor'));
    await fc.assert(
      fc.asyncProperty(fc.dictionary(names, fc.string({ unit: 'binary' })), async (dynamicVariables) => {
        const given = { ...order, dynamicVariables };
        await connect(url).placeCall(given, fresh);
        await connect(url).repeatCall(serializeProviderPhoneCallRequest(given), fresh);
        expect(sent.at(-1)).toBe(sent.at(-2));
      }),
      { numRuns: 50 },
    );
  });

  it('says with what status it does not know, however the answer ended', async () => {
    const url = await serve((_request, response, body) => {
      const cut = () => response.socket?.destroy();
      if (body.includes('+5491150000002')) cut();
      else response.writeHead(502, { 'content-length': '1000' }).write('<html>', cut);
    });
    expect(await connect(url).placeCall(order, fresh)).toMatchObject({ kind: 'unknown', status: 502 });
    const unanswered = { ...order, toNumber: '+5491150000002' };
    expect(await connect(url).placeCall(unanswered, fresh)).toMatchObject({ kind: 'unknown', status: null });
  });

  it.each([302, 307, 308, 405, 408, 409, 413, 418, 421, 500, 502, 503, 504])(
    'does not know what %i means, and asks once',
    async (status) => {
      let requests = 0;
      const url = await serve((_, response) => {
        requests++;
        response.setHeader('location', '/elsewhere');
        json(response, status, { message: 'odd' });
      });
      expect(await connect(url).placeCall(order, fresh)).toMatchObject({ kind: 'unknown', status });
      expect(requests).toBe(1);
    },
  );

  it.each<[string, Answer]>([
    ['a 2xx without a call id', (_, response) => json(response, 201, { call_status: 'registered' })],
    [
      'a 2xx that is not JSON',
      (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"call_'),
    ],
    [
      'a 2xx of another type',
      (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
    ],
    ['a 2xx without a body', (_, response) => void response.writeHead(204).end()],
    [
      'a 2xx cut in the middle',
      (_, response) => {
        response.writeHead(201, { 'content-type': 'application/json', 'content-length': '1000' });
        response.write('{"call_id":', () => response.socket?.destroy());
      },
    ],
    [
      'a refusal cut in the middle',
      (_, response) => {
        response.writeHead(422, { 'content-type': 'application/json', 'content-length': '1000' });
        response.write('{"mess', () => response.socket?.destroy());
      },
    ],
    ['a close without an answer', (_, response) => void response.socket?.end()],
    ['a reset without an answer', (_, response) => void response.socket?.resetAndDestroy()],
    ['no headers before the deadline', () => undefined],
    [
      'no whole body before the deadline',
      (_, response) => {
        response.writeHead(201, { 'content-type': 'application/json' });
        response.write('{"call_id":"call_1"');
      },
    ],
  ])('does not know what became of %s', async (_, answer) => {
    let requests = 0;
    const url = await serve((request, response, body) => {
      requests++;
      answer(request, response, body);
    });
    // Without the deadline some of these would exceed the test's time limit.
    expect(await connect(url, 1_000).placeCall(order, fresh)).toMatchObject({ kind: 'unknown' });
    expect(requests).toBe(1);
  });

  it('does not know what became of a request on a reused connection that was reset', async () => {
    let requests = 0;
    const url = await serve((_, response) => {
      requests++;
      if (requests === 1) json(response, 201, { call_id: 'call_1' });
      else response.socket?.resetAndDestroy();
    });
    const provider = connect(url);
    expect(await provider.placeCall(order, fresh)).toMatchObject({ kind: 'accepted' });
    expect(await provider.placeCall(order, fresh)).toMatchObject({ kind: 'unknown' });
    expect(requests).toBe(2);
    expect(sockets.size).toBe(1);
  });

  it('knows that nothing was dialled when nobody listens', async () => {
    const url = await serve(() => undefined);
    await new Promise((done) => servers.pop()?.close(done));
    let asked = 0;
    const outcome = await connect(url).placeCall(order, () => asked++ > 0);
    expect(outcome).toMatchObject({ kind: 'refused', retry: 'later', status: null });
    expect(asked).toBe(0);
  });

  it('knows that nothing was dialled when the name does not exist', async () => {
    const outcome = await connect('http://provider.invalid', 5_000).placeCall(order, fresh);
    expect(outcome).toMatchObject({ kind: 'refused', retry: 'later', status: null });
  });

  it('knows that nothing was dialled when encryption never comes about', async () => {
    // The server accepts connections but never answers the greeting.
    const bytes: number[] = [];
    const url = await listen(net.createServer((socket) => socket.on('data', (chunk) => bytes.push(chunk.length))));
    const outcome = await connect(url.replace('http:', 'https:'), 60_000, 500).placeCall(order, fresh);
    expect(outcome).toMatchObject({ kind: 'refused', retry: 'later', message: 'connecting took too long' });
  });

  it('asks right before writing, on a connected socket, and writes nothing when it is too late', async () => {
    const received: string[] = [];
    const url = await listen(
      net.createServer((socket) => socket.on('data', (chunk) => received.push(chunk.toString()))),
    );
    const outcome = await connect(url).placeCall(order, () => true);
    expect(outcome).toEqual({ kind: 'refused', retry: 'later', status: null, message: 'not sent: too late' });
    expect(received).toEqual([]);
  });
});

describe('the other requests', () => {
  it.each([
    [401, 'key_rejected'],
    [403, 'key_rejected'],
    [404, 'not_found'],
    [429, 'rate_limited'],
    [400, 'refused'],
    [422, 'refused'],
    [408, 'unavailable'],
    [500, 'unavailable'],
  ] as const)('name %i as %s and ask once', async (status, kind) => {
    let requests = 0;
    const url = await serve((_, response) => {
      requests++;
      json(response, status, { message: 'no' });
    });
    await expect(connect(url).checkKey()).rejects.toMatchObject({ kind, status });
    expect(requests).toBe(1);
  });

  it.each([
    ['another service', 200, '{"status":"ok"}', 'application/json'],
    ['half of the shape', 200, '{"org_name":"Cuenta"}', 'application/json'],
    ['a list', 200, '[]', 'application/json'],
    ['nothing', 204, '', 'application/json'],
    ['a captive portal', 200, '<html>Ingresa a la red</html>', 'text/html'],
  ])('take no key for good that %s said', async (_who, status, body, type) => {
    const url = await serve((_, response) => response.writeHead(status, { 'content-type': type }).end(body));
    await expect(connect(url).checkKey()).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('are unavailable when the answer never becomes whole', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"items":[');
    });
    await expect(connect(url, 200).listCalls({}, { limit: 10 })).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it.each([
    [404, 'Not found'],
    [422, 'Cannot find requested asset under given api key.'],
  ])('know no call where the provider answers %i', async (status, message) => {
    const url = await serve((_, response) => json(response, status, { message }));
    expect(await connect(url).getCall('call_x')).toBeNull();
  });

  it('do not take another 422 for a missing call', async () => {
    const url = await serve((_, response) => json(response, 422, { message: 'Account is restricted' }));
    await expect(connect(url).getCall('call_x')).rejects.toMatchObject({ kind: 'refused' });
  });

  it('run an analysis again, once, and answer the call with it', async () => {
    const asked: string[] = [];
    const url = await serve((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      json(response, asked.length === 1 ? 201 : 500, {
        call_id: 'call_x',
        call_analysis: { user_sentiment: 'Negative' },
      });
    });
    const provider = connect(url);
    expect(await provider.rerunAnalysis('call_x')).toMatchObject({
      call_id: 'call_x',
      call_analysis: { user_sentiment: 'Negative' },
    });
    await expect(provider.rerunAnalysis('call_x')).rejects.toMatchObject({ kind: 'unavailable' });
    expect(asked).toEqual(['PUT /rerun-call-analysis/call_x', 'PUT /rerun-call-analysis/call_x']);
  });

  it('know no analysis of a call that is not there', async () => {
    const url = await serve((_, response) =>
      json(response, 422, { message: 'Cannot find requested asset under given api key.' }),
    );
    await expect(connect(url).rerunAnalysis('call_x')).rejects.toMatchObject({ kind: 'not_found', status: 422 });
  });

  it.each([
    [204, ''],
    [404, 'Not found'],
    [422, 'Cannot find requested asset under given api key.'],
  ])('have a call deleted, or know that it is gone, by %i', async (status, message) => {
    const asked: string[] = [];
    const url = await serve((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      if (status === 204) response.writeHead(204).end();
      else json(response, status, { message });
    });
    await connect(url).deleteCall('call_x');
    expect(asked).toEqual(['DELETE /v2/delete-call/call_x']);
  });

  it('do not take a failure for a deletion', async () => {
    const url = await serve((_, response) => json(response, 422, { message: 'Call is still ongoing' }));
    await expect(connect(url).deleteCall('call_x')).rejects.toMatchObject({ kind: 'refused' });
  });

  it('list calls by attempt through metadata alone, and by time in pages', async () => {
    const bodies: unknown[] = [];
    const url = await serve((_, response, body) => {
      bodies.push(JSON.parse(body));
      json(response, 200, { items: [{ call_id: 'call_1' }, { odd: true }], has_more: true, pagination_key: 'next' });
    });
    const provider = connect(url);
    const byAttempt = await provider.listCalls({ attemptId: order.attemptId }, { limit: 5 });
    expect(byAttempt.calls.map((call) => call.call_id)).toEqual(['call_1']);
    expect(byAttempt.nextKey).toBe('next');
    await provider.listCalls({ startedFromMs: 1, startedToMs: 2 }, { limit: 1000, key: 'next', order: 'ascending' });
    expect(bodies).toEqual([
      {
        filter_criteria: { metadata: [{ type: 'string', op: 'eq', key: 'vocero_attempt_id', value: order.attemptId }] },
        sort_order: 'descending',
        limit: 5,
      },
      {
        filter_criteria: { start_timestamp: { type: 'range', op: 'bt', value: [1, 2] } },
        sort_order: 'ascending',
        limit: 1000,
        pagination_key: 'next',
      },
    ]);
  });

  it('do not take finds that can not be read for an empty list', async () => {
    const url = await serve((_, response) => json(response, 200, { items: [{ callId: 'renamed' }], has_more: false }));
    await expect(connect(url).listCalls({ attemptId: order.attemptId }, { limit: 5 })).rejects.toMatchObject({
      kind: 'unavailable',
    });
  });

  it('read all pages of agents and numbers and leave chat agents out', async () => {
    const url = await serve((request, response) => {
      const asked = new URL(request.url ?? '/', 'http://x');
      const isSecond = asked.searchParams.get('pagination_key') === 'p2';
      const more = { has_more: !isSecond, pagination_key: isSecond ? undefined : 'p2' };
      if (asked.pathname === '/v2/list-agents') {
        const items = isSecond
          ? [{ agent_id: 'b', channel: 'chat' }]
          : [{ agent_id: 'a', agent_name: 'Ana', channel: 'voice' }];
        json(response, 200, { items, ...more });
      } else {
        json(response, 200, { items: [{ phone_number: isSecond ? '+542' : '+541' }], ...more });
      }
    });
    const provider = connect(url);
    expect((await provider.listAgents()).map((agent) => agent.agent_id)).toEqual(['a']);
    expect((await provider.listPhoneNumbers()).map((number) => number.phone_number)).toEqual(['+541', '+542']);
  });
});
