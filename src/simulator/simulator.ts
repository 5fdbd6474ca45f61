// Assembles the simulated provider: accounts, clock, call engine, webhooks and the HTTP server.
import { buildSimulatedContact } from './contacts.ts';
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import {
  createSimulatedAccount,
  findSimulatedAgent,
  computeSimulatorStatistics,
  listSimulatedAccountWireCalls,
  toSimulatedWireCalls,
} from './account.ts';
import type { SimulatedAccount } from './account.ts';
import { createSimulatedResponseShaper } from './account-profile.ts';
import { createSimulatorActivityCounter } from './activity.ts';
import { createSimulatedCallArrivalScheduler } from './arrivals.ts';
import { toSimulatedWireCall } from './call-wire.ts';
import type { SimulatedCallRecord } from './call-record.ts';
import { createSimulatedFaultInjector } from './faults.ts';
import { buildSimulatedPastCallRecords } from './history.ts';
import { registerSimulatedResponseShapeHook } from './http/answer-in-shape.ts';
import { registerSimulatedCallRoutes } from './http/call-routes.ts';
import { registerSimulatedAgentAndContactRoutes } from './http/catalogue-routes.ts';
import type { SimulatorRouteContext } from './http/context.ts';
import { registerSimulatorControlRoutes } from './http/control-routes.ts';
import { registerSimulatedWebRtcGatewayRoutes } from './http/gateway-routes.ts';
import { registerSimulatedListenRoutes } from './http/listen-routes.ts';
import { registerSimulatedLiveCallRoutes } from './http/live-routes.ts';
import { serveSimulatedMonitorSockets } from './http/monitor-socket.ts';
import { registerSimulatedPlaceCallRoute } from './http/placing-route.ts';
import { registerSimulatedRecordingRoute } from './http/recording-route.ts';
import { sendSimulatedRefusal, SimulatedProviderRefusal } from './http/refusals.ts';
import { registerSimulatedStatusPageRoute } from './http/status-page-route.ts';
import { registerSimulatedAgentVersionRoutes } from './http/version-routes.ts';
import { createSimulatedCallLifecycle } from './lifecycle.ts';
import { createSimulatedCallListeners } from './listening/listeners.ts';
import { createSimulatedLiveFeeds } from './live/live-feeds.ts';
import type { Simulator, SimulatorOptions } from './options.ts';
import { createRealTimers } from './real-timers.ts';
import { createSimulatedClock } from './simulated-clock.ts';
import { createSimulatedWebhookSender } from './webhook-sender.ts';

const bodyLimitBytes = 10 * 1024 * 1024;

/** Starts a simulated provider and resolves when it listens. Rejects if the port is in use. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { seed } = options;
  const accounts = new Map(options.accounts.map((account) => [account.key, createSimulatedAccount(seed, account)]));
  const clock = createSimulatedClock(options.clock?.speed ?? 1);
  const timers = createRealTimers();
  const activity = createSimulatorActivityCounter();
  const faults = createSimulatedFaultInjector(seed, options.faults ?? {});
  let url = '';
  let serviceStatus = 'none';
  const baseUrl = (): string => url;
  const profile = options.profile && createSimulatedResponseShaper(options.profile);
  const webhooks = createSimulatedWebhookSender({
    clock,
    timers,
    activity,
    faults,
    timeoutMs: options.webhookTimeoutMs ?? 10_000,
    baseUrl,
    profile,
  });
  const lifecycle = createSimulatedCallLifecycle({
    seed,
    runId: options.runId ?? randomUUID(),
    clock,
    activity,
    timing: { callDurationMs: options.callDurationMs, ringMs: options.ringMs, analysisMs: options.analysisMs },
    outcomes: options.outcomes,
    emit(account, event, record) {
      if (event === 'call_ended') {
        feeds.end(record);
        listeners.end(record);
      }
      webhooks.send(account, event, record);
    },
  });
  const feeds = createSimulatedLiveFeeds({ clock, talkedMs: (record) => lifecycle.talkedMs(record) });
  const listeners = createSimulatedCallListeners({
    faults,
    lostMs: options.gateway?.lostMs ?? 15_000,
    talkedMs: (record) => lifecycle.talkedMs(record),
    hangUp: (account, record) => void lifecycle.endTakeOver(account, record),
  });
  /** Lets a person take the call over from the agent. Returns false if the agent is not on the line. */
  const takeOver = (account: SimulatedAccount, record: SimulatedCallRecord, atLeastMs?: number): boolean => {
    const isTaken = lifecycle.takeOver(account, record, atLeastMs);
    if (isTaken) feeds.end(record);
    return isTaken;
  };
  const arrivals = createSimulatedCallArrivalScheduler(seed, clock, lifecycle);

  const account = (key: string): SimulatedAccount => {
    const found = accounts.get(key);
    if (found === undefined) throw new RangeError('The simulator has no account with this key');
    return found;
  };
  const recordOf = (key: string, callId: string): SimulatedCallRecord => {
    const record = account(key).calls.get(callId);
    if (record === undefined) throw new RangeError('The account has no such call');
    return record;
  };
  const accountsOf = (key: string | undefined): SimulatedAccount[] =>
    key === undefined ? [...accounts.values()] : [account(key)];

  const simulator: Simulator = {
    get url() {
      return url;
    },
    get statusPageUrl() {
      return `${url}/api/v2/summary.json`;
    },
    async close() {
      clock.close();
      timers.close();
      webhooks.close();
      activity.close();
      monitors.close();
      await listeners.close();
      await app.close();
    },
    setWebhookUrl(key, webhookUrl) {
      account(key).webhookUrl = webhookUrl;
    },
    setFaults: (plan) => faults.setPlan(plan),
    setSpeed: (speed) => clock.setSpeed(speed),
    setConcurrencyLimit(key, limit) {
      account(key).concurrencyLimit = limit;
    },
    setReservedInbound(key, lines) {
      account(key).reservedInbound = lines;
    },
    setRecordingLinkMs(key, lifeMs) {
      account(key).links.lifeMs = lifeMs;
    },
    setDataStorage(key, setting) {
      account(key).dataStorage = setting;
    },
    bindNumber(key, phoneNumber, outboundAgents) {
      const number = account(key).numbers.find(({ phone_number }) => phone_number === phoneNumber);
      if (number === undefined) throw new RangeError('Unknown number');
      number.outbound_agents = outboundAgents;
    },
    setKeyRefused(key, refused) {
      account(key).keyRefused = refused;
    },
    setKeyReadOnly(key, readOnly) {
      account(key).keyReadOnly = readOnly;
    },
    setAgentWebhookUrl(key, agentId, url) {
      for (const version of findSimulatedAgent(account(key), agentId)?.versions ?? [])
        version.webhook_url = url ?? null;
    },
    setServiceStatus(indicator) {
      serviceStatus = indicator;
    },
    forceOutcome: (reason, toNumber) => lifecycle.forceOutcome(reason, toNumber),
    pauseArrivals: (key) => accountsOf(key).forEach((each) => arrivals.pause(each)),
    resumeArrivals: (key) => accountsOf(key).forEach((each) => arrivals.refresh(each)),
    setArrivals(key, rates) {
      account(key).arrivals = rates;
      arrivals.refresh(account(key));
    },
    arrive: (key, kind) => lifecycle.arrive(account(key), kind).id,
    placedCalls: (key) => account(key).placed.map((placed) => ({ ...placed })),
    calls: (key) => listSimulatedAccountWireCalls(account(key), url),
    call(key, callId) {
      const record = account(key).calls.get(callId);
      return record === undefined ? undefined : toSimulatedWireCall(record, url);
    },
    watchers: (key, callId) => feeds.watchers(recordOf(key, callId)),
    liveItems: (key, callId) => feeds.items(recordOf(key, callId)),
    injected: (key, callId) => feeds.injected(recordOf(key, callId)),
    speak(key, callId, item) {
      const record = recordOf(key, callId);
      if (record.phase !== 'ongoing') throw new RangeError('The call is not ongoing');
      feeds.append(record, item);
      if (item.role === 'agent') listeners.say(record, 'agent', item.content ?? '');
      if (item.role === 'user') listeners.say(record, 'customer', item.content ?? '');
    },
    takeOver(key, callId) {
      if (!takeOver(account(key), recordOf(key, callId))) throw new RangeError('The agent is not on the line');
    },
    heard: (key, callId) => listeners.heard(recordOf(key, callId)),
    contact: (key, phoneNumber) => account(key).contacts.get(phoneNumber)?.wire,
    setContact: (key, contact) => void account(key).contacts.set(contact.phoneNumber, buildSimulatedContact(contact)),
    statistics: (key) => computeSimulatorStatistics(account(key)),
    webhooksDelivered: (key) => [...account(key).webhooks],
    whenIdle: () => activity.whenIdle(),
    generateHistory({ key, ...range }) {
      const records = buildSimulatedPastCallRecords(seed, account(key), range);
      for (const record of records) account(key).calls.set(record.id, record);
      return toSimulatedWireCalls(records, url);
    },
  };

  const context: SimulatorRouteContext = {
    accounts,
    lifecycle,
    faults,
    timers,
    activity,
    baseUrl,
    missingCallStatus: options.missingCallStatus ?? 422,
  };
  const app = buildServer();
  const monitors = serveSimulatedMonitorSockets(app.server, { ...context, feeds });
  if (profile) registerSimulatedResponseShapeHook(app, profile);
  registerSimulatedPlaceCallRoute(app, context);
  registerSimulatedCallRoutes(app, context);
  registerSimulatedLiveCallRoutes(app, { ...context, feeds });
  registerSimulatedListenRoutes(app, { ...context, listeners, takeOver, gateway: options.gateway ?? {} });
  registerSimulatedWebRtcGatewayRoutes(app, { faults, listeners });
  registerSimulatedAgentAndContactRoutes(app, context);
  registerSimulatedAgentVersionRoutes(app, context);
  registerSimulatedRecordingRoute(app, context);
  registerSimulatedStatusPageRoute(app, () => serviceStatus);
  registerSimulatorControlRoutes(app, () => simulator, [...accounts.keys()]);
  const host = options.host ?? '127.0.0.1';
  await app.listen({ port: options.port ?? 0, host });
  url = `http://${host.includes(':') ? `[${host}]` : host}:${(app.server.address() as AddressInfo).port}`;
  for (const each of accounts.values()) arrivals.refresh(each);
  return simulator;
}

function buildServer(): FastifyInstance {
  const app = fastify({ logger: false, forceCloseConnections: true, bodyLimit: bodyLimitBytes });
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(String(body)));
    } catch {
      done(new SimulatedProviderRefusal(400, 'Invalid request format, please check API reference.'));
    }
  });
  app.setErrorHandler(sendSimulatedRefusal);
  app.setNotFoundHandler(async (request) => {
    throw new SimulatedProviderRefusal(404, `Cannot ${request.method} ${request.url.split('?')[0]}`);
  });
  return app;
}
