// All webhook events are switched off on a whole server. Reconciliation finishes the calls, and the webhooks' proof of
// acceptance keeps everybody from being dialled twice.
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { PhoneNumber } from '../../../../contract/agents.ts';
import type { Campaign } from '../../../../contract/campaigns.ts';
import { defaultProviderEventToggles, type WorkspaceSettings } from '../../../../contract/settings.ts';
import { createEventBus } from '../../../platform/events.ts';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { startTestApp, type TestApp, type TestWorkspace } from '../../../testing/start-test-app.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import { createProviderEventToggleReader } from './event-toggles.ts';

const accounts = ['key_off_answers_lost', 'key_off_inbound', 'key_off_rotated'].map((key) => ({
  key,
  orgName: key,
  concurrencyLimit: 200,
}));
let test: TestApp;

beforeAll(async () => {
  test = await startTestApp({
    simulator: { seed: 12, accounts, callDurationMs: { min: 100, max: 500 } },
    // No attempt becomes absent during the test, so only a proof of acceptance closes it.
    config: { reconcileSeconds: 1, dialSettleSeconds: 600 },
  });
});
afterEach(() => test.simulator.setFaults({}));
afterAll(() => test.stop());

async function createWorkspace(key: string): Promise<TestWorkspace> {
  const workspace = await test.createWorkspace(key);
  await workspace.admin.put<WorkspaceSettings>('/api/settings', {
    events: { call_started: false, call_ended: false, call_analyzed: false },
    dialing: { callsPerSecond: 200, reservedLines: 0 },
    callingWindow: { enabled: false, days: [], from: '09:00', to: '21:00', holidays: [] },
  });
  return workspace;
}

async function endedByWebhook(workspace: TestWorkspace): Promise<number> {
  const rows = await test.database.db
    .selectFrom('call_events')
    .select('event')
    .where('workspace_id', '=', workspace.id)
    .where('source', '=', 'webhook')
    .execute();
  return rows.filter(({ event }) => event !== 'call_snapshot').length;
}

it('a campaign whose answers are all lost dials everybody once, and ends with the counts of the provider', async () => {
  const workspace = await createWorkspace('key_off_answers_lost');
  // The list hides every call, so only its webhook can prove that an attempt was accepted.
  test.simulator.setFaults({ createPhoneCall: { answerLost: { probability: 1 } }, listLagMs: 3_600_000 });
  const numbers = await workspace.operator.get<PhoneNumber[]>('/api/retell/phone-numbers');
  const { id } = await workspace.editor.post<Campaign>('/api/campaigns', {
    name: 'Sin eventos',
    successDefinition: 'El cliente promete una fecha de pago',
    phoneNumber: numbers.find((number) => number.outbound_agent_id !== null)?.phone_number,
    recipients: Array.from({ length: 25 }, (_, index) => ({
      phone_number: `+54911400000${String(index).padStart(2, '0')}`,
      customer_name: `Cliente ${index}`,
    })),
    sendOption: 'now',
  });
  const read = async (): Promise<Campaign | undefined> =>
    (await workspace.operator.get<Campaign[]>('/api/campaigns')).find((campaign) => campaign.id === id);
  await waitFor('the campaign to be completed', async () => (await read())?.status === 'completed');
  await test.simulator.whenIdle();
  const truth = test.simulator.statistics(workspace.key);
  const done = await waitFor('the last analyses', async () => {
    const campaign = await read();
    return campaign?.successfulCount === truth.successful && campaign;
  });
  const dialled = test.simulator.placedCalls(workspace.key).map((placed) => placed.to_number);
  expect(dialled.length).toBe(25);
  expect(new Set(dialled).size).toBe(25);
  expect(done).toMatchObject({
    sentCount: 25,
    liveCount: 0,
    pendingCount: 0,
    undeliveredCount: 0,
    unconfirmedCount: 0,
  });
  expect(done.pickedUpCount).toBe(truth.byStatus['ended']);
  // Every webhook was accepted, and none was applied.
  const statuses = test.simulator.webhooksDelivered(workspace.key).map(({ status }) => status);
  expect(statuses.length).toBeGreaterThanOrEqual(50);
  expect(new Set(statuses)).toEqual(new Set([204]));
  expect(await endedByWebhook(workspace)).toBe(0);
  // Ends whose events are switched off are not missed.
  expect(await workspace.operator.get('/api/webhook-status')).toMatchObject({ status: 'connected', missedCalls: 0 });
});

it('calls that are no campaign’s appear when reconciliation brings them, and their webhooks count as arrived', async () => {
  const workspace = await createWorkspace('key_off_inbound');
  const callId = test.simulator.arrive(workspace.key, 'inbound');
  const call = await waitFor('the analysed call', async () => {
    const calls =
      await workspace.operator.get<{ id: string; callStatus: string; callSuccessful: boolean | null }[]>(
        '/api/calls/all',
      );
    return calls.find(({ id, callSuccessful }) => id === callId && callSuccessful !== null);
  });
  expect(call.callStatus).toBe('ended');
  expect(await endedByWebhook(workspace)).toBe(0);
  expect(await workspace.operator.get('/api/webhook-status')).toMatchObject({ status: 'connected', missedCalls: 0 });
});

it('a rotated address takes the webhooks from then on, and the old one none', async () => {
  const workspace = await test.createWorkspace('key_off_rotated');
  const { webhookUrl: old } = await workspace.admin.get<{ webhookUrl: string }>('/api/webhook-url');
  const { webhookUrl } = await workspace.admin.post<{ webhookUrl: string }>('/api/webhook-url/rotate');
  expect(webhookUrl).not.toBe(old);
  expect(await workspace.editor.get('/api/webhook-url')).toMatchObject({ webhookUrl });
  const statuses = (): number[] => test.simulator.webhooksDelivered(workspace.key).map(({ status }) => status);
  test.simulator.arrive(workspace.key, 'inbound');
  await waitFor('a webhook to the old address', () => statuses().length > 0);
  expect(statuses()[0]).toBe(401);
  test.simulator.setWebhookUrl(workspace.key, webhookUrl);
  test.simulator.arrive(workspace.key, 'inbound');
  await waitFor('a webhook to the new one', () => statuses().includes(204));
  const log = await workspace.admin.get<{ action: string; target: string }[]>('/api/audit-log?topic=workspace');
  expect(log.filter(({ action }) => action === 'workspace.webhook_rotated')).toMatchObject([{ target: workspace.id }]);
});

it('what is remembered of a workspace is read again when it is saved, here or elsewhere, and after some seconds', async () => {
  const events = createEventBus(pino({ level: 'silent' }));
  const clock = new ManualClock();
  let reads = 0;
  const read = async (): Promise<WorkspaceSettings> => {
    reads += 1;
    return { events: defaultProviderEventToggles } as WorkspaceSettings;
  };
  const toggles = createProviderEventToggleReader({ settings: { read }, events, clock });
  const readsAfter = async (change: () => unknown): Promise<number> => {
    await change();
    await Promise.all([toggles('w1'), toggles('w1')]);
    return reads;
  };
  expect(await readsAfter(() => undefined)).toBe(1);
  expect(await readsAfter(() => events.emit('settings.changed', { workspaceId: 'w1' }))).toBe(2);
  expect(await readsAfter(() => events.emit('workspace.changed_elsewhere', { workspaceId: 'w1' }))).toBe(3);
  expect(await readsAfter(() => events.emit('workspace.changed_elsewhere', { workspaceId: 'w2' }))).toBe(3);
  expect(await readsAfter(() => clock.advance(5_000))).toBe(4);
});
