// A dry run over HTTP, by the workspace's own rates, its lines and the campaigns that dial now.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Campaign, CampaignSimulation, MomentRange } from '../../../../contract/campaigns.ts';
import { buildOrder, originNumber, rowsOf, setPace } from '../../../testing/campaign-orders.ts';
import { HttpFailure } from '../../../testing/http-client.ts';
import { onItsClock, quietMidnight, quietOffsetMs, quietZone } from '../../../testing/quiet-zone.ts';
import { startTestApp, type TestApp, type TestWorkspace } from '../../../testing/start-test-app.ts';
import { unhindered } from '../../../testing/unhindered-dialing.ts';

const key = 'key_simulation_0123456789';
let app: TestApp;
let workspace: TestWorkspace;

beforeAll(async () => {
  const accounts = [{ key, orgName: 'simulation', concurrencyLimit: 12 }];
  app = await startTestApp({ background: false, simulator: { accounts } });
  workspace = await app.createWorkspace(key);
  await setPace(workspace, { callsPerSecond: 0.5, reservedLines: 2 });
});
afterAll(() => app.stop());

const simulate = (callable: number, order: object = {}, as = workspace.editor) =>
  as.post<CampaignSimulation>('/api/campaigns/simulation', { callable, sendOption: 'now', ...order });
/** A start on a Tuesday at half past nine. */
const scheduled = { sendOption: 'scheduled', scheduledDate: '2099-12-01', scheduledTime: '09:30' };
const sum = (hours: CampaignSimulation['hours'], of: 'people' | 'retries') =>
  (hours ?? []).reduce((all, hour) => all + hour[of], 0);
const refusal = async (asked: Promise<unknown>) => {
  const error: unknown = await asked.catch((reason: unknown) => reason);
  return error instanceof HttpFailure ? error.status : null;
};

const unknown = { hours: null, endsBetween: null, uncalled: null, isTooLong: false, holdSeconds: null, basisCalls: 0 };
/** The middle of the range, in seconds from now. */
const middleOf = (between: MomentRange | null, fromMs = Date.now()): number =>
  between ? ((Date.parse(between.from) + Date.parse(between.to)) / 2 - fromMs) / 1_000 : Number.NaN;
/** Expects that `seconds` from now lie in the range, which is no wider than that part of them. */
function expectWithin(between: MomentRange | null, seconds: number, part: number): void {
  expect(Date.parse(between?.from ?? '') - Date.now()).toBeLessThan(1_000 * seconds);
  expect(Date.parse(between?.to ?? '') - Date.now()).toBeGreaterThan(1_000 * seconds);
  expect(widthOf(between)).toBeLessThan(part * seconds);
}
const widthOf = (between: MomentRange | null): number =>
  between ? (Date.parse(between.to) - Date.parse(between.from)) / 1_000 : Number.NaN;

test('without calls of its own nothing is made up: lines and pace are told, hours and end are not known', async () => {
  expect(await simulate(300)).toEqual({
    ...unknown,
    callsPerSecond: 0.5,
    lines: { usable: 10, free: 10 },
    otherCampaigns: 0,
  });
});

test('a moment that has passed, too many people and an operator are refused', async () => {
  expect(await refusal(simulate(1, { ...scheduled, scheduledDate: '2024-02-29' }))).toBe(400);
  expect(await refusal(simulate(10_001))).toBe(400);
  expect(await refusal(simulate(-1))).toBe(400);
  expect(await refusal(simulate(1, {}, workspace.operator))).toBe(403);
});

test('people stand in the hours in which they are called, with the retries that calls lately give cause for', async () => {
  // 50 calls of 90 s on average, of which a quarter was not answered.
  await app.database.pool.query(
    `insert into rollup_total_days (workspace_id, day, direction, slot, calls, finished, duration_ms, duration_n)
      values ($1, (now() at time zone $2)::date, 'outbound', 99, 60, 60, 4410000, 49)`,
    [workspace.id, quietZone],
  );
  expect(await simulate(1_000, scheduled)).toMatchObject({ ...unknown, basisCalls: 49 });
  await app.database.pool.query('update rollup_total_days set duration_ms = 4500000, duration_n = 50 where slot = 99');
  expect(await simulate(1_000, scheduled)).toMatchObject({ basisCalls: 50, holdSeconds: 90, uncalled: 0 });
  const retryPolicy = { no_answer: { attempts: 1, delayMinutes: 60 } };
  // The reasons for their ends are not known.
  expect(await simulate(1_000, { ...scheduled, retryPolicy })).toMatchObject({ hours: null, endsBetween: null });
  await app.database.pool.query(
    `insert into rollup_day_tallies (workspace_id, day, agent_id, direction, kind, value, slot, calls)
      select $1, (now() at time zone $2)::date, 'a', 'outbound', 'reason', given.value, 99, given.calls
      from (values ('dial_no_answer', 15), ('user_hangup', 45)) as given (value, calls)`,
    [workspace.id, quietZone],
  );
  const { hours, endsBetween } = await simulate(1_000, { ...scheduled, dailyLimit: 40, retryPolicy });
  expect([sum(hours, 'people'), sum(hours, 'retries')]).toEqual([1_040, 260]);
  // Ten lines of 90 s are 6 2/3 calls a minute; the first ten begin at once.
  const [first, second] = hours ?? [];
  expect(first?.people).toBeCloseTo(210, -1);
  expect(first?.retries).toBe(0);
  expect((second?.people ?? 0) + (second?.retries ?? 0)).toBeCloseTo(400, -1);
  // People who had today's attempts follow after midnight.
  expect(hours?.at(-2)?.people).toBe(40);
  // The calls end after midnight too.
  expect(Date.parse(endsBetween?.from ?? '')).toBeGreaterThanOrEqual(Date.parse(hours?.at(-1)?.at ?? ''));
  expect(widthOf(endsBetween)).toBeLessThan(2 * 3_600);
});

test('a dry run goes by the hours of the places that the preflight told', async () => {
  const callingWindow = { ...unhindered.callingWindow, enabled: true, from: '09:00', to: '21:00' };
  await workspace.admin.put('/api/settings', { callingWindow });
  const first = async (places: string[]) =>
    onItsClock(
      new Date(
        (await simulate(1, { ...scheduled, places: places.map((place) => ({ place, people: 1 })) })).hours?.[0]?.at ??
          0,
      ),
    ).toISOString();
  expect(await first([])).toBe('2099-12-01T09:00:00.000Z');
  // Half past nine here is half past nine at night twelve hours east, where the next morning begins at nine tonight.
  expect(await first([`:Etc/GMT-${quietOffsetMs / 3_600_000 + 12}`])).toBe('2099-12-01T21:00:00.000Z');
  for (const place of [':Marte/Olympus', 'ES', ':UTC&Etc/GMT&Etc/GMT-1&Etc/GMT-2&Etc/GMT-3'])
    expect(await refusal(simulate(1, { places: [{ place, people: 1 }] }))).toBe(400);
  await workspace.admin.put('/api/settings', { callingWindow: unhindered.callingWindow });
});

test('campaigns that dial now share the pace, and those that wait for a day or a number do not', async () => {
  const alone = await simulate(100);
  const order = buildOrder(await originNumber(workspace), { recipients: rowsOf(60) });
  const { id } = await workspace.editor.post<Campaign>('/api/campaigns', order);
  await app.database.pool.query(`update campaigns set status = 'in_progress' where id = $1`, [id]);
  const beside = await simulate(100);
  expect([alone.otherCampaigns, beside.otherCampaigns]).toEqual([0, 1]);
  // 60 more calls on ten lines of 90 s.
  const later = middleOf(beside.endsBetween) - middleOf(alone.endsBetween);
  expect(later / 60).toBeGreaterThan(8.8);
  expect(later / 60).toBeLessThan(10);
  for (const waiting of [`'number_cap', now() + interval '20 hours'`, `'origin_barred', null`]) {
    await app.database.pool.query(`update campaigns set (waiting_reason, waiting_until) = (${waiting}) where id = $1`, [
      id,
    ]);
    const { otherCampaigns, endsBetween } = await simulate(100);
    expect(otherCampaigns).toBe(0);
    expect(Math.abs(middleOf(endsBetween) - middleOf(alone.endsBetween))).toBeLessThan(60);
  }
  await app.database.pool.query('update campaigns set waiting_reason = null, waiting_until = null where id = $1', [id]);
  // The campaign's time left is by the same model: no other campaign is in the way yet.
  await app.database.pool.query(`update campaigns set last_sent_at = clock_timestamp() where id = $1`, [id]);
  // A forecast is kept for its minute, until its campaign changes.
  const read = async (): Promise<MomentRange | null> => {
    await app.database.pool.query('update campaigns set updated_at = clock_timestamp() where id = $1', [id]);
    return (await workspace.operator.get<Campaign>(`/api/campaigns/${id}`)).endsBetween;
  };
  const left = await read();
  // Ten begin at once, 50 as lines become free, and the last lasts 90 s: only the mean of lengths is known.
  expectWithin(left, (50 / 10) * 90 + 90, 0.6);
  // A wait ended ten seconds ago, so the calls since then, over two minutes, are no pace.
  await app.database.pool.query(
    `update campaigns set last_sent_at = clock_timestamp() - interval '1 day' where id = $1`,
    [id],
  );
  await app.database.pool.query(
    `insert into attempts (workspace_id, id, campaign_id, recipient_id, state, created_at, send_by, server_id, accepted_at)
      select $1, gen_random_uuid(), $2, gen_random_uuid(), 'finished', now(), now(), gen_random_uuid(), now() - interval '10 seconds'
      from generate_series(1, 5)`,
    [workspace.id, id],
  );
  expect(Math.abs(middleOf(await read()) - middleOf(left))).toBeLessThan(30);
  // Recipients put off until tomorrow are not called today, though the campaign dials and nobody retries.
  await app.database.pool.query(
    `update recipients set next_attempt_at = now() + interval '20 hours' where campaign_id = $1 and position < 30`,
    [id],
  );
  expect(Date.parse((await read())?.from ?? '') - Date.now()).toBeGreaterThan(20 * 3_600_000 - 5_000);
});

test('the time left of one that waits counts the wait, and the retries that may follow', async () => {
  const retryPolicy = { no_answer: { attempts: 1, delayMinutes: 120 } };
  const order = buildOrder(await originNumber(workspace), { recipients: rowsOf(40, 100), retryPolicy });
  const { id } = await workspace.editor.post<Campaign>('/api/campaigns', order);
  const left = async (set: string, ofRecipients = 'next_attempt_at = null') => {
    await app.database.pool.query(`update recipients set ${ofRecipients} where campaign_id = $1`, [id]);
    const changed = `status = 'in_progress', updated_at = clock_timestamp(), ${set}`;
    await app.database.pool.query(`update campaigns set ${changed} where id = $1`, [id]);
    return (await workspace.operator.get<Campaign>(`/api/campaigns/${id}`)).endsBetween;
  };
  await app.database.pool.query(`update campaigns set status = 'completed' where workspace_id = $1`, [workspace.id]);
  const hour = 3_600;
  // Ten of forty are called again, two hours after their calls of 90 s, the last of which begins after 270 s.
  const dials = await left('waiting_reason = null');
  expectWithin(dials, 2 * hour + 420, 0.1);
  // All of them had their retry, which becomes due in an hour.
  const waits = `waiting_reason = 'retry_delay', waiting_until = now() + interval '1 hour'`;
  const inAnHour = `next_attempt_at = now() + interval '1 hour', was_sent = true, retries_used = '{"no_answer": 1}'`;
  const retried = await left(waits, inAnHour);
  expectWithin(retried, hour + 360, 0.1);
  // An open campaign that called everybody ends only when a person closes it.
  expect(await left(`waiting_reason = 'open', is_open = true`)).toBeNull();
});

test('what numbers may call a day bounds the dry run and the time left', async () => {
  await app.database.pool.query(`update campaigns set status = 'completed' where workspace_id = $1`, [workspace.id]);
  const number = await originNumber(workspace);
  const tomorrowMs = quietMidnight(Date.now()).getTime() + 24 * 3_600_000;
  const endOf = async (originNumbers: string[]) =>
    Date.now() + 1_000 * middleOf((await simulate(8, { originNumbers })).endsBetween);
  expect(await endOf([number])).toBeLessThan(tomorrowMs);
  const dialing = { callsPerSecond: 0.5, reservedLines: 2, callsPerNumberPerDay: 3 };
  await setPace(workspace, dialing);
  // Three calls a day: the last two are placed on the third day.
  expect(await endOf([number])).toBeGreaterThan(tomorrowMs + 24 * 3_600_000);
  expect(await endOf([number])).toBeLessThan(tomorrowMs + 25 * 3_600_000);
  expect(await endOf([])).toBeLessThan(tomorrowMs);
  const order = buildOrder(number, { recipients: rowsOf(8, 200) });
  const { id } = await workspace.editor.post<Campaign>('/api/campaigns', order);
  await app.database.pool.query(`update campaigns set status = 'in_progress' where id = $1`, [id]);
  const { endsBetween } = await workspace.operator.get<Campaign>(`/api/campaigns/${id}`);
  expect(Date.parse(endsBetween?.from ?? '')).toBeGreaterThan(tomorrowMs + 24 * 3_600_000);
});

test('the time left goes by the clock of the people', async () => {
  await app.database.pool.query(`update campaigns set status = 'completed' where workspace_id = $1`, [workspace.id]);
  await setPace(workspace, { callsPerSecond: 0.5, reservedLines: 2 });
  // A place six hours from the workspace's clock, on the same day, where alone the window is open. From the quiet
  // zones, at most six hours behind UTC, that stays within Etc/GMT+12.
  const hourHere = onItsClock(Date.now()).getUTCHours();
  const hourThere = hourHere < 12 ? hourHere + 6 : hourHere - 6;
  const fromUtc = quietOffsetMs / 3_600_000 + hourThere - hourHere;
  const hourOf = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
  const window = { ...unhindered.callingWindow, enabled: true, from: hourOf(hourThere - 1), to: hourOf(hourThere + 2) };
  await workspace.admin.put('/api/settings', { callingWindow: window });
  const [row] = rowsOf(1, 300);
  const zona = `Etc/GMT${fromUtc > 0 ? '-' : '+'}${Math.abs(fromUtc)}`;
  const order = buildOrder(await originNumber(workspace), { recipients: [{ ...row, zona }], kind: 'notice' });
  const { id } = await workspace.editor.post<Campaign>('/api/campaigns', order);
  await app.database.pool.query(`update campaigns set status = 'in_progress' where id = $1`, [id]);
  const { endsBetween } = await workspace.operator.get<Campaign>(`/api/campaigns/${id}`);
  expectWithin(endsBetween, 90, 2);
});

test('whatever is asked is answered within its bounds, and nobody waits for it', async () => {
  await workspace.admin.put('/api/settings', { callingWindow: unhindered.callingWindow });
  const zones = Intl.supportedValuesOf('timeZone');
  const countries = ['ES', 'MX', 'CL', 'CO', 'PE', 'US'];
  // Places of four zones that have no minute of the day in common.
  const places = Array.from({ length: 300 }, (_, index) => {
    const four = [0, 1, 2, 3].map((part) => zones[(4 * index + 97 * part) % zones.length]);
    return { place: `${countries[index % countries.length]}:${four.join('&')}`, people: 1 + index };
  });
  const often = { attempts: 5, delayMinutes: 61, otherHour: true };
  const retryPolicy = { no_answer: often, busy: often, voicemail: often, error: often };
  const callingWindow = { days: [1, 2, 3, 4, 5, 6, 7], from: '09:10', to: '09:11' };
  const order = { places, retryPolicy, callingWindow };
  // Others are answered while the forecasts run. How soon is a figure of `npm run bench hostile`.
  let answered = 0;
  const asking = { isOver: false };
  const ask = async (): Promise<void> => {
    while (!asking.isOver) {
      await workspace.editor.request('GET', '/healthz');
      answered += 1;
    }
  };
  const others = ask();
  const forecasts = [simulate(10_000, order), simulate(10_000, order), simulate(9_999, order)];
  await Promise.race(forecasts);
  const answeredBefore = answered;
  const answers = await Promise.all(forecasts);
  asking.isOver = true;
  await others;
  for (const { isTooLong, hours, endsBetween } of answers)
    expect({ isTooLong, hours, endsBetween }).toEqual({ isTooLong: true, hours: null, endsBetween: null });
  expect(answeredBefore).toBeGreaterThan(5);
});
