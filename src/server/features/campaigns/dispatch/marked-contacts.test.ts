// Contacts that the provider marks do-not-call, and accounts whose API does not know the field that honours the mark.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Alert } from '../../../../contract/alerts.ts';
import type { Campaign, CampaignLogEntry, CampaignRecipient } from '../../../../contract/campaigns.ts';
import type { DoNotCallEntry } from '../../../../contract/do-not-call.ts';
import { buildOrder, phoneOf } from '../../../testing/campaign-orders.ts';
import { startTestApp, type TestApp, type TestWorkspace } from '../../../testing/start-test-app.ts';
import { waitFor } from '../../../testing/wait-for.ts';

const [key, olderKey, newerKey] = ['key_of_marked_contacts', 'key_of_an_older_api', 'key_of_a_newer_api'];
const marked = Array.from({ length: 25 }, (_, index) => phoneOf(100 + index));

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    alertTuning: { everyMs: 200, allowedOrigins: [] },
    simulator: {
      accounts: [
        {
          key,
          orgName: 'Prueba',
          concurrencyLimit: 20,
          contacts: marked.map((phoneNumber) => ({ phoneNumber, doNotCall: true })),
        },
        { key: newerKey, orgName: 'Nueva' },
        {
          key: olderKey,
          orgName: 'Anterior',
          concurrencyLimit: 20,
          unknownFields: ['honor_internal_dnc'],
        },
      ],
      outcomes: { user_hangup: 1 },
    },
  });
});
afterAll(() => app.stop());

async function create(workspace: TestWorkspace, phoneNumbers: readonly string[]): Promise<Campaign> {
  const numbers =
    await workspace.operator.get<{ phone_number: string; outbound_agent_id: string | null }[]>(
      '/api/retell/phone-numbers',
    );
  const from = numbers.find(({ outbound_agent_id: agent }) => agent !== null)?.phone_number ?? '';
  const recipients = phoneNumbers.map((phone_number) => ({ phone_number, customer_name: 'Ana' }));
  return workspace.editor.post<Campaign>('/api/campaigns', buildOrder(from, { recipients }));
}

async function waitForEnd(workspace: TestWorkspace, id: string): Promise<Campaign> {
  const read = () => workspace.editor.get<Campaign>(`/api/campaigns/${id}`);
  await waitFor('its end', async () => (await read()).status === 'completed');
  return read();
}

test('a marked person is skipped and listed with the source, and more than twenty pause nothing', async () => {
  const workspace = await app.createWorkspace(key);
  const { id } = await create(workspace, [...marked, phoneOf(1)]);
  expect(await waitForEnd(workspace, id)).toMatchObject({ sentCount: 1, skippedCount: 25, undeliveredCount: 0 });
  expect(app.simulator.placedCalls(key).map(({ to_number: to }) => to)).toEqual([phoneOf(1)]);
  const recipients = await workspace.editor.get<CampaignRecipient[]>(`/api/campaigns/${id}/recipients?pageSize=100`);
  const skippedPeople = recipients.filter(({ state, lastReason }) => state === 'skipped' && lastReason === 'No llamar');
  expect(skippedPeople).toHaveLength(25);
  const log = await workspace.editor.get<CampaignLogEntry[]>(`/api/campaigns/${id}/log`);
  const skipped = log.filter(({ kind }) => kind === 'skipped');
  expect(skipped.reduce((sum, { details }) => sum + Number(details['count']), 0)).toBe(25);
  const listed = await workspace.editor.get<DoNotCallEntry[]>('/api/do-not-call?source=provider&pageSize=100');
  expect(new Set(listed.map(({ phoneNumber }) => phoneNumber))).toEqual(new Set(marked));
  // The refusals named the field, but it is still sent.
  const { rows } = await app.database.pool.query('select refused_order_fields from workspaces where id = $1', [
    workspace.id,
  ]);
  expect(rows).toEqual([{ refused_order_fields: [] }]);
  // The next campaign knows the marked number from the list.
  const next = await create(workspace, [marked[0] ?? '', phoneOf(3)]);
  expect(await waitForEnd(workspace, next.id)).toMatchObject({ sentCount: 1, skippedCount: 1 });
});

test('where the API refuses the field by name, orders go without it, once told, until there is another key', async () => {
  const workspace = await app.createWorkspace(olderKey);
  const { id } = await create(workspace, [phoneOf(2), phoneOf(4), phoneOf(5)]);
  expect(await waitForEnd(workspace, id)).toMatchObject({ sentCount: 3, undeliveredCount: 0, skippedCount: 0 });
  const told = async () =>
    (await workspace.admin.get<{ alerts: Alert[] }>('/api/alerts')).alerts.filter(
      ({ kind }) => kind === 'order_field_refused',
    );
  await waitFor('the alert', async () => (await told()).length > 0);
  expect(await told()).toMatchObject([{ details: { field: 'honor_internal_dnc' }, clearedAt: null }]);
  const { rows } = await app.database.pool.query('select refused_order_fields from workspaces where id = $1', [
    workspace.id,
  ]);
  expect(rows).toEqual([{ refused_order_fields: ['honor_internal_dnc'] }]);

  await workspace.admin.put(`/api/workspaces/${workspace.id}`, { retellApiKey: newerKey });
  await waitFor('its end', async () => (await told())[0]?.clearedAt !== null);
});
