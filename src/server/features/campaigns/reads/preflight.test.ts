import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AccountLineCapacity } from '../../../../contract/campaign-lines.ts';
import type { CampaignEstimates, CampaignPreflight, RetryPolicy } from '../../../../contract/campaigns.ts';
import { HttpFailure } from '../../../testing/http-client.ts';
import { quietOffsetMs, quietZone } from '../../../testing/quiet-zone.ts';
import { startTestApp, type TestApp, type TestWorkspace } from '../../../testing/start-test-app.ts';
import { unhindered } from '../../../testing/unhindered-dialing.ts';
import { readOutboundCallAverages } from '../../analytics/index.ts';
import { phoneOf } from '../../../testing/campaign-orders.ts';

const zone = 'America/Argentina/Buenos_Aires';
const accounts = ['estimates', 'preflight'].map((name) => ({
  key: `key_${name}_0123456789`,
  orgName: name,
  concurrencyLimit: 12,
}));
let app: TestApp;
/** A workspace with 30 days of calls. */
let seasoned: TestWorkspace;
let workspace: TestWorkspace;
/** A workspace whose account keeps lines for inbound calls, and bursts. */
let bursting: TestWorkspace;

beforeAll(async () => {
  const burst = {
    key: 'key_bursting_0123456789',
    orgName: 'bursting',
    concurrencyLimit: 12,
    reservedInbound: 5,
    burstEnabled: true,
  };
  app = await startTestApp({ background: false, simulator: { accounts: [...accounts, burst] } });
  seasoned = await app.createWorkspace('key_estimates_0123456789');
  workspace = await app.createWorkspace('key_preflight_0123456789');
  bursting = await app.createWorkspace(burst.key);
});
afterAll(() => app.stop());
beforeEach(() => save(workspace, { ...unhindered, timeZone: zone }));

async function save({ admin }: TestWorkspace, settings: object): Promise<void> {
  const { version } = await admin.get<{ version: number }>('/api/settings');
  await admin.put('/api/settings', { version, ...settings });
}

/** Inserts rollups of calls on a day. */
async function addDay(
  day: string,
  figures: {
    finished: number;
    direction?: string;
    costCents?: number;
    costN?: number;
    seconds?: number;
    durationN?: number;
  },
  of = seasoned,
) {
  const { finished, direction = 'outbound', costCents = 0, costN = 0, seconds = 0, durationN = 0 } = figures;
  await app.database.pool.query(
    `insert into rollup_total_days (workspace_id, day, direction, slot, calls, finished, cost_cents, cost_n, duration_ms, duration_n)
      values ($1, ${day}, $2, 99, $3, $3, $4, $5, $6, $7)`,
    [of.id, direction, finished, costCents, costN, seconds * 1_000, durationN],
  );
}

test('the figures of 30 days are those of today and the 29 days before, in the zone, and of outbound calls alone', async () => {
  await addDay(`'2098-11-20'`, { finished: 3, costCents: 30, costN: 2, seconds: 90, durationN: 2 });
  await addDay(`'2098-10-22'`, { finished: 4, costCents: 10, costN: 2 });
  await addDay(`'2098-10-21'`, { finished: 100, costCents: 100, costN: 1 });
  await addDay(`'2098-11-20'`, { finished: 100, direction: 'inbound', costCents: 100, costN: 1 });
  // Half past eleven at night of the 20th.
  const figures = await readOutboundCallAverages(app.database.db, seasoned.id, {
    days: 30,
    zone,
    now: new Date('2098-11-21T02:30:00Z'),
  });
  expect(figures).toEqual({ meanCostCents: 10, callsWithCost: 4, meanDurationSeconds: 45, callsWithDuration: 2 });
  const none = await readOutboundCallAverages(app.database.db, workspace.id, {
    days: 30,
    zone,
    now: new Date('2098-11-21T02:30:00Z'),
  });
  expect(none).toEqual({ meanCostCents: null, callsWithCost: 0, meanDurationSeconds: null, callsWithDuration: 0 });
});

test('estimates are the specification’s until the cost of 50 calls of its own is known, then its own', async () => {
  const read = () => seasoned.operator.get<CampaignEstimates>('/api/campaigns/estimates');
  const specified = { source: 'specification', calls: 0, costCentsPerRecipient: 5, recipientsPerMinute: 10 };
  const today = `(now() at time zone '${quietZone}')::date`;
  expect(await read()).toEqual(specified);
  await save(seasoned, { dialing: { callsPerSecond: 1, reservedLines: 2 } });
  await addDay(today, { finished: 70, costCents: 610, costN: 49, seconds: 4_410, durationN: 49 });
  expect(await read()).toEqual(specified);
  await addDay(`${today} - 1`, { finished: 1, costCents: 15, costN: 1 });
  // The time on a line is not known, so only the pace limits the estimate.
  expect(await read()).toMatchObject({ source: 'workspace', recipientsPerMinute: 60 });
  await addDay(`${today} - 2`, { finished: 1, seconds: 90, durationN: 1 });
  // Ten lines of 90 s end fewer calls a minute than 60 could begin.
  const estimates = {
    source: 'workspace',
    calls: 50,
    costCentsPerRecipient: 12.5,
    recipientsPerMinute: (10 / 90) * 60,
  };
  expect(await read()).toEqual(estimates);
  await save(seasoned, { dialing: { callsPerSecond: 0.1, reservedLines: 2 } });
  expect(await read()).toMatchObject({ recipientsPerMinute: 6 });
  // If an account has fewer lines than are reserved, the estimate uses one.
  await save(seasoned, { dialing: { callsPerSecond: 1, reservedLines: 50 } });
  expect(await read()).toMatchObject({ recipientsPerMinute: (1 / 90) * 60 });
});

test('lines that the account keeps for inbound calls are no campaign’s, whatever the settings say; burst is told and not counted on', async () => {
  const read = async () =>
    (await bursting.operator.get<{ lines: AccountLineCapacity | null }>('/api/campaigns/lines')).lines;
  const told = { limit: 12, reserved: 5, reservedBy: 'provider', burstLimit: 36 };
  expect(await read()).toEqual(told);
  await save(bursting, { dialing: { callsPerSecond: 1, reservedLines: 6 } });
  expect(await read()).toEqual({ ...told, reserved: 6, reservedBy: 'settings' });
  await save(bursting, { dialing: { callsPerSecond: 1, reservedLines: 0 } });
  await addDay(
    `(now() at time zone '${quietZone}')::date`,
    { finished: 50, costCents: 500, costN: 50, seconds: 4_500, durationN: 50 },
    bursting,
  );
  // Seven lines of 90 s.
  expect(await bursting.operator.get('/api/campaigns/estimates')).toMatchObject({
    source: 'workspace',
    recipientsPerMinute: (7 / 90) * 60,
  });
  expect((await workspace.operator.get<{ lines: AccountLineCapacity }>('/api/campaigns/lines')).lines).toMatchObject({
    limit: 12,
    reservedBy: 'settings',
    burstLimit: null,
  });
});

const check = (phoneNumbers: readonly string[], order: object = { sendOption: 'now' }) =>
  workspace.editor.post<CampaignPreflight>('/api/campaigns/preflight', { phoneNumbers, ...order });
/** A start on a Tuesday at half past ten. */
const scheduled = { sendOption: 'scheduled', scheduledDate: '2099-12-01', scheduledTime: '10:30' };

test('numbers are told apart as the claim does: by the national number, the do-not-call list and today’s attempts', async () => {
  await workspace.editor.post('/api/do-not-call', { phoneNumber: '011 15 4000-0001' });
  await save(workspace, { dailyAttempts: 2 });
  await app.database.pool.query(
    `insert into attempts (workspace_id, id, campaign_id, recipient_id, state, created_at, send_by, server_id, number_key)
      select $1, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), given.state, given.at::timestamptz, now(), gen_random_uuid(), given.key
      from (values ('1140000002', 'finished', '2099-12-01T00:00-03'), ('1140000002', 'accepted', '2099-12-01T09:00-03'),
        ('1140000003', 'finished', '2099-11-30T23:59-03'), ('1140000003', 'finished', '2099-12-01T09:00-03'),
        ('1140000004', 'refused', '2099-12-01T09:00-03'), ('1140000004', 'finished', '2099-12-01T09:00-03')) as given (key, state, at)`,
    [workspace.id],
  );
  const numbers = [0, 1, 2, 3, 4, 0].map(phoneOf);
  // Two more spellings of the first number, and a listed number twice.
  const told = await check([...numbers, '+541140000000', '+5401140000000', '+541140000001', 'nada'], scheduled);
  expect(told).toMatchObject({ total: 10, duplicates: 4, doNotCall: 1, dailyLimit: 1, outsideWindow: null });
  expect(told.estimates).toEqual({
    source: 'specification',
    calls: 0,
    costCentsPerRecipient: 5,
    recipientsPerMinute: 10,
  });
});

const window = (over: object) =>
  save(workspace, { callingWindow: { ...unhindered.callingWindow, enabled: true, ...over } });

test('who can’t be called before the window closes is counted by the pace, and told when it opens', async () => {
  const numbers = Array.from({ length: 31 }, (_, index) => phoneOf(100 + index));
  await window({ to: '10:33' });
  expect((await check(numbers, scheduled)).outsideWindow).toEqual({ count: 1, opensAt: '2099-12-02T12:00:00.000Z' });
  expect((await check(numbers.slice(1), scheduled)).outsideWindow).toEqual({ count: 0, opensAt: null });
  // Wednesday is a holiday, and Thursday is not allowed.
  await window({ to: '10:30', days: [2, 3, 5], holidays: ['2099-12-02'] });
  expect((await check(numbers, scheduled)).outsideWindow).toEqual({ count: 31, opensAt: '2099-12-04T12:00:00.000Z' });
  await window({ from: '00:00', to: '00:00' });
  expect((await check(numbers, scheduled)).outsideWindow).toBeNull();
  await window({ days: [] });
  expect((await check(numbers)).outsideWindow).toEqual({ count: 31, opensAt: null });
});

test('people of other places, a campaign’s own hours and the rules of countries are counted by their clocks', async () => {
  // At half past ten it is half past two in the afternoon in Spain.
  const numbers = [phoneOf(200), '+34910000001', '+34910000002'];
  await window({ to: '13:00' });
  const told = await check(numbers, scheduled);
  expect(told.outsideWindow).toEqual({ count: 2, opensAt: '2099-12-02T08:00:00.000Z' });
  expect(told.places).toEqual([
    { place: 'AR:America/Buenos_Aires', people: 1 },
    { place: 'ES:Europe/Madrid', people: 2 },
  ]);
  await save(workspace, { callingWindow: unhindered.callingWindow });
  const own = { days: [1, 2, 3, 4, 5, 6, 7], from: '12:00', to: '20:00' };
  expect((await check(numbers, { ...scheduled, callingWindow: own })).outsideWindow).toEqual({
    count: 1,
    opensAt: '2099-12-01T15:00:00.000Z',
  });
  // A Saturday, on which the country allows no calls for a sale.
  const saturday = { ...scheduled, scheduledDate: '2035-12-01' };
  expect((await check(numbers, { ...saturday, kind: 'sale' })).outsideWindow?.count).toBe(2);
  expect((await check(numbers, { ...saturday, kind: 'notice' })).outsideWindow).toBeNull();
});

test('a moment that has passed, too many numbers and an operator are refused; 10,000 are told', async () => {
  const refused = async (asking: Promise<unknown>) => {
    const error: unknown = await asking.catch((reason: unknown) => reason);
    return error instanceof HttpFailure ? [error.status, (error.body as { code: string }).code] : [];
  };
  expect(await refused(check(['+5491140000000'], { ...scheduled, scheduledDate: '2024-02-29' }))).toEqual([
    400,
    'invalid_input',
  ]);
  const many = Array.from({ length: 10_001 }, (_, index) => phoneOf(index));
  expect(await refused(check(many))).toEqual([400, 'invalid_input']);
  expect(await check(many.slice(1), scheduled)).toMatchObject({ total: 10_000, duplicates: 0 });
  expect(
    await refused(workspace.operator.post('/api/campaigns/preflight', { phoneNumbers: ['1'], sendOption: 'now' })),
  ).toEqual([403, 'forbidden']);
});

/** A moment of the zone's clock, which must be that of the days above: another would count its calls again. */
const onClock = (local: string): string => new Date(Date.parse(`${local}Z`) - quietOffsetMs).toISOString();

/** Expects that a moment of the zone's clock lies in the range, which is no wider than `minutes`. */
function expectWithin({ endsBetween }: Pick<CampaignPreflight, 'endsBetween'>, local: string, minutes: number): void {
  const [from = Number.NaN, to = Number.NaN] = [endsBetween?.from, endsBetween?.to].map((at) => Date.parse(at ?? ''));
  expect(from, `${endsBetween?.from} to ${endsBetween?.to}`).toBeLessThanOrEqual(Date.parse(onClock(local)));
  expect(to, `${endsBetween?.from} to ${endsBetween?.to}`).toBeGreaterThanOrEqual(Date.parse(onClock(local)));
  expect((to - from) / 60_000).toBeLessThan(minutes);
}

test('the end is reckoned through the window at the workspace’s own pace, and an hour or day of no habit is told', async () => {
  const callingWindow = { ...unhindered.callingWindow, enabled: true, from: '09:00', to: '13:00' };
  await save(seasoned, { callingWindow, timeZone: quietZone, dialing: { callsPerSecond: 0.1, reservedLines: 2 } });
  // These numbers show no zone, so the workspace's applies.
  const ask = (count: number, scheduledDate: string, scheduledTime: string) =>
    seasoned.editor.post<CampaignPreflight>('/api/campaigns/preflight', {
      phoneNumbers: Array.from({ length: count }, (_, index) => `+870${10_000_000 + index}`),
      sendOption: 'scheduled',
      scheduledDate,
      scheduledTime,
    });
  // Six calls a minute: 180 until the window closes, 220 the next morning; the last begins at 09:36:30 and lasts 90 s.
  const slow = await ask(400, '2099-12-01', '12:30');
  expect(slow).toMatchObject({ window: { from: '09:00', to: '13:00' }, unusual: null });
  expectWithin(slow, '2099-12-02T09:38:00', 6);
  await save(seasoned, { callingWindow: { ...callingWindow, days: [] } });
  expect(await ask(1, '2099-12-01', '12:30')).toMatchObject({ endsBetween: null });
  await save(seasoned, { callingWindow });
  // The workspace has no pace of its own, so nothing is estimated.
  expect(await check([phoneOf(1)], scheduled)).toMatchObject({ window: null, endsBetween: null, unusual: null });

  // A hundred calls at ten on the Tuesday of last week.
  await app.database.pool.query(
    `insert into rollup_total_half_hours (workspace_id, bucket_at, direction, slot, calls, finished)
      values ($1, (date_trunc('week', now() at time zone $2) - interval '6 days' + interval '10 hours') at time zone $2, 'outbound', 99, 100, 100)`,
    [seasoned.id, quietZone],
  );
  expect((await ask(1, '2099-12-01', '10:30')).unusual).toBeNull();
  expect((await ask(1, '2099-12-01', '12:30')).unusual).toBe('hour');
  expect((await ask(1, '2099-12-02', '10:30')).unusual).toBe('day');
  // After hours the campaign begins the next morning, which is a Wednesday.
  expect((await ask(1, '2099-12-01', '20:00')).unusual).toBe('day');
});

test('retries and the campaigns that dial now put the end off', async () => {
  const { id: workspaceId } = seasoned;
  await save(seasoned, { callingWindow: unhindered.callingWindow, timeZone: quietZone, dailyAttempts: 50 });
  const ask = async (retryPolicy: RetryPolicy, count = 120) => {
    const phoneNumbers = Array.from({ length: count }, (_, index) => phoneOf(index));
    const order = { sendOption: 'scheduled', scheduledDate: '2099-12-01', scheduledTime: '10:00' };
    return seasoned.editor.post<CampaignPreflight>('/api/campaigns/preflight', { ...order, phoneNumbers, retryPolicy });
  };
  // Six calls a minute, and the last lasts 90 s.
  const alone = '2099-12-01T10:21:20';
  const twice = (delayMinutes: number): RetryPolicy => ({ no_answer: { attempts: 1, delayMinutes } });
  expectWithin(await ask({}), alone, 4);
  // The share of retries is unknown, because the reasons for the ends are.
  expect(await ask(twice(60))).toMatchObject({ endsBetween: null });
  await app.database.pool.query(
    `insert into rollup_day_tallies (workspace_id, day, agent_id, direction, kind, value, slot, calls)
      select $1, (now() at time zone $2)::date - given.days, given.agent, given.direction, 'reason', given.value, 99, given.calls
      from (values (0, 'a', 'outbound', 'dial_no_answer', 20), (29, 'b', 'outbound', 'dial_no_answer', 5), (0, 'a', 'outbound', 'user_hangup', 25),
        (0, 'a', 'outbound', 'concurrency_limit_reached', 50), (30, 'a', 'outbound', 'user_hangup', 900), (0, 'a', 'inbound', 'user_hangup', 900)
      ) as given (days, agent, direction, value, calls)`,
    [workspaceId, quietZone],
  );
  // A quarter is called again: 30 more calls, the last a minute or an hour after the call that causes it.
  expectWithin(await ask(twice(1)), '2099-12-01T10:27:00', 10);
  expectWithin(await ask(twice(60)), '2099-12-01T11:22:40', 12);
  expectWithin(await ask({ busy: { attempts: 1, delayMinutes: 60 } }), alone, 4);

  const begin = async (pending: number, status: string) => {
    const { rows } = await app.database.pool.query<{ id: string }>(
      `insert into campaigns (workspace_id, name, status, phone_number, success_definition, send_option, total_recipients, created_at, updated_at)
        values ($1, 'Otra', $2, '+541150000000', 'Acepta', 'now', $3, now(), now()) returning id`,
      [workspaceId, status, pending],
    );
    await app.database.pool.query(
      `insert into campaign_counts (workspace_id, campaign_id, slot, pending, dialing) values ($1, $2, 0, $3, 0), ($1, $2, 1, -1, 1)`,
      [workspaceId, rows[0]?.id, pending],
    );
  };
  const now = async () => {
    const { rows } = await app.database.pool.query<{ now: Date }>('select now()');
    return rows[0]?.now.getTime() ?? 0;
  };
  const minutesNow = async () => {
    const from = await now();
    const { endsBetween } = await seasoned.editor.post<CampaignPreflight>('/api/campaigns/preflight', {
      phoneNumbers: Array.from({ length: 120 }, (_, index) => phoneOf(index)),
      sendOption: 'now',
    });
    return [endsBetween?.from, endsBetween?.to].map((at) => (Date.parse(at ?? '') - from) / 60_000);
  };
  await begin(90, 'in_progress');
  await begin(5_000, 'in_progress');
  await begin(5_000, 'paused');
  // The small campaign ends meanwhile, the big one takes turns: 120 + 90 + 120, and the last call's length.
  const [from = Number.NaN, to = Number.NaN] = await minutesNow();
  expect(from).toBeLessThan(56.5);
  expect(to).toBeGreaterThan(56);
  expect(to - from).toBeLessThan(5);
  // Both campaigns are done by the end of the century.
  expectWithin(await ask({}), alone, 4);
});
