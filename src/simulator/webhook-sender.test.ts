// Webhooks: official signature, right events, retries, and faults on demand.
import Retell, { verify } from 'retell-sdk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startSimulator } from './index.ts';
import type { Simulator, SimulatorOptions } from './index.ts';
import { startWebhookSink } from './testing/webhook-sink.ts';
import type { WebhookSink } from './testing/webhook-sink.ts';

const testKey = 'key_api';
const signingKey = 'key_webhook';
const calledNumber = '+5491155667788';

let simulator: Simulator;
let sink: WebhookSink;
let client: Retell;
let from: string;

async function start(overrides: Partial<SimulatorOptions> = {}): Promise<void> {
  simulator = await startSimulator({
    seed: 5,
    clock: { speed: 5000 },
    accounts: [{ key: testKey, webhookKey: signingKey, orgName: 'Uno', webhookUrl: sink.url }],
    ...overrides,
  });
  client = new Retell({ apiKey: testKey, baseURL: simulator.url, maxRetries: 0 });
  from = (await client.phoneNumber.list()).items[0]?.phone_number ?? '';
}
const place = async (): Promise<string> =>
  (await client.call.createPhoneCall({ from_number: from, to_number: calledNumber, metadata: { id: 1 } })).call_id;
const ascending = (left: number, right: number): number => left - right;
const events = (): string[] => sink.received.map(({ event }) => event);

beforeEach(async () => {
  sink = await startWebhookSink();
  await start();
});
afterEach(async () => {
  await simulator.close();
  await sink.close();
});

describe('webhooks of a call', () => {
  it('are three, signed with the webhook key; call_ended has no analysis', async () => {
    simulator.forceOutcome('user_hangup');
    const callId = await place();
    await simulator.whenIdle();
    expect(events().sort()).toEqual(['call_analyzed', 'call_ended', 'call_started']);
    for (const { raw, signature } of sink.received) {
      expect(await verify(raw, signingKey, signature)).toBe(true);
      expect(await verify(raw, testKey, signature)).toBe(false);
    }
    const byEvent = Object.fromEntries(sink.received.map(({ event, call }) => [event, call]));
    expect(byEvent['call_started']).toMatchObject({ call_id: callId, call_status: 'ongoing', metadata: { id: 1 } });
    expect(byEvent['call_started']).not.toHaveProperty('disconnection_reason');
    expect(byEvent['call_ended']).toMatchObject({
      disconnection_reason: 'user_hangup',
      transcript: expect.any(String),
    });
    expect(byEvent['call_ended']).not.toHaveProperty('call_analysis');
    expect(byEvent['call_analyzed']).toEqual(simulator.call(testKey, callId));
  });

  it('leave out call_started when it never connected', async () => {
    simulator.forceOutcome('dial_busy');
    await place();
    await simulator.whenIdle();
    expect(events().sort()).toEqual(['call_analyzed', 'call_ended']);
  });

  it('now and then say call_ended while the status still reads registered', async () => {
    simulator.setConcurrencyLimit(testKey, 200);
    await Promise.all(Array.from({ length: 150 }, place));
    await simulator.whenIdle();
    const ended = sink.received.filter(({ event }) => event === 'call_ended');
    expect(ended).toHaveLength(150);
    expect(ended.filter(({ call }) => call.call_status === 'registered').length).toBeGreaterThan(0);
    expect(simulator.statistics(testKey).byStatus['registered']).toBeUndefined();
  });

  it('are retried up to three times until the receiver answers 2xx', async () => {
    simulator.forceOutcome('dial_failed');
    sink.answerWith(500, 503);
    await place();
    await simulator.whenIdle();
    expect(
      simulator
        .webhooksDelivered(testKey)
        .map(({ status }) => status)
        .sort(ascending),
    ).toEqual([204, 204, 500, 503]);
    sink.answerWith(500, 500, 500, 500, 500, 500, 500, 500);
    await place();
    await simulator.whenIdle();
    const last = simulator.webhooksDelivered(testKey).slice(4);
    expect(last.map(({ attempt }) => attempt).sort(ascending)).toEqual([1, 1, 2, 2, 3, 3, 4, 4]);
    expect(last.every(({ status }) => status === 500)).toBe(true);
  });

  it('are given up after the timeout, and where nobody listens', async () => {
    await simulator.close();
    await start({ webhookTimeoutMs: 200 });
    simulator.forceOutcome('dial_failed');
    sink.answerWith(0);
    await place();
    await simulator.whenIdle();
    const delivered = simulator.webhooksDelivered(testKey);
    expect(delivered).toContainEqual(
      expect.objectContaining({ event: sink.received[0]?.event, attempt: 1, status: 0 }),
    );
    expect(delivered.filter(({ status }) => status === 204)).toHaveLength(2);
    simulator.setWebhookUrl(testKey, 'http://127.0.0.1:9/nobody');
    await place();
    await simulator.whenIdle();
    const refused = simulator.webhooksDelivered(testKey).slice(delivered.length);
    expect(refused.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 0));
    simulator.setWebhookUrl(testKey, undefined);
    await place();
    await simulator.whenIdle();
    expect(simulator.webhooksDelivered(testKey)).toHaveLength(delivered.length + 8);
  });
});

describe('webhooks gone wrong', () => {
  it('can be lost, all of them', async () => {
    simulator.setFaults({ webhooks: { lost: { probability: 1 } } });
    await place();
    await simulator.whenIdle();
    expect(sink.received).toEqual([]);
  });

  it('can be doubled', async () => {
    simulator.forceOutcome('dial_busy');
    simulator.setFaults({ webhooks: { doubled: { probability: 1 } } });
    await place();
    await simulator.whenIdle();
    expect(events().sort()).toEqual(['call_analyzed', 'call_analyzed', 'call_ended', 'call_ended']);
  });

  it('can be overtaken', async () => {
    simulator.forceOutcome('dial_busy');
    simulator.setFaults({ webhooks: { delayed: { next: 1, delayMs: 1_000 } } });
    await place();
    await simulator.whenIdle();
    expect(events()).toEqual(['call_analyzed', 'call_ended']);
  });

  it('can be forged: another body, a signature that does not hold', async () => {
    simulator.forceOutcome('dial_busy');
    simulator.setFaults({ webhooks: { forged: { next: 1 } } });
    await place();
    await simulator.whenIdle();
    expect(sink.received).toHaveLength(3);
    const valid = await Promise.all(sink.received.map(({ raw, signature }) => verify(raw, signingKey, signature)));
    expect(valid.filter((isValid) => !isValid)).toHaveLength(1);
    const forged = sink.received[valid.indexOf(false)];
    expect(forged?.call).toMatchObject({ disconnection_reason: 'scam_detected', duration_ms: 1 });
    expect(simulator.webhooksDelivered(testKey).filter((delivered) => delivered.forged)).toHaveLength(1);
  });
});
