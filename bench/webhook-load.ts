/** Signed webhooks, as the provider sends them, of invented calls: one by one, or at a steady rate. */
import http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import {
  providerWebhookSignatureHeader,
  signProviderWebhook,
  type ProviderWebhookEventName,
} from '../src/retell/index.ts';

export interface Webhook {
  readonly event: ProviderWebhookEventName;
  readonly callId: string;
}

export interface Sent {
  /** Time of sending in epoch ms with fractions. */
  readonly sentAt: number;
  /** Resolves when the webhook is acknowledged; rejects if it is refused. */
  readonly acknowledged: Promise<void>;
}

export interface WebhookLoad {
  send(webhook: Webhook): Sent;
  /** Sends webhooks in order at that rate, however long answers take. Returns ms of each, once all are acknowledged. */
  sendAtRate(webhooks: readonly Webhook[], perSecond: number): Promise<readonly number[]>;
  close(): void;
}

const now = (): number => performance.timeOrigin + performance.now();
/** Interval in ms at which due webhooks are sent. */
const turnMs = 2;

export function createWebhookLoad(
  { url, key }: { readonly url: string; readonly key: string },
  agentIds: readonly string[],
): WebhookLoad {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
  const startedAt = new Map<string, number>();

  /** A call that starts with its first webhook and ends with the next. */
  function describeCall({ event, callId }: Webhook): object {
    const at = Date.now();
    const startMs = startedAt.get(callId) ?? at;
    if (event === 'call_analyzed') startedAt.delete(callId);
    else startedAt.set(callId, startMs);
    const agentId = agentIds[startMs % agentIds.length];
    const call = {
      call_id: callId,
      call_type: 'phone_call',
      direction: 'inbound',
      agent_id: agentId,
      from_number: '+5491144440000',
      to_number: '+541150000000',
      start_timestamp: startMs,
    };
    if (event === 'call_started') return { ...call, call_status: 'ongoing' };
    const ended = {
      ...call,
      call_status: 'ended',
      end_timestamp: Math.max(at, startMs + 1),
      duration_ms: Math.max(1, at - startMs),
      disconnection_reason: 'user_hangup',
    };
    if (event === 'call_ended') return { ...ended, transcript: 'Agent: Hola.\nUser: Hola, ¿quién habla?' };
    return {
      ...ended,
      call_analysis: { call_summary: 'Bien.', user_sentiment: 'Positive', call_successful: true, in_voicemail: false },
    };
  }

  /** Sends a webhook again if the server closed the idle connection at that moment, as the provider does. */
  async function post(body: string): Promise<void> {
    const outcome = await postOnce(body);
    if (outcome === 'rested') await post(body);
  }

  function postOnce(body: string): Promise<'taken' | 'rested'> {
    return new Promise((resolve, reject) => {
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        [providerWebhookSignatureHeader]: signProviderWebhook(body, key, Date.now()),
      };
      const request = http.request(url, { method: 'POST', headers, agent }, (response) => {
        response.resume();
        response.once('error', reject);
        response.once('end', () => {
          if (response.statusCode === 204) resolve('taken');
          else reject(new Error(`a webhook was answered ${String(response.statusCode)}`));
        });
      });
      request.once('error', (error: NodeJS.ErrnoException) => {
        if (request.reusedSocket && error.code === 'ECONNRESET') resolve('rested');
        else reject(error);
      });
      request.end(body);
    });
  }

  function send(webhook: Webhook) {
    const body = JSON.stringify({ event: webhook.event, call: describeCall(webhook) });
    return { sentAt: now(), acknowledged: post(body) };
  }

  return {
    send,
    sendAtRate: (webhooks, perSecond) =>
      sendAllAtRate(
        webhooks.map((webhook) => () => send(webhook)),
        perSecond,
      ),
    close: () => agent.destroy(),
  };
}

/** Sends by functions, one for each webhook, at that rate. Returns the ms of each, once all are acknowledged. */
export async function sendAllAtRate(sendings: readonly (() => Sent)[], perSecond: number): Promise<readonly number[]> {
  const took: Promise<number>[] = [];
  const began = performance.now();
  while (took.length < sendings.length) {
    const due = Math.min(sendings.length, Math.ceil(((performance.now() - began) * perSecond) / 1_000));
    for (const send of sendings.slice(took.length, due)) {
      const { sentAt, acknowledged } = send();
      const timed = acknowledged.then(() => now() - sentAt);
      // Failures are looked at when all are sent, so none may count as unhandled until then.
      timed.catch(() => undefined);
      took.push(timed);
    }
    await delay(turnMs);
  }
  return Promise.all(took);
}

/** Webhooks of calls. Each call starts, ends when `lag` later ones have started, and is analysed as much later. */
export function mixedWebhooks(calls: number, lag: number): readonly Webhook[] {
  const webhooks: Webhook[] = [];
  const callId = (index: number): string => `call_flood_${String(index).padStart(8, '0')}`;
  const add = (event: ProviderWebhookEventName, index: number): void => {
    if (index >= 0 && index < calls) webhooks.push({ event, callId: callId(index) });
  };
  for (let index = 0; index < calls + 2 * lag; index += 1) {
    add('call_started', index);
    add('call_ended', index - lag);
    add('call_analyzed', index - 2 * lag);
  }
  return webhooks;
}
