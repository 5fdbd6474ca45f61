// The main job with only a token: a campaign, added people, results and export. The audit log names the token.
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AddRecipientsResult, Campaign, CampaignRecipient } from '../contract/campaigns.ts';
import type { AuditLogEntry } from '../contract/settings.ts';
import * as auditedAddresses from './platform/db/migrations/0046-audited-addresses.ts';
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
    return {
      replayed: response.headers.get('idempotency-replayed'),
      told: (await response.json()) as AddRecipientsResult,
    };
  };
  const first = await add();
  expect(first).toEqual({ replayed: 'false', told: { added: 599, duplicates: 1, totalRecipients: 602, warnings: [] } });
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
      'campaign.changed',
      'campaign.created',
    ].map((action) => [action, author]),
  );
});

it('an admin’s token reads where events go, and no address that is a secret', async () => {
  const url = 'https://avisos.example/entrada/secreto-de-la-direccion';
  for (const each of [`${url}-vieja`, url])
    await workspace.admin.put('/api/settings', { outgoingWebhook: { url: each, secret: 'un secreto bastante largo' } });
  const order = { name: 'Sistema', role: 'admin', expiresInDays: 30 };
  const { token } = await workspace.admin.post<{ token: string }>('/api/tokens', order);
  const program = createHttpClient(test.url, { authorization: `Bearer ${token}` });
  for (const path of ['/api/settings', '/api/audit-log'])
    expect(await (await program.request('GET', path)).text()).not.toContain('secreto-de-la-direccion');
  expect(await program.get('/api/settings')).toMatchObject({
    outgoingWebhook: { url: 'https://avisos.example/…', hasSecret: true },
  });
  expect(await workspace.admin.get('/api/settings')).toMatchObject({ outgoingWebhook: { url } });
  // An entry from before the log left out addresses.
  const { pool, db } = test.database;
  const old = 'https://ana:clave@avisos.example:8443/secreto-de-la-direccion?x=1';
  await pool.query(
    `update audit_log set details = jsonb_set(details, '{after,outgoingWebhook,url}', to_jsonb($2::text))
     where workspace_id = $1 and action = 'settings.saved' and details -> 'after' ? 'outgoingWebhook'`,
    [workspace.id, old],
  );
  await auditedAddresses.up(db as unknown as Kysely<unknown>);
  const log = await (await program.request('GET', '/api/audit-log')).text();
  expect(log).not.toContain('secreto-de-la-direccion');
  expect(log).not.toContain('clave@');
  expect(log).toContain('https://avisos.example:8443/…');
});

const usernameOf = async (client: HttpClient): Promise<string> =>
  (await client.get<{ username: string }>('/api/auth/user')).username;
