/** Webhooks at a steady rate that are delivered as the provider does it: what is not acknowledged comes again, after 1, 2 and 4 s. */
import http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { signatureHeader, signWebhook } from '../src/retell/index.ts';
import type { StoryEvent } from './webhook-stories.ts';

export interface Deliveries {
  /** Different calls that were told of. */
  readonly calls: number;
  readonly webhooks: number;
  /** First deliveries that were not acknowledged. */
  readonly refused: number;
  /** ms that each webhook took from its first sending to its acknowledgement. */
  readonly tookMs: readonly number[];
}

const answerWithinMs = 10_000;
const pausesMs = [1_000, 2_000, 4_000];

/** Resolves when all are acknowledged. @throws when one was given up, as the provider would. */
export async function deliverAtRate(
  stories: Iterable<StoryEvent>,
  { url, key }: { readonly url: string; readonly key: string },
  perSecond: number,
): Promise<Deliveries> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
  const calls = new Set<string>();
  const underWay: Promise<{ readonly tries: number; readonly tookMs: number }>[] = [];
  const began = performance.now();
  try {
    for (const { callId, body } of stories) {
      await delay(Math.max(0, began + (underWay.length * 1_000) / perSecond - performance.now()));
      calls.add(callId);
      const delivery = deliver(url, body, key, agent);
      // Looked at when all are sent.
      delivery.catch(() => undefined);
      underWay.push(delivery);
    }
    const done = await Promise.all(underWay);
    return {
      calls: calls.size,
      webhooks: done.length,
      refused: done.filter(({ tries }) => tries > 1).length,
      tookMs: done.map(({ tookMs }) => tookMs),
    };
  } finally {
    agent.destroy();
  }
}

async function deliver(url: string, body: string, key: string, agent: http.Agent) {
  const began = performance.now();
  for (let tries = 1; ; tries += 1) {
    if (await isTaken(url, body, key, agent)) return { tries, tookMs: performance.now() - began };
    const pauseMs = pausesMs[tries - 1];
    if (pauseMs === undefined) throw new Error(`a webhook was not acknowledged in ${tries} deliveries`);
    await delay(pauseMs);
  }
}

function isTaken(url: string, body: string, key: string, agent: http.Agent): Promise<boolean> {
  return new Promise((resolve) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      [signatureHeader]: signWebhook(body, key, Date.now()),
    };
    const request = http.request(url, { method: 'POST', headers, agent, timeout: answerWithinMs }, (response) => {
      response.resume();
      response.once('error', () => resolve(false));
      response.once('end', () => resolve(response.statusCode === 204));
    });
    request.once('timeout', () => request.destroy(new Error('no answer in time')));
    request.once('error', () => resolve(false));
    request.end(body);
  });
}
