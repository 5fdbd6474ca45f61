// A receiver can count outcomes from events alone: results include the analysis, campaigns end after the last result,
// and only connected calls have started.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CampaignRecipient } from '../../../contract/campaigns.ts';
import { eventWebhookBodySchema, type EventWebhook, type EventWebhookBody } from '../../../contract/event-webhooks.ts';
import { startTestApp, testKey, type TestApp, type TestWorkspace } from '../../testing/start-test-app.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../testing/webhook-receiver.ts';

let receiver: WebhookReceiver;
let app: TestApp;
let workspace: TestWorkspace;
let phoneNumber: string;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  await start(100);
});

afterAll(async () => {
  await app.stop();
  await receiver.close();
});

async function start(analysisMs: number): Promise<void> {
  app = await startTestApp({
    alertTuning: { everyMs: 3_600_000, allowedOrigins: [receiver.origin] },
    simulator: { analysisMs, accounts: [{ key: testKey, orgName: 'Prueba', concurrencyLimit: 50 }] },
  });
  workspace = await app.createWorkspace();
  const { version } = await workspace.admin.get<{ version: number }>('/api/settings');
  await workspace.admin.put('/api/settings', { version, dialing: { callsPerSecond: 200, reservedLines: 0 } });
  const numbers =
    await workspace.operator.get<{ phone_number: string; outbound_agent_id: string | null }[]>(
      '/api/retell/phone-numbers',
    );
  phoneNumber = numbers.find((number) => number.outbound_agent_id !== null)?.phone_number ?? '';
}

const events = ['call.started', 'recipient.finished', 'campaign.completed'];

/** Creates a receiver. @returns a function that lists its events. */
async function receiveAt(path: string): Promise<() => EventWebhookBody[]> {
  await workspace.admin.post('/api/event-webhooks', { url: receiver.origin + path, events });
  return () =>
    receiver.posts
      .filter((post) => post.path === path)
      .map(({ body }) => eventWebhookBodySchema.parse(JSON.parse(body)));
}

async function dial(name: string, numbers: readonly string[]): Promise<string> {
  const { id } = await workspace.editor.post<{ id: string }>('/api/campaigns', {
    name,
    successDefinition: 'Acepta',
    phoneNumber,
    sendOption: 'now',
    recipients: numbers.map((phone_number) => ({ phone_number, customer_name: 'Ana' })),
  });
  return id;
}

const resultOf = ({ pickedUp, contacted, completed, successful }: Partial<CampaignRecipient>) => ({
  pickedUp,
  contacted,
  completed,
  successful,
});

test('fifty outcomes booked from events alone are those of the campaign, and its end comes last', async () => {
  const received = await receiveAt('/cincuenta');
  const numbers = Array.from({ length: 50 }, (_, index) => `+54911455510${String(index).padStart(2, '0')}`);
  const endings = ['user_hangup', 'agent_hangup', 'dial_no_answer', 'voicemail_reached', 'dial_busy'];
  numbers.forEach((number, index) => app.simulator.forceOutcome(endings[index % endings.length], number));
  const id = await dial('Cincuenta', numbers);
  await waitFor('its end', () => received().some(({ type }) => type === 'campaign.completed'));

  const bodies = received();
  const results = bodies.filter(({ type }) => type === 'recipient.finished').map(({ data }) => data);
  expect(bodies.findLastIndex(({ type }) => type === 'recipient.finished')).toBeLessThan(
    bodies.findIndex(({ type }) => type === 'campaign.completed'),
  );
  const booked = new Map(
    results
      .toSorted((one, other) => Number(one['revision']) - Number(other['revision']))
      .map((data) => [data['phoneNumber'], resultOf(data)]),
  );
  const listed = await workspace.operator.get<CampaignRecipient[]>(`/api/campaigns/${id}/recipients?pageSize=100`);
  expect(booked).toEqual(new Map(listed.map((one) => [one.phoneNumber, resultOf(one)])));
  // Both outcomes must occur, or the comparison proves nothing.
  expect(new Set(listed.map(({ successful }) => successful))).toEqual(new Set([true, false]));
  const started = bodies.filter(({ type }) => type === 'call.started').map(({ data }) => data['toNumber']);
  expect(started.map(String).toSorted((one, other) => one.localeCompare(other))).toEqual(
    listed.filter(({ pickedUp }) => pickedUp).map((one) => one.phoneNumber),
  );
  expect(started).toHaveLength(30);
});

test('a campaign that is stopped ends after everybody whom it leaves', async () => {
  const received = await receiveAt('/detenida');
  const { id } = await workspace.editor.post<{ id: string }>('/api/campaigns', {
    name: 'Detenida',
    successDefinition: 'Acepta',
    phoneNumber,
    sendOption: 'scheduled',
    scheduledDate: '2099-12-01',
    scheduledTime: '10:00',
    recipients: [1, 2, 3].map((last) => ({ phone_number: `+549114555300${last}`, customer_name: 'Ana' })),
  });
  await workspace.editor.patch(`/api/campaigns/${id}`, { status: 'completed' });
  await waitFor('its end', () => received().some(({ type }) => type === 'campaign.completed'));
  expect(received().map(({ type, data }) => [type, data['successful']])).toEqual([
    ...[1, 2, 3].map(() => ['recipient.finished', false]),
    ['campaign.completed', undefined],
  ]);
});

test('a result without analysis goes out as not known after ten minutes, and again once it is known', async () => {
  await app.stop();
  await start(3_600_000);
  const received = await receiveAt('/sin-analisis');
  const number = '+5491145552000';
  app.simulator.forceOutcome('user_hangup', number);
  const id = await dial('Sin análisis', [number]);
  const { pool } = app.database;
  const read = async <T>(text: string): Promise<T[]> => (await pool.query(text, [id])).rows as T[];
  await waitFor('the end of the call', async () => {
    const { status } = await workspace.operator.get<{ status: string }>(`/api/campaigns/${id}`);
    return status === 'completed';
  });
  expect(
    await read(
      'select round(extract(epoch from result_due_at - now()) / 60)::int as minutes from recipients where campaign_id = $1',
    ),
  ).toEqual([{ minutes: 10 }]);
  await waitFor('the start', () => received().length > 0);
  expect(received().map(({ type }) => type)).toEqual(['call.started']);
  await pool.query('update recipients set result_due_at = now() where campaign_id = $1', [id]);
  await waitFor('the end of the campaign', () => received().length === 3);
  app.simulator.setSpeed(100_000);
  await waitFor('the result', () => received().length === 4);
  expect(received().map(({ type, data }) => [type, data['revision'], data['successful']])).toEqual([
    ['call.started', undefined, undefined],
    ['recipient.finished', 1, null],
    ['campaign.completed', undefined, undefined],
    ['recipient.finished', 2, expect.any(Boolean)],
  ]);
});

test('a token of an admin lists the receivers by host, without address or secret', async () => {
  await receiveAt('/con-secreto');
  const { token } = await workspace.admin.post<{ token: string }>('/api/tokens', { name: 'CRM', role: 'admin' });
  const answer = await fetch(`${app.url}/api/event-webhooks`, { headers: { authorization: `Bearer ${token}` } });
  const listed = (await answer.json()) as EventWebhook[];
  expect(listed.at(-1)).toMatchObject({ host: new URL(receiver.origin).host, url: null, events, state: 'active' });
  expect(JSON.stringify(listed)).not.toContain('con-secreto');
});
