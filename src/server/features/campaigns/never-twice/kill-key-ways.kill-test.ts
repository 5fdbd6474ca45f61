// Every order meets a fault, one of two servers is killed again and again, and each workspace's provider treats keys in
// another way. The simulator counts: nobody twice, nobody lost. `ORDERS=2000` sets the number of people of a workspace.
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Campaign } from '../../../../contract/campaigns.ts';
import type { SimulatorFaultPlan } from '../../../../simulator/index.ts';
import { buildOrder, rowsOf } from '../../../testing/campaign-orders.ts';
import { createMoments } from '../../../testing/kill-moments.ts';
import { truthOf } from '../../../testing/provider-truth.ts';
import { startServerPair, type ServerPair } from '../../../testing/server-pair.ts';
import { unhindered } from '../../../testing/unhindered-dialing.ts';
import { waitFor } from '../../../testing/wait-for.ts';

const ways = ['honoured', 'conflict', 'compared', 'freed', 'ignored'] as const;
const keyOf = (way: string): string => `key_killed_while_${way}_0001`;
const people = Number(process.env['ORDERS'] ?? 100);
const kills = 3;
const seed = 20_261_127;
/** Faults of every order: it is answered late, whatever else happens to it. */
const everyOrder: SimulatorFaultPlan = {
  createPhoneCall: {
    answerLost: { probability: 0.08 },
    serverErrorBefore: { probability: 0.01 },
    serverErrorAfter: { probability: 0.004 },
    tooManyRequests: { probability: 0.002 },
    acceptLate: { probability: 0.05, delayMs: 400 },
    slow: { probability: 1, delayMs: 30 },
  },
  // The lag is longer than the first look-ups take, so that repetitions come first.
  listLagMs: 5_000,
  webhooks: { lost: { probability: 0.5 } },
};

let pair: ServerPair;
beforeAll(async () => {
  pair = await startServerPair({
    simulator: { seed, callDurationMs: { min: 200, max: 900 }, concurrencyLimit: 500 },
    accounts: ways.map((orderKeys) => ({
      key: keyOf(orderKeys),
      orgName: orderKeys,
      concurrencyLimit: 500,
      orderKeys,
    })),
    dialing: { callsPerSecond: 60, reservedLines: 2 },
    env: { RECONCILE_SECONDS: '12', DIAL_SETTLE_SECONDS: '8' },
  });
});
afterAll(() => pair?.close());

interface Started {
  readonly way: (typeof ways)[number];
  readonly campaignId: string;
}

async function start(way: (typeof ways)[number], index: number): Promise<Started> {
  const { first, pool, simulator } = pair;
  const { id } = await first.client.post<{ id: string }>('/api/workspaces', { name: way, retellApiKey: keyOf(way) });
  await first.client.put(`/api/workspaces/${id}/switch`);
  const { webhookUrl } = await first.client.get<{ webhookUrl: string }>('/api/webhook-url');
  simulator.setWebhookUrl(keyOf(way), webhookUrl.replace(/^https?:\/\/[^/]+/, first.url));
  const { version } = await first.client.get<{ version: number }>('/api/settings');
  await first.client.put('/api/settings', {
    version,
    ...unhindered,
    dialing: { callsPerSecond: 60, reservedLines: 2 },
  });
  await pool.query(
    `update workspaces set order_keys_honoured = $2, order_keys_tried_at = clock_timestamp() where id = $1`,
    [id, way !== 'ignored'],
  );
  const numbers =
    await first.client.get<{ phone_number: string; outbound_agent_id: string | null }[]>('/api/retell/phone-numbers');
  const from = numbers.find(({ outbound_agent_id: agent }) => agent !== null)?.phone_number ?? '';
  const recipients = rowsOf(people, index * people);
  const campaign = await first.client.post<Campaign>('/api/campaigns', buildOrder(from, { recipients }));
  return { way, campaignId: campaign.id };
}

test('a fault with every order, under each way of keys, with servers killed: nobody twice, nobody forgotten', async ({
  annotate,
}) => {
  const { simulator, pool, first, second } = pair;
  const began = performance.now();
  const moments = createMoments(seed);
  simulator.setFaults(everyOrder);
  const started: Started[] = [];
  for (const [index, way] of ways.entries()) started.push(await start(way, index));
  const placed = (): number => ways.reduce((sum, way) => sum + simulator.placedCalls(keyOf(way)).length, 0);
  const all = people * ways.length;
  for (let kill = 1; kill <= kills; kill += 1) {
    await waitFor(`the moment of kill ${kill}`, () => placed() >= (all * kill) / (kills + 2), 600_000);
    await delay(moments.next() * 300);
    const victim = kill % 2 === 1 ? first : second;
    await victim.kill();
    await victim.start();
  }
  await waitFor(
    'the end of the campaigns',
    async () => (await Promise.all(started.map(({ campaignId }) => pair.isCompleted(campaignId)))).every(Boolean),
    1_200_000,
  );
  for (const [index, { way }] of started.entries()) {
    const truth = truthOf(simulator, keyOf(way), rowsOf(people, index * people));
    expect({ way, ...truth.wrongly }).toEqual({ way, twice: [], forgotten: [] });
  }
  const { rows } = await pool.query<{ way: string; repeats: number; kept: number; unconfirmed: number }>(
    `select w.name as way, sum(a.repeats)::int as repeats, count(a.sealed_order)::int as kept,
      count(*) filter (where a.state = 'unconfirmed')::int as unconfirmed
     from attempts a join workspaces w on w.id = a.workspace_id group by 1`,
  );
  for (const { way, repeats, ...left } of rows) {
    expect({ way, ...left }).toEqual({ way, kept: 0, unconfirmed: 0 });
    if (way === 'ignored') expect(repeats).toBe(0);
  }
  expect(rows.reduce((sum, { repeats }) => sum + repeats, 0)).toBeGreaterThan(0);
  const repeated = rows.map(({ way, repeats }) => `${way} ${repeats}`).join(', ');
  await annotate(`${placed()} calls, repeated: ${repeated}; ${Math.round((performance.now() - began) / 1_000)} s`);
});
