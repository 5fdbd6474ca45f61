// Either of two servers is killed again and again while a campaign's system is being asked about people. Provider and
// system count: nobody is called without a yes, nobody twice, and nobody is lost unless declined.
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Campaign } from '../../../../contract/campaigns.ts';
import type { OutgoingDialCheckRequest } from '../../../../contract/dial-checks.ts';
import { buildOrder, phoneOf, rowsOf } from '../../../testing/campaign-orders.ts';
import { createMoments } from '../../../testing/kill-moments.ts';
import { startProviderFront, type Arrived, type ProviderFront } from '../../../testing/provider-front.ts';
import { startServerPair, type ServerPair } from '../../../testing/server-pair.ts';
import { waitFor } from '../../../testing/wait-for.ts';

const kills = 3;
/** People added before each kill, so that it falls on questions however long the last victim took to start. */
const addedEachTime = 20;
const recipients = kills * addedEachTime;
const moments = createMoments(20_261_125);
const declined = new Set(Array.from({ length: recipients }, (_, index) => index).filter((index) => index % 4 === 0));
const declinedNumbers = new Set([...declined].map(phoneOf));
/** Ids of attempts that got a yes. */
const allowed = new Set<string>();
let asked = 0;
let front: ProviderFront;
let pair: ServerPair;

/** Answers after up to a second, so that most kills fall on a question. */
function answer(arrived: Arrived, response: ServerResponse): void {
  asked += 1;
  const { phoneNumber } = JSON.parse(arrived.body) as OutgoingDialCheckRequest;
  setTimeout(() => {
    const call = !declinedNumbers.has(phoneNumber);
    if (call) allowed.add(String(arrived.headers['webhook-id']));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ call }));
  }, moments.next() * 1_000);
}

beforeAll(async () => {
  pair = await startServerPair({
    simulator: {
      seed: 25,
      callDurationMs: { min: 200, max: 900 },
      outcomes: { user_hangup: 1 },
      concurrencyLimit: 500,
    },
    dialing: { callsPerSecond: 8, reservedLines: 2 },
    async provider(simulatorUrl) {
      front = await startProviderFront(simulatorUrl, answer);
      return front.url;
    },
  });
});

afterAll(async () => {
  await pair?.close();
  await front.close();
});

test('servers killed while they ask: a yes for every call, one call for every yes that stood', async ({ annotate }) => {
  const { first, second, from, simulator, key } = pair;
  const check = await first.client.post<{ id: string }>('/api/dial-checks', {
    name: 'Pagos',
    url: `${front.url}/eventos/consulta`,
  });
  const { id } = await first.client.post<Campaign>('/api/campaigns', {
    ...buildOrder(from, { recipients: rowsOf(addedEachTime) }),
    checkId: check.id,
  });
  await first.client.patch(`/api/campaigns/${id}`, { open: true });
  for (let kill = 0; kill < kills; kill++) {
    const before = asked;
    if (kill > 0)
      await first.client.post(`/api/campaigns/${id}/recipients`, {
        recipients: rowsOf(addedEachTime, kill * addedEachTime),
      });
    await waitFor(`questions before kill ${kill}`, () => asked >= before + 8);
    await delay(moments.next() * 300);
    const [victim, other] = kill % 2 === 0 ? [first, second] : [second, first];
    await victim.kill();
    pair.sendWebhooksTo(other);
    await victim.start();
  }
  await first.client.patch(`/api/campaigns/${id}`, { open: false });
  const ended = await waitFor(
    'the end of the campaign',
    async () => (await pair.isCompleted(id)) && first.client.get<Campaign>(`/api/campaigns/${id}`),
    240_000,
  );
  const placed = simulator.placedCalls(key);
  const numbers = placed.map(({ to_number }) => to_number);
  const expected = rowsOf(recipients).map((row) => row['phone_number'] ?? '');
  expect(numbers.toSorted()).toEqual(expected.filter((number) => !declinedNumbers.has(number)).toSorted());
  const attempts = placed.map(({ metadata }) => (metadata as Record<string, string>)['vocero_attempt_id'] ?? '');
  expect(attempts.filter((attempt) => !allowed.has(attempt))).toEqual([]);
  expect(ended).toMatchObject({
    status: 'completed',
    sentCount: recipients - declined.size,
    undeliveredCount: declined.size,
    pendingCount: 0,
    dialingCount: 0,
    unconfirmedCount: 0,
  });
  await annotate(`${asked} questions about ${recipients} people, ${placed.length} calls`);
});
