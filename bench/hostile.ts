/** Hostile: cost of a few people's largest and worst bodies for everybody else on one server. */
import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { signProviderWebhook } from '../src/retell/index.ts';
import { createHttpClient, type HttpClient } from '../src/server/testing/http-client.ts';
import { startBenchServer, type BenchServer } from './bench-server.ts';
import { inspectorArguments, openHeapProbe, type HeapProbe } from './heap-probe.ts';
import { forecastsAbout, measureForecasts } from './hostile-forecasts.ts';
import { createReceivers, measureReaders, readersAbout, readersWorkspaces } from './hostile-readers.ts';
import type { BenchPart, Measure } from './measure.ts';

const megabyte = 2 ** 20;
const bodyBytes = 45 * megabyte;
const senders = 9;
const recipients = 10_000;
const columns = 200;
const webhooks = 4;
/** Pause in ms between two measurements of other people's waiting time. */
const askEveryMs = 20;
const dashboard = '/api/metrics?period=today';
const watch =
  'globalThis.benchDelay = process.getBuiltinModule("node:perf_hooks").monitorEventLoopDelay({ resolution: 5 }); benchDelay.enable()';

export const hostilePart: BenchPart = {
  name: 'hostile',
  about: `At the same time, by ${senders + 3} people: ${senders} campaigns of 45 MB of {}, deep nesting, one giant text, ${webhooks} signed webhooks of 10 MB and four of 250,000 keys, a do-not-call file of 64 MB, and a campaign of ${recipients} people with ${columns} columns. How long /healthz and a dashboard's endpoint take meanwhile, asked every ${askEveryMs} ms. ${forecastsAbout} ${readersAbout}`,
  async run(say) {
    const receivers = createReceivers();
    let frontUrl = '';
    const server = await startBenchServer({
      simulator: { seed: 1, ringMs: 300, callDurationMs: 1_700, analysisMs: 100 },
      lines: 20,
      dialing: { callsPerSecond: 20, reservedLines: 0 },
      env: { NODE_OPTIONS: inspectorArguments },
      workspaces: readersWorkspaces,
      provider: async (simulatorUrl) => (frontUrl = await receivers.start(simulatorUrl)),
    });
    let probe: HeapProbe | undefined;
    try {
      const [process] = server.servers;
      probe = await openHeapProbe(process?.readPid() ?? 0, () => process?.readOutput() ?? '');
      const people = await createPeople(server, senders + 3);
      const shapes = await prepare(server);
      await server.client.get(dashboard);
      await probe.evaluate(watch);
      say('sending');
      const bodies = await measure(server, probe, people, shapes);
      say('reading');
      const readers = await measureReaders(server, people, receivers, frontUrl);
      say('forecasting');
      return [...bodies, ...readers, ...(await measureForecasts(server, shapes.from, probe))];
    } finally {
      probe?.close();
      await server.close();
      await receivers.close();
    }
  },
};

interface Shapes {
  readonly from: string;
  readonly objects: Buffer;
  readonly nested: Buffer;
  readonly text: Buffer;
  readonly webhooks: readonly Buffer[];
  readonly numbers: Buffer;
  readonly campaign: Buffer;
}

async function measure(
  server: BenchServer,
  probe: HeapProbe,
  people: readonly HttpClient[],
  shapes: Shapes,
): Promise<Measure[]> {
  const { url, client } = server;
  const before = server.readUsage()?.memoryBytes ?? 0;
  let most = before;
  const sending = { isOver: false };
  const slowest = async (address: string): Promise<number> => {
    let worst = 0;
    while (!sending.isOver) {
      const began = performance.now();
      await (await client.request('GET', address)).arrayBuffer();
      worst = Math.max(worst, performance.now() - began);
      most = Math.max(most, server.readUsage()?.memoryBytes ?? 0);
      await delay(askEveryMs);
    }
    return worst;
  };
  const asking = [slowest('/healthz'), slowest(dashboard)];
  const began = performance.now();
  const [wide, list, nested, ...hostile] = people as [HttpClient, HttpClient, HttpClient, ...HttpClient[]];
  const campaigns = hostile.map((person) => send(url, person, '/api/campaigns', shapes.objects));
  const others = [
    send(url, nested, '/api/campaigns', shapes.nested),
    sendAgain(url, hostile[0] ?? nested, '/api/campaigns', shapes.text),
    ...shapes.webhooks.map((body) => sendWebhook(server, body)),
  ];
  const file = sendAgain(url, list, '/api/do-not-call/lists?kind=upload&name=Grande', shapes.numbers, 'text/plain');
  const legitimate = sendAgain(url, wide, '/api/campaigns', shapes.campaign);
  let seconds = Number.NaN;
  const measureCampaign = async (): Promise<void> => {
    const created = await legitimate;
    seconds = (performance.now() - began) / 1_000;
    if (created !== 201) throw new Error(`the campaign was answered with ${created}`);
  };
  try {
    await Promise.all([...campaigns, ...others, file, measureCampaign()]);
  } finally {
    sending.isOver = true;
    await Promise.allSettled(asking);
  }
  const statuses = await Promise.all(campaigns);
  const [health = Number.NaN, figures = Number.NaN] = await Promise.all(asking);
  const blocked = Number(await probe.evaluate('benchDelay.max')) / 1e6;
  return [
    { name: '/healthz, the slowest answer', value: health, unit: 'ms', limit: 200 },
    { name: "a dashboard's endpoint, the slowest answer", value: figures, unit: 'ms', limit: 200 },
    { name: 'longest block of the event loop', value: blocked, unit: 'ms', limit: 200 },
    {
      name: `campaign of ${recipients} people with ${columns} columns, its waiting for a slot included`,
      value: seconds,
      unit: 's',
    },
    {
      name: `of ${senders} campaigns of {}, refused for the others under way`,
      value: statuses.filter((status) => status === 429).length,
      unit: '',
    },
    { name: "server's memory before", value: before / megabyte, unit: 'MB' },
    { name: 'at most meanwhile', value: most / megabyte, unit: 'MB', limit: 2_560 },
  ];
}

/** Status of a request that got no answer. */
const cutOff = 0;

/** Posts the bytes without copying them, because a copy here would delay the requests being timed. */
async function post(address: string, headers: http.OutgoingHttpHeaders, body: Buffer): Promise<number> {
  const request = http.request(address, {
    method: 'POST',
    agent: false,
    headers: { ...headers, 'content-length': body.length },
  });
  // The server may close a request that is still being sent; usually the answer has arrived.
  request.on('error', () => {});
  request.end(body);
  const [response] = (await once(request, 'response').catch(() => [null])) as [http.IncomingMessage | null];
  if (!response) return cutOff;
  response.resume();
  // A request refused early need not be sent to its end.
  if (!request.writableFinished) request.destroy();
  return response.statusCode ?? 0;
}

function send(
  url: string,
  { cookie }: HttpClient,
  path: string,
  body: Buffer,
  type = 'application/json',
): Promise<number> {
  return post(url + path, { cookie, 'content-type': type }, body);
}

/** Repeats a request after a refusal, as a person would. */
async function sendAgain(...sent: Parameters<typeof send>): Promise<number> {
  for (;;) {
    const status = await send(...sent);
    if (status !== 429 && status !== cutOff) return status;
    await delay(250);
  }
}

async function sendWebhook({ webhook }: BenchServer, body: Buffer): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    'x-retell-signature': signProviderWebhook(body.toString('latin1'), webhook.key, Date.now()),
  };
  const status = await post(webhook.url, headers, body);
  if (status !== 204) throw new Error(`a webhook was answered with ${status}`);
}

async function createPeople({ client, url, workspaceId }: BenchServer, count: number): Promise<HttpClient[]> {
  const people: HttpClient[] = [];
  for (let index = 0; index < count; index += 1) {
    const username = `editora-${index}`;
    const password = 'una clave para medir, larga';
    const { id } = await client.post<{ id: string }>('/api/users', {
      username,
      password,
      email: `${username}@ejemplo.com`,
    });
    await client.put(`/api/workspaces/${workspaceId}/members/${id}`, { role: 'editor' });
    const person = createHttpClient(url);
    await person.post('/api/auth/login', { username, password });
    await person.put(`/api/workspaces/${workspaceId}/switch`);
    people.push(person);
  }
  return people;
}

async function prepare({ client }: BenchServer): Promise<Shapes> {
  const numbers =
    await client.get<{ phone_number: string; outbound_agent_id: string | null }[]>('/api/retell/phone-numbers');
  const from = numbers.find((each) => each.outbound_agent_id !== null)?.phone_number;
  if (from === undefined) throw new Error('the simulated account has no number that dials');
  const order = {
    name: 'Medición',
    successDefinition: 'Sí',
    phoneNumber: from,
    sendOption: 'scheduled',
    scheduledDate: '2090-01-01',
    scheduledTime: '10:00',
  };
  const cells = Object.fromEntries(
    Array.from({ length: columns - 2 }, (_, index) => [`columna ${index}`, `valor ${index}`]),
  );
  const rows = Array.from({ length: recipients }, (_, index) => ({
    phone_number: `+54911${40_000_000 + index}`,
    name: `Cliente ${index}`,
    ...cells,
  }));
  return {
    from,
    objects: Buffer.from(
      JSON.stringify({ ...order, recipients: ['here'] }).replace('"here"', `${'{},'.repeat(bodyBytes / 3)}{}`),
    ),
    nested: Buffer.from('['.repeat(bodyBytes)),
    text: Buffer.from(JSON.stringify({ ...order, name: 'x'.repeat(bodyBytes) })),
    webhooks: [
      ...keyedWebhooks(),
      ...Array.from({ length: webhooks }, (_, index) => {
        const call = { call_id: `call-of-bench-${index}`, call_status: 'ended', transcript: 'hola', junk: [0] };
        return Buffer.from(
          JSON.stringify({ event: 'call_ended', call }).replace('[0]', `[${'{},'.repeat((9.9 * megabyte) / 3)}{}]`),
        );
      }),
    ],
    // Lines with and without a number, alternating.
    numbers: Buffer.from(`+541145678901\n"sin número";\n`.repeat(Math.floor((63.9 * megabyte) / 29))),
    campaign: Buffer.from(JSON.stringify({ ...order, recipients: rows })),
  };
}

/** Webhooks with many keys, in parts of a call that are stored. */
function keyedWebhooks(): Buffer[] {
  const many = Object.fromEntries(Array.from({ length: 250_000 }, (_, index) => [`key_${index}`, index]));
  const places = [
    many,
    { metadata: many },
    { call_cost: many },
    { call_analysis: { call_summary: 'x', custom_analysis_data: many } },
  ];
  return places.map((place, index) => {
    const call = { call_id: `call-of-many-keys-${index}`, call_status: 'ended', ...place };
    return Buffer.from(JSON.stringify({ event: 'call_analyzed', call }));
  });
}
