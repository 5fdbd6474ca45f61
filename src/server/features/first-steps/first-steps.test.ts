import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WorkspaceFirstSteps } from '../../../contract/first-steps.ts';
import { startTestApp, type TestApp, type TestWorkspace } from '../../testing/start-test-app.ts';
import { waitFor } from '../../testing/wait-for.ts';

const keys = ['key_uno_0123456789', 'key_dos_0123456789', 'key_tres_0123456789'];
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({
    simulator: { accounts: keys.map((key) => ({ key, orgName: key, concurrencyLimit: 20 })) },
  });
});
afterAll(() => app.stop());

const steps = (workspace: TestWorkspace) => workspace.editor.get<WorkspaceFirstSteps>('/api/first-steps');

test('are done one by one by what happens, and a deleted campaign was one', async () => {
  const workspace = await app.createWorkspace(keys[0]);
  expect(await steps(workspace)).toEqual({ hasEvent: false, hasCampaign: false, isHidden: false });

  app.simulator.arrive(workspace.key, 'inbound');
  await waitFor('the first event', async () => (await steps(workspace)).hasEvent);
  const [line] = await workspace.editor.get<{ phone_number: string }[]>('/api/retell/phone-numbers');
  const { id } = await workspace.editor.post<{ id: string }>('/api/campaigns', {
    name: 'Primera',
    successDefinition: 'El cliente acepta.',
    phoneNumber: line?.phone_number,
    recipients: [{ customer_name: 'Ana', phone_number: '+5491155550001' }],
    sendOption: 'scheduled',
    scheduledDate: '2031-05-20',
    scheduledTime: '10:30',
  });
  expect(await steps(workspace)).toEqual({ hasEvent: true, hasCampaign: true, isHidden: false });
  await workspace.editor.request('PATCH', `/api/campaigns/${id}`, { body: { status: 'failed' } });
  expect(await steps(workspace)).toMatchObject({ hasCampaign: true });
});

test('are hidden for everybody of the workspace, once, and for no other workspace', async () => {
  const [workspace, other] = [await app.createWorkspace(keys[1]), await app.createWorkspace(keys[2])];
  const told: string[] = [];
  const off = app.app.events.on('workspace.changed', ({ workspaceId }) => told.push(workspaceId));
  expect(await workspace.editor.post('/api/first-steps/hide')).toMatchObject({ isHidden: true });
  expect(await workspace.admin.post('/api/first-steps/hide')).toMatchObject({ isHidden: true });
  off();
  expect(told).toEqual([workspace.id]);
  expect(await workspace.admin.get('/api/first-steps')).toMatchObject({ isHidden: true });
  expect(await steps(other)).toMatchObject({ isHidden: false });
  const log = await workspace.admin.get<{ action: string }[]>('/api/audit-log?topic=workspace');
  expect(log.filter(({ action }) => action === 'workspace.first_steps_hidden')).toHaveLength(1);
});
