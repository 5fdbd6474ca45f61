// Two servers on one database: one acts at once on the other's changes of a workspace's keys, token and members.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../platform/clock.ts';
import { startTestApp, testKey, type TestApp, type TestWorkspace } from '../../../testing/start-test-app.ts';
import { waitFor } from '../../../testing/wait-for.ts';

const nextKey = 'key_nueva_0123456789abcdef';
let here: TestApp;
let there: TestApp;
let workspace: TestWorkspace;
beforeAll(async () => {
  const accounts = [testKey, nextKey].map((key) => ({ key, orgName: 'Prueba', concurrencyLimit: 10 }));
  here = await startTestApp({ simulator: { accounts } });
  // Time stands still on that server, so that only notifications can clear its caches.
  there = await startTestApp({ database: here, clock: { ...systemClock, monotonicMs: () => 0 } });
  workspace = await here.createWorkspace();
});
afterAll(async () => {
  await there.stop();
  await here.stop();
});

test('a replaced key and a rotated token are forgotten there long before they would be looked up again', async () => {
  const { directory } = there.app.features.access;
  const old = await directory.webhookTokenOf(workspace.id);
  expect(await directory.findByWebhookToken(old)).toMatchObject({ keys: [testKey] });
  await workspace.admin.put(`/api/workspaces/${workspace.id}`, { retellApiKey: nextKey });
  await waitFor('the new key', async () => (await directory.findByWebhookToken(old))?.keys[0] === nextKey);
  const by = { userId: workspace.id, username: 'jefa', address: null };
  const token = await here.app.features.access.directory.rotateWebhookToken(workspace.id, by);
  await waitFor('the old token refused', async () => (await directory.findByWebhookToken(old)) === null);
  expect(await directory.webhookTokenOf(workspace.id)).toBe(token);
});

test('saved settings and the end of a call here are heard there, and not told back', async () => {
  const heard = { here: [] as string[], there: [] as string[] };
  for (const [name, { app }] of [
    ['here', here],
    ['there', there],
  ] as const) {
    app.events.on('workspace.changed_elsewhere', () => void heard[name].push('changed'));
    app.events.on('call.end_heard', () => void heard[name].push('end'));
  }
  // These events would return to the bus. A refresh of agents may be published at any time.
  const toldBack: string[] = [];
  for (const name of ['workspace.changed', 'settings.changed'] as const)
    there.app.events.on(name, () => void toldBack.push(name));
  await workspace.admin.put('/api/settings', { dateLocale: 'pt-BR' });
  await waitFor('the change there', () => heard.there.includes('changed'));
  const { webhookUrl } = await workspace.admin.get<{ webhookUrl: string }>('/api/webhook-url');
  here.simulator.setWebhookUrl(nextKey, here.url + new URL(webhookUrl).pathname);
  here.simulator.arrive(nextKey, 'inbound');
  await waitFor('the end there', () => heard.there.includes('end'));
  expect(toldBack).toEqual([]);
  // The event arrives once, before the server's own commit.
  expect(heard.here.filter((each) => each === 'end')).toHaveLength(1);
});
