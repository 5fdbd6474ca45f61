// An editor with a workspace of their own is still managed by their home's admins; that workspace then stops safely.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WorkspaceMember, UserAccount, Workspace } from '../../../../contract/access.ts';
import type { Campaign } from '../../../../contract/campaigns.ts';
import type { AuditLogEntry } from '../../../../contract/settings.ts';
import { systemClock } from '../../../platform/clock.ts';
import type { HttpClient } from '../../../testing/http-client.ts';
import { startTestApp, type TestApp, type TestWorkspace } from '../../../testing/start-test-app.ts';
import { unhindered } from '../../../testing/unhindered-dialing.ts';
import { testPassword } from '../../../testing/test-person.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import { makeWorkspaceAdmin } from '../index.ts';

let server: TestApp;
let home: TestWorkspace;
let foreign: TestWorkspace;

beforeAll(async () => {
  const keys = ['home', 'foreign', 'own', 'heir'].map((name) => `key_left_${name}_0123456789`);
  // Calls last long enough for campaigns to stay under way.
  const accounts = keys.map((key) => ({ key, orgName: key, concurrencyLimit: 3 }));
  server = await startTestApp({ simulator: { accounts, callDurationMs: 60_000 }, alertTuning: { everyMs: 200 } });
  home = await server.createWorkspace(keys[0]);
  foreign = await server.createWorkspace(keys[1]);
});
afterAll(() => server.stop());

async function signedIn(username: string): Promise<HttpClient> {
  const client = server.client();
  await client.post('/api/auth/login', { username, password: testPassword });
  return client;
}

let people = 0;
const recipients = (count: number) =>
  Array.from({ length: count }, () => ({
    phone_number: `+54911457${String(++people).padStart(5, '0')}`,
    customer_name: 'Ana',
  }));
async function startCampaign(by: HttpClient, name: string, when: object = { sendOption: 'now' }): Promise<string> {
  const [number] = await by.get<{ phone_number: string }[]>('/api/retell/phone-numbers');
  const body = {
    name,
    successDefinition: 'Acepta',
    phoneNumber: number?.phone_number,
    recipients: recipients(30),
    ...when,
  };
  return (await by.post<Campaign>('/api/campaigns', body)).id;
}
const later = { sendOption: 'scheduled', scheduledDate: '2099-12-01', scheduledTime: '10:30' };
const campaign = (by: HttpClient, id: string) => by.get<Campaign>(`/api/campaigns/${id}`);
const openAlerts = async (by: HttpClient) =>
  (await by.get<{ alerts: { kind: string; clearedAt: string | null }[] }>('/api/alerts')).alerts
    .filter(({ clearedAt }) => clearedAt === null)
    .map(({ kind }) => kind);

test('the home ends the account; its own workspace pauses and says so, another one goes on, and one more admin is made for each', async () => {
  const { id: makerId } = await home.admin.post<UserAccount>('/api/users', {
    username: 'ines',
    password: testPassword,
  });
  await home.admin.put(`/api/workspaces/${home.id}/members/${makerId}`, { role: 'editor' });
  const maker = await signedIn('ines');
  await maker.put(`/api/workspaces/${home.id}/switch`);
  const own = await maker.post<Workspace>('/api/workspaces', {
    name: 'Propio',
    retellApiKey: 'key_left_own_0123456789',
  });
  await maker.put(`/api/workspaces/${own.id}/switch`);
  await maker.put('/api/settings', unhindered);
  const colleague = await server.signIn('editor', own.id);
  const running = await startCampaign(maker, 'En curso');
  const scheduled = await startCampaign(maker, 'Programada', later);
  const paused = await startCampaign(maker, 'Pausada', later);
  await maker.request('PATCH', `/api/campaigns/${paused}`, { body: { status: 'paused' } });
  await waitFor('a campaign that dials', async () => (await campaign(maker, running)).sentCount > 0);
  // They are the only admin left in a workspace that others created.
  await server.app.features.access.addMember(foreign.id, makerId, 'admin');
  await maker.put(`/api/workspaces/${foreign.id}/switch`);
  const elsewhere = await startCampaign(maker, 'De otros');
  for (const { id } of (await maker.get<WorkspaceMember[]>(`/api/workspaces/${foreign.id}/members`)).filter(
    ({ role, id }) => role === 'admin' && id !== makerId,
  )) {
    await maker.request('DELETE', `/api/workspaces/${foreign.id}/members/${id}`);
  }

  expect(await home.admin.put(`/api/users/${makerId}`, { username: 'ines', isActive: 'false' })).toMatchObject({
    isActive: 'false',
  });
  // Once the deactivation has answered, nothing more is claimed.
  for (const id of [running, scheduled])
    expect(await campaign(colleague, id)).toMatchObject({ status: 'paused', pauseReason: 'no_admin' });
  expect(await campaign(colleague, paused)).toMatchObject({ status: 'paused', pauseReason: 'person' });
  expect(await colleague.get(`/api/campaigns/${running}/log`)).toContainEqual(
    expect.objectContaining({
      kind: 'paused',
      username: null,
      details: expect.objectContaining({ reason: 'no_admin' }) as object,
    }),
  );
  expect(await campaign(foreign.editor, elsewhere)).toMatchObject({ status: 'in_progress' });
  await waitFor(
    'the alerts',
    async () =>
      (await openAlerts(colleague)).includes('no_admin') && (await openAlerts(foreign.operator)).includes('no_admin'),
  );
  expect((await home.operator.get<{ alerts: unknown[] }>('/api/alerts')).alerts).toEqual([]);
  // The remaining members keep their roles.
  expect(await colleague.get('/api/workspaces')).toMatchObject([{ id: own.id, role: 'editor' }]);
  expect((await colleague.request('GET', `/api/workspaces/${own.id}/members`)).status).toBe(403);
  expect(
    (await colleague.request('PUT', `/api/workspaces/${own.id}/members/${makerId}`, { body: { role: 'operator' } }))
      .status,
  ).toBe(403);

  expect((await home.admin.request('DELETE', `/api/users/${makerId}`)).status).toBe(200);
  expect(
    (await home.admin.get<WorkspaceMember[]>(`/api/workspaces/${home.id}/members`)).some(({ id }) => id === makerId),
  ).toBe(false);

  const { db } = server.database;
  const heir = await home.admin.post<UserAccount>('/api/users', { username: 'heredera', password: testPassword });
  expect(await makeWorkspaceAdmin(db, systemClock, 'HEREDERA', 'propio')).toEqual({
    outcome: 'made',
    workspaceName: 'Propio',
    workspaceId: own.id,
  });
  expect(await makeWorkspaceAdmin(db, systemClock, 'heredera', own.id)).toMatchObject({ outcome: 'was_admin' });
  await waitFor('its end', async () => !(await openAlerts(colleague)).includes('no_admin'));
  const admin = await signedIn('heredera');
  await admin.put(`/api/workspaces/${own.id}/switch`);
  const [entry] = await admin.get<AuditLogEntry[]>('/api/audit-log?topic=member');
  expect(entry).toMatchObject({
    action: 'member.added',
    userId: null,
    username: null,
    target: heir.id,
    details: { username: 'heredera', role: 'admin' },
  });
  expect(await admin.get<WorkspaceMember[]>(`/api/workspaces/${own.id}/members`)).toContainEqual(
    expect.objectContaining({ id: makerId, isActive: false }),
  );
  expect((await admin.request('DELETE', `/api/workspaces/${own.id}/members/${makerId}`)).status).toBe(200);
  await admin.request('PATCH', `/api/campaigns/${running}`, { body: { status: 'in_progress' } });
  expect(await campaign(admin, running)).toMatchObject({ status: 'in_progress', pauseReason: null });
  for (const id of [running, scheduled, paused])
    await admin.request('PATCH', `/api/campaigns/${id}`, { body: { status: 'completed', hangUp: true } });
  await foreign.editor.request('PATCH', `/api/campaigns/${elsewhere}`, { body: { status: 'completed', hangUp: true } });
});

test('make-admin raises a member, and says why it can make nobody', async () => {
  const { db } = server.database;
  const operator = await home.admin.post<UserAccount>('/api/users', { username: 'sube', password: testPassword });
  expect(await makeWorkspaceAdmin(db, systemClock, 'sube', home.id)).toMatchObject({ outcome: 'made' });
  const [entry] = await home.admin.get<AuditLogEntry[]>('/api/audit-log?topic=member');
  expect(entry).toMatchObject({
    action: 'member.role_changed',
    userId: null,
    target: operator.id,
    details: { before: 'operator', after: 'admin' },
  });
  await home.admin.put(`/api/users/${operator.id}`, { username: 'sube', isActive: 'false' });
  expect(await makeWorkspaceAdmin(db, systemClock, 'sube', home.id)).toEqual({ outcome: 'inactive_user' });
  expect(await makeWorkspaceAdmin(db, systemClock, 'nadie', home.id)).toEqual({ outcome: 'no_user' });
  expect(await makeWorkspaceAdmin(db, systemClock, 'sube', 'Ninguno')).toEqual({ outcome: 'no_workspace' });
  for (const { id } of [home, foreign])
    await db.updateTable('workspaces').set({ name: 'Gemelo' }).where('id', '=', id).execute();
  expect(await makeWorkspaceAdmin(db, systemClock, 'sube', 'gemelo')).toEqual({
    outcome: 'ambiguous',
    workspaceIds: [home.id, foreign.id],
  });
});
