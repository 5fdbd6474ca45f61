// Who is dialled when lines are few or a provider is slow: no campaign and no workspace waits for another's end, and
// inbound calls keep their lines.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Campaign } from '../../../../contract/campaigns.ts';
import { startTestApp, type TestApp, type TestWorkspace } from '../../../testing/start-test-app.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import {
  buildOrder,
  originNumber,
  readCampaign,
  rowsOf,
  setPace,
  whenStatus,
} from '../../../testing/campaign-orders.ts';
import { acceptCall, portOf, startOwnDispatcher, type OwnDispatcher } from '../testing/own-dispatcher.ts';

const keys = ['key_fair_0123456789', 'key_slow_0123456789'] as const;
let app: TestApp;
let workspace: TestWorkspace;
let slow: TestWorkspace;
const running: OwnDispatcher[] = [];
let nextNumber = 0;

beforeAll(async () => {
  const accounts = keys.map((key) => ({ key, orgName: key, concurrencyLimit: 500 }));
  app = await startTestApp({ background: false, simulator: { accounts } });
  workspace = await app.createWorkspace(keys[0]);
  slow = await app.createWorkspace(keys[1]);
  for (const each of [workspace, slow]) await setPace(each);
});

afterEach(async () => {
  for (const { id } of await workspace.operator.get<Campaign[]>('/api/campaigns')) {
    await workspace.editor.patch(`/api/campaigns/${id}`, { status: 'failed' });
  }
  await Promise.all(running.splice(0).map((each) => each.stop()));
  await setPace(workspace);
});

afterAll(() => app.stop());

async function create(on: TestWorkspace, count: number): Promise<Campaign> {
  nextNumber += count;
  const recipients = rowsOf(count, nextNumber - count);
  return on.editor.post<Campaign>('/api/campaigns', buildOrder(await originNumber(on), { recipients }));
}

test('with two free lines at a time, a small campaign takes turns with a big one', async () => {
  const [big, small] = [await create(workspace, 60), await create(workspace, 6)];
  const order: string[] = [];
  const port = portOf(
    (call) => {
      order.push(call.campaignId ?? '');
      return acceptCall(call);
    },
    // Every call has ended when the lines are asked for again.
    { getConcurrency: async () => ({ current: 0, limit: 2 }) },
  );
  running.push(await startOwnDispatcher(app, () => port));
  await waitFor('the small one to be dialled', () => order.filter((id) => id === small.id).length === 6);
  // A claim takes two at most, and after each it is the other's turn.
  const bigs = order.slice(0, order.lastIndexOf(small.id)).filter((id) => id === big.id).length;
  expect(bigs).toBeGreaterThan(0);
  expect(bigs).toBeLessThanOrEqual(2 * (6 + 1));
});

test('a workspace whose provider does not answer holds up no other', async () => {
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  let waiting = 0;
  const silent = portOf(async (call) => {
    waiting += 1;
    await answered;
    return acceptCall(call);
  });
  const prompt = portOf(acceptCall);
  const stuck = await create(slow, 300);
  running.push(await startOwnDispatcher(app, (id) => (id === slow.id ? silent : prompt)));
  // As many as it may have under way: the rest waits for answers.
  await waitFor('every order to wait', () => waiting === 256);
  // However long this takes, no order of theirs is given up for want of an answer.
  await app.database.pool.query(`update attempts set send_by = send_by + interval '1 hour' where campaign_id = $1`, [
    stuck.id,
  ]);
  const { id } = await create(workspace, 5);
  expect(await whenStatus(workspace, id, 'sent')).toMatchObject({ sentCount: 5 });
  expect(await readCampaign(slow, stuck.id)).toMatchObject({ dialingCount: 256, pendingCount: 44, sentCount: 0 });
  answer();
  expect(await whenStatus(slow, stuck.id, 'sent')).toMatchObject({ sentCount: 300 });
});

test('the reserved lines stay free for inbound calls, and theirs count', async () => {
  await setPace(workspace, { callsPerSecond: 200, reservedLines: 3 });
  const lines = { inbound: 2, outbound: 0, most: 0, asked: 0 };
  const port = portOf(
    (call) => {
      lines.outbound += 1;
      lines.most = Math.max(lines.most, lines.inbound + lines.outbound);
      return acceptCall(call);
    },
    {
      getConcurrency: async () => {
        lines.asked += 1;
        return { current: lines.inbound + lines.outbound, limit: 10 };
      },
    },
  );
  running.push(await startOwnDispatcher(app, () => port));
  const { id } = await create(workspace, 20);
  const whenDialled = (count: number) =>
    waitFor(`${count} dialled`, async () => (await readCampaign(workspace, id)).sentCount === count);
  const whenAskedAgain = async (): Promise<void> => {
    const before = lines.asked;
    await waitFor('the lines to be asked for again', () => lines.asked >= before + 3);
  };
  await whenDialled(5);
  await whenAskedAgain();
  expect(lines.outbound).toBe(5);
  // Two of ours end, and somebody calls in: one line for us.
  lines.outbound = 3;
  lines.inbound = 3;
  await whenDialled(6);
  await whenAskedAgain();
  expect([lines.outbound, lines.most]).toEqual([4, 7]);
  // All the rest is taken by people who call in.
  lines.outbound = 0;
  lines.inbound = 7;
  await whenAskedAgain();
  expect((await readCampaign(workspace, id)).sentCount).toBe(6);
});
