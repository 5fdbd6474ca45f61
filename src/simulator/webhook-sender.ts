// Sends simulated webhooks like the provider: signed, started in the order of events without waiting for each other,
// with a timeout and up to three retries. Faults can make them lost, doubled, late or forged.
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import type { ClientRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { providerWebhookSignatureHeader, signProviderWebhook } from '../retell/index.ts';
import type { ProviderWebhookEventName } from '../retell/index.ts';
import type { SimulatedAccount } from './account.ts';
import type { SimulatedResponseShaper } from './account-profile.ts';
import type { SimulatorActivityCounter } from './activity.ts';
import type { SimulatedAgent } from './agent-catalogue.ts';
import type { SimulatedCallRecord } from './call-record.ts';
import { toSimulatedWireCall } from './call-wire.ts';
import type { SimulatedFaultInjector } from './faults.ts';
import type { RealTimers } from './real-timers.ts';
import type { SimulatedClock } from './simulated-clock.ts';

export interface SimulatedWebhookSender {
  send(account: SimulatedAccount, event: ProviderWebhookEventName, record: SimulatedCallRecord): void;
  close(): void;
}

interface Delivery {
  event: string;
  callId: string;
  agent: SimulatedAgent;
  body: string;
  key: string;
  forged: boolean;
}

const maxAttempts = 4;
const keptDeliveries = 50_000;
/** Simulated ms before a webhook's first retry, doubled for each further retry. */
const firstRetryMs = 1000;

export function createSimulatedWebhookSender(parts: {
  clock: SimulatedClock;
  timers: RealTimers;
  activity: SimulatorActivityCounter;
  faults: SimulatedFaultInjector;
  timeoutMs: number;
  baseUrl: () => string;
  profile: SimulatedResponseShaper | undefined;
}): SimulatedWebhookSender {
  const { clock, timers, activity, faults, timeoutMs } = parts;
  const agents = {
    http: new HttpAgent({ keepAlive: true, maxSockets: 64 }),
    https: new HttpsAgent({ keepAlive: true, maxSockets: 64 }),
  };
  const underWay = new Set<ClientRequest>();
  let closed = false;

  function deliver(account: SimulatedAccount, delivery: Delivery, attempt: number, done: () => void): void {
    const url = eventsAddress(account, delivery.agent);
    if (url === undefined || closed) {
      done();
      return;
    }
    post(url, delivery, (status) => {
      account.webhooks.push({
        event: delivery.event,
        call_id: delivery.callId,
        at: Date.now(),
        status,
        attempt,
        forged: delivery.forged,
      });
      if (account.webhooks.length > keptDeliveries) account.webhooks.splice(0, keptDeliveries / 2);
      if ((status >= 200 && status < 300) || attempt >= maxAttempts || delivery.forged || closed) done();
      else clock.after(firstRetryMs * 2 ** (attempt - 1), () => deliver(account, delivery, attempt + 1, done));
    });
  }

  /** Posts a webhook once. The callback `onStatus` gets the HTTP status; 0 if no response came in time. */
  function post(url: string, { body, key }: Delivery, onStatus: (status: number) => void): void {
    const isHttps = url.startsWith('https:');
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      [providerWebhookSignatureHeader]: signProviderWebhook(body, key, Date.now()),
    };
    const request = (isHttps ? httpsRequest : httpRequest)(url, {
      method: 'POST',
      headers,
      agent: isHttps ? agents.https : agents.http,
      timeout: timeoutMs,
    });
    let settled = false;
    const settle = (status: number): void => {
      if (settled) return;
      settled = true;
      clearTimeout(deadline);
      underWay.delete(request);
      onStatus(status);
    };
    const deadline = setTimeout(() => request.destroy(new Error('webhook timeout')), timeoutMs);
    underWay.add(request);
    request.on('response', (response) => {
      response.resume();
      response.on('end', () => settle(response.statusCode ?? 0));
      response.on('close', () => settle(0));
    });
    request.on('error', () => settle(0));
    request.on('close', () => settle(0));
    request.end(body);
  }

  async function sendLater(delayMs: number, send: () => void): Promise<void> {
    await timers.wait(delayMs);
    send();
  }

  return {
    send(account, event, record) {
      if (eventsAddress(account, record.agent) === undefined) return;
      const plan = faults.plan.webhooks ?? {};
      if (faults.strikes(plan.lost)) return;
      const delivery: Delivery = {
        event,
        callId: record.id,
        agent: record.agent,
        key: account.webhookKey,
        forged: false,
        body: bodyOf(event, record, parts),
      };
      const copies = faults.strikes(plan.doubled) ? [delivery, delivery] : [delivery];
      if (faults.strikes(plan.forged))
        copies.push({
          ...delivery,
          forged: true,
          key: `${account.webhookKey}-forged`,
          body: forgedBody(event, delivery.body),
        });
      const sendAll = (): void => {
        for (const copy of copies) deliver(account, copy, 1, activity.begin());
      };
      if (!faults.strikes(plan.delayed) || plan.delayed === undefined) {
        sendAll();
        return;
      }
      const held = activity.begin();
      void sendLater(plan.delayed.delayMs, () => {
        sendAll();
        held();
      });
    },
    close() {
      closed = true;
      for (const request of underWay) request.destroy();
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

function bodyOf(
  event: ProviderWebhookEventName,
  record: SimulatedCallRecord,
  { baseUrl, profile }: Pick<Parameters<typeof createSimulatedWebhookSender>[0], 'baseUrl' | 'profile'>,
): string {
  const call = toSimulatedWireCall(record, baseUrl(), { withAnalysis: event === 'call_analyzed' });
  if (event === 'call_ended' && record.outcome.endsAsRegistered) call.call_status = 'registered';
  return JSON.stringify({ event, call: profile ? profile.reshape('getCall', call) : call });
}

function forgedBody(event: ProviderWebhookEventName, body: string): string {
  const { call } = JSON.parse(body) as { call: Record<string, unknown> };
  const analysis = { call_summary: 'FALSO', call_successful: true, user_sentiment: 'Positive', in_voicemail: false };
  return JSON.stringify({
    event,
    call: {
      ...call,
      call_status: 'ended',
      disconnection_reason: 'scam_detected',
      duration_ms: 1,
      call_analysis: analysis,
    },
  });
}

/** Returns the webhook URL for a simulated call: that of its agent's version, otherwise the account's. */
function eventsAddress(account: SimulatedAccount, agent: SimulatedAgent): string | undefined {
  return agent.wire.webhook_url ?? account.webhookUrl;
}
