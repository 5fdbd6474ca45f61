// 'Mejor hora' on a real database: the people called first at an hour, those drawn to go without, the comparison.
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Campaign, CopiedCampaignDraft, CampaignLogEntry } from '../../../../contract/campaigns.ts';
import type { AuditLogEntry } from '../../../../contract/settings.ts';
import { buildOrder, originNumber, rowsOf, setPace } from '../../../testing/campaign-orders.ts';
import { startTestApp, type TestApp, type TestWorkspace } from '../../../testing/start-test-app.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import { startDueCampaigns } from '../campaign/work-store.ts';
import { acceptCall, portOf, startOwnDispatcher, type OwnDispatcher } from '../testing/own-dispatcher.ts';
import { calculateHourlyAnswerRates } from '../rules/best-hour.ts';
import { countAnswersByAreaAndHour } from './best-hour-store.ts';
import { claimRecipients } from './claim-store.ts';
import { takeDispatchLease } from './lease-store.ts';

/** API keys, one for each test. */
const keys = Array.from({ length: 6 }, (_, index) => `key_best_hour_${index}`);
let app: TestApp;
let workspace: TestWorkspace;
const running: OwnDispatcher[] = [];

beforeAll(async () => {
  const accounts = keys.map((key) => ({ key, orgName: key, concurrencyLimit: 500 }));
  app = await startTestApp({ background: false, simulator: { accounts } });
});
afterEach(() => Promise.all(running.splice(0).map((each) => each.stop())));
afterAll(() => app.stop());

const query = async (text: string, ...values: unknown[]): Promise<Record<string, unknown>[]> =>
  (await app.database.pool.query<Record<string, unknown>>(text, values)).rows;

const cordoba = (index: number) => `+549351${5_550_000 + index}`;
const buenosAires = (index: number) => `+54911${55_500_000 + index}`;
const madrid = (index: number) => `+349130${30_000 + index}`;

interface Past {
  readonly area: string;
  readonly hoursAgo: number;
  readonly calls: number;
  readonly answered: number;
  readonly place?: string;
  readonly change?: string;
}

/** Inserts calls of earlier campaigns. */
async function insertCalls(workspaceId: string, { area, hoursAgo, calls, answered, place = '', change }: Past) {
  const campaignId = randomUUID();
  await query(
    `insert into recipients (workspace_id, campaign_id, id, position, phone_number, customer_name, place, area, variables, state)
    select $1, $2, gen_random_uuid(), n, '', '', $4, $5, '{}', 'sent' from generate_series(1, $3::int) n`,
    workspaceId,
    campaignId,
    calls,
    place,
    area,
  );
  await query(
    `insert into attempts (workspace_id, id, campaign_id, recipient_id, state, created_at, send_by, server_id, call_id, outcome, picked_up)
    select workspace_id, id, campaign_id, id, 'finished', clock_timestamp() - $3::float8 * interval '1 hour', now(), id, 'call_' || id,
      case when position <= $4 then 'human' else 'no_answer' end, position <= $4
    from recipients where workspace_id = $1 and campaign_id = $2`,
    workspaceId,
    campaignId,
    hoursAgo,
    answered,
  );
  if (change) await query(`update attempts set ${change} where campaign_id = $1`, campaignId);
}

const week = 168;
/** Calls by which Córdoba answers best and Buenos Aires worst now and in an hour; reversed twelve hours later. */
async function insertHistory(workspaceId: string): Promise<void> {
  for (const [area, now, later] of [
    ['54 351', 90, 10],
    ['54 11', 10, 90],
  ] as const)
    for (const hoursAgo of [week, week - 1]) {
      const place = 'AR:America/Buenos_Aires';
      await insertCalls(workspaceId, { area, place, hoursAgo, calls: 100, answered: now });
      await insertCalls(workspaceId, { area, place, hoursAgo: hoursAgo - 12, calls: 100, answered: later });
    }
}

async function createWorkspace(): Promise<TestWorkspace> {
  workspace = await app.createWorkspace(keys.pop());
  await setPace(workspace);
  return workspace;
}

const row = (phone_number: string, more: Record<string, string> = {}) => ({
  phone_number,
  customer_name: 'Ana',
  ...more,
});

async function create(overrides: Parameters<typeof buildOrder>[1]): Promise<Campaign> {
  return workspace.editor.post<Campaign>(
    '/api/campaigns',
    buildOrder(await originNumber(workspace), { kind: 'notice', ...overrides }),
  );
}

/** Claims everybody, `limit` people at a time. */
async function claimAll(campaignId: string, random: () => number, limit = 1): Promise<string[]> {
  const { db } = app.database;
  await startDueCampaigns(db, workspace.id);
  const lease = await takeDispatchLease(db, { workspaceId: workspace.id, holder: randomUUID(), ttlMs: 600_000 });
  if (!lease) throw new Error('no lease');
  const hourRates = calculateHourlyAnswerRates(await countAnswersByAreaAndHour(db, workspace.id));
  const { doNotCall } = app.app.features;
  const called: string[] = [];
  for (;;) {
    const claim = await claimRecipients(db, {
      lease,
      campaignId,
      serverId: randomUUID(),
      writerSlot: 9,
      limit,
      doNotCall,
      hourRates,
      random,
    });
    if (claim.kind !== 'claimed') throw new Error(claim.kind);
    if (claim.recipients.length === 0) break;
    called.push(...claim.recipients.map(({ phoneNumber }) => phoneNumber));
  }
  await query('update dispatch_leases set expires_at = clock_timestamp() where workspace_id = $1', workspace.id);
  return called;
}

const draw = (campaignId: string, numbers: readonly string[]) =>
  query(
    'update recipients set without_best_hour = phone_number = any($2::text[]) where campaign_id = $1',
    campaignId,
    numbers,
  );

test('whose area answers best at this hour is called first, below priority and call backs; the drawn ones in the file’s order', async () => {
  await createWorkspace();
  await insertHistory(workspace.id);
  const [b1, b2, b3, b4] = [1, 2, 3, 4].map(buenosAires) as [string, string, string, string];
  const [c1, c2, c3] = [1, 2, 3].map(cordoba) as [string, string, string];
  // Nobody ever called this area, so it has the workspace's gain, which is zero at this hour.
  const unknown = madrid(1);
  const recipients = [row(b1), row(b2), row(c1), row(b3, { prioridad: '9' }), row(unknown), row(c2), row(b4), row(c3)];
  const expected = [b3, b4, c1, c3, unknown, b1];
  for (const [random, limit, order] of [
    [0.5, 1, [...expected, b2, c2]],
    [0.5, 50, [...expected, b2, c2]],
    // Drawn people come as soon as nobody has a higher rank.
    [0, 50, [b3, b4, b2, c2, ...expected.slice(2)]],
  ] as const) {
    const { id } = await create({ recipients, bestHour: true });
    await draw(id, [b2, c2]);
    await query(
      `update recipients set callback_at = clock_timestamp(), next_attempt_at = clock_timestamp() where campaign_id = $1 and phone_number = $2`,
      id,
      b4,
    );
    expect(await claimAll(id, () => random, limit)).toEqual(order);
    const attempts = await query(
      `select r.phone_number, a.best_hour from attempts a join recipients r on r.id = a.recipient_id where a.campaign_id = $1`,
      id,
    );
    const drawn = attempts.filter(({ best_hour: bestHour }) => bestHour === false).map((each) => each['phone_number']);
    expect(new Set(drawn)).toEqual(new Set([b2, c2]));
    expect(attempts.every(({ best_hour: bestHour }) => bestHour !== null)).toBe(true);
    await query(`update attempts set created_at = created_at - interval '2 days' where campaign_id = $1`, id);
  }
});

test('switched off, or with fewer than 200 calls, the file’s order stands, and no attempt says that the hour decided', async () => {
  await createWorkspace();
  const numbers = [buenosAires(1), cordoba(1), buenosAires(2), cordoba(2)];
  const recipients = numbers.map((number) => row(number));
  await insertCalls(workspace.id, { area: '54 351', hoursAgo: week, calls: 199, answered: 150 });
  const early = await create({ recipients, bestHour: true });
  expect(await claimAll(early.id, () => 0)).toEqual(numbers);
  await query(`update attempts set created_at = created_at - interval '2 days' where campaign_id = $1`, early.id);
  await insertHistory(workspace.id);
  const off = await create({ recipients });
  expect(await claimAll(off.id, () => 0)).toEqual(numbers);
  const said = await query('select from attempts where workspace_id = $1 and best_hour is not null', workspace.id);
  expect(said).toHaveLength(0);
});

test('calls count at the hour of the person’s place, those alone whose end is known, by what connected', async () => {
  await createWorkspace();
  await app.database.pool.query(
    `update workspace_settings set time_zone = 'America/Argentina/Buenos_Aires' where workspace_id = $1`,
    [workspace.id],
  );
  const at = `created_at = date_trunc('week', clock_timestamp() - interval '14 days', 'UTC') + interval '1 hour 59 minutes'`;
  const one = { hoursAgo: 1, calls: 2, answered: 1 };
  const insert = (past: Partial<Past> & { readonly area: string }, change = '') =>
    insertCalls(workspace.id, { ...one, ...past, change: [at, change].filter(Boolean).join(', ') });
  // Monday, 1:59 UTC: still Sunday in Buenos Aires, Monday 10:59 in Tokyo and 7:44 in Kathmandu.
  await insert({ area: '54 11' });
  await insert({ area: '81', place: ':Asia/Tokyo' });
  await insert({ area: '977', place: ':Asia/Kathmandu' });
  // The workspace's zone counts if a place has several zones, or one that the database does not know.
  await insert({ area: '52', place: 'MX:America/Tijuana&America/Mexico_City' });
  await insert({ area: '99', place: ':Asia/Nowhere' });
  // Erased people have no area.
  await insert({ area: '' });
  await insert({ area: 'x' }, `state = 'accepted'`);
  await insert({ area: 'x' }, 'is_surplus = true');
  await insert({ area: 'x' }, `outcome = 'concurrency'`);
  await insert({ area: 'x' }, 'call_id = null');
  await insertCalls(workspace.id, { area: 'x', ...one, hoursAgo: 91 * 24 });
  const cells = await countAnswersByAreaAndHour(app.database.db, workspace.id);
  const sunday = 6 * 24 + 22;
  expect(cells.toSorted((a, b) => a.area.localeCompare(b.area))).toEqual(
    [
      ['', sunday],
      ['52', sunday],
      ['54 11', sunday],
      ['81', 10],
      ['977', 7],
      ['99', sunday],
    ].map(([area, hour]) => ({ area, hour, calls: 2, answered: 1 })),
  );
});

test('it is switched while the campaign dials, from the next calls on; a copy has it; log and audit tell', async () => {
  await createWorkspace();
  await insertHistory(workspace.id);
  const called: string[] = [];
  const lines = { limit: 1 };
  const port = portOf(
    (call) => {
      called.push(call.toNumber);
      return acceptCall(call);
    },
    { getConcurrency: async () => ({ current: 0, limit: lines.limit }) },
  );
  const numbers = [...Array.from({ length: 30 }, (_, index) => buenosAires(index)), ...[1, 2, 3, 4].map(cordoba)];
  const { id, bestHour } = await create({ recipients: numbers.map((number) => row(number)) });
  expect(bestHour).toBe(false);
  await draw(id, []);
  running.push(await startOwnDispatcher(app, () => port));
  await waitFor('three calls', () => called.length >= 3);
  lines.limit = 0;
  const on = await workspace.editor.patch<Campaign>(`/api/campaigns/${id}`, { bestHour: true });
  expect(on.bestHour).toBe(true);
  const before = called.length;
  lines.limit = 1;
  await waitFor('Córdoba', () => called.includes(cordoba(4)));
  // Calls may have been on their way while lines were taken and rates were read.
  expect(called.slice(before).indexOf(cordoba(1))).toBeLessThanOrEqual(3);
  const first = called.indexOf(cordoba(1));
  expect(called.slice(first, first + 4)).toEqual([1, 2, 3, 4].map(cordoba));

  const again = await workspace.editor.patch<Campaign>(`/api/campaigns/${id}`, { bestHour: true });
  expect(again.bestHour).toBe(true);
  const draft = await workspace.editor.get<CopiedCampaignDraft>(`/api/campaigns/${id}/draft`);
  expect(draft.bestHour).toBe(true);
  await workspace.editor.patch(`/api/campaigns/${id}`, { bestHour: false });
  const log = await workspace.operator.get<CampaignLogEntry[]>(`/api/campaigns/${id}/log`);
  const changes = log.filter(({ kind }) => kind === 'changed').map(({ details }) => details);
  expect(changes).toEqual([
    { field: 'bestHour', from: true, to: false },
    { field: 'bestHour', from: false, to: true },
  ]);
  const audit = await workspace.admin.get<AuditLogEntry[]>('/api/audit-log');
  const entries = audit.filter(({ action }) => action === 'campaign.changed').map(({ details }) => details);
  expect(entries).toMatchObject([
    { before: { bestHour: true }, after: { bestHour: false } },
    { before: { bestHour: false }, after: { bestHour: true } },
  ]);

  const refused = async (body: unknown) =>
    (await workspace.editor.request('PATCH', `/api/campaigns/${id}`, { body })).status;
  expect(await refused({ bestHour: true, weight: 3 })).toBe(400);
  expect(await refused({ bestHour: 'sí' })).toBe(400);
  await workspace.editor.patch(`/api/campaigns/${id}`, { status: 'completed' });
  expect(await refused({ bestHour: true })).toBe(409);
});

test('a tenth of the people are drawn, whoever is added too, and each keeps their area until they are erased', async () => {
  await createWorkspace();
  const { id } = await create({
    recipients: rowsOf(3_000),
    sendOption: 'scheduled',
    scheduledDate: '2098-01-01',
    scheduledTime: '10:00',
  });
  await workspace.editor.post(`/api/campaigns/${id}/recipients`, {
    recipients: [...rowsOf(999, 3_000), row(cordoba(7))],
  });
  const [drawn] = await query(
    `select count(*) filter (where without_best_hour and position <= 3000)::int as first,
      count(*) filter (where without_best_hour and position > 3000)::int as added from recipients where campaign_id = $1`,
    id,
  );
  // Chance fails this once in some millions of runs.
  expect(Math.abs(Number(drawn?.['first']) - 300)).toBeLessThan(90);
  expect(Math.abs(Number(drawn?.['added']) - 100)).toBeLessThan(52);
  const areas = () =>
    query('select area, count(*)::int as n from recipients where campaign_id = $1 group by 1 order by 1', id);
  expect(await areas()).toEqual([
    { area: '54 11', n: 3_999 },
    { area: '54 351', n: 1 },
  ]);
  await workspace.admin.post('/api/calls/forget-number', { phoneNumber: cordoba(7) });
  expect(await areas()).toEqual([
    { area: '', n: 1 },
    { area: '54 11', n: 3_999 },
  ]);
});

test('the campaign compares both once both have a hundred calls, and says nothing before', async () => {
  await createWorkspace();
  const { id } = await create({
    recipients: rowsOf(500),
    bestHour: true,
    sendOption: 'scheduled',
    scheduledDate: '2098-01-01',
    scheduledTime: '10:00',
  });
  const read = async () => (await workspace.operator.get<Campaign>(`/api/campaigns/${id}`)).bestHourComparison;
  const call = (from: number, to: number, bestHour: boolean | null, answered: number, change = '') =>
    query(
      `insert into attempts (workspace_id, id, campaign_id, recipient_id, state, created_at, send_by, server_id, call_id, outcome, picked_up, best_hour)
      select workspace_id, id, campaign_id, id, 'finished', now(), now(), id, 'call_' || id,
        case when position < $3::int + $5::int then 'human' else 'no_answer' end, position < $3::int + $5::int, $6
      from recipients where workspace_id = $1 and campaign_id = $2 and position between $3 and $4`,
      workspace.id,
      id,
      from,
      to,
      answered,
      bestHour,
    ).then(() =>
      change
        ? query(
            `update attempts a set ${change} from recipients r where r.id = a.recipient_id and a.campaign_id = $1 and r.position between $2 and $3`,
            id,
            from,
            to,
          )
        : [],
    );
  expect(await read()).toBeNull();
  await call(1, 150, true, 90);
  await call(201, 299, false, 30);
  expect(await read()).toBeNull();
  // None of these counts: its end is unknown, or it belongs to neither group.
  await call(301, 310, false, 10, `state = 'accepted'`);
  await call(311, 320, false, 10, 'is_surplus = true');
  await call(321, 330, false, 10, `outcome = 'account'`);
  await call(331, 340, null, 10);
  expect(await read()).toBeNull();
  await call(300, 300, false, 1);
  expect(await read()).toEqual({
    byHour: { calls: 150, answered: 90 },
    withoutIt: { calls: 100, answered: 31 },
    // 60 % less 31 %, by Newcombe's method.
    differenceFrom: 16.5,
    differenceTo: 40.1,
  });
  const [listed] = await workspace.operator.get<Campaign[]>('/api/campaigns');
  expect(listed).toMatchObject({ id, bestHour: true, bestHourComparison: null });
});
