// Numbers over HTTP: the use of each, a number that hardly anybody answers, and taking it back.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Campaign, CampaignLogEntry } from '../../../../contract/campaigns.ts';
import type { PhoneNumberUsage } from '../../../../contract/numbers.ts';
import type { AuditLogEntry } from '../../../../contract/settings.ts';
import { buildOrder, rowsOf } from '../../../testing/campaign-orders.ts';
import { quietDayOf } from '../../../testing/quiet-zone.ts';
import { startTestApp, testKey, type TestApp, type TestWorkspace } from '../../../testing/start-test-app.ts';
import { excludeRarelyAnsweredOriginNumbers } from './set-aside.ts';

const [good, bad, unused] = ['+541150004001', '+541150004002', '+541150004003'] as const;
let app: TestApp;
let workspace: TestWorkspace;
let campaign: Campaign;

beforeAll(async () => {
  app = await startTestApp({
    simulator: {
      accounts: [
        {
          key: testKey,
          orgName: 'Prueba',
          concurrencyLimit: 20,
          agents: [{ agentId: 'agent_ana', agentName: 'Ana', script: 'survey', version: 1 }],
          numbers: [good, bad, unused].map((phoneNumber) => ({
            phoneNumber,
            nickname: `Línea ${phoneNumber.slice(-1)}`,
            outboundAgents: [{ agent_id: 'agent_ana', weight: 1 }],
          })),
        },
      ],
    },
  });
  workspace = await app.createWorkspace();
  campaign = await workspace.editor.post<Campaign>('/api/campaigns', {
    ...buildOrder(good, { recipients: rowsOf(1) }),
    phoneNumbers: [good, bad],
    sendOption: 'scheduled',
    scheduledDate: '2098-11-21',
    scheduledTime: '10:00',
  });
});
afterAll(() => app.stop());

/** Simulates calls of the campaign, of which some were answered, so many days ago. */
async function addCalls(
  fromNumber: string,
  over: number,
  answered: number,
  daysAgo = 0,
  state = 'finished',
): Promise<void> {
  await app.database.pool.query(
    `insert into attempts (workspace_id, id, campaign_id, recipient_id, state, created_at, send_by, server_id, call_id, picked_up, from_number)
    select $1, id, $2, gen_random_uuid(), $7, clock_timestamp() - $6 * interval '24 hours', clock_timestamp(), $1, id::text, nth <= $5, $3
    from (select gen_random_uuid() as id, nth from generate_series(1, $4::int) as nth) given`,
    [workspace.id, campaign.id, fromNumber, over, answered, daysAgo, state],
  );
}

const usage = () => workspace.editor.get<{ cap: number; numbers: PhoneNumberUsage[] }>('/api/numbers');
const usageOf = async (number: string) => (await usage()).numbers.find(({ phoneNumber }) => phoneNumber === number);
const judge = () =>
  excludeRarelyAnsweredOriginNumbers({ db: app.database.db, events: { emit: () => undefined } }, workspace.id);
const logKinds = async () =>
  (await workspace.operator.get<CampaignLogEntry[]>(`/api/campaigns/${campaign.id}/log`)).map(({ kind, details }) => ({
    kind,
    details,
  }));

test('each number says its calls by day, its agents, its campaigns and whether it is at its cap', async () => {
  await addCalls(good, 100, 40);
  await addCalls(good, 3, 3, 2);
  await addCalls(good, 9, 9, 8);
  await addCalls(bad, 50, 5);
  await addCalls(bad, 2, 0, 0, 'absent');
  await addCalls(bad, 4, 0, 0, 'unconfirmed');
  const dialing = { callsPerSecond: 1, reservedLines: 0, callsPerNumberPerDay: 100 };
  await workspace.admin.put('/api/settings', { dialing });
  const { cap, numbers } = await usage();
  expect({ cap, numbers: numbers.map(({ phoneNumber }) => phoneNumber) }).toEqual({
    cap: 100,
    numbers: [good, bad, unused],
  });
  const day = quietDayOf(Date.now());
  expect(numbers[0]).toMatchObject({
    nickname: 'Línea 1',
    agents: [{ agent_id: 'agent_ana', agent_version: null }],
    isCapped: true,
    setAsideAt: null,
    campaigns: [{ id: campaign.id, name: campaign.name, status: 'scheduled' }],
  });
  expect(numbers[0]?.days).toHaveLength(7);
  expect(numbers[0]?.days.at(-1)).toEqual({ day, calls: 100, over: 100, answered: 40 });
  expect(numbers[0]?.days.at(-3)).toMatchObject({ calls: 3, over: 3, answered: 3 });
  expect(numbers[0]?.days.reduce((sum, { calls }) => sum + calls, 0)).toBe(103);
  // Orders that may have been dialled count for the cap; orders that surely were not count nowhere.
  expect(numbers[1]).toMatchObject({ isCapped: false });
  expect(numbers[1]?.days.at(-1)).toEqual({ day, calls: 54, over: 50, answered: 5 });
  expect(numbers[2]).toMatchObject({ isCapped: false, campaigns: [] });
  await expect(workspace.operator.get('/api/numbers')).rejects.toMatchObject({ status: 403 });
});

test('a number that hardly anybody answers is set aside, said so, and taken back by a person', async () => {
  await judge();
  expect(await usageOf(bad)).toMatchObject({ setAsideAt: null });
  await addCalls(bad, 50, 5);
  await judge();
  await judge();
  expect(await usageOf(bad)).toMatchObject({ setAsideAt: expect.any(String) as string });
  expect(await usageOf(good)).toMatchObject({ setAsideAt: null });
  const told = { kind: 'number_set_aside', details: { number: bad, percent: 10, others: 41.7 } };
  expect((await logKinds()).filter(({ kind }) => kind === 'number_set_aside')).toEqual([told]);

  const path = `/api/numbers/${encodeURIComponent(bad)}/take-back`;
  await expect(workspace.operator.post(path)).rejects.toMatchObject({ status: 403 });
  await workspace.editor.post(path);
  // A repetition changes nothing.
  await workspace.editor.post(path);
  expect(await usageOf(bad)).toMatchObject({ setAsideAt: null });
  expect((await logKinds())[0]).toEqual({ kind: 'number_taken_back', details: { number: bad } });
  const entries = await workspace.admin.get<AuditLogEntry[]>('/api/audit-log?topic=number');
  expect(entries).toMatchObject([{ action: 'number.taken_back', target: bad }]);
  // Calls before the number was taken back do not count any more.
  await judge();
  expect(await usageOf(bad)).toMatchObject({ setAsideAt: null });
  await expect(workspace.editor.post(`/api/numbers/${encodeURIComponent(unused)}/take-back`)).rejects.toMatchObject({
    status: 404,
  });
});
