// The rules of dialling as saved at that moment: the calling window, the attempts of a day and the do-not-call list.
// Two servers share the database, so that nothing depends on a process's memory.
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { timeZoneErrorText } from '../../../../contract/recipient-file.ts';
import type { Campaign, CampaignPreflight, CreateCampaignBody } from '../../../../contract/campaigns.ts';
import type { WorkspaceSettings, UpdateSettingsBody } from '../../../../contract/settings.ts';
import { createEventBus } from '../../../platform/events.ts';
import { onItsClock, quietDayOf, quietMidnight, quietZone } from '../../../testing/quiet-zone.ts';
import { startTestApp, type TestApp, type TestWorkspace } from '../../../testing/start-test-app.ts';
import { unhindered } from '../../../testing/unhindered-dialing.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import {
  buildOrder,
  originNumber,
  phoneOf,
  readCampaign,
  rowsOf as campaignRows,
  setPace,
  sumOfStates,
  whenStatus,
} from '../../../testing/campaign-orders.ts';
import { findWorkspaceDialingRules } from '../../settings/index.ts';
import { storeCampaignWaitForNextAttempt } from './campaign-waits.ts';
import { claimRecipients } from './claim-store.ts';
import { takeDispatchLease } from './lease-store.ts';
import { putOffTillTomorrowReason } from '../people/queue-store.ts';
import { startDueCampaigns } from '../campaign/work-store.ts';

let asked: TestApp;
let dialling: TestApp;
let workspace: TestWorkspace;
let from: string;
let nextNumber = 200_000;
/** Numbers that no other test dials. */
const takeNumbers = (count: number): number => (nextNumber += count) - count;

beforeAll(async () => {
  asked = await startTestApp();
  dialling = await startTestApp({ database: asked });
  workspace = await asked.createWorkspace();
  from = await originNumber(workspace);
  await setPace(workspace);
});

afterEach(async () => {
  asked.simulator.setFaults({});
  for (const { id } of await workspace.operator.get<Campaign[]>('/api/campaigns')) {
    await workspace.editor.patch(`/api/campaigns/${id}`, { status: 'failed' });
  }
  await save(unhindered);
});

afterAll(async () => {
  await dialling.stop();
  await asked.stop();
});

/** Rows of people whose clock is the workspace's. */
const rowsOf = (count: number, first: number): Record<string, string>[] =>
  campaignRows(count, first).map((row) => ({ ...row, zona: quietZone }));

const save = (change: UpdateSettingsBody): Promise<WorkspaceSettings> =>
  workspace.admin.put<WorkspaceSettings>('/api/settings', change);

const nextMidnight = (): string => new Date(quietMidnight(Date.now()).getTime() + 24 * 3_600_000).toISOString();
/** Settings that allow calls on any day but today. */
const fromTomorrow = () => ({
  ...unhindered.callingWindow,
  enabled: true,
  from: '00:00',
  to: '00:00',
  holidays: [quietDayOf(Date.now())],
});
const always = { ...unhindered.callingWindow, enabled: true, from: '00:00', to: '00:00' };

function launch(recipients: Record<string, string>[], overrides: Partial<CreateCampaignBody> = {}): Promise<Campaign> {
  return workspace.editor.post<Campaign>('/api/campaigns', buildOrder(from, { recipients, ...overrides }));
}

function whenWaiting(id: string, reason: Campaign['waitingReason']): Promise<Campaign> {
  return waitFor(`campaign waiting for ${reason}`, async () => {
    const campaign = await readCampaign(workspace, id);
    return campaign.waitingReason === reason && campaign;
  });
}

function timesDialled(phoneNumber: string): number {
  return asked.simulator.placedCalls(workspace.key).filter((call) => call.to_number === phoneNumber).length;
}

const row = (phoneNumber: string): Record<string, string> => ({
  phone_number: phoneNumber,
  customer_name: 'Ana',
  zona: quietZone,
});

test('outside the window a campaign waits, says until when, and nobody looks after it; a saved change opens it on every server', async () => {
  await save({ callingWindow: fromTomorrow() });
  const first = takeNumbers(5);
  const { id } = await launch(rowsOf(5, first));
  expect(await whenWaiting(id, 'calling_window')).toMatchObject({
    status: 'in_progress',
    waitingUntil: nextMidnight(),
    pendingCount: 5,
  });
  await waitFor('the lease to be given away', async () => {
    const { rows } = await asked.database.pool.query(
      'select 1 from dispatch_leases where workspace_id = $1 and expires_at > clock_timestamp()',
      [workspace.id],
    );
    return rows.length === 0;
  });
  expect(timesDialled(phoneOf(first))).toBe(0);
  await save({ callingWindow: always });
  expect(await whenStatus(workspace, id, 'completed')).toMatchObject({
    sentCount: 5,
    waitingReason: null,
    waitingUntil: null,
  });
});

test('when its time comes it goes on by itself', async () => {
  await save({ callingWindow: { ...always, days: [] } });
  const { id } = await launch(rowsOf(3, takeNumbers(3)));
  expect(await whenWaiting(id, 'calling_window')).toMatchObject({ waitingUntil: null });
  // Simulates the beginning of the window, of which nobody is notified.
  const { pool } = asked.database;
  await pool.query(`update workspace_settings set calling_window = $2 where workspace_id = $1`, [
    workspace.id,
    JSON.stringify(always),
  ]);
  await pool.query(`update campaigns set waiting_until = clock_timestamp() + interval '2 seconds' where id = $1`, [id]);
  await whenStatus(workspace, id, 'completed');
});

test('a window that closes stops the dialling of what runs, and loses nobody', async () => {
  await setPace(workspace, { callsPerSecond: 20, reservedLines: 0 });
  const first = takeNumbers(300);
  const { id } = await launch(rowsOf(300, first));
  await waitFor('some calls', async () => (await readCampaign(workspace, id)).sentCount > 5);
  await save({ callingWindow: { ...always, days: [] } });
  const waiting = await whenWaiting(id, 'calling_window');
  const settled = await waitFor('what was under way', async () => {
    const campaign = await readCampaign(workspace, id);
    return campaign.dialingCount === 0 && campaign.liveCount === 0 && campaign;
  });
  expect(sumOfStates(settled)).toBe(300);
  expect(settled.pendingCount).toBeGreaterThan(0);
  expect(settled.pendingCount).toBeGreaterThanOrEqual(waiting.pendingCount);
  await setPace(workspace);
});

test('what cannot be read closes the window', async () => {
  const { pool } = asked.database;
  await pool.query(
    `update workspace_settings set calling_window = '"siempre"', version = version + 1 where workspace_id = $1`,
    [workspace.id],
  );
  const { id } = await launch(rowsOf(1, takeNumbers(1)));
  expect(await whenWaiting(id, 'calling_window')).toMatchObject({ waitingUntil: null, pendingCount: 1 });
  await pool.query(
    `update workspace_settings set calling_window = '{}', version = version + 1 where workspace_id = $1`,
    [workspace.id],
  );
});

/** Settings with a window from an hour ago until in an hour, by the clock of the workspace's zone. */
function aroundNow() {
  const clock = (ms: number): string =>
    onItsClock(Date.now() + ms)
      .toISOString()
      .slice(11, 16);
  return { ...always, from: clock(-3_600_000), to: clock(3_600_000) };
}

test('everybody is called within the hours of their own clock: by the file, by the number, or the workspace’s', async () => {
  await save({ callingWindow: aroundNow() });
  const first = takeNumbers(3);
  const { id } = await launch([
    ...rowsOf(2, first),
    // In these places it is night, or working hours have not begun.
    { ...campaignRows(1, first + 2)[0], zona: 'Asia/Tokyo' },
    { phone_number: '+919876543210', customer_name: 'Anika' },
    { phone_number: '+18005550123', customer_name: 'Sin lugar' },
  ]);
  await waitFor('the wait for the others’ hour', async () => {
    const { pendingCount, waitingReason } = await readCampaign(workspace, id);
    return pendingCount === 2 && waitingReason === 'calling_window';
  });
  expect([first, first + 1].map((index) => timesDialled(phoneOf(index)))).toEqual([1, 1]);
  expect(timesDialled('+18005550123')).toBe(1);
  expect([timesDialled(phoneOf(first + 2)), timesDialled('+919876543210')]).toEqual([0, 0]);
  const { waitingUntil } = await readCampaign(workspace, id);
  // The earlier of the two openings, by local clocks.
  const opensAt = (zone: string): number => {
    const wall = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, timeStyle: 'short' });
    let at = Math.floor(Date.now() / 60_000) * 60_000;
    const opens = aroundNow().from;
    while (wall.format(at) !== opens) at += 60_000;
    return at;
  };
  expect(Date.parse(waitingUntil ?? '')).toBe(Math.min(opensAt('Asia/Tokyo'), opensAt('Asia/Calcutta')));
});

test('a zone that does not exist is refused, row by row', async () => {
  const rows = [...rowsOf(1, takeNumbers(1)), { ...campaignRows(1, takeNumbers(1))[0], zona: 'America/Springfield' }];
  const refused = await workspace.editor.request('POST', '/api/campaigns', {
    body: buildOrder(from, { recipients: rows }),
  });
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({ details: [{ path: 'recipients.1', message: timeZoneErrorText }] });
});

test('a scheduled campaign begins at its time, and then waits for the window', async () => {
  await save({ callingWindow: fromTomorrow() });
  const { id } = await launch(rowsOf(2, takeNumbers(2)), {
    sendOption: 'scheduled',
    scheduledDate: '2099-12-01',
    scheduledTime: '10:30',
  });
  await asked.database.pool.query(`update campaigns set starts_at = clock_timestamp() where id = $1`, [id]);
  expect(await whenWaiting(id, 'calling_window')).toMatchObject({
    status: 'in_progress',
    waitingUntil: nextMidnight(),
    pendingCount: 2,
  });
});

test('no number is dialled more often a day than the settings say, however it is written; the rest waits until tomorrow', async () => {
  await save({ dailyAttempts: 1 });
  const digits = String(40_000_000 + takeNumbers(3)).padStart(8, '0');
  const [mobile, fixed, another] = [`+54911${digits}`, `+5411${digits}`, phoneOf(nextNumber - 1)];
  await whenStatus(workspace, (await launch([row(mobile)])).id, 'completed');
  const first = await launch([row(fixed), row(another)]);
  const waiting = await waitFor('one to wait until tomorrow, and the answer of the other', async () => {
    const campaign = await readCampaign(workspace, first.id);
    return campaign.waitingReason === 'daily_attempts' && campaign.dialingCount === 0 && campaign;
  });
  expect(waiting).toMatchObject({ status: 'in_progress', waitingUntil: nextMidnight(), sentCount: 1, pendingCount: 1 });
  expect([timesDialled(mobile), timesDialled(fixed), timesDialled(another)]).toEqual([1, 0, 1]);
  const second = await launch([row(fixed)]);
  expect(await whenWaiting(second.id, 'daily_attempts')).toMatchObject({ pendingCount: 1 });
  // One more attempt is allowed, so one of the two waiting recipients gets it.
  await save({ dailyAttempts: 2 });
  await waitFor('the second attempt', () => timesDialled(fixed) === 1);
  const left = await waitFor('the other to wait again', async () => {
    const both = [await readCampaign(workspace, first.id), await readCampaign(workspace, second.id)];
    return (
      both.filter(({ waitingReason, pendingCount }) => waitingReason === 'daily_attempts' && pendingCount === 1)
        .length === 1 && both
    );
  });
  expect(left.reduce((sum, { pendingCount }) => sum + pendingCount, 0)).toBe(1);
  expect(timesDialled(mobile) + timesDialled(fixed)).toBe(2);
  // The wait lasts until tomorrow's window opens, not until midnight.
  await save({
    callingWindow: { ...always, from: '00:00', to: '00:00', holidays: [nextMidnight().slice(0, 10)] },
    dailyAttempts: 1,
  });
  const pushed = await whenWaiting(left.find(({ pendingCount }) => pendingCount === 1)?.id ?? '', 'daily_attempts');
  await waitFor('the later time', async () => {
    const { waitingUntil } = await readCampaign(workspace, pushed.id);
    return waitingUntil !== null && Date.parse(waitingUntil) === Date.parse(nextMidnight()) + 24 * 3_600_000;
  });
});

test('tomorrow they are dialled', async () => {
  await save({ dailyAttempts: 1 });
  const number = phoneOf(takeNumbers(1));
  await whenStatus(workspace, (await launch([row(number)])).id, 'completed');
  const { id } = await launch([row(number)]);
  await whenWaiting(id, 'daily_attempts');
  const { pool } = asked.database;
  await pool.query(`update attempts set created_at = created_at - interval '1 day'`);
  await pool.query(
    `update recipients set next_attempt_at = next_attempt_at - interval '1 day' where campaign_id = $1`,
    [id],
  );
  await pool.query(`update campaigns set waiting_until = clock_timestamp() where id = $1`, [id]);
  asked.app.events.emit('dispatch.due', { workspaceId: workspace.id });
  await whenStatus(workspace, id, 'completed');
  expect(timesDialled(number)).toBe(2);
});

test('who had a call forgotten today is not called again today, by any campaign', async () => {
  await save({ dailyAttempts: 2 });
  const number = phoneOf(takeNumbers(1));
  const ids = [(await launch([row(number)])).id];
  await whenStatus(workspace, ids[0] ?? '', 'completed');
  ids.push((await launch([row(number)])).id);
  await whenStatus(workspace, ids[1] ?? '', 'completed');
  const calls = asked.simulator.placedCalls(workspace.key).filter((call) => call.to_number === number);
  // First an erased and a kept call count together, then two erased ones.
  for (const call of calls) {
    expect((await workspace.admin.request('DELETE', `/api/calls/${call.call_id}`)).status).toBe(204);
    const { id } = await launch([row(number)]);
    expect(await whenWaiting(id, 'daily_attempts')).toMatchObject({ sentCount: 0, pendingCount: 1 });
    const checked = await workspace.editor.post<CampaignPreflight>('/api/campaigns/preflight', {
      phoneNumbers: [number],
      sendOption: 'now',
    });
    expect(checked.dailyLimit).toBe(1);
  }
  expect(timesDialled(number)).toBe(2);
});

test('an attempt that surely reached nobody uses nothing up', async () => {
  await save({ dailyAttempts: 1 });
  asked.simulator.setFaults({ createPhoneCall: { tooManyRequests: { next: 1 } } });
  const { id } = await launch(rowsOf(3, takeNumbers(3)));
  expect(await whenStatus(workspace, id, 'completed')).toMatchObject({ sentCount: 3 });
});

test('who was given back to the queue meanwhile does not wait until tomorrow with those who were put off', async () => {
  await save({ callingWindow: { ...always, days: [] } });
  const { id } = await launch(rowsOf(2, takeNumbers(2)));
  await whenWaiting(id, 'calling_window');
  const { db, pool } = asked.database;
  await pool.query(
    `update recipients set next_attempt_at = clock_timestamp() + interval '1 hour', last_reason = $2 where campaign_id = $1 and position = 1`,
    [id, putOffTillTomorrowReason],
  );
  const events = createEventBus(pino({ level: 'silent' }));
  const rules = await findWorkspaceDialingRules(db, workspace.id);
  if (!rules) throw new Error('no rules');
  expect(
    await storeCampaignWaitForNextAttempt({ db, events }, workspace.id, id, { ...rules, callingWindow: always }, null),
  ).toBe(false);
});

test('a claim that looked further ahead than it dials says that others are due', async () => {
  await save({ callingWindow: { ...always, days: [] } });
  const first = takeNumbers(4);
  await workspace.editor.post('/api/do-not-call', { phoneNumber: phoneOf(first) });
  const { id } = await launch(rowsOf(4, first));
  await whenWaiting(id, 'calling_window');
  await waitFor('the dispatcher to be away', async () => {
    const { rows: held } = await asked.database.pool.query(
      'select 1 from dispatch_leases where workspace_id = $1 and expires_at > clock_timestamp()',
      [workspace.id],
    );
    return held.length === 0;
  });
  const { db, pool } = asked.database;
  const lease = await takeDispatchLease(db, { workspaceId: workspace.id, holder: randomUUID(), ttlMs: 60_000 });
  if (!lease) throw new Error('no lease');
  await save({ callingWindow: always });
  const { doNotCall } = asked.app.features;
  const claim = await claimRecipients(db, {
    lease,
    campaignId: id,
    serverId: randomUUID(),
    writerSlot: 9,
    limit: 1,
    doNotCall,
  });
  expect(claim).toMatchObject({
    kind: 'claimed',
    skipped: 1,
    recipients: [{ phoneNumber: phoneOf(first + 1) }],
    isExhausted: false,
  });
  // Nobody will place this attempt, so a stop need not wait for it.
  await pool.query(`update attempts set send_by = clock_timestamp(), state = 'refused' where campaign_id = $1`, [id]);
  await pool.query(`update dispatch_leases set expires_at = clock_timestamp() where workspace_id = $1`, [workspace.id]);
});

test('two campaigns to the same people, claimed at the same moment, count each other’s attempts', async () => {
  await save({ dailyAttempts: 1, callingWindow: { ...always, days: [] } });
  const rows = rowsOf(20, takeNumbers(20));
  const ids = [(await launch(rows)).id, (await launch(rows)).id];
  await whenWaiting(ids[1] ?? '', 'calling_window');
  await waitFor('the dispatcher to be away', async () => {
    const { rows: held } = await asked.database.pool.query(
      'select 1 from dispatch_leases where workspace_id = $1 and expires_at > clock_timestamp()',
      [workspace.id],
    );
    return held.length === 0;
  });
  const { db } = asked.database;
  const lease = await takeDispatchLease(db, { workspaceId: workspace.id, holder: randomUUID(), ttlMs: 60_000 });
  if (!lease) throw new Error('no lease');
  await save({ callingWindow: always });
  await startDueCampaigns(db, workspace.id);
  const { doNotCall } = asked.app.features;
  const claims = await Promise.all(
    [...ids, ...ids].map((campaignId) =>
      claimRecipients(db, { lease, campaignId, serverId: randomUUID(), writerSlot: 9, limit: 20, doNotCall }),
    ),
  );
  const claimed = claims.flatMap((claim) =>
    claim.kind === 'claimed' ? claim.recipients.map(({ phoneNumber }) => phoneNumber) : [],
  );
  expect(claimed).toHaveLength(20);
  expect(new Set(claimed)).toEqual(new Set(rows.map((each) => each['phone_number'])));
  // Nobody will place these attempts, so a stop need not wait for them.
  await asked.database.pool.query(
    `update attempts set send_by = clock_timestamp(), state = 'refused' where campaign_id = any($1::uuid[])`,
    [ids],
  );
  await asked.database.pool.query(`update dispatch_leases set expires_at = clock_timestamp() where workspace_id = $1`, [
    workspace.id,
  ]);
});

test('who is on the do-not-call list is skipped, also when listed after the campaign was made, and the campaign ends', async () => {
  await save({ callingWindow: { ...always, days: [] } });
  const first = takeNumbers(4);
  const { id } = await launch(rowsOf(4, first));
  await whenWaiting(id, 'calling_window');
  await workspace.editor.post('/api/do-not-call', { phoneNumber: phoneOf(first + 1).replace('+549', '+54 0') });
  await save({ callingWindow: always });
  const ended = await whenStatus(workspace, id, 'completed');
  expect(ended).toMatchObject({ sentCount: 3, skippedCount: 1, pendingCount: 0 });
  expect(sumOfStates(ended)).toBe(4);
  expect([0, 1, 2, 3].map((offset) => timesDialled(phoneOf(first + offset)))).toEqual([1, 0, 1, 1]);
  const { rows } = await asked.database.pool.query(
    `select last_reason from recipients where campaign_id = $1 and state = 'skipped'`,
    [id],
  );
  expect(rows).toEqual([{ last_reason: 'No llamar' }]);
  // The campaign has nobody else, so it ends without a call.
  const alone = await launch([row(phoneOf(first + 1))]);
  expect(await whenStatus(workspace, alone.id, 'completed')).toMatchObject({ sentCount: 0, skippedCount: 1 });
});

test('thousands on the list hold up nobody, whatever the pace', async () => {
  await setPace(workspace, { callsPerSecond: 1, reservedLines: 0 });
  const first = takeNumbers(3_000);
  await asked.database.pool.query(
    `insert into do_not_call (workspace_id, number_key, source, added_at) select $1, '11' || (40000000 + $2::int + n)::text, 'manual', now() from generate_series(0, 2998) n`,
    [workspace.id, first],
  );
  const { id } = await launch(rowsOf(3_000, first));
  expect(await whenStatus(workspace, id, 'completed')).toMatchObject({ sentCount: 1, skippedCount: 2_999 });
  expect(timesDialled(phoneOf(first + 2_999))).toBe(1);
  await setPace(workspace);
});
