// Call backs over HTTP: promised by a call's analysis, or set, moved and cancelled by a person. No call of the
// simulator goes on by itself: each ends as the test reports it. Delays pass by changes in the database.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CallBackInfo, Campaign, CampaignLogEntry, CampaignRecipient } from '../../../../contract/campaigns.ts';
import type { AuditLogEntry } from '../../../../contract/settings.ts';
import { updateCampaignStatusFromCounts, findCampaignsToMarkCompleted } from './completion-store.ts';
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
  timesDialled,
} from '../../../testing/campaign-orders.ts';

let app: TestApp;
let workspace: TestWorkspace;
let from: string;
let nextNumber = 0;
const hourMs = 3_600_000;
const inHours = (hours: number): string =>
  new Date(Math.round(Date.now() / 1_000) * 1_000 + hours * hourMs).toISOString();

beforeAll(async () => {
  app = await startTestApp({ simulator: { callDurationMs: 20 } });
  workspace = await app.createWorkspace();
  from = await originNumber(workspace);
  await setPace(workspace);
});

beforeEach(() => app.simulator.setSpeed(1e-6));

afterEach(async () => {
  for (const { id, status } of await workspace.operator.get<Campaign[]>('/api/campaigns')) {
    if (status !== 'completed') await workspace.editor.patch(`/api/campaigns/${id}`, { status: 'failed' });
  }
});

afterAll(() => app.stop());

const read = (id: string): Promise<Campaign> => workspace.operator.get<Campaign>(`/api/campaigns/${id}`);

function when(id: string, what: string, is: (campaign: Campaign) => boolean): Promise<Campaign> {
  return waitFor(what, async () => {
    const campaign = await read(id);
    return is(campaign) && campaign;
  });
}

interface Placed {
  readonly id: string;
  readonly phone: string;
  readonly callId: string;
}

/** Launches a campaign whose people are all being spoken with. */
async function launch(
  people = 1,
  overrides: Parameters<typeof buildOrder>[1] = {},
): Promise<Placed & { calls: string[] }> {
  const first = nextNumber;
  nextNumber += people;
  const order = buildOrder(from, { recipients: rowsOf(people, first), ...overrides });
  const { id } = await workspace.editor.post<Campaign>('/api/campaigns', order);
  const calls = await callsOf(id, people);
  return { id, phone: phoneOf(first), callId: calls[0] ?? '', calls };
}

/** Ids of the calls in the order of attempts, once there are so many. */
function callsOf(id: string, count: number): Promise<string[]> {
  return waitFor(`${count} calls`, async () => {
    const { rows } = await app.database.pool.query<{ call_id: string }>(
      `select call_id from attempts join recipients r on r.id = recipient_id
       where attempts.campaign_id = $1 and call_id is not null order by attempts.created_at, r.position`,
      [id],
    );
    return rows.length === count && rows.map((row) => row.call_id);
  });
}

/** Reports that the person spoke with the agent, with these words in the analysis. */
function reportCall(
  callId: string,
  said: string | null,
  { ended = true, field = 'callback_at', summary = 'Habló.', endedAt = Date.now(), durationMs = 9_000 } = {},
) {
  const analysis = {
    call_summary: summary,
    call_successful: true,
    ...(said === null ? {} : { custom_analysis_data: { [field]: said } }),
  };
  return app.app.features.calls.ingest.record(workspace.id, {
    event: 'call_analyzed',
    call: {
      call_id: callId,
      call_type: 'phone_call',
      direction: 'outbound',
      ...(ended
        ? {
            call_status: 'ended',
            start_timestamp: endedAt - durationMs,
            end_timestamp: endedAt,
            duration_ms: durationMs,
            disconnection_reason: 'user_hangup',
          }
        : { call_status: 'ongoing' }),
      call_analysis: analysis,
    },
    source: 'webhook',
  });
}

const callBackOf = (callId: string): Promise<CallBackInfo> =>
  workspace.operator.get<CallBackInfo>(`/api/calls/${callId}/callback`);
const set = (callId: string, at: string) => workspace.editor.put<CallBackInfo>(`/api/calls/${callId}/callback`, { at });
async function cancel(callId: string): Promise<CallBackInfo> {
  const response = await workspace.editor.request('DELETE', `/api/calls/${callId}/callback`);
  if (!response.ok) throw Object.assign(new Error(await response.text()), { status: response.status });
  return (await response.json()) as CallBackInfo;
}
const attempt = async (what: Promise<unknown>): Promise<number> =>
  what.then(
    () => 200,
    (error: { status?: number }) => error.status ?? 0,
  );

async function recipientsOf(id: string): Promise<CampaignRecipient[]> {
  return workspace.operator.get<CampaignRecipient[]>(`/api/campaigns/${id}/recipients?pageSize=100`);
}

const passDelayOf = (id: string): Promise<void> => passDelay(app, workspace.id, id);

const timesOf = (phone: string): number => timesDialled(app, workspace.key).get(phone) ?? 0;

test('a delay counts from the end of the call in which it was said, however long the call and late its analysis', async () => {
  const { id, callId } = await launch();
  const endedAt = Math.round(Date.now() / 1_000) * 1_000 - hourMs;
  await reportCall(callId, 'En dos horas', { endedAt, durationMs: 1_200_000 });
  const at = new Date(endedAt + 2 * hourMs).toISOString();
  await when(id, 'the wait', ({ waitingReason }) => waitingReason === 'callback');
  expect(await recipientsOf(id)).toMatchObject([{ state: 'pending', nextAttemptAt: at, callbackAt: at }]);
});

test('what the analysis promises is the next attempt, once, and the campaign waits for it', async () => {
  const { id, phone, callId } = await launch();
  const at = inHours(2);
  await reportCall(callId, at);
  const waiting = await when(id, 'the wait', ({ waitingReason }) => waitingReason === 'callback');
  expect(waiting).toMatchObject({ status: 'in_progress', waitingUntil: at, pendingCount: 1, retryingCount: 1 });
  expect(await recipientsOf(id)).toMatchObject([
    { state: 'pending', nextAttemptAt: at, callbackAt: at, contacted: true },
  ]);
  expect(await callBackOf(callId)).toEqual({ at, said: at, refusal: null });
  // The same report again, with another detail of the same call.
  await reportCall(callId, at, { summary: 'Habló y pidió otra llamada.' });
  await passDelayOf(id);
  const [, second] = await callsOf(id, 2);
  expect(await recipientsOf(id)).toMatchObject([{ state: 'sent', callbackAt: null }]);
  await reportCall(callId, at, { summary: 'Otra vez.' });
  await reportCall(second ?? '', null);
  await reportCall(callId, at, { summary: 'Y otra.' });
  expect(await when(id, 'its end', ({ status }) => status === 'completed')).toMatchObject({
    sentCount: 1,
    retryingCount: 0,
  });
  expect(timesOf(phone)).toBe(2);
  const log = await workspace.operator.get<CampaignLogEntry[]>(`/api/campaigns/${id}/log`);
  expect(log.filter(({ kind }) => kind === 'callback')).toMatchObject([{ details: { count: 1, from: at } }]);
});

test('a promise in words counts from the call, in the field that the workspace maps; what is no moment is shown as it was said', async () => {
  const { id, calls } = await launch(3);
  const [first = '', second = '', third = ''] = calls;
  const settings = await workspace.admin.get<{ copc: object }>('/api/settings');
  await workspace.admin.put('/api/settings', { copc: { fields: { callbackAt: 'volver_a_llamar' }, targets: {} } });
  await reportCall(first, 'en 2 horas', { field: 'volver_a_llamar' });
  await reportCall(second, 'cuando pueda', { field: 'volver_a_llamar' });
  await reportCall(third, 'en 2 horas');
  await when(id, 'the wait', ({ waitingReason }) => waitingReason === 'callback');
  const { at } = await callBackOf(first);
  expect(Math.abs(Date.parse(at ?? '') - Date.now() - 2 * hourMs)).toBeLessThan(60_000);
  expect(await callBackOf(second)).toEqual({ at: null, said: 'cuando pueda', refusal: null });
  expect(await callBackOf(third)).toEqual({ at: null, said: null, refusal: null });
  await workspace.admin.put('/api/settings', { copc: settings.copc });
});

test('hours in words are of the clock of whoever is called, where it is known, else of the workspace’s', async () => {
  const { timeZone } = await workspace.admin.get<{ timeZone: string }>('/api/settings');
  const first = nextNumber;
  nextNumber += 2;
  const recipients = [
    { phone_number: phoneOf(first), customer_name: 'Marta', zona: 'Europe/Madrid' },
    // The number does not show its zone.
    { phone_number: `+1800555${1_000 + first}`, customer_name: 'Ana' },
  ];
  const { calls } = await launch(2, { recipients });
  for (const [index, zone] of ['Europe/Madrid', timeZone].entries()) {
    const callId = calls[index] ?? '';
    await reportCall(callId, 'mañana a las 15');
    const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
    const tomorrow = clock.format(new Date(Date.now() + 24 * hourMs)).slice(0, 10);
    expect(clock.format(new Date((await callBackOf(callId)).at ?? ''))).toBe(`${tomorrow} 15:00`);
  }
});

test('a moment that is over or too far promises nothing, nor does a campaign that was stopped', async () => {
  const { id, calls } = await launch(3);
  const [past = '', far = '', late = ''] = calls;
  await reportCall(past, inHours(-1));
  await reportCall(far, inHours(91 * 24));
  await workspace.editor.patch(`/api/campaigns/${id}`, { status: 'completed' });
  await reportCall(late, inHours(2));
  expect(await recipientsOf(id)).toMatchObject(calls.map(() => ({ state: 'sent', callbackAt: null })));
  expect(await callBackOf(late)).toMatchObject({ at: null, refusal: 'campaign_ended' });
  expect(await attempt(set(late, inHours(2)))).toBe(409);
});

test('a person sets, changes and cancels it; whoever is being called is left alone', async () => {
  const { id, phone, callId } = await launch(2);
  expect(await callBackOf(callId)).toEqual({ at: null, said: null, refusal: 'being_called' });
  expect(await attempt(set(callId, inHours(2)))).toBe(409);
  await reportCall(callId, null);
  expect(await attempt(cancel(callId))).toBe(409);
  expect(await attempt(set(callId, inHours(-1)))).toBe(400);
  expect(await attempt(set(callId, inHours(91 * 24)))).toBe(400);
  const [sooner, later] = [inHours(2), inHours(30)];
  expect(await set(callId, sooner)).toEqual({ at: sooner, said: null, refusal: null });
  expect(await set(callId, later)).toEqual({ at: later, said: null, refusal: null });
  expect(await recipientsOf(id)).toMatchObject([{ state: 'pending', nextAttemptAt: later }, { state: 'sent' }]);
  expect(await cancel(callId)).toEqual({ at: null, said: null, refusal: null });
  expect(await recipientsOf(id)).toMatchObject([{ state: 'sent', nextAttemptAt: null }, { state: 'sent' }]);
  await set(callId, sooner);
  await passDelayOf(id);
  await waitFor('the call back', () => timesOf(phone) === 2);
  expect(await attempt(set(callId, later))).toBe(409);
  expect(await attempt(cancel(callId))).toBe(409);
  const log = await workspace.operator.get<CampaignLogEntry[]>(`/api/campaigns/${id}/log`);
  expect(log.filter(({ username }) => username !== null).map(({ kind, details }) => [kind, details['at']])).toEqual([
    ['callback_set', sooner],
    ['callback_cancelled', later],
    ['callback_set', later],
    ['callback_set', sooner],
    ['created', undefined],
  ]);
  const audit = await workspace.admin.get<AuditLogEntry[]>('/api/audit-log?topic=call&pageSize=4');
  expect(audit.map(({ action, target }) => [action, target])).toEqual([
    ['call.callback_set', callId],
    ['call.callback_cancelled', callId],
    ['call.callback_set', callId],
    ['call.callback_set', callId],
  ]);
});

test('a campaign that had called everybody waits for whom somebody wants called back, and ends when that is cancelled', async () => {
  const { id, calls } = await launch(2);
  const [first = '', second = ''] = calls;
  await when(id, 'everybody called', ({ status }) => status === 'sent');
  await reportCall(first, null);
  const at = inHours(5);
  await set(first, at);
  await reportCall(second, null);
  expect(await when(id, 'the wait', ({ waitingReason }) => waitingReason === 'callback')).toMatchObject({
    status: 'in_progress',
    waitingUntil: at,
  });
  // The new time is before the end of the campaign's wait.
  const sooner = inHours(1);
  await set(second, sooner);
  await when(id, 'the earlier wait', ({ waitingUntil }) => waitingUntil === sooner);
  await cancel(first);
  await cancel(second);
  expect(await when(id, 'its end', ({ status }) => status === 'completed')).toMatchObject({
    sentCount: 2,
    pendingCount: 0,
  });
});

test('an open campaign waits for more people once its call back is cancelled, and for the later moment once it is moved', async () => {
  const order = buildOrder(from, {
    recipients: rowsOf(1, nextNumber++),
    sendOption: 'scheduled',
    scheduledDate: '2099-01-01',
    scheduledTime: '10:00',
  });
  const { id } = await workspace.editor.post<Campaign>('/api/campaigns', order);
  await workspace.editor.patch(`/api/campaigns/${id}`, { open: true });
  await app.database.pool.query('update campaigns set starts_at = clock_timestamp() where id = $1', [id]);
  app.app.events.emit('dispatch.due', { workspaceId: workspace.id });
  const [callId = ''] = await callsOf(id, 1);
  await reportCall(callId, inHours(2));
  await when(id, 'the wait', ({ waitingReason }) => waitingReason === 'callback');
  const later = inHours(9);
  await set(callId, later);
  await when(
    id,
    'the later wait',
    ({ waitingReason, waitingUntil }) => waitingReason === 'callback' && waitingUntil === later,
  );
  await cancel(callId);
  expect(await when(id, 'the wait for people', ({ waitingReason }) => waitingReason === 'open')).toMatchObject({
    waitingUntil: null,
  });
});

test('nobody is called back who is on the list by then, and nobody more often a day than the settings allow', async () => {
  const { id, calls, phone } = await launch(2);
  const [first = '', second = ''] = calls;
  await reportCall(first, inHours(2));
  await reportCall(second, inHours(2));
  await workspace.admin.put('/api/settings', { ...unhindered, dailyAttempts: 1 });
  await workspace.editor.post('/api/do-not-call', { phoneNumber: phone });
  expect(await callBackOf(first)).toMatchObject({ refusal: 'do_not_call' });
  await passDelayOf(id);
  await when(id, 'the wait for tomorrow', ({ waitingReason }) => waitingReason === 'daily_attempts');
  expect(await recipientsOf(id)).toMatchObject([
    { state: 'sent', callbackAt: null },
    { state: 'pending', lastReason: 'Máximo de intentos de hoy' },
  ]);
  // A call back set again no longer waits for tomorrow.
  const at = inHours(3);
  await set(second, at);
  expect(await recipientsOf(id)).toMatchObject([{}, { nextAttemptAt: at, lastReason: 'user_hangup' }]);
  await workspace.admin.put('/api/settings', unhindered);
  await when(id, 'the wait', ({ waitingReason }) => waitingReason === 'callback');
  expect(timesOf(phone)).toBe(1);
});

test('a call of no campaign calls nobody back', async () => {
  await reportCall('call_inbound_1', 'mañana a las 15');
  expect(await callBackOf('call_inbound_1')).toEqual({ at: null, said: 'mañana a las 15', refusal: 'no_campaign' });
  expect(await attempt(set('call_inbound_1', inHours(2)))).toBe(409);
  expect(await attempt(callBackOf('nothing'))).toBe(404);
});

const writingDown = '[{"type":"string","name":"callback_at"}]';

test.each([
  ['agent', `agent_analysis = '${writingDown}'`],
  ['agent after a machine', `voicemail_agent = '{"id":"agent_voicemail","analysis":${writingDown}}'`],
])('a campaign whose %s writes down call backs ends once its last conversation is analysed', async (_who, setting) => {
  const { id, callId } = await launch();
  await app.database.pool.query(`update campaigns set ${setting} where id = $1`, [id]);
  await app.app.features.calls.ingest.record(workspace.id, {
    event: 'call_ended',
    call: {
      call_id: callId,
      call_status: 'ended',
      start_timestamp: Date.now() - 9_000,
      end_timestamp: Date.now(),
      duration_ms: 9_000,
      disconnection_reason: 'user_hangup',
    },
    source: 'webhook',
  });
  await when(id, 'the call to be over', ({ status, liveCount }) => status === 'sent' && liveCount === 0);
  // The search for ended campaigns does not find this one.
  expect(await findCampaignsToMarkCompleted(app.database.db, [id])).toEqual([]);
  expect(await updateCampaignStatusFromCounts(app.database.db, workspace.id, id)).toBeNull();
  await reportCall(callId, inHours(2));
  await when(id, 'the wait', ({ waitingReason }) => waitingReason === 'callback');
  await cancel(callId);
  await when(id, 'its end', ({ status }) => status === 'completed');
});

test('an analysis that never comes holds up no end', async () => {
  const { id, callId } = await launch();
  await app.database.pool.query(`update campaigns set agent_analysis = '[{"name":"callback_at"}]' where id = $1`, [id]);
  await app.app.features.calls.ingest.record(workspace.id, {
    event: 'call_ended',
    call: {
      call_id: callId,
      call_status: 'ended',
      start_timestamp: Date.now() - 700_000,
      end_timestamp: Date.now() - 660_000,
      duration_ms: 40_000,
      disconnection_reason: 'user_hangup',
    },
    source: 'webhook',
  });
  await when(id, 'its end', ({ status }) => status === 'completed');
});
