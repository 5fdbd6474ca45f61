import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PhoneNumber } from '../../../../contract/agents.ts';
import type { Campaign } from '../../../../contract/campaigns.ts';
import type { WorkspaceSettings } from '../../../../contract/settings.ts';
import { startTestApp, testKey, type TestApp } from '../../../testing/start-test-app.ts';
import { waitFor } from '../../../testing/wait-for.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp({
    simulator: {
      seed: 11,
      callDurationMs: { min: 100, max: 500 },
      faults: { webhooks: { lost: { probability: 1 } } },
    },
    config: { reconcileSeconds: 1 },
  });
});

afterAll(() => test.stop());

it('a campaign of 60 whose webhooks are all lost ends with the counts of the provider', async () => {
  const workspace = await test.createWorkspace();
  await waitFor('the past to be in', () =>
    test.database.db
      .selectFrom('reconcile_marks')
      .select('workspace_id')
      .where('backfill_done_at', 'is not', null)
      .executeTakeFirst(),
  );
  const { version } = await workspace.admin.get<WorkspaceSettings>('/api/settings');
  await workspace.admin.put('/api/settings', { version, dialing: { callsPerSecond: 200, reservedLines: 0 } });
  const numbers = await workspace.operator.get<PhoneNumber[]>('/api/retell/phone-numbers');
  const { id } = await workspace.editor.post<Campaign>('/api/campaigns', {
    name: 'Sin avisos',
    successDefinition: 'El cliente promete una fecha de pago',
    phoneNumber: numbers.find((number) => number.outbound_agent_id !== null)?.phone_number,
    recipients: Array.from({ length: 60 }, (_, index) => ({
      phone_number: `+54911400000${String(index).padStart(2, '0')}`,
      customer_name: `Cliente ${index}`,
    })),
    sendOption: 'now',
  });
  const read = async (): Promise<Campaign | undefined> =>
    (await workspace.operator.get<Campaign[]>('/api/campaigns')).find((campaign) => campaign.id === id);
  await waitFor('the campaign to be completed', async () => (await read())?.status === 'completed');
  await test.simulator.whenIdle();
  const truth = test.simulator.statistics(testKey);
  const done = await waitFor('the last analyses', async () => {
    const campaign = await read();
    return campaign?.successfulCount === truth.successful && campaign;
  });
  expect(truth.total).toBe(60);
  expect(test.simulator.placedCalls(testKey).length).toBe(60);
  expect(test.simulator.webhooksDelivered(testKey)).toEqual([]);
  expect(done).toMatchObject({
    sentCount: 60,
    liveCount: 0,
    pendingCount: 0,
    undeliveredCount: 0,
    unconfirmedCount: 0,
  });
  expect(done.pickedUpCount).toBe(truth.byStatus['ended']);
  const listed = await workspace.operator.request('GET', `/api/calls/all?campaignId=${id}`);
  expect(listed.headers.get('x-total-count')).toBe('60');
  // No webhook reported the ends, and the console shows that.
  const health = await waitFor('the missed calls', async () => {
    const status = await workspace.operator.get<{ missedCalls: number }>('/api/webhook-status');
    return status.missedCalls >= 60 && status;
  });
  expect(health).toMatchObject({
    status: 'waiting',
    lastEventAt: null,
    missedCalls: 60,
    lastMissedAt: expect.any(String),
  });
});
