// Checks before dialling over HTTP: a workspace's own system is asked right before each call. Without its clear yes the
// provider never hears of the person.
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Campaign, CampaignLogEntry, CampaignRecipient } from '../../../../contract/campaigns.ts';
import type { ConfiguredDialCheck, OutgoingDialCheckRequest } from '../../../../contract/dial-checks.ts';
import { buildOrder, phoneOf } from '../../../testing/campaign-orders.ts';
import { startTestApp, type TestApp, type TestWorkspace } from '../../../testing/start-test-app.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import { parseDialCheckResponse } from './dial-check.ts';

const key = 'key_checks_0123456789abcdef';

interface Asked extends OutgoingDialCheckRequest {
  readonly body: string;
  readonly headers: http.IncomingHttpHeaders;
}

type Answer = (response: http.ServerResponse) => void;
const json =
  (value: unknown, status = 200): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

const asked: Asked[] = [];
/** Answers by number; yes for other numbers. */
const answers = new Map<string, Answer>();
let system: http.Server;
let origin: string;
let app: TestApp;
let workspace: TestWorkspace;
let from: string;
let check: { readonly id: string; readonly secret: string };

async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const body = await text(request);
  const told = JSON.parse(body) as OutgoingDialCheckRequest;
  asked.push({ ...told, body, headers: request.headers });
  (answers.get(told.phoneNumber) ?? json({ call: true }))(response);
}

beforeAll(async () => {
  system = http.createServer((request, response) => void answer(request, response));
  system.listen(0, '127.0.0.1');
  await once(system, 'listening');
  origin = `http://127.0.0.1:${(system.address() as AddressInfo).port}`;
  app = await startTestApp({
    alertTuning: { everyMs: 3_600_000, allowedOrigins: [origin] },
    simulator: { accounts: [{ key, orgName: 'Prueba', concurrencyLimit: 20 }], outcomes: { user_hangup: 1 } },
  });
  workspace = await app.createWorkspace(key);
  const numbers =
    await workspace.operator.get<{ phone_number: string; outbound_agent_id: string | null }[]>(
      '/api/retell/phone-numbers',
    );
  from = numbers.find((number) => number.outbound_agent_id !== null)?.phone_number ?? '';
  check = await workspace.admin.post('/api/dial-checks', { name: 'CRM', url: `${origin}/secreto` });
});

afterAll(async () => {
  await app.stop();
  system.closeAllConnections();
  system.close();
});

const row = (index: number) => ({ phone_number: phoneOf(index), customer_name: `Cliente ${index}`, saldo: '100' });
const create = (...indexes: number[]): Promise<Campaign> =>
  workspace.editor.post<Campaign>('/api/campaigns', {
    ...buildOrder(from, { recipients: indexes.map(row) }),
    checkId: check.id,
  });
const campaignOf = (id: string) => workspace.editor.get<Campaign>(`/api/campaigns/${id}`);
const recipientsOf = async (id: string) =>
  new Map(
    (await workspace.editor.get<CampaignRecipient[]>(`/api/campaigns/${id}/recipients`)).map((each) => [
      each.phoneNumber,
      each,
    ]),
  );
const logOf = (id: string) => workspace.editor.get<CampaignLogEntry[]>(`/api/campaigns/${id}/log`);
const placedTo = (index: number) =>
  app.simulator.placedCalls(key).filter(({ to_number }) => to_number === phoneOf(index));
const refusalOf = async (method: string, path: string, body?: object): Promise<unknown[]> => {
  const refused = await workspace.admin.request(method, path, { body });
  return [refused.status, ((await refused.json()) as { message: string }).message];
};

test('who may be called is called once, with what the answer adds; who may not is not, and it says why', async () => {
  answers.set(phoneOf(1), json({ call: true, variables: { saldo: '0', cuotas: 3, success_definition: 'otra' } }));
  answers.set(phoneOf(2), json({ call: false, reason: 'Pagó hace un minuto' }));
  const { id, checkId } = await create(1, 2);
  expect(checkId).toBe(check.id);
  await waitFor('its end', async () => (await campaignOf(id)).status === 'completed');
  expect(placedTo(2)).toEqual([]);
  const [placed, ...more] = placedTo(1);
  expect(more).toEqual([]);
  const call = (await (
    await fetch(`${app.simulator.url}/v2/get-call/${placed?.call_id}`, { headers: { authorization: `Bearer ${key}` } })
  ).json()) as { retell_llm_dynamic_variables: Record<string, string> };
  expect(call.retell_llm_dynamic_variables).toMatchObject({
    saldo: '0',
    cuotas: '3',
    customer_name: 'Cliente 1',
    success_definition: 'El cliente promete una fecha de pago',
  });
  const recipients = await recipientsOf(id);
  expect(recipients.get(phoneOf(2))).toMatchObject({ state: 'undelivered', lastReason: 'Pagó hace un minuto' });
  expect(recipients.get(phoneOf(2))?.attempts).toMatchObject([{ state: 'refused', error: 'Pagó hace un minuto' }]);
  expect(await campaignOf(id)).toMatchObject({ sentCount: 1, undeliveredCount: 1, pendingCount: 0 });
  expect((await logOf(id)).find(({ kind }) => kind === 'check_declined')?.details).toEqual({ count: 1 });

  const question = asked.find(({ phoneNumber }) => phoneNumber === phoneOf(2));
  expect(question).toMatchObject({ workspaceId: workspace.id, campaignId: id, variables: { saldo: '100' } });
  const signed = question?.headers as Record<string, string>;
  expect(new Webhook(check.secret).verify(question?.body ?? '', signed)).toMatchObject({ phoneNumber: phoneOf(2) });
  expect(question?.headers['webhook-id']).toBe(recipients.get(phoneOf(2))?.attempts[0]?.id);
});

test('without a clear answer nobody is called: they are put off, the log says so, and they are asked about again', async () => {
  const silent = (): void => undefined;
  const unclear: readonly (readonly [number, Answer])[] = [
    [11, silent],
    [12, json({ call: true }, 500)],
    [13, json({ call: 'yes' })],
    [14, (response) => response.writeHead(302, { location: '/' }).end()],
    [15, (response) => response.destroy()],
    [16, json({ call: true, variables: { saldo: 'x'.repeat(70_000) } })],
    // Whole JSON before too much text, JSON cut after a whole object, a repeated key, and a late answer.
    [17, (response) => response.end(`{"call":true}${' '.repeat(70_000)}`)],
    [
      18,
      (response) => {
        response.writeHead(200, { 'content-length': '20' }).write('{"call":true}');
        setTimeout(() => response.destroy(), 50);
      },
    ],
    [19, (response) => response.end('{"call":false,"call":true}')],
    [20, (response) => void response.writeHead(200).write('{"call":true}')],
  ];
  for (const [index, given] of unclear) answers.set(phoneOf(index), given);
  const { id } = await create(10, ...unclear.map(([index]) => index));
  await waitFor('all put off', async () => (await campaignOf(id)).waitingReason === 'retry_delay');
  expect(unclear.flatMap(([index]) => placedTo(index))).toEqual([]);
  expect(placedTo(10)).toHaveLength(1);
  const recipients = await recipientsOf(id);
  for (const [index] of unclear) {
    const { state, nextAttemptAt } = recipients.get(phoneOf(index)) ?? {};
    expect(state).toBe('pending');
    const inMs = Date.parse(nextAttemptAt ?? '') - Date.now();
    expect(inMs).toBeGreaterThan(4 * 60_000);
    expect(inMs).toBeLessThan(6 * 60_000);
  }
  const told = (await logOf(id)).filter(({ kind }) => kind === 'check_failed');
  expect(told.reduce((sum, { details }) => sum + Number(details['count']), 0)).toBe(unclear.length);

  answers.clear();
  await app.database.pool.query(
    `update recipients set next_attempt_at = now() where campaign_id = $1 and state = 'pending'`,
    [id],
  );
  await app.database.pool.query('update campaigns set waiting_reason = null, waiting_until = null where id = $1', [id]);
  app.app.events.emit('dispatch.due', { workspaceId: workspace.id });
  await waitFor('its end', async () => (await campaignOf(id)).status === 'completed');
  for (const [index] of unclear) expect(placedTo(index)).toHaveLength(1);
  expect(await campaignOf(id)).toMatchObject({ sentCount: unclear.length + 1, undeliveredCount: 0 });
});

test('a campaign that is stopped while its system thinks calls nobody, whatever is answered then', async () => {
  let say: (() => void) | undefined;
  answers.set(phoneOf(21), (response) => {
    say = () => json({ call: true })(response);
  });
  const { id } = await create(21);
  await waitFor('the question', () => say !== undefined);
  const stopping = workspace.editor.patch(`/api/campaigns/${id}`, { status: 'completed' });
  await waitFor('the stop', async () => (await campaignOf(id)).status === 'completed');
  say?.();
  await stopping;
  await waitFor('what became of it', async () => (await campaignOf(id)).dialingCount === 0);
  expect(placedTo(21)).toEqual([]);
  expect(await campaignOf(id)).toMatchObject({ sentCount: 0, undeliveredCount: 1 });
});

test('whoever is listed, or whose hours end, while a system thinks is not called, whatever it answers then', async () => {
  const says = new Map<number, () => void>();
  for (const index of [31, 32, 33])
    answers.set(phoneOf(index), (response) => void says.set(index, () => json({ call: true })(response)));
  const { id } = await create(31, 32);
  await waitFor('both questions', () => says.size === 2);
  await workspace.editor.post('/api/do-not-call', { phoneNumber: phoneOf(31) });
  says.get(31)?.();
  await waitFor('the skip', async () => (await campaignOf(id)).skippedCount === 1);
  const listed = (await recipientsOf(id)).get(phoneOf(31));
  expect(listed).toMatchObject({ state: 'skipped', lastReason: 'No llamar' });
  expect((await logOf(id)).find(({ kind }) => kind === 'skipped')?.details).toEqual({ count: 1 });

  const { callingWindow } = await workspace.admin.get<{ callingWindow: object }>('/api/settings');
  await workspace.admin.put('/api/settings', { callingWindow: { ...callingWindow, enabled: true, days: [] } });
  says.get(32)?.();
  await waitFor('the wait', async () => (await campaignOf(id)).waitingReason === 'calling_window');
  // The campaign waits as soon as its hours are over, perhaps before the answer is handled.
  const givenBack = await waitFor('the attempt to be given back', async () => {
    const recipient = (await recipientsOf(id)).get(phoneOf(32));
    return recipient?.state === 'pending' && recipient;
  });
  expect(givenBack).toMatchObject({ lastReason: null });
  expect([...placedTo(31), ...placedTo(32)]).toEqual([]);
  // The attempt that was given back does not count: the person is called as soon as hours allow it.
  answers.delete(phoneOf(32));
  await workspace.admin.put('/api/settings', { callingWindow });
  await waitFor('the call', () => placedTo(32).length === 1);
  await waitFor('its end', async () => (await campaignOf(id)).status === 'completed');
});

test('admins allow addresses, editors see their names and hosts, and one that is asked is not removed', async () => {
  expect(await refusalOf('POST', '/api/dial-checks', { name: 'x', url: 'http://ejemplo.com/' })).toEqual([
    400,
    'La dirección del webhook debe comenzar con https://.',
  ]);
  expect(await workspace.editor.get<ConfiguredDialCheck[]>('/api/dial-checks')).toEqual([
    { id: check.id, name: 'CRM', host: new URL(origin).host, createdAt: expect.any(String) as string },
  ]);
  answers.set(phoneOf(31), json({}, 503));
  const { id } = await create(31);
  expect(await refusalOf('DELETE', `/api/dial-checks/${check.id}`)).toEqual([
    409,
    'Una campaña que no terminó usa esta consulta: detenla antes.',
  ]);
  await workspace.editor.patch(`/api/campaigns/${id}`, { status: 'completed' });
  expect((await workspace.admin.request('DELETE', `/api/dial-checks/${check.id}`)).status).toBe(200);
  const gone = await workspace.editor.request('POST', '/api/campaigns', {
    body: { ...buildOrder(from, { recipients: [row(32)] }), checkId: check.id },
  });
  expect([gone.status, ((await gone.json()) as { message: string }).message]).toEqual([
    400,
    'Esa consulta ya no existe. Elige otra.',
  ]);
  const made = Array.from({ length: 10 }, (_, index) =>
    workspace.admin.post('/api/dial-checks', { name: `Consulta ${index}`, url: `${origin}/${index}` }),
  );
  await Promise.all(made);
  expect(await refusalOf('POST', '/api/dial-checks', { name: 'x', url: `${origin}/x` })).toEqual([
    409,
    'Hay un máximo de 10 consultas.',
  ]);
  const log = await workspace.admin.get<{ action: string; target: string }[]>('/api/audit-log?pageSize=50');
  expect(log.find(({ action }) => action === 'dial_check.deleted')?.target).toBe('CRM');
});

test('what is no clear yes is none', () => {
  for (const unclear of [
    '',
    'true',
    '{}',
    '{"call":1}',
    '{"call":null}',
    '[]',
    '{"call":true',
    '{"call":true,"variables":{"":"x"}}',
    '{"call":false,"call":true}',
    String.raw`{"call":false,"c\u0061ll":true}`,
    '{"call":true,"variables":{"a":"1","a":"2"}}',
    `{"call":true,"x":${'['.repeat(60_000)}${']'.repeat(60_000)}}`,
  ])
    expect(parseDialCheckResponse(unclear).kind, unclear).toBe('failed');
  // Equal keys of two objects, and texts that look like keys, are no repetition.
  expect(
    parseDialCheckResponse(String.raw`{"call":true,"variables":{"a":"\"call\":true","b":":"},"x":[{"a":1},{"a":1}]}`),
  ).toEqual({
    kind: 'call',
    variables: { a: '"call":true', b: ':' },
  });
  expect(parseDialCheckResponse('{"call":false}')).toEqual({
    kind: 'declined',
    reason: 'La consulta indicó no llamar',
  });
  expect(parseDialCheckResponse('{"call":true,"reason":null,"variables":null}')).toEqual({
    kind: 'call',
    variables: {},
  });
});
