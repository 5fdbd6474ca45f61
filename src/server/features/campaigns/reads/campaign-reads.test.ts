import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Campaign, CampaignLogEntry, CampaignRecipient, RecipientFilter } from '../../../../contract/campaigns.ts';
import { startTestApp, type TestApp, type TestWorkspace } from '../../../testing/start-test-app.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import {
  buildOrder,
  originNumber,
  phoneOf,
  readCampaign,
  setPace,
  whenStatus,
} from '../../../testing/campaign-orders.ts';

let app: TestApp;
let workspace: TestWorkspace;
let from: string;
let ended: Campaign;

const people = ['José Núñez', 'Ana 100%', 'Ñandú_SA', 'María Peña', 'Zoë', 'Luis'];
const later = { sendOption: 'scheduled', scheduledDate: '2099-12-01', scheduledTime: '10:30' } as const;

beforeAll(async () => {
  app = await startTestApp({
    simulator: {
      accounts: [
        { key: 'key_reads_ours_000', orgName: 'Prueba', concurrencyLimit: 200 },
        { key: 'key_reads_theirs_000', orgName: 'Otra' },
      ],
    },
  });
  workspace = await app.createWorkspace('key_reads_ours_000');
  from = await originNumber(workspace);
  await setPace(workspace);
  const recipients = people.map((customer_name, index) => ({ phone_number: phoneOf(index), customer_name }));
  const { id } = await create({ recipients });
  await whenStatus(workspace, id, 'completed');
  // An analysis comes after the end of its call, and changes the campaign's figures.
  await waitFor('every call’s own account', async () =>
    (await list({}, id)).recipients.every(
      ({ attempts: [attempt] }) =>
        attempt?.costCents !== null && attempt?.disconnectionReason !== null && attempt?.sentiment !== null,
    ),
  );
  ended = await readCampaign(workspace, id);
});
afterAll(() => app.stop());

const create = (overrides: Parameters<typeof buildOrder>[1]) =>
  workspace.editor.post<Campaign>('/api/campaigns', buildOrder(from, overrides));

async function list(
  query: Record<string, string> = {},
  id = ended.id,
): Promise<{ recipients: CampaignRecipient[]; total: number }> {
  const response = await workspace.operator.request(
    'GET',
    `/api/campaigns/${id}/recipients?${new URLSearchParams(query).toString()}`,
  );
  expect(response.status).toBe(200);
  return {
    recipients: (await response.json()) as CampaignRecipient[],
    total: Number(response.headers.get('x-total-count')),
  };
}

const named = async (query: Record<string, string>): Promise<string[]> =>
  (await list(query)).recipients.map((each) => each.customerName);

async function statusOf(path: string, client = workspace.operator): Promise<number> {
  return (await client.request('GET', path)).status;
}

test('one campaign reads as the list shows it', async () => {
  const listed = await readCampaign(workspace, ended.id);
  const { totalRecipients, status, endsBetween } = await workspace.operator.get<Campaign>(`/api/campaigns/${ended.id}`);
  expect({ totalRecipients, status, endsBetween }).toEqual({
    totalRecipients: listed.totalRecipients,
    status: 'completed',
    endsBetween: null,
  });
});

test('the list ends at the 500 newest, and says how many there are', async () => {
  const read = async () => {
    const response = await workspace.operator.request('GET', '/api/campaigns');
    return { listed: (await response.json()) as Campaign[], total: Number(response.headers.get('x-total-count')) };
  };
  const before = await read();
  expect(before.total).toBe(before.listed.length);
  // Campaigns a second apart, all older than the others. Every tenth is deleted and counts nowhere.
  await app.database.pool.query(
    `insert into campaigns (workspace_id, id, name, status, phone_number, success_definition, send_option, total_recipients, created_at, updated_at, deleted_at)
      select $1, gen_random_uuid(), 'Vieja ' || n, 'completed', $2, 'x', 'now', 1, now() - interval '1 day' - n * interval '1 second', now(),
        case when n % 10 = 0 then now() end
      from generate_series(1, 600) n`,
    [workspace.id, from],
  );
  const { listed, total } = await read();
  expect(total).toBe(before.total + 540);
  expect(listed).toHaveLength(500);
  expect(listed.slice(0, before.total)).toEqual(before.listed);
  expect(listed[before.total]?.name).toBe('Vieja 1');
  expect(new Set(listed.map(({ name }) => name)).has('Vieja 10')).toBe(false);
  await app.database.pool.query(`delete from campaigns where workspace_id = $1 and name like 'Vieja %'`, [
    workspace.id,
  ]);
  expect((await read()).total).toBe(before.total);
});

test('recipients stand in the order of the file, each with its attempt and the call that came of it', async () => {
  const recipients = await waitFor('every call’s own account', async () => {
    const all = (await list()).recipients;
    return (
      all.every(({ attempts }) => attempts[0]?.costCents !== null && attempts[0]?.disconnectionReason !== null) && all
    );
  });
  expect(recipients.map(({ position, phoneNumber, customerName }) => [position, phoneNumber, customerName])).toEqual(
    people.map((name, index) => [index + 1, phoneOf(index), name]),
  );
  for (const recipient of recipients) {
    const [attempt, ...others] = recipient.attempts;
    expect(others).toEqual([]);
    const call = app.simulator.call(workspace.key, attempt?.callId ?? '');
    expect(call?.to_number).toBe(recipient.phoneNumber);
    expect(attempt).toMatchObject({
      state: 'finished',
      isSurplus: false,
      disconnectionReason: call?.disconnection_reason,
      durationSeconds: call?.duration_ms == null ? null : call.duration_ms / 1_000,
      isSuccessful: call?.call_analysis?.call_successful ?? null,
      sentiment: call?.call_analysis?.user_sentiment ?? null,
      startedAt: call?.start_timestamp == null ? null : new Date(call.start_timestamp).toISOString(),
    });
  }
});

test('pages are cut in the database, and the total is that of the search', async () => {
  const second = await list({ page: '2', pageSize: '4' });
  expect([second.recipients.map(({ position }) => position), second.total]).toEqual([[5, 6], 6]);
  expect(await list({ page: '9', pageSize: '4' })).toEqual({ recipients: [], total: 6 });
  expect((await list({ q: 'na', pageSize: '1' })).total).toBe(3);
});

test.each([
  ['nunez', ['José Núñez']],
  ['NÚÑEZ', ['José Núñez']],
  // The query uses combining accents.
  ['Nu\u0301n\u0303ez', ['José Núñez']],
  ['ñ', ['José Núñez', 'Ana 100%', 'Ñandú_SA', 'María Peña']],
  ['%', ['Ana 100%']],
  ['_', ['Ñandú_SA']],
  ['\\', []],
  ['100', ['Ana 100%']],
  [phoneOf(4), ['Zoë']],
  [`${phoneOf(4).slice(3, 9)} ${phoneOf(4).slice(9)}`, ['Zoë']],
  ['0003', ['María Peña']],
  ['+54 011 15 4000-0005', ['Luis']],
  ['  luis ', ['Luis']],
])('the search for %j finds %j', async (q, found) => {
  expect(await named({ q })).toEqual(found);
});

test('filters show who stands where', async () => {
  const { id } = await create({
    ...later,
    recipients: people.map((name, index) => ({ phone_number: phoneOf(100 + index), name })),
  });
  const places = [
    `state = 'sent', was_sent = true, contacted = true, successful = true, picked_up = true`,
    `state = 'sent', was_sent = true, is_live = true`,
    `state = 'sent', was_sent = true`,
    `state = 'pending', was_sent = true`,
    `state = 'unconfirmed'`,
    `state = 'skipped'`,
  ];
  for (const [index, place] of places.entries()) {
    await app.database.pool.query(`update recipients set ${place} where campaign_id = $1 and position = $2`, [
      id,
      index + 1,
    ]);
  }
  const positions = async (filter: RecipientFilter) =>
    (await list({ filter }, id)).recipients.map(({ position }) => position);
  expect(await positions('sent')).toEqual([1, 2, 3]);
  expect(await positions('contacted')).toEqual([1]);
  expect(await positions('successful')).toEqual([1]);
  expect(await positions('live')).toEqual([2]);
  expect(await positions('finished')).toEqual([1, 3]);
  expect(await positions('not_contacted')).toEqual([3]);
  expect(await positions('retrying')).toEqual([4]);
  expect(await positions('pending')).toEqual([4]);
  expect(await positions('unconfirmed')).toEqual([5]);
  expect(await positions('skipped')).toEqual([6]);
  expect(await positions('dialing')).toEqual([]);
  expect(await positions('undelivered')).toEqual([]);
  // A machine took the third recipient's first attempt. The second call of the first one's attempt does not count.
  await app.database.pool.query(
    `insert into attempts (workspace_id, id, campaign_id, recipient_id, state, created_at, send_by, server_id, outcome, is_surplus)
      select workspace_id, gen_random_uuid(), campaign_id, id, 'finished', now(), now(), gen_random_uuid(),
        case position when 2 then 'no_answer' else 'voicemail' end, position = 1
      from recipients where campaign_id = $1 and position in (1, 2, 3)`,
    [id],
  );
  expect(await positions('voicemail')).toEqual([3]);
});

test('the log reads newest first, page after page', async () => {
  const { id } = await create(later);
  await app.database.pool.query(
    `insert into campaign_log (workspace_id, campaign_id, at, kind, details)
      select $1, $2, now(), 'refused', jsonb_build_object('count', n, 'reason', 'x') from generate_series(1, 4) n`,
    [workspace.id, id],
  );
  const read = (query: string) => workspace.operator.get<CampaignLogEntry[]>(`/api/campaigns/${id}/log${query}`);
  const all = await read('');
  expect(all.map(({ kind, details }) => [kind, details['count']])).toEqual([
    ['refused', 4],
    ['refused', 3],
    ['refused', 2],
    ['refused', 1],
    ['created', undefined],
  ]);
  expect(all.at(-1)).toMatchObject({
    details: { recipients: 3, duplicates: 0, rejected: 0 },
    username: expect.stringContaining('editor') as string,
  });
  const first = await read('?limit=2');
  expect([...first, ...(await read(`?limit=10&before=${first.at(-1)?.id}`))]).toEqual(all);
});

test('the time left follows the pace of the last minutes, and is unknown without one', async () => {
  const { id } = await create({
    ...later,
    recipients: people.map((name, index) => ({ phone_number: phoneOf(200 + index), name })),
  });
  const read = async (set: string) => {
    await app.database.pool.query(`update campaigns set updated_at = clock_timestamp(), ${set} where id = $1`, [id]);
    const { endsBetween } = await workspace.operator.get<Campaign>(`/api/campaigns/${id}`);
    return endsBetween && [endsBetween.from, endsBetween.to].map((moment) => (Date.parse(moment) - Date.now()) / 1_000);
  };
  // Another holder's lease, so that the dispatcher does not change the campaign.
  await app.database.pool.query(
    `insert into dispatch_leases (workspace_id, holder, epoch, expires_at) values ($1, gen_random_uuid(), 1, now() + interval '1 hour')
      on conflict (workspace_id) do update set holder = excluded.holder, epoch = dispatch_leases.epoch + 1, expires_at = excluded.expires_at`,
    [workspace.id],
  );
  expect(await read(`status = 'in_progress', last_sent_at = clock_timestamp() - interval '1 hour'`)).toBeNull();
  await app.database.pool.query(
    `insert into attempts (workspace_id, id, campaign_id, recipient_id, state, created_at, send_by, server_id, accepted_at)
      select $1, gen_random_uuid(), $2, gen_random_uuid(), 'finished', now(), now(), gen_random_uuid(), now() - (n % 2) * interval '150 seconds'
      from generate_series(1, 6) n`,
    [workspace.id, id],
  );
  // Three calls within the last two minutes, and six people are left.
  const [from = 0, to = 0] = (await read('name = name')) ?? [];
  expect(from).toBeGreaterThan(60);
  expect(from).toBeLessThan(200);
  expect(to).toBeGreaterThan(240);
  expect(to).toBeLessThan(420);
  // Since the campaign was resumed there was no call.
  expect(await read(`resumed_at = clock_timestamp()`)).toBeNull();
  expect(await read(`resumed_at = clock_timestamp() - interval '1 day'`)).not.toBeNull();
  expect(await read(`waiting_reason = 'calling_window', waiting_until = now() + interval '1 day'`)).toBeNull();
  expect(await read(`waiting_reason = null, status = 'paused', pause_reason = 'person'`)).toBeNull();
  await app.database.pool.query('delete from dispatch_leases where workspace_id = $1', [workspace.id]);
});

test('a deleted campaign, and one of another workspace, are not there', async () => {
  const { id } = await create(later);
  const stranger = await app.createWorkspace('key_reads_theirs_000');
  await workspace.editor.patch(`/api/campaigns/${id}`, { status: 'failed' });
  for (const path of ['', '/recipients', '/log']) {
    expect(await statusOf(`/api/campaigns/${id}${path}`)).toBe(404);
    expect(await statusOf(`/api/campaigns/${ended.id}${path}`, stranger.admin)).toBe(404);
    expect(await statusOf(`/api/campaigns/${ended.id}${path}`)).toBe(200);
  }
});

test('what asks for too much, or for nothing that there is, is refused', async () => {
  const at = (query: string) => statusOf(`/api/campaigns/${ended.id}/recipients?${query}`);
  expect([
    await at('pageSize=101'),
    await at('page=0'),
    await at('filter=all'),
    await at(`q=${'a'.repeat(101)}`),
    await at('q=%00'),
  ]).toEqual(Array(5).fill(400));
  expect(await statusOf(`/api/campaigns/${ended.id}/log?limit=201`)).toBe(400);
});
