// Retries over HTTP: who gets another attempt and when, and the result of several. Calls end as the test says. Delays
// pass by changes in the database.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type {
  Campaign,
  CampaignLogEntry,
  CampaignRecipient,
  CreateCampaignBody,
  RetryPolicy,
} from '../../../../contract/campaigns.ts';
import type { DisconnectionReason } from '../../../../retell/disconnection-reasons.ts';
import { startTestApp, type TestApp, type TestWorkspace } from '../../../testing/start-test-app.ts';
import { unhindered } from '../../../testing/unhindered-dialing.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import {
  buildOrder,
  originNumber,
  passDelay,
  phoneOf,
  rowsOf,
  setPace,
  sumOfStates,
  timesDialled,
} from '../../../testing/campaign-orders.ts';

let app: TestApp;
let workspace: TestWorkspace;
let from: string;
let nextNumber = 0;

beforeAll(async () => {
  app = await startTestApp({ simulator: { callDurationMs: 20 } });
  workspace = await app.createWorkspace();
  from = await originNumber(workspace);
  await setPace(workspace);
});

afterEach(async () => {
  app.simulator.setFaults({});
  thaw();
  for (const { id, status } of await workspace.operator.get<Campaign[]>('/api/campaigns')) {
    if (status !== 'completed') await workspace.editor.patch(`/api/campaigns/${id}`, { status: 'failed' });
  }
});

afterAll(() => app.stop());

/** Stops all calls until `thaw`. */
const freeze = (): void => app.simulator.setSpeed(1e-6);
const thaw = (): void => app.simulator.setSpeed(1);

/** Launches a campaign to numbers of its own, each of whose calls ends for its reason until changed. */
async function launch(
  reasons: readonly DisconnectionReason[],
  retryPolicy: RetryPolicy,
  overrides: Partial<CreateCampaignBody> = {},
) {
  const first = nextNumber;
  nextNumber += reasons.length;
  reasons.forEach((reason, index) => app.simulator.forceOutcome(reason, phoneOf(first + index)));
  const order = buildOrder(from, { recipients: rowsOf(reasons.length, first), retryPolicy, ...overrides });
  const { id } = await workspace.editor.post<Campaign>('/api/campaigns', order);
  return { id, phones: reasons.map((_, index) => phoneOf(first + index)) };
}

const read = (id: string): Promise<Campaign> => workspace.operator.get<Campaign>(`/api/campaigns/${id}`);

function when(id: string, what: string, is: (campaign: Campaign) => boolean): Promise<Campaign> {
  return waitFor(what, async () => {
    const campaign = await read(id);
    return is(campaign) && campaign;
  });
}

const whenCompleted = (id: string): Promise<Campaign> =>
  when(id, 'the campaign’s end', ({ status }) => status === 'completed');
const whenResting = (id: string, pending: number): Promise<Campaign> =>
  when(
    id,
    `${pending} to wait for another attempt`,
    (it) => it.waitingReason === 'retry_delay' && it.pendingCount === pending && it.liveCount === 0,
  );

async function recipientsOf(id: string): Promise<CampaignRecipient[]> {
  return workspace.operator.get<CampaignRecipient[]>(`/api/campaigns/${id}/recipients?pageSize=100`);
}

const passDelayOf = (id: string): Promise<void> => passDelay(app, workspace.id, id);

function timesOf(phones: readonly string[]): number[] {
  const times = timesDialled(app, workspace.key);
  return phones.map((phone) => times.get(phone) ?? 0);
}

const once = (delayMinutes: number) => ({ attempts: 1, delayMinutes });

test('each outcome is tried again as chosen, after its delay and no more; nothing else is', async () => {
  const policy = { no_answer: { attempts: 2, delayMinutes: 30 }, busy: once(45), voicemail: once(60), error: once(90) };
  const reasons = [
    'dial_no_answer',
    'dial_busy',
    'voicemail_reached',
    'dial_failed',
    'user_hangup',
    'user_declined',
    'invalid_destination',
  ] as const;
  const { id, phones } = await launch(reasons, policy);
  await whenResting(id, 4);
  // The campaign waits for the first retry, even if that person's call ended last.
  const [first] = await recipientsOf(id);
  const resting = await when(
    id,
    'the wait for the first of them',
    ({ waitingUntil }) => waitingUntil === first?.nextAttemptAt,
  );
  expect(resting).toMatchObject({
    status: 'in_progress',
    sentCount: 7,
    retryingCount: 4,
    contactedCount: 1,
    pickedUpCount: 2,
  });
  expect(sumOfStates(resting)).toBe(7);
  expect(timesOf(phones)).toEqual([1, 1, 1, 1, 1, 1, 1]);
  const recipients = await recipientsOf(id);
  expect(recipients.map(({ attempts }) => attempts.map(({ outcome }) => outcome))).toEqual([
    ['no_answer'],
    ['busy'],
    ['voicemail'],
    ['error'],
    ['human'],
    ['other'],
    ['other'],
  ]);
  const delays = await app.database.pool.query<{ minutes: number }>(
    `select round(extract(epoch from r.next_attempt_at - a.created_at) / 60)::int as minutes
     from recipients r join attempts a on a.recipient_id = r.id where r.campaign_id = $1 and r.state = 'pending' order by position`,
    [id],
  );
  expect(delays.rows.map(({ minutes }) => minutes)).toEqual([30, 45, 60, 90]);

  await passDelayOf(id);
  expect(await whenResting(id, 1)).toMatchObject({ retryingCount: 1, sentCount: 7 });
  await passDelayOf(id);
  const ended = await whenCompleted(id);
  expect(ended).toMatchObject({
    sentCount: 7,
    retryingCount: 0,
    pendingCount: 0,
    undeliveredCount: 0,
    contactedCount: 1,
    waitingReason: null,
  });
  expect(sumOfStates(ended)).toBe(7);
  expect(timesOf(phones)).toEqual([3, 2, 2, 2, 1, 1, 1]);

  const log = await workspace.operator.get<CampaignLogEntry[]>(`/api/campaigns/${id}/log`);
  const told = log.filter(({ kind }) => kind === 'retry').map(({ details }) => [details['outcome'], details['count']]);
  expect(new Map(told as [string, number][])).toEqual(
    new Map([
      ['no_answer', 2],
      ['busy', 1],
      ['voicemail', 1],
      ['error', 1],
    ]),
  );
});

test('recipients count by their best attempt, their last call is the newest', async () => {
  const { id, phones } = await launch(['voicemail_reached', 'dial_busy'], { voicemail: once(5), busy: once(5) });
  expect(await whenResting(id, 2)).toMatchObject({ pickedUpCount: 1, contactedCount: 0, completedCount: 1 });
  app.simulator.forceOutcome('dial_no_answer', phones[0]);
  app.simulator.forceOutcome('user_hangup', phones[1]);
  await passDelayOf(id);
  expect(await whenCompleted(id)).toMatchObject({
    sentCount: 2,
    pickedUpCount: 2,
    contactedCount: 1,
    completedCount: 2,
    liveCount: 0,
  });
  const [voicemail, busy] = await recipientsOf(id);
  expect(voicemail).toMatchObject({ state: 'sent', pickedUp: true, contacted: false, lastReason: 'dial_no_answer' });
  expect(busy).toMatchObject({ state: 'sent', pickedUp: true, contacted: true, lastReason: 'user_hangup' });
});

test('each count of a campaign is as long as the list that it opens: while calls go on, and when some wait for another attempt', async () => {
  const expectListed = async (id: string) => {
    const it = await read(id);
    const counts = {
      finished: it.sentCount - it.retryingCount - it.liveCount,
      live: it.liveCount,
      dialing: it.dialingCount,
      undelivered: it.undeliveredCount,
      unconfirmed: it.unconfirmedCount,
      skipped: it.skippedCount,
      pending: it.pendingCount,
      retrying: it.retryingCount,
    };
    for (const [filter, count] of Object.entries(counts)) {
      const response = await workspace.operator.request(
        'GET',
        `/api/campaigns/${id}/recipients?filter=${filter}&pageSize=1`,
      );
      expect([filter, Number(response.headers.get('x-total-count'))]).toEqual([filter, count]);
    }
    return counts;
  };
  freeze();
  const { id } = await launch(['dial_no_answer', 'dial_busy', 'user_hangup'], { no_answer: once(30) });
  await when(id, 'everybody dialled', ({ status, liveCount }) => status === 'sent' && liveCount === 3);
  expect(await expectListed(id)).toMatchObject({ live: 3, finished: 0 });
  thaw();
  await whenResting(id, 1);
  expect(await expectListed(id)).toMatchObject({ live: 0, finished: 2, retrying: 1 });
});

test('a campaign that had dialled everybody dials again when the last call asks for it', async () => {
  freeze();
  const { id, phones } = await launch(['dial_no_answer'], { no_answer: once(5) });
  await when(id, 'everybody dialled', ({ status }) => status === 'sent');
  thaw();
  expect(await whenResting(id, 1)).toMatchObject({ status: 'in_progress', sentCount: 1, retryingCount: 1 });
  freeze();
  await passDelayOf(id);
  expect(await when(id, 'everybody dialled again', ({ status }) => status === 'sent')).toMatchObject({
    liveCount: 1,
    retryingCount: 0,
  });
  thaw();
  await whenCompleted(id);
  expect(timesOf(phones)).toEqual([2]);
});

test('after a stop nobody is tried again: not who waits for it, nor whose call ends later', async () => {
  freeze();
  const { id, phones } = await launch(['dial_no_answer', 'dial_no_answer'], {
    no_answer: { attempts: 5, delayMinutes: 1 },
  });
  const { rows: waiting } = await waitFor('both calls', async () => {
    const placed = await app.database.pool.query<{ call_id: string }>(
      `select call_id from attempts where campaign_id = $1 and state = 'accepted'`,
      [id],
    );
    return placed.rows.length === 2 && placed;
  });
  expect(waiting).toHaveLength(2);
  // One of these calls ends before the stop, the other after it.
  const [early] = waiting;
  await app.app.features.calls.ingest.record(workspace.id, {
    event: 'call_ended',
    call: { call_id: early?.call_id ?? '', call_status: 'not_connected', disconnection_reason: 'dial_no_answer' },
    source: 'webhook',
  });
  await when(id, 'one to wait', ({ pendingCount, retryingCount }) => pendingCount === 1 && retryingCount === 1);
  const stopped = await workspace.editor.patch<Campaign>(`/api/campaigns/${id}`, { status: 'completed' });
  expect(stopped).toMatchObject({
    status: 'completed',
    sentCount: 2,
    retryingCount: 0,
    pendingCount: 0,
    undeliveredCount: 0,
    liveCount: 1,
  });
  thaw();
  const ended = await when(id, 'the last call’s end', ({ liveCount }) => liveCount === 0);
  expect(ended).toMatchObject({ status: 'completed', sentCount: 2, retryingCount: 0, pendingCount: 0 });
  expect((await recipientsOf(id)).map(({ state, lastReason }) => [state, lastReason])).toEqual([
    ['sent', 'dial_no_answer'],
    ['sent', 'dial_no_answer'],
  ]);
  expect(timesOf(phones)).toEqual([1, 1]);
});

test('a paused campaign keeps who is to be tried again until it goes on', async () => {
  freeze();
  app.simulator.setConcurrencyLimit(workspace.key, 1);
  const { id, phones } = await launch(['dial_busy', 'user_hangup'], { busy: once(1) });
  await when(id, 'the first call', ({ liveCount }) => liveCount === 1);
  await workspace.editor.patch(`/api/campaigns/${id}`, { status: 'paused' });
  thaw();
  await when(id, 'its end', ({ retryingCount }) => retryingCount === 1);
  await passDelayOf(id);
  expect(await read(id)).toMatchObject({ status: 'paused', pendingCount: 2, sentCount: 1 });
  expect(timesOf(phones)).toEqual([1, 0]);
  app.simulator.setConcurrencyLimit(workspace.key, 200);
  await workspace.editor.patch(`/api/campaigns/${id}`, { status: 'in_progress' });
  await whenCompleted(id);
  expect(timesOf(phones)).toEqual([2, 1]);
});

test('a call for which the provider had no line uses up neither a retry nor the day’s attempt', async () => {
  await workspace.admin.put('/api/settings', { ...unhindered, dailyAttempts: 1 });
  const { id, phones } = await launch(['concurrency_limit_reached'], {});
  expect(await whenResting(id, 1)).toMatchObject({
    status: 'in_progress',
    sentCount: 1,
    retryingCount: 1,
    pickedUpCount: 0,
  });
  const [recipient] = await recipientsOf(id);
  expect(recipient?.attempts).toMatchObject([{ outcome: 'concurrency' }]);
  app.simulator.forceOutcome('user_hangup', phones[0]);
  await passDelayOf(id);
  expect(await whenCompleted(id)).toMatchObject({ sentCount: 1, contactedCount: 1, waitingReason: null });
  expect(timesOf(phones)).toEqual([2]);
  await workspace.admin.put('/api/settings', unhindered);
});

test.each(['no_valid_payment', 'credit_exhausted', 'budget_reached', 'telephony_provider_permission_denied'] as const)(
  '%s pauses the campaign for that, and costs nobody an attempt who was not reached',
  async (reason) => {
    await workspace.admin.put('/api/settings', { ...unhindered, dailyAttempts: 1 });
    const { id, phones } = await launch([reason], {});
    const paused = await when(id, 'its pause', ({ status }) => status === 'paused');
    expect(paused).toMatchObject({
      pauseReason: reason,
      sentCount: 1,
      retryingCount: 1,
      pendingCount: 1,
      pickedUpCount: 0,
    });
    expect(await recipientsOf(id)).toMatchObject([
      { state: 'pending', lastReason: reason, attempts: [{ outcome: 'account' }] },
    ]);
    const [newest] = await workspace.operator.get<CampaignLogEntry[]>(`/api/campaigns/${id}/log`);
    expect(newest).toMatchObject({ kind: 'paused', details: { reason }, username: null });
    await passDelayOf(id);
    expect(timesOf(phones)).toEqual([1]);
    // Nothing changed, so the next call fails too. Once the account may call, the day's one attempt is left.
    const resume = () => workspace.editor.patch(`/api/campaigns/${id}`, { status: 'in_progress' });
    await resume();
    await when(id, 'its next pause', ({ status, liveCount }) => status === 'paused' && liveCount === 0);
    app.simulator.forceOutcome('user_hangup', phones[0]);
    await passDelayOf(id);
    await resume();
    expect(await whenCompleted(id)).toMatchObject({ sentCount: 1, contactedCount: 1, retryingCount: 0 });
    expect(timesOf(phones)).toEqual([3]);
    await workspace.admin.put('/api/settings', unhindered);
  },
);

test('a call that had been connected when the money ran out counts; what a call of before the pause tells afterwards does not pause again', async () => {
  freeze();
  const { id, phones } = await launch(['user_hangup', 'user_hangup'], { error: once(1) });
  const placed = await waitFor('both calls', async () => {
    const { rows } = await app.database.pool.query<{ call_id: string }>(
      `select call_id from attempts where campaign_id = $1 and state = 'accepted'`,
      [id],
    );
    return rows.length === 2 && rows.map((row) => row.call_id);
  });
  await when(id, 'everybody dialled', ({ status }) => status === 'sent');
  const end = (callId: string | undefined, call: Record<string, unknown>) =>
    app.app.features.calls.ingest.record(workspace.id, {
      event: 'call_ended',
      call: { call_id: callId ?? '', disconnection_reason: 'budget_reached', ...call },
      source: 'webhook',
    });
  await end(placed[0], {
    call_status: 'ended',
    start_timestamp: Date.now() - 9_000,
    end_timestamp: Date.now(),
    duration_ms: 9_000,
  });
  expect(new Set((await recipientsOf(id)).map(({ attempts }) => attempts[0]?.outcome))).toEqual(
    new Set([null, 'other']),
  );
  // Everybody was dialled, so there is nothing to pause. The other person was never called, and waits for a resume.
  expect((await read(id)).status).toBe('sent');
  await end(placed[1], { call_status: 'error' });
  expect(await read(id)).toMatchObject({
    status: 'paused',
    pauseReason: 'budget_reached',
    pendingCount: 1,
    contactedCount: 1,
  });
  await workspace.editor.patch(`/api/campaigns/${id}`, { status: 'in_progress' });
  await end(placed[1], { call_status: 'error', disconnection_reason: 'credit_exhausted' });
  expect((await read(id)).status).toBe('in_progress');
  expect(timesOf(phones)).toEqual([1, 1]);
});

test('who is listed, or refused for good, before another attempt stays sent with what was reached', async () => {
  const { id, phones } = await launch(['voicemail_reached', 'voicemail_reached'], { voicemail: once(10) });
  await whenResting(id, 2);
  await workspace.editor.post('/api/do-not-call', { phoneNumber: phones[0] });
  // Meanwhile the account lost the origin number.
  await app.database.pool.query(`update campaigns set phone_number = '+5491100000000' where id = $1`, [id]);
  await passDelayOf(id);
  expect(await whenCompleted(id)).toMatchObject({
    sentCount: 2,
    pickedUpCount: 2,
    retryingCount: 0,
    skippedCount: 0,
    undeliveredCount: 0,
  });
  expect((await recipientsOf(id)).map(({ state, lastReason }) => [state, lastReason])).toEqual([
    ['sent', 'voicemail_reached'],
    ['sent', 'voicemail_reached'],
  ]);
  expect(timesOf(phones)).toEqual([1, 1]);
});

test('who is to be tried again soon is not left to sleep until tomorrow with the others, and waits with them once dialled too often', async () => {
  await workspace.admin.put('/api/settings', { ...unhindered, dailyAttempts: 1 });
  const [known] = (await launch(['user_hangup'], {})).phones;
  await waitFor('the number’s attempt of today', () => timesOf([known ?? ''])[0] === 1);
  freeze();
  const other = phoneOf((nextNumber += 1));
  nextNumber += 1;
  app.simulator.forceOutcome('dial_no_answer', other);
  const recipients = [known ?? '', other].map((phone_number) => ({ phone_number, customer_name: 'Ana' }));
  const { id } = await launch([], { no_answer: once(7) }, { recipients });
  const asleep = await when(
    id,
    'everybody left to wait for tomorrow',
    ({ waitingReason, liveCount }) => waitingReason === 'daily_attempts' && liveCount === 1,
  );
  await app.database.pool.query(
    `update recipients set next_attempt_at = next_attempt_at + interval '1 day' where campaign_id = $1 and not was_sent`,
    [id],
  );
  await app.database.pool.query(`update campaigns set waiting_until = waiting_until + interval '1 day' where id = $1`, [
    id,
  ]);
  thaw();
  const awake = await whenResting(id, 2);
  expect(Date.parse(awake.waitingUntil ?? '')).toBeLessThan(Date.parse(asleep.waitingUntil ?? '') + 86_400_000);
  await app.database.pool.query(
    `update recipients set next_attempt_at = clock_timestamp() where campaign_id = $1 and was_sent`,
    [id],
  );
  await app.database.pool.query(`update campaigns set waiting_until = clock_timestamp() where id = $1`, [id]);
  app.app.events.emit('dispatch.due', { workspaceId: workspace.id });
  expect(
    await when(id, 'both to wait for tomorrow', ({ waitingReason }) => waitingReason === 'daily_attempts'),
  ).toMatchObject({ pendingCount: 2, retryingCount: 1 });
  // Settings that allow more attempts make both due again.
  app.simulator.forceOutcome('user_hangup', other);
  await workspace.admin.put('/api/settings', unhindered);
  expect(await whenCompleted(id)).toMatchObject({ sentCount: 2, contactedCount: 2 });
  expect(timesOf([known ?? '', other])).toEqual([2, 2]);
});

test('a call that the provider does not know any more is not tried again: it may have reached the person', async () => {
  freeze();
  const { id, phones } = await launch(['user_hangup'], { error: once(1), no_answer: once(1) });
  await when(id, 'the call', ({ liveCount }) => liveCount === 1);
  // Simulates a call that went on for an hour without a report of its end.
  app.simulator.setFaults({ getCall: { missing: { probability: 1 } }, listLagMs: 3_600_000 });
  await app.database.pool.query(
    `update calls set first_seen_at = first_seen_at - interval '1 hour' where campaign_id = $1`,
    [id],
  );
  const ended = await whenCompleted(id);
  expect(ended).toMatchObject({ sentCount: 1, liveCount: 0, retryingCount: 0, pendingCount: 0 });
  const [recipient] = await recipientsOf(id);
  expect(recipient?.attempts.map(({ outcome }) => outcome)).toEqual(['other']);
  expect(timesOf(phones)).toEqual([1]);
});

test('the campaign’s limits hold over all outcomes, and another hour is three hours away', async () => {
  const often = { attempts: 5, delayMinutes: 1 };
  const { id, phones } = await launch(
    ['dial_no_answer', 'dial_busy'],
    { no_answer: often, busy: { ...often, otherHour: true } },
    { retryLimits: { maxAttempts: 2, maxDays: 3 } },
  );
  expect((await whenResting(id, 2)).retryLimits).toEqual({ maxAttempts: 2, maxDays: 3 });
  const [soon, later] = await recipientsOf(id);
  const waitOf = (one: CampaignRecipient | undefined) =>
    (Date.parse(one?.nextAttemptAt ?? '') - Date.parse(one?.attempts[0]?.createdAt ?? '')) / 3_600_000;
  expect(waitOf(soon)).toBeLessThan(0.1);
  expect(waitOf(later)).toBeGreaterThanOrEqual(2.98);
  expect(waitOf(later)).toBeLessThan(21.1);
  // Each outcome has retries left, but the campaign's limit is reached.
  app.simulator.forceOutcome('dial_busy', phones[0]);
  app.simulator.forceOutcome('dial_no_answer', phones[1]);
  await passDelayOf(id);
  await whenCompleted(id);
  expect(timesOf(phones)).toEqual([2, 2]);
});

test('another hour is within the window by the clock of whoever is called', async () => {
  const clockIn = (timeZone: string, at: Date) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at);
  const hourIn = (timeZone: string) => Number(clockIn(timeZone, new Date()).slice(11, 13));
  const zona = ['Europe/Madrid', 'America/Los_Angeles'].find((zone) => hourIn(zone) >= 6 && hourIn(zone) <= 20) ?? '';
  const clock = (hour: number, minute: string) => `${String(hour).padStart(2, '0')}:${minute}`;
  const opensAt = clock(hourIn(zona) - 5, '00');
  // Within an hour or so the window closes in that zone, and nowhere else at the same time.
  const callingWindow = {
    ...unhindered.callingWindow,
    enabled: true,
    from: opensAt,
    to: clock(hourIn(zona) + 1, '30'),
  };
  await workspace.admin.put('/api/settings', { ...unhindered, callingWindow });
  const phone = phoneOf((nextNumber += 1));
  nextNumber += 1;
  app.simulator.forceOutcome('dial_no_answer', phone);
  const { id } = await launch(
    [],
    { no_answer: { ...once(5), otherHour: true } },
    { recipients: [{ phone_number: phone, customer_name: 'Marta', zona }] },
  );
  const pending = await waitFor('the retry', async () =>
    (await recipientsOf(id)).find(({ nextAttemptAt }) => nextAttemptAt),
  );
  const tomorrow = clockIn(zona, new Date(Date.now() + 24 * 3_600_000)).slice(0, 10);
  expect(clockIn(zona, new Date(pending.nextAttemptAt ?? ''))).toBe(`${tomorrow} ${opensAt}`);
  await workspace.admin.put('/api/settings', unhindered);
});

test('a retry that something held up beyond the campaign’s days is not dialled; a call back is, though its order comes back once', async () => {
  const { id, phones } = await launch(
    ['dial_no_answer', 'dial_no_answer'],
    { no_answer: { attempts: 5, delayMinutes: 5 } },
    { retryLimits: { maxDays: 1 } },
  );
  await whenResting(id, 2);
  const callId = (await recipientsOf(id))[1]?.attempts[0]?.callId ?? '';
  await workspace.editor.put(`/api/calls/${callId}/callback`, { at: new Date(Date.now() + 60_000).toISOString() });
  await workspace.admin.put('/api/settings', { ...unhindered, dailyAttempts: 1 });
  await passDelayOf(id);
  expect(await when(id, 'both to be held up', ({ waitingReason }) => waitingReason === 'daily_attempts')).toMatchObject(
    { pendingCount: 2, retryingCount: 2 },
  );
  await app.database.pool.query(
    `update attempts set created_at = created_at - interval '1 day 1 minute' where campaign_id = $1`,
    [id],
  );
  app.simulator.setFaults({ createPhoneCall: { tooManyRequests: { next: 1 } } });
  await passDelayOf(id);
  const ended = await whenCompleted(id);
  expect(ended).toMatchObject({
    sentCount: 2,
    retryingCount: 0,
    pendingCount: 0,
    skippedCount: 0,
    undeliveredCount: 0,
  });
  expect(sumOfStates(ended)).toBe(2);
  expect(timesOf(phones)).toEqual([1, 2]);
  expect((await recipientsOf(id)).map(({ state, lastReason }) => [state, lastReason])).toEqual([
    ['sent', 'dial_no_answer'],
    ['sent', 'dial_no_answer'],
  ]);
  const log = await waitFor('its line', async () => {
    const entries = await workspace.operator.get<CampaignLogEntry[]>(`/api/campaigns/${id}/log`);
    return entries.some(({ kind }) => kind === 'retry_expired') && entries;
  });
  expect(log.find(({ kind }) => kind === 'retry_expired')?.details).toEqual({ count: 1 });
  expect(log.some(({ kind }) => kind === 'skipped')).toBe(false);
  await workspace.admin.put('/api/settings', unhindered);
});

test('a retry that asks for another number goes out from one, where the campaign has one; a call back keeps the number', async () => {
  const listed = await workspace.operator.get<{ phone_number: string }[]>('/api/retell/phone-numbers');
  const [agent] = await workspace.operator.get<{ agent_id: string }[]>('/api/retell/agents');
  const second = listed.find(({ phone_number: number }) => number !== from)?.phone_number ?? '';
  const fromNumbers = async (id: string) =>
    (await recipientsOf(id)).map(({ attempts }) => attempts.map(({ fromNumber }) => fromNumber));
  const retryPolicy = { no_answer: { ...once(5), otherNumber: true }, busy: once(5) };
  const { id } = await launch(['dial_no_answer', 'dial_busy', 'dial_no_answer'], retryPolicy, {
    phoneNumber: from,
    phoneNumbers: [from, second],
    agentId: agent?.agent_id ?? '',
  });
  expect(await whenResting(id, 3)).toMatchObject({ retryPolicy });
  const [first = '', busy = '', asked = ''] = (await fromNumbers(id)).map(([number]) => number ?? '');
  const callId = (await recipientsOf(id))[2]?.attempts[0]?.callId ?? '';
  await workspace.editor.put(`/api/calls/${callId}/callback`, { at: new Date(Date.now() + 60_000).toISOString() });
  await passDelayOf(id);
  await whenCompleted(id);
  const other = first === from ? second : from;
  expect(await fromNumbers(id)).toEqual([
    [first, other],
    [busy, busy],
    [asked, asked],
  ]);

  const alone = await launch(['dial_no_answer'], retryPolicy);
  await whenResting(alone.id, 1);
  await passDelayOf(alone.id);
  await whenCompleted(alone.id);
  expect(await fromNumbers(alone.id)).toEqual([[from, from]]);
});

test('after an answering machine the agent of messages speaks, with its own analysis, and after nothing else', async () => {
  const agents = await workspace.operator.get<{ agent_id: string }[]>('/api/retell/agents');
  const order = buildOrder(from);
  const { agentId: own } = await workspace.editor.post<Campaign>('/api/campaigns', {
    ...order,
    sendOption: 'scheduled',
    scheduledDate: '2031-01-01',
    scheduledTime: '12:00',
  });
  const other = agents.find(({ agent_id }) => agent_id !== own)?.agent_id ?? '';
  const message = { ...once(1), agentId: other };
  const { id, phones } = await launch(['voicemail_reached', 'dial_busy'], { voicemail: message, busy: once(1) });
  await whenResting(id, 2);
  await passDelayOf(id);
  await whenCompleted(id);
  const spoke = await app.database.pool.query<{ to_number: string; agent_id: string }>(
    `select to_number, agent_id from calls where campaign_id = $1 order by occurred_at, id`,
    [id],
  );
  const agentsOf = (phone: string | undefined) =>
    spoke.rows.filter(({ to_number: to }) => to === phone).map(({ agent_id: agent }) => agent);
  expect(agentsOf(phones[0])).toEqual([own, other]);
  expect(agentsOf(phones[1])).toEqual([own, own]);
  expect((await read(id)).pauseReason).toBeNull();

  const refused = (retryPolicy: object) =>
    workspace.editor.request('POST', '/api/campaigns', { body: { ...buildOrder(from), retryPolicy } });
  expect((await refused({ voicemail: { ...once(1), agentId: 'agent_unknown' } })).status).toBe(400);
  expect((await refused({ busy: message })).status).toBe(400);
});
