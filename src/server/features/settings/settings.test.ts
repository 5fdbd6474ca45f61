// Settings over HTTP: who may save what, what a stale save does, and what a new zone sets off.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { HttpClient } from '../../testing/http-client.ts';
import { startTestAccess, type TestAccess } from '../../testing/start-test-access.ts';

const zoneChanges: string[] = [];
let refuseZone = false;
let server: TestAccess;
let keys = 0;
let workspaceId: string;
let admin: HttpClient;
let editor: HttpClient;
let operator: HttpClient;

beforeAll(async () => {
  server = await startTestAccess({
    async onZoneChange(tx, id, zone) {
      const row = await tx.selectFrom('workspace_settings').select('version').where('workspace_id', '=', id).executeTakeFirst();
      zoneChanges.push(`${id} ${zone} ${row?.version}`);
      if (refuseZone) throw new Error('the days could not be cut');
    },
  });
});
afterAll(() => server.stop());
beforeEach(async () => {
  zoneChanges.length = 0;
  refuseZone = false;
  admin = await server.signIn();
  ({ id: workspaceId } = await admin.post<{ id: string }>('/api/workspaces', {
    name: 'Ajustes',
    retellApiKey: `key_ajustes_${String(++keys).padStart(4, '0')}`,
  }));
  editor = await server.signIn('editor', workspaceId);
  operator = await server.signIn('operator', workspaceId);
});

const defaults = {
  version: 1,
  timeZone: 'America/Argentina/Buenos_Aires',
  dialing: { callsPerSecond: 1, reservedLines: 2 },
};

test('every member reads, editors save, sections that are not given stay', async () => {
  expect(await operator.get('/api/settings')).toEqual(defaults);
  await expect(operator.put('/api/settings', { timeZone: 'UTC' })).rejects.toMatchObject({ status: 403 });
  const saved = { ...defaults, version: 2, timeZone: 'UTC' };
  const told: string[] = [];
  const off = server.events.on('settings.changed', (event) => told.push(event.workspaceId));
  expect(await editor.put('/api/settings', { timeZone: 'UTC' })).toEqual(saved);
  off();
  expect(told).toEqual([workspaceId]);
  expect(await operator.get('/api/settings')).toEqual(saved);
  expect(await operator.get('/api/workspaces/current')).toMatchObject({ timeZone: 'UTC' });
});

test('dialling pace is for admins; an editor may send it back unchanged', async () => {
  const dialing = { callsPerSecond: 5, reservedLines: 0 };
  await expect(editor.put('/api/settings', { dialing })).rejects.toMatchObject({ status: 403, body: { code: 'forbidden' } });
  expect(await editor.put('/api/settings', defaults)).toMatchObject({ version: 2, dialing: defaults.dialing });
  expect(await admin.put('/api/settings', { dialing })).toEqual({ ...defaults, version: 3, dialing });
});

test('a stale version is refused with nothing saved; of two saves at once one wins', async () => {
  await admin.put('/api/settings', { version: 1, timeZone: 'UTC' });
  await expect(admin.put('/api/settings', { version: 1, timeZone: 'America/Bogota' })).rejects.toMatchObject({
    status: 409,
    body: { code: 'stale_version' },
  });
  expect(await admin.get('/api/settings')).toMatchObject({ version: 2, timeZone: 'UTC' });
  const saves = [admin, editor].map((person) => person.request('PUT', '/api/settings', { body: { version: 2 } }));
  expect((await Promise.all(saves)).map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
});

test('values out of range and unknown zones are refused', async () => {
  for (const body of [{ timeZone: 'Europe/Madrid' }, { dialing: { callsPerSecond: 0, reservedLines: 2 } }]) {
    await expect(admin.put('/api/settings', body)).rejects.toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  }
});

test('a new zone is cut in the transaction that saves it; if that fails, nothing is saved', async () => {
  await admin.put('/api/settings', { timeZone: defaults.timeZone });
  expect(zoneChanges).toEqual([]);
  await admin.put('/api/settings', { timeZone: 'America/Bogota' });
  expect(zoneChanges).toEqual([`${workspaceId} America/Bogota 2`]);
  refuseZone = true;
  await expect(admin.put('/api/settings', { timeZone: 'UTC' })).rejects.toMatchObject({ status: 500 });
  expect(await admin.get('/api/settings')).toMatchObject({ version: 3, timeZone: 'America/Bogota' });
});

test('another workspace in X-Workspace-Id answers 409 with nothing saved', async () => {
  const headers = { 'x-workspace-id': '00000000-0000-4000-8000-000000000000' };
  await expect(admin.put('/api/settings', { timeZone: 'UTC' }, headers)).rejects.toMatchObject({
    status: 409,
    body: { code: 'workspace_mismatch' },
  });
  expect(await admin.get('/api/settings')).toEqual(defaults);
  expect(await admin.put('/api/settings', {}, { 'x-workspace-id': workspaceId })).toMatchObject({ version: 2 });
});

test('a save is audited with what was and what is', async () => {
  await admin.put('/api/settings', { timeZone: 'UTC' });
  const rows = await server.database.db
    .selectFrom('audit_log')
    .select(['details', 'address'])
    .where('workspace_id', '=', workspaceId)
    .where('action', '=', 'settings.saved')
    .execute();
  expect(rows).toEqual([
    { details: { before: defaults, after: { ...defaults, version: 2, timeZone: 'UTC' } }, address: '127.0.0.1' },
  ]);
});
