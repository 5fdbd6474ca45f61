// The whole main job by a token alone: a campaign, people added to it, its results, the export; and the audit log says who.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AddedRecipients, Campaign, CampaignRecipient } from '../contract/campaigns.ts';
import type { AuditLogEntry } from '../contract/settings.ts';
import { createHttpClient, type HttpClient } from './testing/http-client.ts';
import { startTestApp, type TestApp, type TestWorkspace } from './testing/start-test-app.ts';
import { waitFor } from './testing/wait-for.ts';

let test: TestApp;
let workspace: TestWorkspace;
let crm: HttpClient;

beforeAll(async () => {
  test = await startTestApp();
  workspace = await test.createWorkspace();
  const order = { name: 'CRM', role: 'editor', expiresInDays: 30 };
  const { token } = await workspace.admin.post<{ token: string }>('/api/tokens', order);
  crm = createHttpClient(test.url, { authorization: `Bearer ${token}` });
});
afterAll(() => test.stop());

const people = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    phone_number: `+54911455${String(from + index).padStart(5, '0')}`,
    customer_name: `Persona ${from + index}`,
  }));

it('calls people and reads what came of it, each once however often it asks', async () => {
  const [number] = await crm.get<{ phone_number: string }[]>('/api/retell/phone-numbers');
  const order = {
    name: 'Por token',
    successDefinition: 'Acepta',
    phoneNumber: number?.phone_number,
    recipients: people(0, 3),
    sendOption: 'now',
  };
  const campaigns = await Promise.all(
    Array.from({ length: 3 }, () => crm.post<Campaign>('/api/campaigns', order, { 'idempotency-key': 'cobranza-1' })),
  );
  expect(new Set(campaigns.map(({ id }) => id)).size).toBe(1);
  const path = `/api/campaigns/${campaigns[0]?.id}`;
  await crm.patch(path, { open: true });
  const add = async () => {
    const body = { recipients: people(2, 600) };
    const response = await crm.request('POST', `${path}/recipients`, {
      body,
      headers: { 'idempotency-key': 'tanda-2' },
    });
    return { replayed: response.headers.get('idempotency-replayed'), told: (await response.json()) as AddedRecipients };
  };
  const first = await add();
  expect(first).toEqual({ replayed: null, told: { added: 599, duplicates: 1, totalRecipients: 602 } });
  expect(await add()).toEqual({ ...first, replayed: 'true' });
  await crm.patch(path, { status: 'paused' });
  await crm.patch(path, { status: 'completed' });
  const called = await waitFor('somebody who was called', async () => {
    const rows = await crm.get<CampaignRecipient[]>(`${path}/recipients`);
    return rows.some(({ phoneNumber }) => phoneNumber === '+5491145500000') && rows;
  });
  expect(called.length).toBe(20);
  const results = await (await crm.request('GET', `${path}/results.csv`)).text();
  expect(results.trim().split('\n')).toHaveLength(603);
  expect((await crm.request('GET', '/api/calls/export.csv')).status).toBe(200);

  const log = await workspace.admin.get<AuditLogEntry[]>('/api/audit-log?topic=campaign');
  const author = `${await usernameOf(workspace.admin)} · token CRM`;
  expect(log.map(({ action, username }) => [action, username])).toEqual(
    [
      'campaign.exported',
      'campaign.stopped',
      'campaign.paused',
      'campaign.recipients_added',
      'campaign.opened',
      'campaign.created',
    ].map((action) => [action, author]),
  );
});

const usernameOf = async (client: HttpClient): Promise<string> =>
  (await client.get<{ username: string }>('/api/auth/user')).username;
