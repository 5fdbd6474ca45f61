// A report applied to the simulator gives an account with the same report.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import {
  providerAccountCheckReportSchema,
  isPlainObject,
  type ProviderAccountCheckReport,
} from '../retell/account-shape.ts';
import { systemClock } from '../server/platform/clock.ts';
import { checkProviderAccount } from '../server/platform/provider/check-account.ts';
import { createProviderTransport } from '../server/platform/provider/provider-transport.ts';
import { startRewritingProxy, type ProxyAnswer } from '../server/testing/rewriting-proxy.ts';
import { startWebhookReceiver } from '../server/testing/webhook-receiver.ts';
import { createSimulatedResponseShaper } from './account-profile.ts';
import { startSimulator } from './index.ts';
import type { Simulator, SimulatorOptions } from './index.ts';

const key = 'key_profile_0000';
const to = Date.UTC(2026, 10, 20);
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function start(overrides: Partial<SimulatorOptions> = {}): Promise<Simulator> {
  const simulator = await startSimulator({
    seed: 9,
    clock: { speed: 5_000 },
    accounts: [{ key, orgName: 'Modelo' }],
    ...overrides,
  });
  ends.push(() => simulator.close());
  for (const _call of simulator.generateHistory({ key, from: to - 5 * 86_400_000, to, count: 200 })) continue;
  return simulator;
}

/** The report as read back from its file. */
async function reportOf(baseUrl: string): Promise<ProviderAccountCheckReport> {
  const { report } = await checkProviderAccount({
    baseUrl,
    apiKey: key,
    transport: createProviderTransport(4),
    clock: systemClock,
    deadlineMs: 60_000,
    isOwnAddress: () => true,
  });
  return providerAccountCheckReportSchema.parse(JSON.parse(JSON.stringify(report)));
}

type Part = Record<string, unknown>;

/** An account that differs from the simulated one: more fields, fewer fields, other kinds, units and words. */
function unlike(answer: ProxyAnswer, asked: { readonly path: string }): ProxyAnswer {
  const body = structuredClone(answer.body) as Part;
  const isPage = Array.isArray(body['items']);
  for (const part of isPage ? (body['items'] as Part[]) : [body]) {
    if (asked.path.includes('get-agent'))
      Object.assign(part, { max_call_duration_ms: 3_600_000, pii_config: { mode: 'off' } });
    if (asked.path.includes('phone-numbers')) part['nickname'] = null;
    if (asked.path.includes('get-concurrency')) delete part['concurrency_burst_limit'];
    if (!/\/(?:list-calls|get-call)/.test(asked.path)) continue;
    const isOdd = Number.parseInt(String(part['call_id']).slice(-2), 16) % 4 === 0;
    Object.assign(part, { carbon_grams: 3, region: 'sa-east', ...(isOdd ? { queue_ms: 12 } : {}) });
    delete part['opt_in_signed_url'];
    delete part['latency'];
    if (typeof part['duration_ms'] === 'number') part['duration_ms'] = String(part['duration_ms']);
    if (typeof part['end_timestamp'] === 'number') part['end_timestamp'] = Math.floor(part['end_timestamp'] / 1_000);
    if (isOdd && typeof part['disconnection_reason'] === 'string') part['disconnection_reason'] = 'user_moonwalked';
    if (isOdd && isPlainObject(part['call_analysis'])) (part['call_analysis'] as Part)['user_sentiment'] = 'Puzzled';
  }
  return { ...answer, body };
}

/** Removes known words, because it is chance which of them occur in fifty listed calls. */
function withoutKnownWords({ shapes, ...report }: ProviderAccountCheckReport) {
  const bare = Object.entries(shapes).map(([endpoint, shape]) => [
    endpoint,
    Object.fromEntries(
      Object.entries(shape ?? {}).map(([field, { words, ...rest }]) => [
        field,
        {
          ...rest,
          news: endpoint === 'listCalls' ? (words ?? []).filter((word) => /moonwalked|Puzzled/.test(word)) : [],
        },
      ]),
    ),
  ]);
  return { ...report, shapes: Object.fromEntries(bare) as unknown };
}

it("changes nothing where the account is as the simulator's own", async () => {
  const report = await reportOf((await start()).url);
  expect(await reportOf((await start({ profile: report })).url)).toEqual(report);
});

it('gives the simulator the shape of an account that is unlike it', async () => {
  const plain = await start();
  const proxy = await startRewritingProxy(plain.url);
  ends.push(() => proxy.close());
  proxy.rewrite({ answer: unlike });
  const report = await reportOf(proxy.url);
  expect(report.checks.filter(({ verdict }) => verdict === 'differs').map(({ check }) => check)).toEqual([
    'concurrency_burst',
    'calls',
    'call_details',
    'call_reasons',
    'call_words',
    'call_times',
    'unknown_fields',
  ]);
  const again = await reportOf((await start({ profile: report })).url);
  expect(withoutKnownWords(again)).toEqual(withoutKnownWords(report));
});

it('tells of a call the same wherever it is told of: listed, opened, by webhook', async () => {
  const proxy = await startRewritingProxy((await start()).url);
  ends.push(() => proxy.close());
  proxy.rewrite({ answer: unlike });
  const report = await reportOf(proxy.url);
  // Simulates that none of the few opened calls had the new reason.
  const opened = report.shapes.getCall?.['disconnection_reason'];
  if (opened) opened.words = ['user_hangup'];
  const receiver = await startWebhookReceiver();
  ends.push(() => receiver.close());
  const simulator = await start({
    profile: report,
    accounts: [{ key, orgName: 'Modelo', webhookUrl: receiver.origin }],
  });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const ask = async (address: string, body?: unknown) =>
    (await (
      await fetch(simulator.url + address, { headers, ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}) })
    ).json()) as Part;
  const { items } = (await ask('/v3/list-calls', { limit: 100 })) as { items: Part[] };
  expect(items.some(({ disconnection_reason: reason }) => reason === 'user_moonwalked')).toBe(true);
  for (const listed of items.slice(0, 20)) {
    const call = await ask(`/v2/get-call/${String(listed['call_id'])}`);
    expect(call).toMatchObject({ disconnection_reason: listed['disconnection_reason'], region: 'simulado' });
    expect(call).not.toHaveProperty('latency');
  }
  simulator.arrive(key, 'web');
  await simulator.whenIdle();
  const told = receiver.posts.map(({ body }) => JSON.parse(body) as { event: string; call: Part });
  expect(told.find(({ event }) => event === 'call_analyzed')?.call).toMatchObject({
    region: 'simulado',
    carbon_grams: 1,
  });
});

it('leaves what an order brings, and how lists are paged, to the simulator', () => {
  const shape = {
    items: { kinds: ['list'] },
    'items[]': { kinds: ['object'] },
    'items[].call_id': { kinds: ['string'] },
  } as const;
  const profile = createSimulatedResponseShaper({ shapes: { listCalls: structuredClone(shape) as never } });
  const page = {
    items: [{ call_id: 'a', metadata: { vocero_attempt_id: 'x' }, latency: {} }],
    has_more: true,
    pagination_key: 'k',
  };
  expect(profile.reshape('listCalls', page)).toEqual({
    ...page,
    items: [{ call_id: 'a', metadata: { vocero_attempt_id: 'x' } }],
  });
});

it('is loaded by --profile, and refused where it is no report', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vocero-profile-'));
  ends.push(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'report.json');
  const report: ProviderAccountCheckReport = {
    format: 'vocero-account-report',
    version: 1,
    checks: [],
    shapes: { getKeyInfo: { org_name: { kinds: ['string'] }, plan_tier: { kinds: ['string'] } } },
  };
  const run = async (content: unknown) => {
    await writeFile(file, JSON.stringify(content));
    const child = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts'), '--profile', file], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const closed = once(child, 'close');
    const first = await Promise.race([
      once(child.stdout, 'data').then(([chunk]) => String(chunk)),
      closed.then(() => null),
    ]);
    const answer =
      first === null
        ? null
        : await (
            await fetch(`${(JSON.parse(first) as { url: string }).url}/get-api-key-info`, {
              headers: { authorization: 'Bearer key_demo' },
            })
          ).json();
    child.kill('SIGTERM');
    await closed;
    return answer;
  };
  expect(await run(report)).toEqual({ org_name: 'Organización de prueba', plan_tier: 'simulado' });
  expect(await run({ ...report, format: 'otro' })).toBeNull();
});
