// Alerts over HTTP, two servers on one database: each kind is raised and cleared once, and read marks work.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { alertKinds, type Alert, type AlertKind } from '../../../contract/alerts.ts';
import type { WorkspaceSettings } from '../../../contract/settings.ts';
import { startTestApp, type TestApp, type TestWorkspace } from '../../testing/start-test-app.ts';
import { waitFor } from '../../testing/wait-for.ts';
import {
  endCampaigns,
  insertAttempt,
  insertCall,
  insertFailingReceiver,
  pauseCampaign,
  readAlerts,
  setAdminsActive,
  setReceipt,
  setRegistryDate,
  setRollups,
  whenAlert,
} from './testing/alert-conditions.ts';

let isDiskFull = false;
const options = {
  storage: { isFull: () => isDiskFull },
  // Reconciliation must not ask the simulator about calls that exist only in the database.
  config: { reconcileSeconds: 3_600 },
  alertTuning: { everyMs: 200 },
};
let first: TestApp;
let second: TestApp;
let workspace: TestWorkspace;
let stranger: TestWorkspace;

beforeAll(async () => {
  const accounts = ['key_alerts_0123456789', 'key_stranger_0123456'].map((key) => ({
    key,
    orgName: key,
    concurrencyLimit: 20,
  }));
  first = await startTestApp({ ...options, simulator: { accounts } });
  second = await startTestApp({ ...options, database: first });
  workspace = await first.createWorkspace('key_alerts_0123456789');
  stranger = await first.createWorkspace('key_stranger_0123456');
});

afterAll(async () => {
  await second.stop();
  await first.stop();
});

const thresholds = { callsPerHour: 50, successPercent: 85, longWaitSeconds: 60 };
const lasting = alertKinds.filter(
  (kind) =>
    ![
      'provider_incident',
      'attempt_unconfirmed',
      'duplicate_call',
      'unknown_reason',
      'call_attention',
      'silent_customer',
    ].includes(kind),
);

async function listAll(): Promise<readonly Alert[]> {
  return (await readAlerts(workspace.operator, '?pageSize=100')).alerts;
}

const countOf = (alerts: readonly Alert[], kind: AlertKind): number =>
  alerts.filter((alert) => alert.kind === kind).length;

async function makeTrouble(): Promise<{ campaignId: string; receiverId: string }> {
  const { database } = first;
  isDiskFull = true;
  await setRollups(database, workspace.id, { calls: 51, finished: 40, succeeded: 30 });
  await insertCall(database, workspace.id, {
    first_seen_at: new Date(Date.now() - 75_000).toISOString(),
  });
  const campaignId = await pauseCampaign(database, workspace.id);
  for (let calls = 0; calls < 3; calls++) await insertCall(database, workspace.id, { status: 'ended', is_over: true });
  const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
  await setReceipt(database, workspace.id, { lastEventAt: minutesAgo(30), lastMissedAt: minutesAgo(1) });
  await setRegistryDate(database, workspace.id, 31);
  await setAdminsActive(database, workspace.id, false);
  const receiverId = await insertFailingReceiver(database, workspace.id, 'https://crm.example.com/secreto');
  await setRefusedFields(['honor_internal_dnc']);
  return { campaignId, receiverId };
}

async function endTrouble(): Promise<void> {
  const { database } = first;
  isDiskFull = false;
  await setRollups(database, workspace.id, { calls: 40, finished: 40, succeeded: 39 });
  await database.pool.query(`update calls set status = 'ongoing' where workspace_id = $1 and status = 'registered'`, [
    workspace.id,
  ]);
  await endCampaigns(database, workspace.id);
  const soon = new Date(Date.now() + 60_000).toISOString();
  await setReceipt(database, workspace.id, { lastEventAt: soon, lastMissedAt: soon });
  await setRegistryDate(database, workspace.id, 0);
  await setAdminsActive(database, workspace.id, true);
  await database.pool.query(`delete from event_webhooks where workspace_id = $1`, [workspace.id]);
  await setRefusedFields([]);
}

async function setRefusedFields(fields: readonly string[]): Promise<void> {
  await first.database.pool.query('update workspaces set refused_order_fields = $2 where id = $1', [
    workspace.id,
    fields,
  ]);
}

test('each kind is raised once and cleared once, however many servers look', async () => {
  await workspace.admin.put('/api/settings', { thresholds });
  const { campaignId, receiverId } = await makeTrouble();
  for (const kind of lasting) await whenAlert(workspace.operator, kind, 'open');
  const told = Object.fromEntries(
    (await listAll()).map(({ kind, subject, details }) => [kind, { subject, ...details }]),
  );
  expect(told).toEqual({
    calls_per_hour: { subject: '', calls: 51, threshold: 50 },
    success_percent: { subject: '', percent: 75, finished: 40, threshold: 85 },
    long_wait: { subject: '', calls: 1, longestSeconds: expect.any(Number), threshold: 60 },
    campaign_paused: { subject: campaignId, campaignName: 'Cobranza', reason: 'no_valid_payment' },
    webhook_silence: { subject: '', missed: 3, lastEventAt: expect.any(String) },
    storage_full: { subject: '' },
    registry_stale: { subject: '', days: 31 },
    no_admin: { subject: '' },
    event_webhook_failing: { subject: receiverId, host: 'crm.example.com' },
    order_field_refused: { subject: 'honor_internal_dnc', field: 'honor_internal_dnc' },
  });
  const wait = await whenAlert(workspace.operator, 'long_wait', 'open');
  expect(Number(wait.details['longestSeconds'])).toBeGreaterThanOrEqual(60);

  await endTrouble();
  for (const kind of lasting) await whenAlert(workspace.operator, kind, 'cleared');
  expect((await listAll()).length).toBe(lasting.length);

  // A second incident of the same kind is a separate alert.
  await pauseCampaign(first.database, workspace.id, 'Otra');
  await whenAlert(workspace.operator, 'campaign_paused', 'open');
  const all = await listAll();
  expect(lasting.map((kind) => [kind, countOf(all, kind)])).toEqual(
    lasting.map((kind) => [kind, kind === 'campaign_paused' ? 2 : 1]),
  );
  await endCampaigns(first.database, workspace.id);
  await whenAlert(workspace.operator, 'campaign_paused', 'cleared');
});

test('figures raise nothing before thresholds are saved, and a threshold that is switched off clears', async () => {
  await setRollups(first.database, stranger.id, { calls: 5_000, finished: 40, succeeded: 0 });
  await pauseCampaign(first.database, stranger.id);
  await whenAlert(stranger.operator, 'campaign_paused', 'open');
  const before = (await readAlerts(stranger.operator)).alerts.map(({ kind }) => kind);
  expect(before.filter((kind) => kind === 'calls_per_hour' || kind === 'success_percent')).toEqual([]);
  await stranger.admin.put('/api/settings', { thresholds: { ...thresholds, successPercent: 0 } });
  await whenAlert(stranger.operator, 'calls_per_hour', 'open');
  await stranger.admin.put('/api/settings', { thresholds: { ...thresholds, callsPerHour: 0, successPercent: 0 } });
  await whenAlert(stranger.operator, 'calls_per_hour', 'cleared');
  expect(countOf((await readAlerts(stranger.operator)).alerts, 'success_percent')).toBe(0);
  await endCampaigns(first.database, stranger.id);
  await whenAlert(stranger.operator, 'campaign_paused', 'cleared');
});

test('without the news that a call began, a wait is long once reconciliation would have told', async () => {
  const secondsAgo = (seconds: number): string => new Date(Date.now() - seconds * 1_000).toISOString();
  await insertCall(first.database, stranger.id, { first_seen_at: secondsAgo(75) });
  await stranger.admin.put('/api/settings', { thresholds: { ...thresholds, callsPerHour: 0, successPercent: 0 } });
  await whenAlert(stranger.operator, 'long_wait', 'open');
  const { events } = await stranger.admin.get<WorkspaceSettings>('/api/settings');
  await stranger.admin.put('/api/settings', { events: { ...events, call_started: false } });
  await whenAlert(stranger.operator, 'long_wait', 'cleared');
  await insertCall(first.database, stranger.id, { first_seen_at: secondsAgo(3_600 + 60 + 75) });
  expect((await whenAlert(stranger.operator, 'long_wait', 'open')).details).toMatchObject({ calls: 1 });
  await stranger.admin.put('/api/settings', {
    thresholds: { ...thresholds, callsPerHour: 0, longWaitSeconds: 0 },
    events,
  });
  await whenAlert(stranger.operator, 'long_wait', 'cleared');
});

test('a campaign’s unconfirmed attempts are one alert: its count follows them, and it ends with the last of them', async () => {
  const { database } = first;
  const campaignId = await pauseCampaign(database, workspace.id, 'Encuesta');
  await endCampaigns(database, workspace.id);
  // Once without an event, and once with an event on either server.
  await insertAttempt(database, workspace.id, { campaignId, state: 'unconfirmed' });
  const one = await whenAlert(workspace.operator, 'attempt_unconfirmed', 'open');
  expect(one).toMatchObject({ subject: campaignId, details: { campaignName: 'Encuesta', count: 1 } });
  for (const { app } of [first, second]) {
    const attemptId = await insertAttempt(database, workspace.id, { campaignId, state: 'unconfirmed' });
    app.events.emit('attempt.unconfirmed', { workspaceId: workspace.id, campaignId, attemptId });
  }
  const three = await whenAlert(workspace.operator, 'attempt_unconfirmed', ({ details }) => details['count'] === 3);
  expect(three).toMatchObject({ id: one.id, raisedAt: one.raisedAt, clearedAt: null });
  await database.pool.query(`update attempts set state = 'finished' where campaign_id = $1`, [campaignId]);
  await whenAlert(workspace.operator, 'attempt_unconfirmed', 'cleared');
  expect(countOf(await listAll(), 'attempt_unconfirmed')).toBe(1);
});

test('what happens once is told once: by its event on any server, or without one by the database', async () => {
  const { database } = first;
  const campaignId = await pauseCampaign(database, workspace.id, 'Encuesta');
  await endCampaigns(database, workspace.id);
  const callId = await insertCall(database, workspace.id, { campaign_id: campaignId, status: 'ended', is_over: true });
  for (const { app } of [first, second, first]) app.events.emit('call.surplus', { workspaceId: workspace.id, callId });
  const duplicate = await whenAlert(workspace.operator, 'duplicate_call', ({ subject }) => subject === callId);
  expect(duplicate).toMatchObject({ details: { campaignId, campaignName: 'Encuesta' }, clearedAt: duplicate.raisedAt });

  // A new server finds calls whose event was lost, and reports nothing twice.
  const attemptId = await insertAttempt(database, workspace.id, {
    campaignId,
    state: 'finished',
    callId: 'call_first',
  });
  const unheard = await insertCall(database, workspace.id, {
    attempt_id: attemptId,
    campaign_id: campaignId,
    is_over: true,
  });
  const third = await startTestApp({ ...options, database: first });
  await whenAlert(workspace.operator, 'duplicate_call', ({ subject }) => subject === unheard);
  await third.stop();
  expect(countOf(await listAll(), 'duplicate_call')).toBe(2);
});

test('a reason that nobody knows is kept, counted, found and written as such, and told once, however many calls and servers', async () => {
  const end = async (id: string, reason: string): Promise<void> => {
    const times = { start_timestamp: Date.now() - 60_000, end_timestamp: Date.now(), duration_ms: 60_000 };
    const call = {
      call_id: id,
      call_type: 'phone_call',
      direction: 'outbound',
      call_status: 'ended',
      disconnection_reason: reason,
      ...times,
    };
    await first.app.features.calls.ingest.record(workspace.id, { event: 'call_ended', call, source: 'webhook' });
  };
  await end('call_new_1', 'nuevo_motivo');
  const told = await whenAlert(workspace.operator, 'unknown_reason', () => true);
  expect(told).toMatchObject({
    subject: 'nuevo_motivo',
    details: { reason: 'nuevo_motivo' },
    clearedAt: told.raisedAt,
  });
  await end('call_new_2', 'nuevo_motivo');
  await end('call_other', 'user_hangup');
  await end('call_new_3', 'otro_motivo');
  await whenAlert(workspace.operator, 'unknown_reason', ({ subject }) => subject === 'otro_motivo');
  expect(countOf(await listAll(), 'unknown_reason')).toBe(2);

  const calls = await workspace.operator.get<{ id: string; disconnectionReason: string }[]>(
    '/api/calls/all?reason=nuevo_motivo',
  );
  expect(new Map(calls.map(({ id, disconnectionReason: reason }) => [id, reason]))).toEqual(
    new Map([
      ['call_new_1', 'nuevo_motivo'],
      ['call_new_2', 'nuevo_motivo'],
    ]),
  );
  const { disconnectionReasons } = await workspace.operator.get<{ disconnectionReasons: unknown[] }>('/api/analytics');
  expect(disconnectionReasons).toContainEqual({ reason: 'nuevo_motivo', count: 2 });
  const file = await (await workspace.operator.request('GET', '/api/calls/export.csv?reason=nuevo_motivo')).text();
  expect(file.split('nuevo_motivo (desconocida)')).toHaveLength(3);
});

test('the provider’s incident holds against servers that have an older reading', async () => {
  const begin = async (): Promise<TestApp> => startTestApp({ ...options, database: first });
  first.simulator.setServiceStatus('critical');
  const informed = await begin();
  const incident = await whenAlert(workspace.operator, 'provider_incident', 'open');
  expect(incident.details).toMatchObject({ status: 'major_outage' });
  // Both other servers still believe that all is well. Reporting this alert proves that they have looked again.
  await pauseCampaign(first.database, workspace.id, 'Testigo');
  await whenAlert(workspace.operator, 'campaign_paused', 'open');
  await informed.stop();
  await endCampaigns(first.database, workspace.id);
  await whenAlert(workspace.operator, 'campaign_paused', 'cleared');
  expect(await whenAlert(workspace.operator, 'provider_incident', 'open')).toMatchObject({ id: incident.id });

  first.simulator.setServiceStatus('none');
  const relieved = await begin();
  await whenAlert(workspace.operator, 'provider_incident', 'cleared');
  await relieved.stop();
  expect(countOf(await listAll(), 'provider_incident')).toBe(1);
});

test('everybody reads for themself; the list comes in pages, newest first', async () => {
  const { alerts, total, unread } = await readAlerts(workspace.operator, '?pageSize=3');
  expect([alerts.length, unread]).toEqual([3, total]);
  const rest = await readAlerts(workspace.operator, '?pageSize=3&page=2');
  const times = [...alerts, ...rest.alerts].map(({ raisedAt }) => raisedAt);
  expect(times).toEqual(times.toSorted().toReversed());

  const newest = alerts[0]?.raisedAt ?? '';
  expect(await workspace.operator.post('/api/alerts/read', { until: rest.alerts[0]?.raisedAt })).toMatchObject({
    unread: expect.any(Number),
  });
  const half = await readAlerts(workspace.operator, '?pageSize=100');
  expect(half.unread).toBe(half.alerts.filter(({ isRead }) => !isRead).length);
  expect(half.unread).toBeGreaterThan(0);
  expect(await workspace.operator.post('/api/alerts/read', { until: newest })).toEqual({ unread: 0 });
  // The read mark never moves back, nor beyond the present.
  expect(await workspace.operator.post('/api/alerts/read', { until: '2020-01-01T00:00:00Z' })).toEqual({ unread: 0 });
  await workspace.operator.post('/api/alerts/read', { until: '2099-01-01T00:00:00Z' });
  await pauseCampaign(first.database, workspace.id, 'Nueva');
  await whenAlert(workspace.operator, 'campaign_paused', 'open');
  const { unread: unreadNow, alerts: newestTwo } = await readAlerts(workspace.operator, '?pageSize=2');
  expect([unreadNow, ...newestTwo.map(({ isRead }) => isRead)]).toEqual([1, false, true]);
  const open = await readAlerts(workspace.operator, '?open=true');
  expect(open.alerts.map(({ details }) => details['campaignName'])).toEqual(['Nueva']);
  expect(open.total).toBe(total + 1);
  expect((await readAlerts(workspace.editor)).unread).toBe(total + 1);
  expect((await readAlerts(stranger.operator)).alerts.some(({ details }) => details['campaignName'] === 'Nueva')).toBe(
    false,
  );
  await expect(first.client().get('/api/alerts')).rejects.toMatchObject({ status: 401 });
});

test('a change of alerts reaches the console of the workspace alone', async () => {
  const heard: string[] = [];
  const off = second.app.events.on('alerts.changed', ({ workspaceId }) => heard.push(workspaceId));
  const offFirst = first.app.events.on('alerts.changed', ({ workspaceId }) => heard.push(workspaceId));
  await endCampaigns(first.database, workspace.id);
  await waitFor('the event', () => heard.length > 0);
  off();
  offFirst();
  expect(new Set(heard)).toEqual(new Set([workspace.id]));
});
