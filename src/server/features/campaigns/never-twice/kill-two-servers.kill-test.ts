// Two servers dial one campaign, to which people are added, while all faults of the provider strike and either server
// is killed again and again. Busy numbers are retried. The simulator counts: nobody called too often, nobody lost, and
// counts that are true.
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Campaign } from '../../../../contract/campaigns.ts';
import type { SimulatorFaultPlan } from '../../../../simulator/index.ts';
import { truthOf } from '../../../testing/provider-truth.ts';
import { startServerPair, type PairedServer, type ServerPair } from '../../../testing/server-pair.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import { buildOrder, rowsOf, sumOfStates } from '../../../testing/campaign-orders.ts';
import { createMoments } from '../../../testing/kill-moments.ts';

const kills = 4;
/** People added before each kill, so that it falls into dialling however long the last victim took to start. */
const addedEachTime = 150;
const recipients = kills * addedEachTime;
const seed = 20_261_122;
const retryPolicy = { busy: { attempts: 2, delayMinutes: 1 } };
const retriesByReason = { dial_busy: 2 };
const everyFault: SimulatorFaultPlan = {
  createPhoneCall: {
    answerLost: { probability: 0.06 },
    serverErrorAfter: { probability: 0.06 },
    serverErrorBefore: { probability: 0.03 },
    tooManyRequests: { probability: 0.003 },
    acceptLate: { probability: 0.03, delayMs: 600 },
    slow: { probability: 0.2, delayMs: 200 },
  },
  others: {
    tooManyRequests: { probability: 0.03 },
    serverError: { probability: 0.03 },
    slow: { probability: 0.1, delayMs: 150 },
  },
  listLagMs: 800,
  webhooks: {
    lost: { probability: 0.1 },
    doubled: { probability: 0.1 },
    delayed: { probability: 0.15, delayMs: 1_200 },
    forged: { probability: 0.05 },
  },
};

let pair: ServerPair;

beforeAll(async () => {
  pair = await startServerPair({
    simulator: { seed, callDurationMs: { min: 200, max: 1_500 }, concurrencyLimit: 500 },
    dialing: { callsPerSecond: 120, reservedLines: 2 },
    env: { RECONCILE_SECONDS: '12' },
  });
});

afterAll(() => pair?.close());

test('either of two servers killed, four times in 600 calls under every fault: nobody twice, nobody forgotten, counts true', async ({
  annotate,
}) => {
  const began = performance.now();
  const { first, second, simulator, key, from } = pair;
  const moments = createMoments(seed);
  const placed = (): number => simulator.placedCalls(key).length;
  simulator.setFaults(everyFault);
  const { id } = await first.client.post<Campaign>(
    '/api/campaigns',
    buildOrder(from, { recipients: rowsOf(addedEachTime), retryPolicy }),
  );
  await first.client.patch(`/api/campaigns/${id}`, { open: true });

  let whileDialling = 0;
  for (let kill = 1; kill <= kills; kill++) {
    const before = placed();
    if (kill > 1)
      await first.client.post(`/api/campaigns/${id}/recipients`, {
        recipients: rowsOf(addedEachTime, (kill - 1) * addedEachTime),
      });
    const more = 20 + Math.floor(moments.next() * 80);
    await waitFor(`${more} more calls before kill ${kill}`, () => placed() >= before + more);
    await delay(moments.next() * 80);
    // Whichever server dials at first, this kills one that dials and one that does not.
    const [victim, survivor] = kill === 1 || kill === kills ? [first, second] : [second, first];
    if (placed() < kill * addedEachTime) whileDialling += 1;
    pair.sendWebhooksTo(survivor);
    await victim.kill();
    await victim.start();
    await endDelays();
  }
  await first.client.patch(`/api/campaigns/${id}`, { open: false });
  // Both servers are up, and from here on the provider behaves.
  simulator.setFaults({ listLagMs: 800 });
  const ended = await whenCompleted(second, id);

  const truth = () => truthOf(simulator, key, rowsOf(recipients), retriesByReason);
  expect(truth().wrongly).toEqual({ twice: [], forgotten: [] });
  expect(whileDialling).toBeGreaterThanOrEqual(kills / 2);
  expect(ended).toMatchObject({
    status: 'completed',
    pendingCount: 0,
    dialingCount: 0,
    retryingCount: 0,
    undeliveredCount: 0,
    unconfirmedCount: 0,
    skippedCount: 0,
  });
  expect(sumOfStates(ended)).toBe(recipients);
  // The provider analyses calls after their end, and reconciliation asks again for the analyses that got lost.
  await waitFor(
    'counts equal to the truth',
    async () => {
      const campaign = await readCounts(first, id);
      return (
        campaign.liveCount === 0 &&
        Object.entries(truth().counts).every(([name, count]) => campaign[name as keyof Campaign] === count)
      );
    },
    240_000,
  );
  const unanswered = simulator.placedCalls(key).filter((call) => !call.answered).length;
  await annotate(
    `${kills} kills (${whileDialling} while dialling), ${unanswered} answers lost, ${Math.round((performance.now() - began) / 1_000)} s`,
  );
});

function whenCompleted(server: PairedServer, id: string): Promise<Campaign> {
  return waitFor(
    'the end of the campaign',
    async () => {
      await endDelays();
      return (await pair.isCompleted(id)) && readCounts(server, id);
    },
    240_000,
  );
}

/** Ends the delays before further attempts. */
async function endDelays(): Promise<void> {
  await pair.pool.query(
    `update recipients set next_attempt_at = clock_timestamp() from (
      select id from recipients where next_attempt_at > clock_timestamp() order by id for update skip locked
    ) delayed where recipients.id = delayed.id`,
  );
  await pair.pool.query(
    `update campaigns set waiting_until = clock_timestamp() where waiting_until > clock_timestamp()`,
  );
}

async function readCounts({ client }: PairedServer, id: string): Promise<Campaign> {
  const campaigns = await client.get<Campaign[]>('/api/campaigns');
  const found = campaigns.find((each) => each.id === id);
  if (!found) throw new Error(`campaign ${id} is not listed`);
  return found;
}
