/** Messages to sockets when calls change: today's figures, exact after a burst, not too often, to nobody else. */
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { DashboardMetrics } from '../../../contract/analytics.ts';
import type { RealtimeMessage } from '../../../contract/realtime.ts';
import type { ServerBusMessage } from '../../platform/server-bus.ts';
import { systemClock } from '../../platform/clock.ts';
import { startTestApp, type TestApp, type TestWorkspace } from '../../testing/start-test-app.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { createLiveMetricsNotifier } from './live-figures.ts';

const key = 'key_live_1';
const otherKey = 'key_live_2';
let first: TestApp;
let second: TestApp;
let workspace: TestWorkspace;
let other: TestWorkspace;
const sockets: WebSocket[] = [];

beforeAll(async () => {
  first = await startTestApp({
    simulator: { accounts: [key, otherKey].map((each) => ({ key: each, orgName: each, concurrencyLimit: 200 })) },
  });
  second = await startTestApp({ database: first });
  workspace = await first.createWorkspace(key);
  other = await first.createWorkspace(otherKey);
});
afterEach(() => sockets.splice(0).forEach((socket) => socket.terminate()));
afterAll(async () => {
  await second.stop();
  await first.stop();
});

/** Collects the messages of a socket of that workspace on a server, from its hello on. */
async function listen(server: TestApp, workspaceId: string): Promise<RealtimeMessage[]> {
  const { cookie } = await server.signIn('operator', workspaceId);
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws`, { headers: { cookie } });
  const heard: RealtimeMessage[] = [];
  sockets.push(socket);
  socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString('utf8')) as RealtimeMessage));
  await waitFor('the hello', () => heard.length > 0);
  return heard;
}

function lastMetrics(heard: readonly RealtimeMessage[]): DashboardMetrics | null {
  const last = heard.findLast((message) => message.type === 'metrics_update');
  return last?.type === 'metrics_update' ? last.metrics : null;
}

describe('sockets of a workspace', () => {
  it('hear each change on every server, end with the figures that a read answers, and learn nothing of others', async () => {
    const here = await listen(first, workspace.id);
    const there = await listen(second, workspace.id);
    const elsewhere = await listen(second, other.id);
    for (let number = 0; number < 40; number += 1) first.simulator.arrive(key, number % 2 === 0 ? 'inbound' : 'web');
    await first.simulator.whenIdle();
    const figures = await workspace.operator.get<DashboardMetrics>('/api/metrics?period=today');
    expect(figures).toMatchObject({ totalCalls: 40, activeCalls: 0 });
    for (const heard of [here, there]) {
      await waitFor('the last figures', () => JSON.stringify(lastMetrics(heard)) === JSON.stringify(figures));
      const types = new Set(heard.map(({ type }) => type));
      expect(types.has('active_calls_update')).toBe(true);
      expect(types.has('recent_calls_update')).toBe(true);
    }
    // A later message on the same connection proves that no earlier one is missing.
    first.simulator.arrive(otherKey, 'web');
    await waitFor('its own figures', () => lastMetrics(elsewhere));
    expect(JSON.stringify(elsewhere)).not.toContain(workspace.id);
  });

  it('hear a flood at most four times a second, and once more after its last change', async () => {
    const heard = await listen(first, workspace.id);
    const startedAt = performance.now();
    let sent = 0;
    const updatesSent = () => heard.filter(({ type }) => type === 'recent_calls_update').length;
    await waitFor('several tellings', () => {
      for (let burst = 0; burst < 20; burst += 1) {
        sent += 1;
        first.app.events.emit('calls.changed', {
          workspaceId: workspace.id,
          changes: [{ callId: `call_flood_${sent}.`, kind: 'call_started' }],
        });
      }
      return updatesSent() >= 5;
    });
    const isLast = (message: RealtimeMessage) =>
      message.type === 'call_started' && message.callIds.includes(`call_flood_${sent}.`);
    const last = await waitFor('the last change', () => heard.findIndex(isLast) + 1);
    await waitFor('its telling', () => heard.slice(last).some(({ type }) => type === 'recent_calls_update'));
    await waitFor('its figures', () => heard.slice(last).some(({ type }) => type === 'metrics_update'));
    expect(updatesSent()).toBeLessThanOrEqual((performance.now() - startedAt) / 240 + 1);
  });
});

describe('live figures', () => {
  /** Creates only the live figures on the real database, with changes by hand. The first `failures` reads fail. */
  function createAlone(options: { readonly isAnybodyThere: boolean; failures?: number }) {
    const listeners: ((message: ServerBusMessage) => void)[] = [];
    const told: RealtimeMessage['type'][] = [];
    let reads = 0;
    const figures = createLiveMetricsNotifier({
      db: first.database.db,
      clock: systemClock,
      log: pino({ level: 'silent' }),
      bus: { onMessage: (listener) => void listeners.push((message) => listener(message, true)) },
      sockets: { hasSockets: () => options.isAnybodyThere, broadcast: ({ type }) => void told.push(type) },
      directory: {
        async timeZoneOf() {
          reads += 1;
          if (reads <= (options.failures ?? 0)) throw new Error('the database is away');
          return 'UTC';
        },
      },
    });
    const change = (kind: 'call_started' | 'campaign_update' | 'refetch') => {
      const message: ServerBusMessage =
        kind === 'refetch' ? { kind, workspaceId: workspace.id } : { kind, workspaceId: workspace.id, ids: ['x'] };
      for (const listener of listeners) listener(message);
    };
    return { figures, told, change, readCount: () => reads };
  }

  it('read nothing where nobody looks, nor for what is no call', async () => {
    const nobody = createAlone({ isAnybodyThere: false });
    nobody.change('call_started');
    await nobody.figures.stop();
    const somebody = createAlone({ isAnybodyThere: true });
    somebody.change('campaign_update');
    await somebody.figures.stop();
    expect([nobody.readCount(), nobody.told, somebody.readCount(), somebody.told]).toEqual([0, [], 0, []]);
  });

  it('send nothing that could not be read, and the next figures all the same', async () => {
    const { figures, told, change } = createAlone({ isAnybodyThere: true, failures: 1 });
    change('call_started');
    change('refetch');
    expect(told).toEqual(['active_calls_update', 'recent_calls_update']);
    await waitFor('the next figures', () => told.includes('metrics_update'));
    expect(told).toEqual([
      'active_calls_update',
      'recent_calls_update',
      'active_calls_update',
      'recent_calls_update',
      'metrics_update',
    ]);
    await figures.stop();
  });

  it('are silent once stopped, also about what was being read', async () => {
    const { figures, told, change } = createAlone({ isAnybodyThere: true });
    change('call_started');
    change('call_started');
    await figures.stop();
    change('call_started');
    expect(told).toEqual(['active_calls_update', 'recent_calls_update']);
  });
});
