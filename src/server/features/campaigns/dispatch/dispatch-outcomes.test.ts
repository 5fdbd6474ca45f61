// Every answer of the provider port, and the right to dispatch. The test writes the port's answers.
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Campaign } from '../../../../contract/campaigns.ts';
import { systemClock, type Clock } from '../../../platform/clock.ts';
import type { ServerFeature } from '../../../platform/feature.ts';
import { createBackgroundJobs } from '../../../platform/jobs.ts';
import {
  ProviderError,
  type OutboundCallOrder,
  type PlaceCallOutcome,
  type VoiceProvider,
} from '../../../platform/provider/provider.ts';
import { briskDispatch, startTestApp, type TestApp, type TestWorkspace } from '../../../testing/start-test-app.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import { createCampaignsFeature, type CampaignsFeatureDeps } from '../index.ts';
import {
  buildOrder,
  originNumber,
  readCampaign,
  rowsOf,
  setPace,
  whenStatus,
} from '../../../testing/campaign-orders.ts';
import { claimRecipients } from './claim-store.ts';
import { releaseDispatchLease, renewDispatchLease, takeDispatchLease } from './lease-store.ts';
import { silentMetrics } from '../../../testing/silent-metrics.ts';

let app: TestApp;
let workspace: TestWorkspace;
let from: string;
const started: ServerFeature[] = [];

beforeAll(async () => {
  app = await startTestApp({ background: false });
  workspace = await app.createWorkspace();
  from = await originNumber(workspace);
  await setPace(workspace);
});

afterEach(async () => {
  for (const feature of started.splice(0)) await feature.stop?.();
});

afterAll(() => app.stop());

type Placing = (order: OutboundCallOrder, isStale: () => boolean) => PlaceCallOutcome | Promise<PlaceCallOutcome>;

const accepted: Placing = (order) => ({
  kind: 'accepted',
  call: {
    call_id: `call_${randomUUID()}`,
    call_type: 'phone_call',
    call_status: 'registered',
    to_number: order.toNumber,
  },
});

/** Starts a dispatcher on the app's database, whose provider gives these answers. */
async function dispatch(
  placing: Placing,
  overrides: Partial<CampaignsFeatureDeps> & { getConcurrency?: VoiceProvider['getConcurrency'] } = {},
): Promise<OutboundCallOrder[]> {
  const orders: OutboundCallOrder[] = [];
  const provider = {
    async placeCall(order: OutboundCallOrder, isStale: () => boolean) {
      orders.push(order);
      return placing(order, isStale);
    },
    getConcurrency: overrides.getConcurrency ?? (async () => ({ current: 0, limit: 1_000 })),
    listCalls: async () => ({ calls: [], nextKey: null }),
  } as Partial<VoiceProvider> as VoiceProvider;
  const { access, agents, audit, calls, doNotCall, settings } = app.app.features;
  const log = pino({ level: 'silent' });
  const feature = createCampaignsFeature({
    db: app.database.db,
    log,
    jobs: createBackgroundJobs({ connectionString: app.database.connectionString, log, metrics: silentMetrics }),
    clock: systemClock,
    events: app.app.events,
    directory: { providerOf: async () => provider, timeZoneOf: (id) => access.directory.timeZoneOf(id) },
    agents,
    audit,
    settings,
    doNotCall,
    ingest: calls.ingest,
    metrics: silentMetrics,
    serverId: randomUUID(),
    writerSlot: 7,
    dialSettleSeconds: 1,
    secretKey: 'una clave secreta para las pruebas, larga',
    allowedOrigins: [],
    storage: { isFull: () => false },
    tuning: briskDispatch,
    ...overrides,
  });
  started.push(feature);
  await feature.start?.();
  return orders;
}

function create(count: number): Promise<Campaign> {
  return workspace.editor.post<Campaign>('/api/campaigns', buildOrder(from, { recipients: rowsOf(count) }));
}

async function end(id: string): Promise<void> {
  await workspace.editor.patch(`/api/campaigns/${id}`, { status: 'failed' });
}

test('an order carries the agent’s own analysis items and the campaign’s definition of success', async () => {
  const orders = await dispatch(accepted);
  const { id, agentId } = await create(1);
  const sent = await whenStatus(workspace, id, 'sent');
  expect(sent).toMatchObject({ sentCount: 1, liveCount: 1 });
  const agent = await app.app.features.agents.findAgent(workspace.id, agentId ?? '');
  const own = (agent?.analysisItems ?? []).filter((item) => item.name !== 'call_successful');
  expect(own.length).toBeGreaterThan(0);
  expect(orders[0]).toMatchObject({
    fromNumber: from,
    // Nobody was chosen, so the number's binding decides.
    agentId: null,
    agentVersion: null,
    campaignId: id,
    analysisItems: [
      ...own,
      { type: 'system-presets', name: 'call_successful', description: 'El cliente promete una fecha de pago' },
    ],
  });
  await end(id);
});

test('an order that the provider refuses for good is undelivered, with its reason', async () => {
  const orders = await dispatch((order, isStale) =>
    order.toNumber.endsWith('0')
      ? { kind: 'refused', retry: 'never', status: 422, message: 'to_number is not valid' }
      : accepted(order, isStale),
  );
  const { id } = await create(10);
  expect(await whenStatus(workspace, id, 'sent')).toMatchObject({ sentCount: 9, undeliveredCount: 1 });
  expect(orders.length).toBe(10);
  const { rows } = await app.database.pool.query(
    `select last_reason from recipients where campaign_id = $1 and state = 'undelivered'`,
    [id],
  );
  expect(rows).toEqual([{ last_reason: 'to_number is not valid' }]);
  await end(id);
});

/** Collects the ids of paused campaigns while the test runs. */
function listenToPauses(): string[] {
  const told: string[] = [];
  for (const name of ['campaign.paused', 'campaign.unpaused'] as const) {
    const stop = app.app.events.on(name, ({ campaignId }) => told.push(`${name} ${campaignId}`));
    started.push({ name, stop: async () => stop() });
  }
  return told;
}

test('a refused account pauses the campaign, says why, and loses nobody', async () => {
  const told = listenToPauses();
  const orders = await dispatch(() => ({
    kind: 'refused',
    retry: 'account',
    status: 402,
    message: 'no valid payment',
  }));
  const { id } = await create(5);
  const paused = await waitFor('the pause', async () => {
    const campaign = await readCampaign(workspace, id);
    return campaign.status === 'paused' && campaign.dialingCount === 0 && campaign;
  });
  expect(paused).toMatchObject({ pendingCount: 5, undeliveredCount: 0, sentCount: 0, pauseReason: 'no_valid_payment' });
  expect(orders.length).toBeLessThanOrEqual(5);
  await workspace.editor.patch(`/api/campaigns/${id}`, { status: 'completed' });
  expect(await readCampaign(workspace, id)).toMatchObject({
    status: 'completed',
    pauseReason: null,
    undeliveredCount: 5,
  });
  expect(told).toEqual([`campaign.paused ${id}`, `campaign.unpaused ${id}`]);
});

test.each([
  ['an order', () => dispatch(() => ({ kind: 'refused', retry: 'account', status: 401, message: 'Invalid API key' }))],
  [
    'the question for free lines',
    () =>
      dispatch(accepted, {
        getConcurrency: () => Promise.reject(new ProviderError('key_rejected', 'Invalid API key', { status: 401 })),
      }),
  ],
])('a key refused with %s pauses every campaign that dials', async (_name, start) => {
  const told = listenToPauses();
  await start();
  const ids = [(await create(2)).id, (await create(2)).id];
  for (const id of ids)
    expect(await whenStatus(workspace, id, 'paused')).toMatchObject({ pauseReason: 'key_rejected' });
  await waitFor('both to be told', () => told.length >= ids.length);
  expect(told.toSorted()).toEqual(ids.map((id) => `campaign.paused ${id}`).toSorted());
  for (const id of ids) await end(id);
});

test('later means later: no hot loop, nobody lost, nothing used up', async () => {
  let refusals = 0;
  const placing: Placing = (order, isStale) => {
    if (refusals >= 3) return accepted(order, isStale);
    refusals += 1;
    return { kind: 'refused', retry: 'later', status: 429, message: 'slow down' };
  };
  const orders = await dispatch(placing, { random: () => 0 });
  const began = performance.now();
  const { id } = await create(1);
  await whenStatus(workspace, id, 'sent');
  expect(orders.length).toBe(4);
  // Three waves with the least jitter: half of the first rest, of twice and of four times as long.
  expect(performance.now() - began).toBeGreaterThanOrEqual(3.5 * briskDispatch.firstRestMs);
  await end(id);
});

test('a provider that answers nothing is asked ever more rarely, one order at a time, and is not given the list', async () => {
  let isAway = true;
  const at: number[] = [];
  const placing: Placing = (order, isStale) => {
    if (!isAway) return accepted(order, isStale);
    at.push(performance.now());
    return { kind: 'unknown', message: 'HTTP 503', status: 503 };
  };
  await dispatch(placing, { random: () => 0 });
  const { id } = await create(300);
  const rest = 4 * briskDispatch.firstRestMs;
  await waitFor('the fourth rest', () => (at.at(-1) ?? 0) - (at.at(-2) ?? 0) >= rest);
  expect((await readCampaign(workspace, id)).pendingCount).toBeGreaterThan(150);
  // After one answer all go on.
  isAway = false;
  await waitFor('the others', async () => (await readCampaign(workspace, id)).pendingCount === 0);
  await end(id);
});

test('over 10 s after its claim an order is not written, by whichever clock', async () => {
  let aheadMs = 0;
  const clock: Clock = { ...systemClock, now: () => new Date(Date.now() + aheadMs) };
  const staleness: boolean[] = [];
  await dispatch(
    (order, isStale) => {
      if (staleness.length > 0) return accepted(order, isStale);
      staleness.push(isStale());
      aheadMs = 10_500; // the machine slept
      staleness.push(isStale());
      return { kind: 'refused', retry: 'later', status: null, message: 'not sent: too late' };
    },
    { clock },
  );
  const { id } = await create(1);
  expect(await whenStatus(workspace, id, 'sent')).toMatchObject({ sentCount: 1 });
  expect(staleness).toEqual([false, true]);
  await end(id);
});

test('while the provider does not tell its concurrency, nobody is dialled', async () => {
  let isAway = true;
  let asked = 0;
  const orders = await dispatch(accepted, {
    getConcurrency: async () => {
      asked += 1;
      if (isAway) throw new ProviderError('unavailable', 'away');
      return { current: 0, limit: 10 };
    },
  });
  const { id } = await create(2);
  await waitFor('a second question', () => asked >= 2);
  expect(orders).toEqual([]);
  isAway = false;
  expect(await whenStatus(workspace, id, 'sent')).toMatchObject({ sentCount: 2 });
  await end(id);
});

test('a provider that takes its time to tell its lines costs no lease', async () => {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<{ current: number; limit: number }>();
  await dispatch(accepted, {
    getConcurrency() {
      asked.resolve();
      return answer.promise;
    },
  });
  const { id } = await create(1);
  await asked.promise;
  const expiryMs = async (): Promise<number> => {
    const { rows } = await app.database.pool.query<{ at: Date }>(
      'select expires_at as at from dispatch_leases where workspace_id = $1',
      [workspace.id],
    );
    return rows[0]?.at.getTime() ?? 0;
  };
  for (let renewal = 0; renewal < 2; renewal += 1) {
    const before = await expiryMs();
    await waitFor('a renewal', async () => (await expiryMs()) > before);
  }
  answer.resolve({ current: 0, limit: 10 });
  await whenStatus(workspace, id, 'sent');
  await end(id);
});

test('two servers on one database share the work: everybody once, and the other takes over when one ends', async () => {
  const seen = new Map<string, number>();
  const counting: Placing = (order, isStale) => {
    seen.set(order.toNumber, (seen.get(order.toNumber) ?? 0) + 1);
    return accepted(order, isStale);
  };
  // The campaign never gets lines for all its people.
  const firstOrders = await dispatch(counting, { getConcurrency: async () => ({ current: seen.size, limit: 60 }) });
  const { id } = await create(300);
  await waitFor('the first to dial', () => firstOrders.length > 5);
  const secondOrders = await dispatch(counting, { writerSlot: 8 });
  await started.shift()?.stop?.();
  expect(firstOrders.length).toBeLessThan(300);
  const sent = await whenStatus(workspace, id, 'sent');
  expect(sent).toMatchObject({ sentCount: 300, dialingCount: 0, pendingCount: 0 });
  expect(firstOrders.length + secondOrders.length).toBe(300);
  expect(secondOrders.length).toBeGreaterThan(0);
  expect(seen.size).toBe(300);
  await end(id);
});

test('a lease is one server’s until it runs out or is given away, and an old one claims nothing', async () => {
  const { db } = app.database;
  const workspaceId = workspace.id;
  await app.database.pool.query('delete from dispatch_leases');
  const [first, second] = [randomUUID(), randomUUID()];
  const lease = await takeDispatchLease(db, { workspaceId, holder: first, ttlMs: 60_000 });
  if (!lease) throw new Error('no lease');
  expect(await takeDispatchLease(db, { workspaceId, holder: second, ttlMs: 60_000 })).toBeNull();
  expect(await renewDispatchLease(db, lease, 60_000)).toBe(true);
  const { id: campaignId } = await create(1);
  await app.database.pool.query(`update campaigns set status = 'in_progress' where id = $1`, [campaignId]);
  const order = { campaignId, serverId: first, writerSlot: 7, limit: 5, doNotCall: app.app.features.doNotCall };
  await releaseDispatchLease(db, lease);
  expect(await claimRecipients(db, { ...order, lease })).toEqual({ kind: 'lost' });
  const next = await takeDispatchLease(db, { workspaceId, holder: second, ttlMs: 60_000 });
  expect(next?.epoch).toBe(lease.epoch + 1);
  expect(await renewDispatchLease(db, lease, 60_000)).toBe(false);
  expect(await claimRecipients(db, { ...order, lease })).toEqual({ kind: 'lost' });
  if (!next) throw new Error('no lease');
  const claim = await claimRecipients(db, { ...order, lease: next });
  expect(claim).toMatchObject({ kind: 'claimed', recipients: [{ phoneNumber: rowsOf(1)[0]?.['phone_number'] }] });
  // Nobody will place this attempt, so a stop need not wait for it.
  await app.database.pool.query(`update attempts set send_by = clock_timestamp() where campaign_id = $1`, [campaignId]);
  await end(campaignId);
  expect(await claimRecipients(db, { ...order, lease: next })).toEqual({ kind: 'closed' });
  await releaseDispatchLease(db, next);
});
