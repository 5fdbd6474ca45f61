// Orders without an answer, of accounts that are proven to place no second call for a repeated key. Webhooks are lost,
// the list shows nothing and the settle time is longer than any test, so only a repetition shows the outcome.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Campaign } from '../../../../contract/campaigns.ts';
import { ProviderError, type OutboundCallOrder, type PlaceCallOutcome } from '../../../platform/provider/provider.ts';
import { serializeProviderPhoneCallRequest } from '../../../platform/provider/provider-requests.ts';
import {
  buildOrder,
  originNumber,
  readCampaign,
  rowsOf,
  setPace,
  whenStatus,
} from '../../../testing/campaign-orders.ts';
import { startTestApp, type TestApp, type TestWorkspace } from '../../../testing/start-test-app.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import { acceptCall, portOf, startOwnDispatcher, type OwnDispatcher } from '../testing/own-dispatcher.ts';
import { permitCallOrderRepetitionIfAllowed } from './last-judgement-query.ts';
import { findCallRequestFieldSupport } from './order-field-store.ts';

const ways = ['honoured', 'conflict', 'compared', 'freed', 'ignored'] as const;
const keyOf = (way: string): string => `key_whose_keys_are_${way}`;

let app: TestApp;
/** An app without dispatchers but those of the tests. */
let quiet: TestApp;
let workspace: TestWorkspace;
let own: OwnDispatcher | undefined;
let nextNumber = 700_000;
/** Workspace of each way of treating keys; a retried test goes on with its own. */
const workspaces = new Map<string, TestWorkspace>();

beforeAll(async () => {
  const config = { dialSettleSeconds: 600, reconcileSeconds: 3_600 };
  const accounts = ways.map((orderKeys) => ({
    key: keyOf(orderKeys),
    orgName: orderKeys,
    concurrencyLimit: 200,
    orderKeys,
  }));
  app = await startTestApp({ config, simulator: { accounts } });
  quiet = await startTestApp({ background: false });
  workspace = await quiet.createWorkspace();
});
afterEach(async () => {
  await own?.stop();
  own = undefined;
});
afterAll(async () => {
  await app.stop();
  await quiet.stop();
});

async function prove(on: TestApp, workspaceId: string, areHonoured = true): Promise<void> {
  await on.database.pool.query(
    `update workspaces set order_keys_honoured = $2, order_keys_tried_at = clock_timestamp() where id = $1`,
    [workspaceId, areHonoured],
  );
}

test.each([
  ['honoured', { answerLost: { probability: 0.6 } }],
  ['conflict', { acceptLate: { probability: 0.3, delayMs: 700 }, answerLost: { probability: 0.3 } }],
  ['compared', { answerLost: { probability: 0.6 } }],
  ['freed', { answerLost: { probability: 0.6 } }],
] as const)(
  'where keys are %s, lost answers are known before the settle time, and nobody is dialled twice',
  // On a busy machine, the time in which an order may be repeated can end first. The order then waits for the settle time.
  { retry: 1 },
  async (way, faults) => {
    const it = workspaces.get(way) ?? (await app.createWorkspace(keyOf(way)));
    workspaces.set(way, it);
    await prove(app, it.id);
    await setPace(it);
    app.simulator.setFaults({ createPhoneCall: faults, listLagMs: 3_600_000, webhooks: { lost: { probability: 1 } } });
    const recipients = rowsOf(20, (nextNumber += 20));
    const { id } = await it.editor.post<Campaign>('/api/campaigns', buildOrder(await originNumber(it), { recipients }));
    await waitFor('all to be sent', async () => (await readCampaign(it, id)).sentCount === 20);
    const placed = app.simulator.placedCalls(keyOf(way)).map(({ to_number: to }) => to);
    const wanted = recipients.map((row) => row['phone_number'] ?? '');
    expect(placed.filter((number) => wanted.includes(number)).toSorted()).toEqual(wanted.toSorted());
    const { rows } = await app.database.pool.query<{ repeated: number; kept: number }>(
      `select sum(repeats)::int as repeated, count(sealed_order)::int as kept from attempts where campaign_id = $1`,
      [id],
    );
    expect(rows[0]).toMatchObject({ kept: 0 });
    expect(rows[0]?.repeated).toBeGreaterThan(0);
  },
);

const unanswered: PlaceCallOutcome = { kind: 'unknown', message: 'socket hang up', status: null };

interface Repeated {
  readonly campaignId: string;
  readonly orders: readonly OutboundCallOrder[];
  readonly bodies: readonly string[];
  /** Requests about the order's attempt, in sequence. */
  readonly steps: readonly string[];
  /** Reads the order's only attempt. */
  attempt(): Promise<{ state: string; repeats: number; isKept: boolean; answered_5xx: boolean; send_by: Date }>;
}

/** Launches a campaign to one person whose order gets no answer. `before` runs before that is known. */
async function order(
  answers: readonly PlaceCallOutcome[],
  {
    first = unanswered,
    before = async () => undefined,
    lookUp = async () => undefined,
    areHonoured = true,
  }: {
    first?: PlaceCallOutcome;
    before?: (campaignId: string, toNumber: string) => Promise<unknown>;
    lookUp?: () => Promise<unknown>;
    areHonoured?: boolean;
  } = {},
): Promise<Repeated> {
  await prove(quiet, workspace.id, areHonoured);
  const recipients = rowsOf(1, (nextNumber += 1));
  const from = await originNumber(workspace);
  const { id: campaignId } = await workspace.editor.post<Campaign>('/api/campaigns', buildOrder(from, { recipients }));
  const orders: OutboundCallOrder[] = [];
  const bodies: string[] = [];
  const steps: string[] = [];
  own = await startOwnDispatcher(quiet, () =>
    portOf(
      async (given) => {
        orders.push(given);
        await before(campaignId, given.toNumber);
        return first;
      },
      {
        async listCalls({ attemptId }) {
          if (attemptId === orders[0]?.attemptId) steps.push('look-up');
          await lookUp();
          return { calls: [], nextKey: null };
        },
        async repeatCall(body) {
          bodies.push(body);
          steps.push('repetition');
          const [given] = orders;
          if (!given) throw new Error('nothing was ordered');
          return answers[bodies.length - 1] ?? acceptCall(given);
        },
      },
    ),
  );
  return {
    campaignId,
    orders,
    bodies,
    steps,
    async attempt() {
      const { rows } = await quiet.database.pool.query(
        `select state, repeats, sealed_order is not null as "isKept", answered_5xx, send_by from attempts where campaign_id = $1`,
        [campaignId],
      );
      return rows[0] as Awaited<ReturnType<Repeated['attempt']>>;
    },
  };
}

const whenEnded = (it: Repeated) =>
  waitFor('its repeating to end', async () => {
    const attempt = await it.attempt();
    return attempt?.state === 'unknown' && !attempt.isKept && attempt;
  });
const stop = (it: Repeated) => workspace.editor.patch(`/api/campaigns/${it.campaignId}`, { status: 'completed' });

test('an order that never arrived is dialled by its repetition, to the byte and with the attempt as its key', async () => {
  const refusals: PlaceCallOutcome[] = [
    unanswered,
    { kind: 'unknown', message: 'in progress', status: 409 },
    { kind: 'refused', retry: 'never', status: 422, message: 'another body' },
    { kind: 'refused', retry: 'later', status: 429, message: 'slow down' },
    { kind: 'refused', retry: 'account', status: 403, message: 'no' },
  ];
  const it = await order(refusals);
  await whenStatus(workspace, it.campaignId, 'sent');
  const [first] = it.orders;
  expect(it.orders).toHaveLength(1);
  expect(new Set(it.bodies)).toEqual(new Set([first && serializeProviderPhoneCallRequest(first)]));
  expect(it.bodies).toHaveLength(refusals.length + 1);
  expect(JSON.parse(it.bodies[0] ?? '')).toMatchObject({
    idempotency_key: first?.attemptId,
    metadata: { vocero_attempt_id: first?.attemptId },
  });
  expect(await it.attempt()).toMatchObject({ state: 'accepted', repeats: refusals.length + 1, isKept: false });
});

test('a body is kept sealed until the outcome is known, and each repetition has its own send-by time', async () => {
  const it = await order([unanswered, unanswered]);
  const [first] = await waitFor('the order', () => it.orders.length > 0 && it.orders);
  const { rows } = await quiet.database.pool.query<{ sealed_order: string; send_by: Date }>(
    'select sealed_order, send_by from attempts where campaign_id = $1',
    [it.campaignId],
  );
  expect(rows[0]?.sealed_order).toMatch(/^v1\.[\w-]+$/);
  await whenStatus(workspace, it.campaignId, 'sent');
  const attempt = await it.attempt();
  expect(attempt.send_by.getTime()).toBeGreaterThan(rows[0]?.send_by.getTime() ?? 0);
  expect(attempt.isKept).toBe(false);
  expect(first?.toNumber).toMatch(/^\+54911/);
});

const update = (sql: string) => (campaignId: string) => quiet.database.pool.query(sql, [campaignId]);
const settings = async (change: object): Promise<void> => {
  const { version } = await workspace.admin.get<{ version: number }>('/api/settings');
  await workspace.admin.put('/api/settings', { version, ...change });
};
const shut = {
  enabled: true,
  days: [new Date(Date.now() + 2 * 86_400_000).getUTCDay() || 7],
  from: '03:00',
  to: '03:05',
  holidays: [],
};
const open = { enabled: false, days: [1, 2, 3, 4, 5, 6, 7], from: '09:00', to: '20:00', holidays: [] };
const doors: readonly [string, (campaignId: string, toNumber: string) => Promise<unknown>][] = [
  ['the person is listed', (_, toNumber) => workspace.editor.post('/api/do-not-call', { phoneNumber: toNumber })],
  ['the campaign is paused', (id) => workspace.editor.patch(`/api/campaigns/${id}`, { status: 'paused' })],
  ['the campaign is stopped', (id) => workspace.editor.patch(`/api/campaigns/${id}`, { status: 'completed' })],
  ['the hours end', () => settings({ callingWindow: shut })],
  [
    'the API key is another',
    () => update(`update workspaces set api_key_replaced_at = clock_timestamp() where id = $1`)(workspace.id),
  ],
  [
    'the proof is older than 90 days',
    () => update(`update workspaces set order_keys_tried_at = now() - interval '91 days' where id = $1`)(workspace.id),
  ],
  [
    'the API refuses keys',
    () => update(`update workspaces set refused_order_fields = '{idempotency_key}' where id = $1`)(workspace.id),
  ],
  [
    'ten minutes are over',
    update(`update attempts set created_at = created_at - interval '615 seconds' where campaign_id = $1`),
  ],
  [
    'a check’s answer is a minute old',
    async (id) => {
      await quiet.database.pool.query(
        `with made as (
          insert into dial_checks (workspace_id, id, name, url, secret_encrypted) values ($2, gen_random_uuid(), $1::text, 'https://pagos.ejemplo', 'x') returning id)
         update campaigns set check_id = (select id from made) where id = $1::uuid`,
        [id, workspace.id],
      );
      await update(`update attempts set created_at = created_at - interval '61 seconds' where campaign_id = $1`)(id);
    },
  ],
];

test.each(doors)('nothing is repeated once %s, nor ever after', async (_, close) => {
  const it = await order([], { before: close });
  await whenEnded(it);
  // The calling window opens again.
  await settings({ callingWindow: open });
  await quiet.database.pool.query(
    `update workspaces set api_key_replaced_at = null, refused_order_fields = '{}' where id = $1`,
    [workspace.id],
  );
  await prove(quiet, workspace.id);
  const campaign = await readCampaign(workspace, it.campaignId);
  if (campaign.status === 'paused')
    await workspace.editor.patch(`/api/campaigns/${it.campaignId}`, { status: 'in_progress' });
  await quiet.database.pool.query('delete from do_not_call where workspace_id = $1', [workspace.id]);
  await quiet.database.pool.query(
    `update attempts set send_by = send_by - interval '20 seconds', next_lookup_at = null where campaign_id = $1`,
    [it.campaignId],
  );
  await waitFor('a look-up after it', async () => {
    const { rows } = await quiet.database.pool.query<{ lookups: number }>(
      'select lookups from attempts where campaign_id = $1',
      [it.campaignId],
    );
    return (rows[0]?.lookups ?? 0) > 0;
  });
  expect(it.bodies).toEqual([]);
  if (campaign.status !== 'completed') await stop(it);
});

test('an answered 5xx is not repeated, and a call behind it takes the proof away', async () => {
  const it = await order([{ kind: 'unknown', message: 'HTTP 502', status: 502 }]);
  await whenEnded(it);
  expect(await it.attempt()).toMatchObject({ repeats: 1, answered_5xx: true });
  expect(it.bodies).toHaveLength(1);
  expect(await findCallRequestFieldSupport(quiet.database.db, workspace.id)).toMatchObject({ keys: 'honoured' });
  const [given] = it.orders;
  await quiet.app.features.calls.ingest.record(workspace.id, {
    event: 'call_ended',
    call: {
      call_id: `call_behind_${given?.attemptId}`,
      call_type: 'phone_call',
      direction: 'outbound',
      call_status: 'ended',
      to_number: given?.toNumber,
      metadata: { vocero_attempt_id: given?.attemptId },
    },
    source: 'webhook',
  });
  expect(await findCallRequestFieldSupport(quiet.database.db, workspace.id)).toMatchObject({ keys: 'lost' });
  await own?.stop();
  const next = await order([]);
  await waitFor('its attempt', async () => (await next.attempt())?.state === 'unknown');
  expect(await next.attempt()).toMatchObject({ isKept: false, repeats: 0 });
  await stop(next);
  // Another account has no proof about keys.
  await quiet.database.pool.query('update workspaces set api_key_replaced_at = clock_timestamp() where id = $1', [
    workspace.id,
  ]);
  expect(await findCallRequestFieldSupport(quiet.database.db, workspace.id)).toMatchObject({ keys: 'honoured' });
  await quiet.database.pool.query('update workspaces set api_key_replaced_at = null where id = $1', [workspace.id]);
  await quiet.database.pool.query('update attempts set answered_5xx = false where workspace_id = $1', [workspace.id]);
});

test('a repetition whose key is refused by name ends, and the key is left out of new orders', async () => {
  const it = await order([
    {
      kind: 'refused',
      retry: 'never',
      status: 400,
      message: 'unknown idempotency_key',
      unknownField: 'idempotency_key',
    },
  ]);
  await whenEnded(it);
  expect(it.bodies).toHaveLength(1);
  expect(await findCallRequestFieldSupport(quiet.database.db, workspace.id)).toMatchObject({
    refused: ['idempotency_key'],
    keys: 'refused',
  });
  await stop(it);
  await quiet.database.pool.query(`update workspaces set refused_order_fields = '{}' where id = $1`, [workspace.id]);
});

test('a look-up comes before each repetition, and one that can’t be made is no reason against it', async () => {
  const it = await order([unanswered, unanswered]);
  await whenStatus(workspace, it.campaignId, 'sent');
  expect(it.steps.join(' ')).toMatch(/^(look-up+ repetition ?){3}/);
  await own?.stop();
  const blind = await order([], { lookUp: () => Promise.reject(new ProviderError('unavailable', 'away')) });
  await whenStatus(workspace, blind.campaignId, 'sent');
  expect(blind.bodies).toHaveLength(1);
});

test('of two servers that repeat at once one sends', async () => {
  const it = await order([unanswered, unanswered, unanswered, unanswered]);
  await waitFor('a repetition', () => it.bodies.length > 0);
  await own?.stop();
  await quiet.database.pool.query('update attempts set next_lookup_at = null where campaign_id = $1', [it.campaignId]);
  const { db } = quiet.database;
  const deps = { db, doNotCall: quiet.app.features.doNotCall, secretKey: 'una clave secreta para las pruebas, larga' };
  const judged = await Promise.all(
    [1, 2].map(() => permitCallOrderRepetitionIfAllowed(deps, workspace.id, it.orders[0]?.attemptId ?? '', 60_000)),
  );
  expect(judged.filter((each) => each?.kind === 'call')).toHaveLength(1);
  expect(judged).toContain(null);
  await stop(it);
});

test('nothing is kept or repeated without proof, nor where keys made another call', async () => {
  const it = await order([], { areHonoured: false });
  await waitFor('its attempt', async () => (await it.attempt())?.state === 'unknown');
  expect(await it.attempt()).toMatchObject({ isKept: false });
  await stop(it);
  expect(it.bodies).toEqual([]);
});

test('the number of a person whose order may be repeated can’t be forgotten meanwhile', async () => {
  const it = await order([], { before: (id) => workspace.editor.patch(`/api/campaigns/${id}`, { status: 'paused' }) });
  const toNumber = await waitFor('the order', () => it.orders[0]?.toNumber);
  const answer = await workspace.admin.request('POST', '/api/calls/forget-number', { body: { phoneNumber: toNumber } });
  expect(answer.status).toBe(409);
});
