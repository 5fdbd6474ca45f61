import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallDetail } from '../../../../contract/calls.ts';
import type { ConnectionCheckResult } from '../../../../contract/connection-check.ts';
import type { SimulatorFaultPlan } from '../../../../simulator/index.ts';
import { HttpFailure, type HttpClient } from '../../../testing/http-client.ts';
import { startTestApp, type TestApp, type TestWorkspace } from '../../../testing/start-test-app.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import { originNumber, phoneOf } from '../../../testing/campaign-orders.ts';
import { findCallRequestFieldSupport } from './order-field-store.ts';

const key = 'key_test_calls_00000';
let app: TestApp;
let workspace: TestWorkspace;
let from: string;

const ways = ['honoured', 'conflict', 'compared', 'freed', 'ignored'] as const;
const keyOf = (way: string): string => `key_whose_keys_are_${way}`;

beforeAll(async () => {
  const accounts = [
    { key, orgName: 'Prueba' },
    ...ways.map((orderKeys) => ({ key: keyOf(orderKeys), orgName: orderKeys, orderKeys })),
    { key: keyOf('spare'), orgName: 'Otra' },
    { key: keyOf('unknown'), orgName: 'Anterior', unknownFields: ['idempotency_key'] },
  ];
  app = await startTestApp({ simulator: { accounts, outcomes: { user_hangup: 1 } } });
  workspace = await app.createWorkspace(key);
  from = await originNumber(workspace);
});
afterAll(() => app.stop());

/** Signs in a new editor, because everybody has a limit of their own. */
const somebody = () => app.signIn('editor', workspace.id);
const place = (who: HttpClient, order: object = {}) =>
  who.post<{ callId: string }>('/api/campaigns/test-call', { phoneNumber: from, toNumber: phoneOf(1), ...order });

async function failure(asking: Promise<unknown>): Promise<{ status: number; code: string; message: string }> {
  const error: unknown = await asking.catch((reason: unknown) => reason);
  if (!(error instanceof HttpFailure)) throw new Error('it was expected to fail');
  const { code, message } = error.body as { code: string; message: string };
  return { status: error.status, code, message };
}

const placedTo = (toNumber: string): number =>
  app.simulator.placedCalls(key).filter((call) => call.to_number === toNumber).length;

async function count(sql: string, values: unknown[] = []): Promise<number> {
  const { rows } = await app.database.pool.query<{ n: number }>(`select count(*)::int as n from ${sql}`, values);
  return rows[0]?.n ?? -1;
}

test('a test call is placed as the campaign would place it, belongs to none, and stands in the history', async () => {
  const variables = {
    Cliente: 'Ana Ñandú',
    saldo: '10,50',
    'Phone Number': '+5491100000000',
    phone_number: '+5491100000001',
  };
  const { callId } = await place(workspace.editor, { successDefinition: 'Promete una fecha', variables });
  const call = app.simulator.call(key, callId);
  expect(call).toMatchObject({
    from_number: from,
    to_number: phoneOf(1),
    metadata: { vocero_test_call: 'true' },
    retell_llm_dynamic_variables: {
      customer_name: 'Ana Ñandú',
      saldo: '10,50',
      phone_number: phoneOf(1),
      success_definition: 'Promete una fecha',
    },
  });
  expect(call?.metadata).not.toHaveProperty('vocero_campaign_id');
  const shown = await waitFor('its end', async () => {
    const detail = await workspace.operator.get<CallDetail>(`/api/calls/${callId}`);
    return detail.callStatus !== 'in_progress' && detail;
  });
  expect(shown).toMatchObject({
    campaignId: null,
    direction: 'outbound',
    customerName: 'Ana Ñandú',
    toNumber: phoneOf(1),
  });
  expect(await count(`attempts`)).toBe(0);
  const [entry] = await workspace.admin.get<{ action: string; target: string; details: unknown }[]>(
    '/api/audit-log?topic=campaign',
  );
  expect(entry).toMatchObject({ action: 'campaign.test_call', target: phoneOf(1), details: { origin: from } });
});

test('the definition of success is the call’s own, beside the agent’s other items; without one the agent’s list stands', async () => {
  const who = await somebody();
  const analysed = async (order: object) => {
    const { callId } = await place(who, { toNumber: phoneOf(2), ...order });
    return waitFor('its analysis', async () => {
      const { callAnalysis } = await workspace.operator.get<CallDetail>(`/api/calls/${callId}`);
      return callAnalysis;
    });
  };
  const defined = await analysed({ successDefinition: 'Elige un color' });
  const undefinedOne = await analysed({});
  expect(defined['call_summary']).toContain('Objetivo: Elige un color.');
  expect(undefinedOne['call_summary']).not.toContain('Elige un color');
  expect(Object.keys(defined['custom_analysis_data'] as object)).not.toEqual([]);
});

test('an answer that is lost is told as such, and nobody is called again', async () => {
  const who = await somebody();
  app.simulator.setFaults({ createPhoneCall: { answerLost: { next: 1 } } });
  const lost = await failure(place(who, { toNumber: phoneOf(10) }));
  expect(lost).toMatchObject({
    status: 502,
    code: 'provider_unavailable',
    message: expect.stringContaining('Puede que tu teléfono suene igual') as string,
  });
  expect(placedTo(phoneOf(10))).toBe(1);
  // The telephone rang, so the history shows the call once a webhook reports it.
  await waitFor(
    'the call by its webhook',
    async () => (await count(`calls where to_number = $1`, [phoneOf(10)])) === 1,
  );
  expect(placedTo(phoneOf(10))).toBe(1);
  app.simulator.setFaults({});
});

test('a refusal comes in the provider’s words', async () => {
  const who = await somebody();
  app.simulator.setFaults({ createPhoneCall: { tooManyRequests: { next: 1 } } });
  expect(await failure(place(who, { toNumber: phoneOf(11) }))).toMatchObject({
    status: 429,
    code: 'too_many_requests',
    message: expect.stringMatching(/^Retell rechazó la llamada de prueba: «.+»$/) as string,
  });
  app.simulator.setFaults({});
  expect(placedTo(phoneOf(11))).toBe(0);
  // The next test call may be ordered.
  await place(who, { toNumber: phoneOf(11) });
});

test('nobody on the do-not-call list is rung, nor by a number or an agent that the account does not have', async () => {
  const who = await somebody();
  await workspace.editor.post('/api/do-not-call', { phoneNumber: '+54 9 11 4000-0020' });
  expect(await failure(place(who, { toNumber: phoneOf(20) }))).toMatchObject({
    status: 400,
    message: expect.stringContaining('No Llamar') as string,
  });
  expect(await failure(place(who, { phoneNumber: '+5491100000000', toNumber: phoneOf(21) }))).toMatchObject({
    status: 400,
  });
  expect(await failure(place(who, { agentId: 'agent_none', toNumber: phoneOf(21) }))).toMatchObject({ status: 400 });
  expect(await failure(place(who, { toNumber: '1140000021' }))).toMatchObject({ status: 400 });
  expect(await failure(place(workspace.operator, { toNumber: phoneOf(21) }))).toMatchObject({
    status: 403,
    code: 'forbidden',
  });
  expect([placedTo(phoneOf(20)), placedTo(phoneOf(21))]).toEqual([0, 0]);
});

test('a person places five in ten minutes, one after another, and the next person is as free', async () => {
  const who = await somebody();
  const { callId } = await place(who, { toNumber: phoneOf(30) });
  expect(callId).not.toBe('');
  const own = `test_calls where user_id = (select user_id from test_calls order by ordered_at desc limit 1)`;
  const { rows } = await app.database.pool.query<{ user_id: string }>(`select user_id from ${own}`);
  const userId = rows[0]?.user_id;
  const add = (orderedAt: string, answeredAt: string | null, times = 1) =>
    app.database.pool.query(
      `insert into test_calls (workspace_id, id, user_id, ordered_at, answered_at)
        select $1, gen_random_uuid(), $2, now() - $3::interval, now() - $4::interval from generate_series(1, $5::int)`,
      [workspace.id, userId, orderedAt, answeredAt, times],
    );
  await add('1 second', null);
  expect(await failure(place(who, { toNumber: phoneOf(31) }))).toMatchObject({
    status: 429,
    message: expect.stringContaining('Ya se está haciendo') as string,
  });
  // An order of a server that died prevents no other one, but counts.
  await app.database.pool.query(
    `update test_calls set ordered_at = now() - interval '2 minutes' where user_id = $1 and answered_at is null`,
    [userId],
  );
  await add('7 minutes 30 seconds', '7 minutes', 3);
  expect(await failure(place(who, { toNumber: phoneOf(31) }))).toEqual({
    status: 429,
    code: 'too_many_requests',
    message: 'Puedes hacer 5 llamadas de prueba cada 10 min. Espera 3 min.',
  });
  expect(placedTo(phoneOf(31))).toBe(0);
  await place(await somebody(), { toNumber: phoneOf(31) });
  await app.database.pool.query(
    `update test_calls set ordered_at = ordered_at - interval '3 minutes' where user_id = $1`,
    [userId],
  );
  await place(who, { toNumber: phoneOf(31) });
  expect(placedTo(phoneOf(31))).toBe(2);
});

const whatKeysDo = async ({ id }: TestWorkspace) => (await findCallRequestFieldSupport(app.database.db, id)).keys;
const callFrom = async (workspaceOf: TestWorkspace) =>
  workspaceOf.editor.post<{ callId: string }>('/api/campaigns/test-call', {
    phoneNumber: await originNumber(workspaceOf),
    toNumber: phoneOf(1),
  });

test.each(ways)('shows whether the account honours keys, which are %s, by one call where it does', async (way) => {
  const it = await app.createWorkspace(keyOf(way));
  expect(await whatKeysDo(it)).toBe('untried');
  // The first order is under way when the second comes.
  app.simulator.setFaults({ createPhoneCall: { acceptLate: { next: 1, delayMs: 200 } }, listLagMs: 700 });
  const { callId } = await callFrom(it);
  app.simulator.setFaults({});
  const calls = app.simulator.placedCalls(keyOf(way));
  expect(calls).toHaveLength(way === 'ignored' ? 2 : 1);
  expect(calls.map(({ call_id: id }) => id)).toContain(callId);
  expect(await whatKeysDo(it)).toBe(way === 'ignored' ? 'ignored' : 'honoured');
  if (way === 'ignored') {
    const other = calls.find(({ call_id: id }) => id !== callId)?.call_id ?? '';
    await waitFor(
      'the second to be hung up or over',
      () => app.simulator.call(keyOf(way), other)?.end_timestamp != null,
    );
  }
  const rows = (await it.admin.post<{ rows: ConnectionCheckResult[] }>(`/api/workspaces/${it.id}/check-connection`))
    .rows;
  expect(rows.find(({ check }) => check === 'order_keys')?.verdict).toBe(way === 'ignored' ? 'differs' : 'holds');
  // The answer about keys is known now.
  await callFrom(it);
  expect(app.simulator.placedCalls(keyOf(way))).toHaveLength(calls.length + 1);
});

test('what it showed holds for 90 days and for that API key', async () => {
  const it = await app.createWorkspace(keyOf('spare'));
  await app.database.pool.query(
    `update workspaces set order_keys_honoured = true, order_keys_tried_at = now() - interval '89 days' where id = $1`,
    [it.id],
  );
  expect(await whatKeysDo(it)).toBe('honoured');
  await app.database.pool.query(
    `update workspaces set order_keys_tried_at = now() - interval '91 days' where id = $1`,
    [it.id],
  );
  expect(await whatKeysDo(it)).toBe('untried');
});

test.each<[string, NonNullable<SimulatorFaultPlan['createPhoneCall']>]>([
  ['an answer was lost', { answerLost: { next: 1 } }],
  ['the provider was busy', { tooManyRequests: { next: 1 } }],
  ['an order failed', { serverErrorAfter: { next: 1 } }],
])('shows nothing of keys where %s', async (_, createPhoneCall) => {
  app.simulator.setFaults({ createPhoneCall });
  // Nothing is known of keys before.
  await app.database.pool.query(
    'update workspaces set order_keys_honoured = null, order_keys_tried_at = null where id = $1',
    [workspace.id],
  );
  await place(await somebody()).catch(() => undefined);
  app.simulator.setFaults({});
  expect(await whatKeysDo(workspace)).toBe('untried');
});

test('an API that does not know keys gets no more of them', async () => {
  const it = await app.createWorkspace(keyOf('unknown'));
  await expect(callFrom(it)).rejects.toMatchObject({ status: 400 });
  expect(await whatKeysDo(it)).toBe('refused');
  await callFrom(it);
  expect(app.simulator.placedCalls(keyOf('unknown'))).toHaveLength(1);
});
