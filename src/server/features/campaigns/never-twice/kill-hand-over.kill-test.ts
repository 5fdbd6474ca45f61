// One campaign passes from server to server. The first dies, the next is halted right after a claim and wakes long
// after, and the third is halted with orders on their way. It goes on each time, and nobody hears twice.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Campaign } from '../../../../contract/campaigns.ts';
import { truthOf } from '../../../testing/provider-truth.ts';
import { startServerPair, type PairedServer, type ServerPair } from '../../../testing/server-pair.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import { buildOrder, rowsOf, sumOfStates } from '../../../testing/campaign-orders.ts';
import { startClaimTap, type ClaimTap } from '../testing/claim-tap.ts';

/** More recipients than the test needs at this pace. Those left at its end are dialled fast. */
const recipients = 330;
const slowly = 3;
const promisedWithinMs = 30_000;
const patienceMs = 120_000;

let tap: ClaimTap;
let pair: ServerPair;
let campaignId: string;

beforeAll(async () => {
  pair = await startServerPair({
    simulator: {
      seed: 20_261_123,
      callDurationMs: { min: 200, max: 1_500 },
      concurrencyLimit: 400,
      faults: { createPhoneCall: { slow: { probability: 1, delayMs: 250 } }, listLagMs: 500 },
    },
    dialing: { callsPerSecond: slowly, reservedLines: 0 },
    env: { LOG_LEVEL: 'info', RECONCILE_SECONDS: '10' },
    secondDatabase: async (address) => {
      tap = await startClaimTap(address);
      return tap.connectionString;
    },
  });
});

afterAll(async () => {
  await pair?.close();
  await tap?.close();
});

const placed = (): number => pair.simulator.placedCalls(pair.key).length;
const morePlaced = (count: number): Promise<true> => {
  const before = placed();
  return waitFor(`${count} more calls`, () => placed() >= before + count, patienceMs).then(() => true);
};
const readCampaign = ({ client }: PairedServer): Promise<Campaign> =>
  client.get<Campaign>(`/api/campaigns/${campaignId}`);

test('a server that dies hands its work over within 30 s', async ({ annotate }) => {
  const { first, second, from } = pair;
  // One server runs alone at first, so that it surely holds the lease.
  await second.kill();
  campaignId = (
    await first.client.post<Campaign>('/api/campaigns', buildOrder(from, { recipients: rowsOf(recipients) }))
  ).id;
  await morePlaced(10);
  await second.start();
  pair.sendWebhooksTo(second);
  await first.kill();
  const before = placed();
  const diedAtMs = performance.now();
  await waitFor('the other server dials', () => placed() > before, promisedWithinMs);
  await annotate(`first call by the other server after ${((performance.now() - diedAtMs) / 1_000).toFixed(1)} s`);
  await first.start();
});

test('a holder halted right after its claim finds, when it wakes, that it may not dial any more', async () => {
  const { first, second } = pair;
  pair.sendWebhooksTo(first);
  await tap.afterNextClaim(() => second.halt());
  const { rows: halted } = await pair.pool.query<{ id: string }>(
    `select id from attempts where state = 'claimed' and server_id = (select holder from dispatch_leases)`,
  );
  await morePlaced(10);
  // The other server gives up the halted server's claims, because their orders never came, as far as anybody can know.
  await waitFor(
    'the halted claims are given up',
    async () => {
      const { rows } = await pair.pool.query(
        `select id from attempts where id = any($1) and state in ('claimed', 'unknown')`,
        [halted.map(({ id }) => id)],
      );
      return rows.length === 0;
    },
    patienceMs,
  );
  const absent = await pair.pool.query<{ id: string }>(
    `select id from attempts where id = any($1) and state = 'absent'`,
    [halted.map(({ id }) => id)],
  );
  expect(absent.rows.length).toBeGreaterThan(0);
  second.goOn();
  await waitFor(
    'the woken server refuses to send its stale orders',
    () => absent.rows.every(({ id }) => second.readOutput().includes(id)),
    patienceMs,
  );
  expect(await readCampaign(second)).toMatchObject({ status: 'in_progress' });
});

test('a holder halted with orders on their way wakes while the other dials on', async () => {
  const { first, second } = pair;
  pair.sendWebhooksTo(second);
  await waitFor(
    'an order on its way',
    () => pair.simulator.placedCalls(pair.key).some(({ answered }) => !answered),
    patienceMs,
  );
  first.halt();
  await morePlaced(10);
  first.goOn();
  await morePlaced(5);
});

test('at the end nobody was dialled twice, nobody forgotten, and the counts are true', async () => {
  const { first, second, simulator, key } = pair;
  simulator.setFaults({});
  await pair.setPace(second, 200);
  const ended = await waitFor(
    'the end of the campaign',
    async () => {
      const campaign = await readCampaign(first);
      return campaign.status === 'completed' && campaign;
    },
    patienceMs,
  );
  const truth = () => truthOf(simulator, key, rowsOf(recipients));
  expect(truth().wrongly).toEqual({ twice: [], forgotten: [] });
  expect(sumOfStates(ended)).toBe(recipients);
  await waitFor(
    'counts equal to the truth',
    async () => {
      const campaign = await readCampaign(second);
      return Object.entries(truth().counts).every(([name, count]) => campaign[name as keyof Campaign] === count);
    },
    patienceMs,
  );
});
