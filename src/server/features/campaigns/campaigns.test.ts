import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Campaign } from '../../../contract/campaigns.ts';
import { startTestApp, type TestApp, type TestWorkspace } from '../../testing/start-test-app.ts';
import { buildOrder, originNumber, rowsOf, setPace, sumOfStates, timesDialled, whenStatus } from './testing/campaign-orders.ts';

let app: TestApp;
let workspace: TestWorkspace;
let from: string;

beforeAll(async () => {
  app = await startTestApp();
  workspace = await app.createWorkspace();
  from = await originNumber(workspace);
  await setPace(workspace);
});

afterAll(() => app.stop());

test('a campaign is dialled to its end, and its counts are the truth', async () => {
  const created = await workspace.editor.post<Campaign>('/api/campaigns', buildOrder(from, { recipients: rowsOf(30) }));
  expect(created).toMatchObject({ totalRecipients: 30, lastSentBy: expect.stringContaining('editor') });
  const ended = await whenStatus(workspace, created.id, 'completed');
  expect(sumOfStates(ended)).toBe(30);
  expect(ended).toMatchObject({ sentCount: 30, pendingCount: 0, dialingCount: 0, liveCount: 0 });
  expect([...timesDialled(app, workspace.key).values()]).toEqual(Array.from({ length: 30 }, () => 1));
});
