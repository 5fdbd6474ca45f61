// Fairness with few lines or a slow provider: no campaign and no workspace waits for another's end, and inbound calls
// keep their lines.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Campaign, CampaignLogEntry } from '../../../../contract/campaigns.ts';
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

async function create(
  on: TestWorkspace,
  count: number,
  overrides: Parameters<typeof buildOrder>[1] = {},
): Promise<Campaign> {
  nextNumber += count;
  const recipients = rowsOf(count, nextNumber - count);
  return on.editor.post<Campaign>('/api/campaigns', buildOrder(await originNumber(on), { recipients, ...overrides }));
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
  // A claim takes two people at most, and after each the other campaign has its turn.
  const bigs = order.slice(0, order.lastIndexOf(small.id)).filter((id) => id === big.id).length;
  expect(bigs).toBeGreaterThan(0);
  expect(bigs).toBeLessThanOrEqual(2 * (6 + 1));
});

test('campaigns share the calls by weight, and a weight changed while they dial counts from then on', async () => {
  const [light, heavy] = [await create(workspace, 200, { weight: 1 }), await create(workspace, 200, { weight: 4 })];
  const order: string[] = [];
  let isHeld = false;
  const port = portOf(
    (call) => {
      order.push(call.campaignId ?? '');
      return acceptCall(call);
    },
    { getConcurrency: async () => ({ current: isHeld ? 1 : 0, limit: 1 }) },
  );
  running.push(await startOwnDispatcher(app, () => port));
  const share = (from: number) => order.slice(from, from + 50).filter((id) => id === heavy.id).length;
  await waitFor('fifty calls', () => order.length >= 50);
  // The heavy campaign gets four of five calls, one line after the other.
  expect(share(0)).toBe(40);

  isHeld = true;
  const weighed = await workspace.editor.patch<Campaign>(`/api/campaigns/${light.id}`, { weight: 4 });
  expect(weighed.weight).toBe(4);
  const from = order.length + 5;
  isHeld = false;
  await waitFor('fifty more', () => order.length >= from + 50);
  expect(Math.abs(share(from) - 25)).toBeLessThanOrEqual(1);
  const log = await workspace.operator.get<CampaignLogEntry[]>(`/api/campaigns/${light.id}/log`);
  expect(log.find(({ kind }) => kind === 'changed')?.details).toEqual({ field: 'weight', from: 1, to: 4 });
});

test('a weight is a whole number from 1 to 10, and of a campaign that still has somebody to call', async () => {
  const { id } = await create(workspace, 1);
  for (const weight of [0, 11, 2.5, '5']) {
    const refused = await workspace.editor.patch(`/api/campaigns/${id}`, { weight }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ status: 400 });
  }
  const both = await workspace.editor
    .patch(`/api/campaigns/${id}`, { weight: 5, open: true })
    .catch((error: unknown) => error);
  expect(both).toMatchObject({ status: 400 });
  await workspace.editor.patch(`/api/campaigns/${id}`, { status: 'completed' });
  const late = await workspace.editor.patch(`/api/campaigns/${id}`, { weight: 9 }).catch((error: unknown) => error);
  expect(late).toMatchObject({ status: 409 });
});

test('who has priority is called first, also when added while it dials; equals in the order of the file', async () => {
  const called: string[] = [];
  const lines = { limit: 1 };
  const port = portOf(
    (call) => {
      called.push(call.toNumber);
      return acceptCall(call);
    },
    { getConcurrency: async () => ({ current: 0, limit: lines.limit }) },
  );
  const rows = rowsOf(8, (nextNumber += 8) - 8);
  const priorities = ['', '1', '10', '5', '10', '', '2', '9'];
  const recipients = rows.slice(0, 7).map((row, index) => ({ ...row, prioridad: priorities[index] ?? '' }));
  const { id } = await create(workspace, 0, { recipients });
  running.push(await startOwnDispatcher(app, () => port));
  await waitFor('three calls', () => called.length >= 3);
  lines.limit = 0;
  const added = [{ ...rows[7], prioridad: '9' }];
  await workspace.editor.post(`/api/campaigns/${id}/recipients`, { recipients: added });
  const before = called.length;
  lines.limit = 1;
  await waitFor('everybody', () => called.length === 8);
  const numbers = rows.map((row) => row['phone_number'] ?? '');
  const expected = [2, 4, 0, 3, 5, 6, 1].map((index) => numbers[index]);
  expect(called.filter((number) => number !== numbers[7])).toEqual(expected);
  // One call may have been on its way while the lines were taken.
  expect(called.indexOf(numbers[7] ?? '') - before).toBeLessThanOrEqual(1);
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
  // These are all orders that it may have under way; the rest waits for answers.
  await waitFor('every order to wait', () => waiting === 256);
  // However long this takes, no order is given up for lack of an answer.
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
  // Two of our calls end and one inbound call begins, so one line is free for us.
  lines.outbound = 3;
  lines.inbound = 3;
  await whenDialled(6);
  await whenAskedAgain();
  expect([lines.outbound, lines.most]).toEqual([4, 7]);
  // Inbound calls take all remaining lines.
  lines.outbound = 0;
  lines.inbound = 7;
  await whenAskedAgain();
  expect((await readCampaign(workspace, id)).sentCount).toBe(6);
});
