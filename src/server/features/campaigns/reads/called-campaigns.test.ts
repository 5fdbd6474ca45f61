/** Campaigns with calls in a range: the days that count, the agents, and the campaigns that the list omits. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../../../../contract/calendar-days.ts';
import { maxListedCampaignsWithCalls, type CampaignsWithCalls, type Campaign } from '../../../../contract/campaigns.ts';
import {
  buildOrder,
  originNumber,
  readCampaign,
  rowsOf,
  setPace,
  whenStatus,
} from '../../../testing/campaign-orders.ts';
import { quietDayOf, quietMidnight } from '../../../testing/quiet-zone.ts';
import { startTestApp, type TestApp, type TestWorkspace } from '../../../testing/start-test-app.ts';
import { waitFor } from '../../../testing/wait-for.ts';

let app: TestApp;
let workspace: TestWorkspace;
let small: Campaign;
let large: Campaign;
const today = quietDayOf(Date.now());

beforeAll(async () => {
  app = await startTestApp({
    simulator: { accounts: [{ key: 'key_called_ours_000', orgName: 'Prueba', concurrencyLimit: 200 }] },
  });
  workspace = await app.createWorkspace('key_called_ours_000');
  const from = await originNumber(workspace);
  await setPace(workspace);
  const create = async (name: string, first: number, count: number) => {
    const order = buildOrder(from, { name, recipients: rowsOf(count, first) });
    const { id } = await workspace.editor.post<Campaign>('/api/campaigns', order);
    return whenStatus(workspace, id, 'completed');
  };
  small = await create('Chica', 0, 2);
  large = await create('Grande', 10, 5);
  // An analysis comes after the end of its call, and changes the campaign's counts.
  await waitFor('every analysis', async () => {
    const { rows } = await app.database.pool.query(
      `select from calls where workspace_id = $1 and (end_at is null or (status = 'ended' and not is_analyzed))`,
      [workspace.id],
    );
    return rows.length === 0;
  });
  const later = { sendOption: 'scheduled', scheduledDate: '2099-12-01', scheduledTime: '10:30' } as const;
  await workspace.editor.post('/api/campaigns', buildOrder(from, { name: 'Sin llamadas', ...later }));
});
afterAll(() => app.stop());

const read = (query: Record<string, string>) =>
  workspace.operator.get<CampaignsWithCalls>(`/api/campaigns/called?${new URLSearchParams(query).toString()}`);
const namesOf = async (query: Record<string, string>) => (await read(query)).calledCampaigns.map(({ name }) => name);
const ofDays = (from: string, to: string) => namesOf({ timeFilter: 'custom', from, to });

const moveCalls = (campaign: Campaign, to: Date) =>
  app.database.pool.query(`update calls set occurred_at = $1 where workspace_id = $2 and campaign_id = $3`, [
    to,
    workspace.id,
    campaign.id,
  ]);

test('those with calls in the range, with the counts that their own page shows, and the sum', async () => {
  const shown = await Promise.all([large, small].map(({ id }) => readCampaign(workspace, id)));
  const countsOf = ({ totalRecipients, sentCount, contactedCount, successfulCount }: Campaign) => ({
    totalRecipients,
    sentCount,
    contactedCount,
    successfulCount,
  });
  const sumOf = (count: 'sentCount' | 'contactedCount' | 'successfulCount') =>
    shown.reduce((sum, campaign) => sum + campaign[count], 0);
  expect(await read({ timeFilter: 'today' })).toEqual({
    days: { from: today, to: today },
    calledCampaigns: shown.map((campaign) => ({ id: campaign.id, name: campaign.name, ...countsOf(campaign) })),
    totals: {
      calledCount: 2,
      totalRecipients: 7,
      sentCount: sumOf('sentCount'),
      contactedCount: sumOf('contactedCount'),
      successfulCount: sumOf('successfulCount'),
    },
  });
  expect(sumOf('sentCount')).toBe(7);
  expect((await read({ timeFilter: 'yesterday' })).totals.calledCount).toBe(0);
  expect(await namesOf({ agentFilter: large.agentId ?? '' })).toEqual(['Grande', 'Chica']);
  expect(await namesOf({ agentFilter: 'agent_of_nobody' })).toEqual([]);
  expect(await namesOf({ agentFilter: '' })).toEqual([]);
});

test("days begin and end at the zone's midnight", async () => {
  const midnight = quietMidnight(Date.now());
  await moveCalls(large, midnight);
  await moveCalls(small, new Date(midnight.getTime() - 1));
  const yesterday = addDays(today, -1);
  expect(await ofDays(today, today)).toEqual(['Grande']);
  expect(await ofDays(yesterday, yesterday)).toEqual(['Chica']);
  expect(await ofDays(yesterday, today)).toEqual(['Grande', 'Chica']);
  expect(await ofDays(addDays(today, -3), addDays(today, -2))).toEqual([]);
});

test('a long list is cut, its sum is not; a deleted campaign is in neither', async () => {
  const { rows } = await app.database.pool.query<{ id: string }>(
    `with made as (
      insert into campaigns (workspace_id, id, name, status, phone_number, success_definition, send_option, total_recipients, created_at, updated_at)
        select $1, gen_random_uuid(), 'Una de muchas ' || n, 'completed', '+5491140000000', 'x', 'now', 1, now(), now()
        from generate_series(1, $2::int) n returning id)
    select id from made`,
    [workspace.id, maxListedCampaignsWithCalls + 3],
  );
  // Copies one call for each campaign, in the range.
  await app.database.pool.query(
    `insert into calls select (jsonb_populate_record(calls, jsonb_build_object('id', 'copy_' || made.id, 'campaign_id', made.id, 'attempt_id', null))).*
      from calls, unnest($2::uuid[]) as made (id)
      where calls.workspace_id = $1 and calls.id = (select max(id) from calls where workspace_id = $1 and campaign_id = $3)`,
    [workspace.id, rows.map(({ id }) => id), large.id],
  );
  const whole = await read({ timeFilter: 'today' });
  expect(whole.totals.calledCount).toBe(1 + rows.length);
  expect(whole.calledCampaigns).toHaveLength(maxListedCampaignsWithCalls);
  expect(whole.calledCampaigns[0]?.name).toBe('Grande');
  await app.database.pool.query(`update campaigns set deleted_at = now() where id = any ($1)`, [
    rows.map(({ id }) => id),
  ]);
  expect(await namesOf({ timeFilter: 'today' })).toEqual(['Grande']);
});
