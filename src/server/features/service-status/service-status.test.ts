// The provider's state from the simulator's status page, and from pages that fail in every way.
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, describe } from 'vitest';
import { startSimulator, type Simulator } from '../../../simulator/index.ts';
import { createEndpointBinder, sessionCookieName } from '../../platform/http/route.ts';
import { createHttpServer } from '../../platform/http/server.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { createProviderStatusPageFeature, type ProviderStatusPageFeature } from './index.ts';

const minute = 60_000;
const log = pino({ level: 'silent' });
const unavailable = 'Estado de Retell.AI no disponible';
let clock: ManualClock;
const ends: (() => Promise<void>)[] = [];

beforeEach(() => {
  clock = new ManualClock();
});
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

function create(statusPageUrl: string, timeoutMs?: number): ProviderStatusPageFeature {
  const feature = createProviderStatusPageFeature({
    clock,
    log,
    statusPageUrl,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  ends.push(async () => feature.stop?.());
  return feature;
}

describe('of the simulated provider', () => {
  let simulator: Simulator;
  beforeEach(async () => {
    simulator = await startSimulator({ seed: 1, accounts: [] });
    ends.push(() => simulator.close());
  });

  it('is what the page says, in the console’s words', async () => {
    const status = create(simulator.statusPageUrl);
    const states = [
      ['none', 'operational', 'All Systems Operational'],
      ['minor', 'degraded', 'Partially Degraded Service'],
      ['major', 'major_outage', 'Partial System Outage'],
      ['critical', 'major_outage', 'Major Service Outage'],
      ['maintenance', 'maintenance', 'Service Under Maintenance'],
      ['eclipse', 'unknown', 'eclipse'],
    ] as const;
    for (const [indicator, state, description] of states) {
      simulator.setServiceStatus(indicator);
      const lastUpdate = clock.now().toISOString();
      expect(await status.read()).toEqual({ status: state, description, lastUpdate, pageUrl: simulator.url });
      await clock.advance(minute);
    }
  });

  it('is read again once a minute has passed, and not before', async () => {
    const status = create(simulator.statusPageUrl);
    const readAt = clock.now().toISOString();
    expect(await status.read()).toMatchObject({ status: 'operational' });
    simulator.setServiceStatus('major');
    await clock.advance(minute - 1);
    expect(await status.read()).toMatchObject({ status: 'operational', lastUpdate: readAt });
    await clock.advance(1);
    expect(await status.read()).toMatchObject({ status: 'major_outage', lastUpdate: clock.now().toISOString() });
  });

  it('is unknown when the page is gone, and tells when it was read last', async () => {
    const status = create(simulator.statusPageUrl);
    const readAt = clock.now().toISOString();
    await status.read();
    await simulator.close();
    await clock.advance(minute);
    expect(await status.read()).toEqual({
      status: 'unknown',
      description: unavailable,
      lastUpdate: readAt,
      pageUrl: simulator.url,
    });
  });
});

describe('of a page of one’s own', () => {
  async function serve(listener: RequestListener): Promise<string> {
    const server: Server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ends.push(
      () =>
        new Promise((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    );
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/summary.json`;
  }

  it.each([
    ['no JSON', '<html>'],
    ['nothing', ''],
    ['an array', '[]'],
    ['no indicator', '{"status":{"description":"fine"}}'],
    ['an indicator of no kind', '{"status":{"indicator":3}}'],
    ['more than a megabyte', `{"status":{"indicator":"none"},"x":"${'x'.repeat(1_100_000)}"}`],
  ])('is unknown for %s', async (_what, body) => {
    const url = await serve((_request, response) => response.end(body));
    expect(await create(url).read()).toEqual({
      status: 'unknown',
      description: unavailable,
      lastUpdate: null,
      pageUrl: new URL(url).origin,
    });
  });

  it('is unknown for an error, whatever its body', async () => {
    const url = await serve((_request, response) => response.writeHead(503).end('{"status":{"indicator":"none"}}'));
    expect(await create(url).read()).toMatchObject({ status: 'unknown', description: unavailable });
  });

  it('is known again a minute after a failed reading, when the page is back', async () => {
    let isDown = true;
    const url = await serve((request, response) => {
      if (isDown) request.socket.destroy();
      else response.end('{"status":{"indicator":"none","description":"Up"}}');
    });
    const status = create(url);
    expect(await status.read()).toMatchObject({ status: 'unknown', lastUpdate: null });
    isDown = false;
    await clock.advance(minute - 1);
    expect(await status.read()).toMatchObject({ status: 'unknown' });
    await clock.advance(1);
    expect(await status.read()).toMatchObject({ status: 'operational', lastUpdate: clock.now().toISOString() });
  });

  it('does without the description', async () => {
    const url = await serve((_request, response) =>
      response.end('{"status":{"indicator":"minor","description":null}}'),
    );
    expect(await create(url).read()).toMatchObject({ status: 'degraded', description: '' });
  });

  it('is described in text that can be stored, whatever the page holds and wherever it is cut', async () => {
    const description = `\u0000Up${'.'.repeat(296)}🚀`;
    const url = await serve((_request, response) =>
      response.end(JSON.stringify({ status: { indicator: 'minor', description } })),
    );
    expect((await create(url).read()).description).toBe(`Up${'.'.repeat(296)}\ufffd`);
  });

  it('is asked once for all who ask at the same time, and a page that fails not for each of them', async () => {
    let asked = 0;
    const url = await serve((_request, response) => {
      asked += 1;
      response.writeHead(500).end();
    });
    const status = create(url);
    await Promise.all(Array.from({ length: 20 }, () => status.read()));
    await status.read();
    expect(asked).toBe(1);
    await clock.advance(minute);
    await Promise.all(Array.from({ length: 20 }, () => status.read()));
    expect(asked).toBe(2);
  });

  it('is unknown when the page takes too long to answer, or to end its answer', async () => {
    const silent = await serve(() => undefined);
    const endless = await serve((_request, response) => response.write('{"status":'));
    for (const url of [silent, endless])
      expect(await create(url, 50).read()).toMatchObject({ status: 'unknown', description: unavailable });
  });

  it('does not hold up a server that stops', async () => {
    const feature = create(await serve(() => undefined), minute);
    const answer = feature.read();
    await feature.stop?.();
    expect(await answer).toMatchObject({ status: 'unknown' });
  });
});

it('is told to whoever is signed in, and to nobody else', async () => {
  const simulator = await startSimulator({ seed: 1, accounts: [] });
  const app = await createHttpServer({
    log,
    origins: { publicOrigin: null, allowedHosts: [] },
    trustProxy: false,
    requestsPerMinute: 100,
  });
  ends.push(
    () => simulator.close(),
    () => app.close(),
  );
  const identity = {
    sessionId: 's',
    tokenId: null,
    userId: 'u',
    username: 'u',
    email: null,
    currentWorkspaceId: null,
    currentRole: null,
  };
  const binder = createEndpointBinder(app, {
    findIdentity: async (token) => (token === 'good' ? identity : null),
    findTokenIdentity: async () => null,
    findRole: async () => null,
    lacksSecondFactor: async () => false,
  });
  create(simulator.statusPageUrl).registerRoutes?.(binder);
  const ask = (token: string) => app.inject({ url: '/api/service-status', cookies: { [sessionCookieName]: token } });
  expect((await ask('bad')).statusCode).toBe(401);
  expect((await ask('good')).json()).toEqual({
    status: 'operational',
    description: 'All Systems Operational',
    lastUpdate: clock.now().toISOString(),
    pageUrl: simulator.url,
  });
});
