// HTTP routes /__sim/*, which control the simulator from another process. They need no key, but accept only requests
// from loopback addresses.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { dataStorageSettings } from '../../retell/index.ts';
import type { SimulatorFaultPlan, Simulator } from '../options.ts';
import { parseSimulatedRequestPart } from './context.ts';
import { createSimulatedBadRequestRefusal, SimulatedProviderRefusal } from './refusals.ts';

const count = { next: z.number().int().min(0).exactOptional(), probability: z.number().min(0).max(1).exactOptional() };
const fault = z.strictObject(count).exactOptional();
const delayed = z.strictObject({ ...count, delayMs: z.number().min(0) }).exactOptional();

/** Allowed close codes for sockets. */
const closeCode = z.union([z.literal([1000, 1001, 1011, 1012, 1013]), z.number().int().min(3000).max(4999)]);

const faultPlan: z.ZodType<SimulatorFaultPlan> = z.strictObject({
  createPhoneCall: z
    .strictObject({
      tooManyRequests: fault,
      serverErrorBefore: fault,
      slow: delayed,
      answerLost: fault,
      acceptLate: delayed,
      serverErrorAfter: z
        .strictObject({ ...count, status: z.number().int().min(500).max(599).exactOptional() })
        .exactOptional(),
    })
    .exactOptional(),
  getCall: z.strictObject({ missing: fault }).exactOptional(),
  publishing: z.strictObject({ answerLost: fault }).exactOptional(),
  others: z.strictObject({ tooManyRequests: fault, serverError: fault, slow: delayed }).exactOptional(),
  listLagMs: z.number().min(0).exactOptional(),
  webhooks: z.strictObject({ lost: fault, doubled: fault, delayed, forged: fault }).exactOptional(),
  monitor: z
    .strictObject({
      refuse: z.strictObject({ ...count, code: closeCode }).exactOptional(),
      silentAccept: fault,
      cut: z.strictObject({ ...count, afterMessages: z.number().int().min(0) }).exactOptional(),
      lateSnapshot: delayed,
      wholeUpdates: fault,
      odd: fault,
      endsAlone: fault,
    })
    .exactOptional(),
  listen: z
    .strictObject({
      refuse: fault,
      livekit: fault,
      tokenExpired: fault,
      gatewayError: fault,
      takeOverLost: fault,
      mediaStops: delayed,
      replaced: delayed,
    })
    .exactOptional(),
});
const key = z.string();
const reason = z.string().min(1);

const bodies = {
  webhookUrl: z.strictObject({ key, url: z.url().nullable() }),
  speed: z.strictObject({ speed: z.number().positive() }),
  concurrency: z.strictObject({ key, limit: z.number().int().min(0) }),
  reservedInbound: z.strictObject({ key, lines: z.number().int().min(0) }),
  dataStorage: z.strictObject({ key, setting: z.enum(dataStorageSettings).nullable() }),
  refuseKey: z.strictObject({ key, refused: z.boolean() }),
  status: z.strictObject({ indicator: z.string() }),
  outcome: z.strictObject({ reason: reason.nullable(), toNumber: z.string().optional() }),
  arrivals: z.strictObject({ key, inboundPerMinute: z.number().min(0), webPerMinute: z.number().min(0) }),
  pause: z.strictObject({ key: key.optional(), paused: z.boolean() }),
  arrive: z.strictObject({ key, kind: z.enum(['inbound', 'web']) }),
  call: z.strictObject({ key, callId: z.string() }),
  speak: z.strictObject({ key, callId: z.string(), role: z.enum(['agent', 'user']), content: z.string() }),
  history: z.strictObject({ key, from: z.number(), to: z.number(), count: z.number().int().min(0) }),
};

export function registerSimulatorControlRoutes(
  app: FastifyInstance,
  simulator: () => Simulator,
  keys: readonly string[],
): void {
  const post = <T>(path: string, schema: z.ZodType<T>, act: (body: T) => unknown): void => {
    app.post(`/__sim/${path}`, async (request) => {
      const body = parseSimulatedRequestPart(schema, request.body);
      try {
        return { ok: true, result: await act(body) };
      } catch (error) {
        throw error instanceof RangeError ? createSimulatedBadRequestRefusal(error.message) : error;
      }
    });
  };
  const read = (path: string, answer: (key: string) => unknown): void => {
    app.get(`/__sim/${path}`, async (request) => {
      const { key } = parseSimulatedRequestPart(z.looseObject({ key: z.string() }), request.query);
      if (!keys.includes(key)) throw createSimulatedBadRequestRefusal('Unknown key');
      return answer(key);
    });
  };

  app.addHook('onRequest', async (request) => {
    if (request.url.startsWith('/__sim/') && !isLoopback(request.socket.remoteAddress))
      throw new SimulatedProviderRefusal(403, 'Loopback only');
  });

  post('faults', faultPlan, (plan) => simulator().setFaults(plan));
  post('webhook-url', bodies.webhookUrl, (body) => simulator().setWebhookUrl(body.key, body.url ?? undefined));
  post('speed', bodies.speed, (body) => simulator().setSpeed(body.speed));
  post('concurrency', bodies.concurrency, (body) => simulator().setConcurrencyLimit(body.key, body.limit));
  post('reserved-inbound', bodies.reservedInbound, (body) => simulator().setReservedInbound(body.key, body.lines));
  post('data-storage', bodies.dataStorage, (body) => simulator().setDataStorage(body.key, body.setting ?? undefined));
  post('refuse-key', bodies.refuseKey, (body) => simulator().setKeyRefused(body.key, body.refused));
  post('service-status', bodies.status, (body) => simulator().setServiceStatus(body.indicator));
  post('outcome', bodies.outcome, (body) => simulator().forceOutcome(body.reason ?? undefined, body.toNumber));
  post('arrivals', bodies.arrivals, (body) => simulator().setArrivals(body.key, body));
  post('pause-arrivals', bodies.pause, (body) =>
    body.paused ? simulator().pauseArrivals(body.key) : simulator().resumeArrivals(body.key),
  );
  post('arrive', bodies.arrive, (body) => simulator().arrive(body.key, body.kind));
  post('speak', bodies.speak, ({ key, callId, ...item }) => simulator().speak(key, callId, item));
  post('take-over', bodies.call, (body) => simulator().takeOver(body.key, body.callId));
  post('history', bodies.history, (body) => {
    simulator().generateHistory(body);
    return body.count;
  });
  post('idle', z.looseObject({}), () => simulator().whenIdle());

  read('placed', (key) => simulator().placedCalls(key));
  read('statistics', (key) => simulator().statistics(key));
  read('webhooks', (key) => simulator().webhooksDelivered(key));
  app.get('/__sim/state', async () => ({
    url: simulator().url,
    accounts: keys.map((key) => ({
      key,
      statistics: simulator().statistics(key),
      placed: simulator().placedCalls(key).length,
    })),
  }));
}

function isLoopback(address: string | undefined): boolean {
  return (
    address === '::1' ||
    address === '127.0.0.1' ||
    (address?.startsWith('::ffff:127.') ?? false) ||
    (address?.startsWith('127.') ?? false)
  );
}
