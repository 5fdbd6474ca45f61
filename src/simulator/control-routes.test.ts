// The simulator in a separate process, controlled over HTTP.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import Retell from 'retell-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWebhookSink } from './testing/webhook-sink.ts';

const testKey = 'key_child';
let child: ChildProcess;
let url: string;

const post = async (path: string, body: unknown): Promise<{ status: number; body: unknown }> => {
  const response = await fetch(`${url}/__sim/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
};
const read = async (path: string): Promise<unknown> => (await fetch(`${url}/__sim/${path}`)).json();

beforeAll(async () => {
  child = spawn(process.execPath, [new URL('main.ts', import.meta.url).pathname], {
    env: {
      PATH: process.env['PATH'],
      SIM_SEED: '6',
      SIM_SPEED: '5000',
      SIM_OPTIONS: JSON.stringify({ accounts: [{ key: testKey, orgName: 'Hija' }] }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.stdout === null) throw new Error('The child has no output');
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  ({ url } = JSON.parse(line) as { url: string });
});
afterAll(async () => {
  child.kill('SIGTERM');
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(0);
});

describe('control over HTTP', () => {
  it('sets faults and the webhook address, waits for the end, and tells the truth', async () => {
    const sink = await startWebhookSink();
    const client = new Retell({ apiKey: testKey, baseURL: url, maxRetries: 0 });
    const from_number = (await client.phoneNumber.list()).items[0]?.phone_number ?? '';
    expect((await post('webhook-url', { key: testKey, url: sink.url })).body).toEqual({ ok: true });
    await post('outcome', { reason: 'dial_busy' });
    await post('faults', { createPhoneCall: { answerLost: { next: 1 } } });
    await expect(
      client.call.createPhoneCall({ from_number, to_number: '+5491155554444', metadata: { id: 'x' } }),
    ).rejects.toThrow();
    await post('idle', {});
    expect(await read(`placed?key=${testKey}`)).toEqual([
      expect.objectContaining({ to_number: '+5491155554444', metadata: { id: 'x' }, answered: false }),
    ]);
    expect(await read(`statistics?key=${testKey}`)).toMatchObject({ total: 1, byReason: { dial_busy: 1 } });
    expect(await read(`webhooks?key=${testKey}`)).toHaveLength(2);
    expect(await read('state')).toMatchObject({ url, accounts: [{ key: testKey, placed: 1 }] });
    await sink.close();
  });

  it('makes history, arrivals and an outage', async () => {
    const to = Date.UTC(2026, 10, 1);
    expect((await post('history', { key: testKey, from: to - 86_400_000, to, count: 20 })).body).toEqual({
      ok: true,
      result: 20,
    });
    expect((await post('arrive', { key: testKey, kind: 'web' })).body).toEqual({
      ok: true,
      result: expect.stringMatching(/^call_/),
    });
    await post('arrivals', { key: testKey, inboundPerMinute: 1, webPerMinute: 0 });
    await post('pause-arrivals', { paused: true });
    await post('speed', { speed: 100_000 });
    await post('concurrency', { key: testKey, limit: 33 });
    await post('service-status', { indicator: 'minor' });
    await post('idle', {});
    expect(await (await fetch(`${url}/api/v2/summary.json`)).json()).toMatchObject({ status: { indicator: 'minor' } });
  });

  it('sets faults of a live call and acts on one', async () => {
    const faults = { cut: { next: 1, afterMessages: 2 }, refuse: { next: 1, code: 4010 }, odd: { probability: 1 } };
    expect((await post('faults', { monitor: faults })).status).toBe(200);
    const listen = { refuse: { next: 1 }, mediaStops: { next: 1, delayMs: 10 }, takeOverLost: { probability: 1 } };
    expect((await post('faults', { listen })).status).toBe(200);
    expect((await post('faults', { listen: { mediaStops: { next: 1 } } })).status).toBe(400);
    expect((await post('faults', { monitor: { refuse: { next: 1, code: 200 } } })).status).toBe(400);
    await post('faults', {});
    expect((await post('take-over', { key: testKey, callId: 'call_nobody' })).status).toBe(400);
    expect((await post('speak', { key: testKey, callId: 'call_nobody', role: 'user', content: 'x' })).status).toBe(400);
  });

  it('refuses what it does not understand', async () => {
    expect((await post('faults', { createPhoneCall: { gremlins: { next: 1 } } })).status).toBe(400);
    expect((await post('webhook-url', { key: 'nobody', url: 'http://127.0.0.1:1/' })).status).toBe(400);
    expect((await fetch(`${url}/__sim/placed?key=nobody`)).status).toBe(400);
  });
});
