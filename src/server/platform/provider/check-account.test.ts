// Checks an account on the simulator behind a proxy that changes its answers. Each planted difference is reported by
// its row and by no unrelated row.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { providerAssumptionCheckIds, type ProviderAssumptionCheckId } from '../../../contract/connection-check.ts';
import {
  providerAccountCheckReportSchema,
  isPlainObject,
  knownProviderEnumValues,
  readOnlyRetellEndpoints,
  computeResponseShape,
} from '../../../retell/account-shape.ts';
import { providerContracts } from '../../../retell/relied-on.ts';
import { startSimulator, type Simulator } from '../../../simulator/index.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import {
  startRewritingProxy,
  type ProxyAnswer,
  type RewritingProxy,
  type Rules,
} from '../../testing/rewriting-proxy.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { systemClock } from '../clock.ts';
import { providerAssumptionChecks } from './account-checks.ts';
import { ProviderAccountReadError } from './account-reader.ts';
import { checkProviderAccount, type ProviderAccountCheckAndReaderOptions } from './check-account.ts';
import { createProviderTransport } from './provider-transport.ts';

const key = 'key_check_0123456789';
const to = Date.UTC(2026, 10, 20);
let simulator: Simulator;
let proxy: RewritingProxy;

beforeAll(async () => {
  simulator = await startSimulator({
    seed: 5,
    clock: { speed: 5_000 },
    accounts: [
      { key, orgName: 'Financiera Sur' },
      { key: 'key_empty', orgName: 'Nueva', agents: 0, numbers: 0 },
    ],
  });
  for (const _call of simulator.generateHistory({ key, from: to - 5 * 86_400_000, to, count: 300 })) continue;
  simulator.forceOutcome('agent_hangup');
  const numbers = (await (
    await fetch(`${simulator.url}/v2/list-phone-numbers`, { headers: { authorization: `Bearer ${key}` } })
  ).json()) as { items: { phone_number: string }[] };
  for (const attempt of ['uno', 'dos']) {
    const response = await fetch(`${simulator.url}/v2/create-phone-call`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        from_number: numbers.items[0]?.phone_number,
        to_number: '+5491155667788',
        metadata: { vocero_attempt_id: attempt },
      }),
    });
    expect(response.status).toBe(201);
  }
  await simulator.whenIdle();
  proxy = await startRewritingProxy(simulator.url);
});
afterAll(async () => {
  await proxy.close();
  await simulator.close();
});
beforeEach(() => proxy.rewrite({}));

const check = (options: Partial<ProviderAccountCheckAndReaderOptions> = {}) =>
  checkProviderAccount({
    baseUrl: proxy.url,
    apiKey: key,
    transport: createProviderTransport(4),
    clock: systemClock,
    deadlineMs: 60_000,
    isOwnAddress: () => false,
    orderKeys: 'honoured',
    ...options,
  });

async function differing(rules: Rules): Promise<Record<string, string | null>> {
  proxy.rewrite(rules);
  const { rows } = await check();
  return Object.fromEntries(
    rows.filter(({ verdict }) => verdict === 'differs').map(({ check: name, reason }) => [name, reason]),
  );
}

type Part = Record<string, unknown>;
const isOf = (path: string, endpoint: keyof typeof providerContracts): boolean =>
  path.startsWith(providerContracts[endpoint].endpoint.replace(/^\S+ /, '').replace(/\{.*$/, ''));

/** A rule that changes the answers of an endpoint, or the items of a list. */
function changing(endpoint: keyof typeof providerContracts, change: (part: Part) => unknown): Rules {
  return {
    answer(answer, { path }) {
      if (!isOf(path, endpoint) || answer.status >= 400) return answer;
      const body = structuredClone(answer.body) as Part;
      for (const part of Array.isArray(body['items']) ? (body['items'] as Part[]) : [body]) change(part);
      return { ...answer, body };
    },
  };
}
/** A rule that changes a call in every answer. */
function changingCalls(change: (call: Part) => unknown): Rules {
  const rules = [changing('listCalls', change), changing('getCall', change)];
  return {
    answer: (answer, request) =>
      rules.reduce<ProxyAnswer>((changed, { answer: rule }) => rule?.(changed, request) ?? changed, answer),
  };
}
function changingPage(endpoint: keyof typeof providerContracts, change: (page: Part) => unknown): Rules {
  return {
    answer(answer, { path }) {
      if (!isOf(path, endpoint)) return answer;
      const body = structuredClone(answer.body) as Part;
      change(body);
      return { ...answer, body };
    },
  };
}

it('holds of the simulator, whose account has everything', async () => {
  const { rows, report } = await check();
  expect(rows.filter(({ verdict }) => verdict !== 'holds')).toEqual([]);
  expect(rows.map(({ check: name }) => name)).toEqual(providerAssumptionCheckIds);
  expect(providerAssumptionChecks.map(({ check: name }) => name)).toEqual(providerAssumptionCheckIds);
  expect(providerAccountCheckReportSchema.parse(JSON.parse(JSON.stringify(report)))).toEqual(report);
  expect(Object.keys(report.shapes).sort()).toEqual([...readOnlyRetellEndpoints].sort());
});

it('asks only what changes nothing, with the key in a header alone', async () => {
  const before = proxy.passed.length;
  await check();
  const asked = proxy.passed.slice(before);
  const reading = readOnlyRetellEndpoints.map((endpoint) => providerContracts[endpoint].endpoint);
  const isReading = ({ method, path }: { method: string; path: string }) =>
    reading.some((endpoint) => new RegExp(`^${endpoint.replace(/\{\w+\}/, '[^/]+')}$`).test(`${method} ${path}`));
  expect(asked.filter((request) => !isReading(request))).toEqual([]);
  expect(
    asked.filter(
      ({ method, path }) => method !== 'GET' && !(method === 'POST' && /\/list-(?:agents|calls)$/.test(path)),
    ),
  ).toEqual([]);
  expect(asked.length).toBeLessThan(80);
  expect(JSON.stringify(asked)).not.toContain(key);
});

describe('a planted difference is found', () => {
  const planted: Record<
    string,
    { readonly rules: Rules; readonly rows: readonly ProviderAssumptionCheckId[]; readonly names?: string }
  > = {
    'a refused key': {
      rules: { answer: () => ({ status: 401, body: { status: 'error', message: 'no' } }) },
      rows: ['key'],
      names: 'rechaza',
    },
    'a page of somebody else': {
      rules: { answer: () => ({ status: 200, body: 'Welcome' }) },
      rows: ['key'],
      names: 'no es el proveedor',
    },
    'no pagination key': {
      rules: changingPage('listCalls', (page) => delete page['pagination_key']),
      rows: ['calls_paging'],
      names: 'pagination_key',
    },
    'a limit that is ignored': {
      rules: { request: ({ path, body }) => (isOf(path, 'listCalls') ? { ...(body as Part), limit: 1_000 } : body) },
      rows: ['calls_paging'],
      names: 'más elementos que los pedidos',
    },
    'pages that repeat': {
      rules: {
        request: ({ path, body }) =>
          isOf(path, 'listCalls') ? { ...(body as Part), pagination_key: undefined } : body,
      },
      rows: ['calls_paging'],
      names: 'repite o saltea',
    },
    'a sort order reversed': {
      rules: {
        request: ({ path, body }) =>
          isOf(path, 'listCalls')
            ? {
                ...(body as Part),
                sort_order: (body as Part)['sort_order'] === 'ascending' ? 'descending' : 'ascending',
              }
            : body,
      },
      rows: ['calls_order'],
    },
    'a time filter ignored': {
      rules: {
        request({ path, body }) {
          if (!isOf(path, 'listCalls')) return body;
          const criteria = ((body as Part)['filter_criteria'] ?? {}) as Part;
          return {
            ...(body as Part),
            filter_criteria: { ...criteria, start_timestamp: undefined, end_timestamp: undefined },
          };
        },
      },
      rows: ['calls_by_time'],
      names: 'start_timestamp',
    },
    'a metadata filter ignored': {
      rules: {
        request: ({ path, body }) =>
          isOf(path, 'listCalls')
            ? {
                ...(body as Part),
                filter_criteria: { ...((body as Part)['filter_criteria'] as Part), metadata: undefined },
              }
            : body,
      },
      rows: ['calls_by_metadata'],
      names: 'deja pasar',
    },
    'metadata that is never found': {
      rules: changingPage('listCalls', (page) => {
        const items = page['items'] as Part[];
        if (items.length <= 1) page['items'] = items.filter(({ metadata }) => metadata === undefined);
      }),
      rows: ['calls_by_metadata'],
      names: 'no encuentra',
    },
    'moments in seconds': {
      rules: changingCalls((call) => {
        for (const field of ['start_timestamp', 'end_timestamp'])
          if (typeof call[field] === 'number') call[field] = Math.floor(call[field] / 1_000);
      }),
      rows: ['call_times'],
      names: 'start_timestamp parece venir en segundos',
    },
    'a duration in seconds': {
      rules: changingCalls(
        (call) =>
          typeof call['duration_ms'] === 'number' && (call['duration_ms'] = Math.round(call['duration_ms'] / 1_000)),
      ),
      rows: ['call_times'],
      names: 'duration_ms parece venir en segundos',
    },
    'words in milliseconds': {
      rules: changing('getCall', (call) => {
        for (const line of (call['transcript_object'] ?? []) as { words: { start: number; end: number }[] }[]) {
          for (const word of line.words) Object.assign(word, { start: word.start * 1_000, end: word.end * 1_000 });
        }
      }),
      rows: ['said_times'],
    },
    'costs in dollars': {
      rules: changingCalls((call) => {
        const cost = call['call_cost'] as { combined_cost: number; product_costs: { cost: number }[] } | undefined;
        if (!cost) return;
        cost.combined_cost /= 100;
        for (const product of cost.product_costs) product.cost /= 100;
      }),
      rows: ['call_costs'],
      names: 'dólares',
    },
    'a reason that nobody knows': {
      rules: changingCalls(
        (call) =>
          typeof call['disconnection_reason'] === 'string' && (call['disconnection_reason'] = 'user_moonwalked'),
      ),
      rows: ['call_reasons'],
      names: 'disconnection_reason=user_moonwalked',
    },
    'a status that nobody knows': {
      rules: changingCalls((call) => call['call_status'] === 'not_connected' && (call['call_status'] = 'queued')),
      rows: ['call_statuses'],
      names: 'call_status=queued',
    },
    'a mood that nobody knows': {
      rules: changingCalls(
        (call) =>
          isPlainObject(call['call_analysis']) && ((call['call_analysis'] as Part)['user_sentiment'] = 'Puzzled'),
      ),
      rows: ['call_words'],
      names: 'user_sentiment=Puzzled',
    },
    'a number bound to several agents': {
      rules: changing('listPhoneNumbers', (number) => {
        const agents = number['outbound_agents'] as Part[];
        number['outbound_agents'] = [...agents, { ...agents[0], agent_version: 0 }];
      }),
      rows: ['number_bindings'],
      names: 'varios agentes',
    },
    'a number bound to an agent of nobody': {
      rules: changing(
        'listPhoneNumbers',
        (number) => (number['outbound_agents'] = [{ agent_id: 'agent_de_nadie', weight: 1 }]),
      ),
      rows: ['number_bindings'],
      names: 'que no está en la lista',
    },
    'a number that is not international': {
      rules: changing('listPhoneNumbers', (number) => (number['phone_number'] = '011 5263 1000')),
      rows: ['numbers'],
      names: 'internacional',
    },
    'a missing field': {
      rules: changing('getAgent', (agent) => delete agent['is_published']),
      rows: ['agent_details', 'agent_versions'],
      names: 'is_published',
    },
    'a field of another type': {
      rules: changing('getCall', (call) => (call['duration_ms'] = String(call['duration_ms']))),
      rows: ['call_details'],
      names: 'duration_ms (string)',
    },
    'a listed field of another type': {
      rules: changing('listAgents', (agent) => (agent['agent_name'] = { es: 'Sofía' })),
      rows: ['agents'],
      names: 'items[].agent_name (object)',
    },
    'no word of burst': {
      rules: changing('getConcurrency', (lines) =>
        ['concurrency_burst_enabled', 'concurrency_burst_limit'].map((field) => delete lines[field]),
      ),
      rows: ['concurrency_burst'],
    },
    'more lines reserved than there are': {
      rules: changing('getConcurrency', (lines) => (lines['reserved_inbound_concurrency'] = 500)),
      rows: ['concurrency'],
    },
    "an agent's webhook elsewhere": {
      rules: changing('getAgent', (agent) => (agent['webhook_url'] = 'https://otra.ejemplo/recibe')),
      rows: ['webhook_addresses'],
      names: 'otra dirección',
    },
    'versions oldest first': {
      rules: changingPage('listAgentVersions', (page) => (page['items'] = (page['items'] as unknown[]).toReversed())),
      rows: ['agent_versions'],
      names: 'más nueva',
    },
    'no published version by its tag': {
      rules: {
        answer: (answer, { path, query }) =>
          isOf(path, 'getAgent') && query.get('version') === 'latest_published' ? { status: 422, body: {} } : answer,
      },
      rows: ['agent_versions'],
      names: 'get-agent respondió 422',
    },
    'another call than the one asked for': {
      rules: changing('getCall', (call) => (call['call_id'] = 'call_otra')),
      rows: ['call_kinds'],
      names: 'otra llamada',
    },
    'a web call with numbers': {
      rules: changing(
        'getCall',
        (call) => call['call_type'] === 'web_call' && (call['from_number'] = '+5491100000000'),
      ),
      rows: ['call_kinds'],
      names: 'web',
    },
    'a field never heard of': {
      rules: changingCalls((call) => (call['carbon_footprint'] = 3)),
      rows: ['unknown_fields'],
      names: 'carbon_footprint',
    },
    'an endpoint that is gone': {
      rules: { answer: (answer, { path }) => (isOf(path, 'getConcurrency') ? { status: 404, body: {} } : answer) },
      rows: ['concurrency', 'concurrency_burst', 'unknown_fields'],
      names: 'get-concurrency respondió 404',
    },
  };

  for (const [what, { rules, rows, names = '' }] of Object.entries(planted)) {
    it(what, async () => {
      const found = await differing(rules);
      expect(Object.keys(found)).toEqual(rows);
      expect(Object.values(found)[0]).toContain(names);
    });
  }
});

it('says what an empty account can not tell', async () => {
  const { rows } = await check({ apiKey: 'key_empty' });
  expect(rows.filter(({ verdict }) => verdict === 'differs')).toEqual([]);
  expect(rows.find(({ check: name }) => name === 'calls_order')).toMatchObject({
    verdict: 'unclear',
    reason: 'La cuenta no tiene llamadas.',
  });
});

it('asks again after a 429 when it is told to, and judges nothing by one that stays', async () => {
  const clock = new ManualClock();
  let refused = 0;
  proxy.rewrite({
    answer(answer, { path }) {
      if (!isOf(path, 'getConcurrency') || refused >= 1) return answer;
      refused += 1;
      return { status: 429, body: {}, headers: { 'retry-after': '7' } };
    },
  });
  const checking = check({ clock });
  await waitFor('the pause', () => clock.sleeping > 0);
  await clock.advance(7_000);
  expect((await checking).rows.filter(({ verdict }) => verdict !== 'holds')).toEqual([]);

  proxy.rewrite({
    answer: (answer, { path }) =>
      isOf(path, 'getConcurrency') ? { status: 429, body: {}, headers: { 'retry-after': '600' } } : answer,
  });
  const { rows } = await check();
  expect(rows.find(({ check: name }) => name === 'concurrency')).toMatchObject({
    verdict: 'unclear',
    reason: 'get-concurrency respondió 429.',
  });
});

it.each([
  ['honoured', 'holds', null],
  ['ignored', 'differs', 'hizo otra llamada'],
  ['refused', 'differs', 'idempotency_key'],
  ['lost', 'differs', 'Detrás de un error'],
  ['untried', 'unclear', 'llamada de prueba'],
  [undefined, 'unclear', 'llamada de prueba'],
] as const)('judges keys by what is known of them: %s %s', async (orderKeys, verdict, reason) => {
  const row = (await check({ orderKeys })).rows.find(({ check: name }) => name === 'order_keys');
  expect(row).toMatchObject({ verdict, reason: reason === null ? null : (expect.stringContaining(reason) as string) });
});

it('ends when its time is over, and judges nothing by what it did not ask', async () => {
  // Every reading of this clock advances it by a second.
  let now = 0;
  const clock = { now: () => new Date(), sleep: () => Promise.resolve(), monotonicMs: () => (now += 1_000) };
  const before = proxy.passed.length;
  const { rows } = await check({ clock, deadlineMs: 12_000 });
  expect(proxy.passed.length - before).toBeLessThan(13);
  expect(rows.filter(({ verdict }) => verdict === 'differs')).toEqual([]);
  expect(rows.find(({ check: name }) => name === 'unknown_fields')).toMatchObject({
    verdict: 'unclear',
    reason: 'Se agotó el tiempo o el número de consultas de la comprobación.',
  });
  await expect(check({ clock, deadlineMs: 0 })).rejects.toThrow(ProviderAccountReadError);
});

it('tells what is there in place of the provider', async () => {
  const pages = [
    { status: 200, type: 'text/html', text: '<html>Bienvenido</html>' },
    { status: 200, type: 'application/json', text: '{"hola":1}' },
    { status: 302, type: 'text/html', text: '' },
    { status: 404, type: 'text/html', text: 'Not found' },
  ];
  for (const { status, type, text } of pages) {
    const server = createServer(
      (_request, response) =>
        void response.writeHead(status, { 'content-type': type, location: simulator.url }).end(text),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { rows, report } = await check({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    server.closeAllConnections();
    server.close();
    expect(rows[0]?.verdict).toBe('differs');
    expect(rows.slice(1).every(({ verdict }) => verdict === 'unclear')).toBe(true);
    expect(JSON.stringify(report)).not.toMatch(/hola|Bienvenido/);
  }
});

it('is no verdict where nobody answers', async () => {
  const gone = await startRewritingProxy(simulator.url);
  await gone.close();
  await expect(check({ baseUrl: gone.url })).rejects.toThrow(ProviderAccountReadError);
  proxy.rewrite({ answer: () => ({ status: 503, body: {} }) });
  await expect(check()).rejects.toThrow(ProviderAccountReadError);
});

it("tells in its report nothing of the account but field names and the provider's own words", async () => {
  // All texts of the account are marked, including the names of its own fields and all identifying numbers.
  const words = new Set(Object.values(knownProviderEnumValues).flatMap((paths) => Object.values(paths).flat()));
  const own =
    /^(?:metadata|custom_analysis_data|retell_llm_dynamic_variables|collected_dynamic_variables|tags|custom_sip_headers)$/;
  await fc.assert(
    fc.asyncProperty(
      fc.string({ minLength: 1, maxLength: 12 }),
      fc.integer({ min: 0, max: 999_999 }),
      async (salt, figure) => {
        const mark = (value: unknown, isOwn = false): unknown => {
          if (typeof value === 'string') return words.has(value) ? value : `Zqx${salt}${value}`;
          if (typeof value === 'number') return value > 1_000_000_000 ? value : 7_770_000_000_000_000 + figure;
          if (Array.isArray(value)) return value.map((item) => mark(item, isOwn));
          if (!isPlainObject(value)) return value;
          return Object.fromEntries(
            Object.entries(value).map(([name, part]) => [
              isOwn ? `zqx${salt}${name}` : name,
              mark(part, isOwn || own.test(name)),
            ]),
          );
        };
        // Adds fields with unknown names.
        const add = (value: unknown): unknown => {
          if (Array.isArray(value)) return value.map(add);
          if (!isPlainObject(value)) return value;
          return {
            ...Object.fromEntries(Object.entries(value).map(([name, part]) => [name, add(part)])),
            lists_of_theirs: { [`zqx${figure}`]: salt },
            [`Zqx ${salt}`]: 1,
          };
        };
        proxy.rewrite({
          answer: (answer, { path }) =>
            isOf(path, 'getKeyInfo') ? answer : { ...answer, body: add(mark(answer.body)) },
        });
        const { report, rows } = await check();
        const told = JSON.stringify({ report, rows });
        expect(told.toLowerCase()).not.toContain('zqx');
        expect(told).not.toContain('777000');
        expect(told).not.toContain('Financiera');
        expect(told).not.toMatch(/\d{4}/);
      },
    ),
    { numRuns: 8 },
  );
});

it('keeps of a shape what is missing at times, which kinds and which words', () => {
  const calls = [
    { call_id: 'a', call_status: 'ended', start_timestamp: 1_790_000_000_000, metadata: { dni: '30111222' } },
    { call_id: 'b', call_status: 'Juan Pérez', start_timestamp: null, 'María 1234': 1 },
  ];
  expect(computeResponseShape('getCall', calls)).toEqual({
    '*': { kinds: ['number'], sometimes: true },
    call_id: { kinds: ['string'] },
    call_status: { kinds: ['string'], words: ['*', 'ended'] },
    metadata: { kinds: ['object'], sometimes: true },
    start_timestamp: { kinds: ['null', 'time_ms'] },
  });
});
