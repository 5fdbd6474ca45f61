// The embedded database's disk is nearly full: nothing new is accepted, and everything arrives once there is room.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Campaign } from '../contract/campaigns.ts';
import { providerWebhookSignatureHeader, signProviderWebhook } from '../retell/signature.ts';
import { buildOrder, originNumber, readCampaign, rowsOf, setPace, whenStatus } from './testing/campaign-orders.ts';
import { startTestApp, testKey, type TestApp, type TestWorkspace } from './testing/start-test-app.ts';
import { waitFor } from './testing/wait-for.ts';

let isFull = false;
let asked = 0;
let app: TestApp;
let workspace: TestWorkspace;

beforeAll(async () => {
  const storage = {
    isFull() {
      asked += 1;
      return isFull;
    },
  };
  app = await startTestApp({ storage });
  workspace = await app.createWorkspace();
  await setPace(workspace);
});
afterAll(() => app.stop());

test('a full disk: webhooks are to come again and nobody is dialled; with room everything goes on', async () => {
  isFull = true;
  const { webhookUrl } = await workspace.editor.get<{ webhookUrl: string }>('/api/webhook-url');
  const body = JSON.stringify({ event: 'call_started', call: { call_id: 'call_full', call_status: 'ongoing' } });
  const send = () => {
    const headers = {
      'content-type': 'application/json',
      [providerWebhookSignatureHeader]: signProviderWebhook(body, testKey, Date.now()),
    };
    return fetch(app.url + new URL(webhookUrl).pathname, { method: 'POST', body, headers });
  };
  const refused = await send();
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({ code: 'unavailable' });
  expect((await workspace.operator.request('GET', '/api/calls/call_full')).status).toBe(404);

  const order = buildOrder(await originNumber(workspace), { recipients: rowsOf(3) });
  const { id } = await workspace.editor.post<Campaign>('/api/campaigns', order);
  await whenStatus(workspace, id, 'in_progress');
  const askedBefore = asked;
  await waitFor('the dispatcher to look twice more', () => asked >= askedBefore + 2);
  expect(await readCampaign(workspace, id)).toMatchObject({ pendingCount: 3, dialingCount: 0 });
  expect(app.simulator.placedCalls(workspace.key)).toHaveLength(0);

  isFull = false;
  expect((await send()).status).toBe(204);
  expect(await whenStatus(workspace, id, 'completed')).toMatchObject({ sentCount: 3 });
});
