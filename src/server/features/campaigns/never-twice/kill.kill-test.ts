// The server is killed four times in the middle of a campaign, while the provider loses answers and webhooks. The
// simulator counts: nobody dialled twice, nobody lost, and a console that tells the truth.
import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Campaign } from '../../../../contract/campaigns.ts';
import { startSimulator, type SimulatorFaultPlan, type Simulator } from '../../../../simulator/index.ts';
import { createHttpClient } from '../../../testing/http-client.ts';
import { truthOf } from '../../../testing/provider-truth.ts';
import { createServerProcess, type ServerProcess } from '../../../testing/server-process.ts';
import { copyStartedDataDir, person, startEnv } from '../../../testing/started-data-dir.ts';
import { unhindered } from '../../../testing/unhindered-dialing.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import { buildOrder, rowsOf, sumOfStates } from '../../../testing/campaign-orders.ts';
import { createMoments } from '../../../testing/kill-moments.ts';

const key = 'key_kill_0123456789abcdef';
const recipients = 100;
/** People among them who are added while it dials: as many before each kill. */
const addedEachTime = 5;
const kills = 4;
/** True if a kill comes at any moment, before the lease is taken or during a look; others fall into dialling. */
const isAtAnyMoment = (kill: number): boolean => kill % 3 === 0;
const seed = 20_261_121;
const faults: SimulatorFaultPlan = {
  createPhoneCall: {
    answerLost: { probability: 0.1 },
    serverErrorAfter: { probability: 0.1 },
    serverErrorBefore: { probability: 0.05 },
    tooManyRequests: { probability: 0.03 },
    slow: { probability: 0.2, delayMs: 150 },
  },
  listLagMs: 500,
  webhooks: { lost: { probability: 0.1 }, doubled: { probability: 0.1 } },
};

let dataDir: string;
let simulator: Simulator;
let server: ServerProcess;

beforeAll(async () => {
  dataDir = await copyStartedDataDir();
  simulator = await startSimulator({
    seed,
    callDurationMs: { min: 200, max: 1_500 },
    accounts: [{ key, orgName: 'Prueba', concurrencyLimit: 500 }],
  });
  server = await createServerProcess({
    ...startEnv,
    DATA_DIR: dataDir,
    RETELL_BASE_URL: simulator.url,
    STATUS_PAGE_URL: simulator.statusPageUrl,
    DIAL_SETTLE_SECONDS: '2',
    RECONCILE_SECONDS: '2',
  });
});

afterAll(async () => {
  await server.stop();
  await simulator.close();
  await rm(dataDir, { recursive: true, force: true });
});

test('killed four times in 100 calls: nobody twice, nobody forgotten, counts true', async ({ annotate }) => {
  const began = performance.now();
  const moments = createMoments(seed);
  await server.start();
  const client = createHttpClient(server.url);
  await client.post('/api/auth/login', person);
  const workspace = await client.post<{ id: string }>('/api/workspaces', { name: 'Cobranzas', retellApiKey: key });
  await client.put(`/api/workspaces/${workspace.id}/switch`);
  const { webhookUrl } = await client.get<{ webhookUrl: string }>('/api/webhook-url');
  simulator.setWebhookUrl(key, webhookUrl.replace(/^https?:\/\/[^/]+/, server.url));
  const { version } = await client.get<{ version: number }>('/api/settings');
  await client.put('/api/settings', { version, ...unhindered, dialing: { callsPerSecond: 40, reservedLines: 2 } });
  const numbers =
    await client.get<{ phone_number: string; outbound_agent_id: string | null }[]>('/api/retell/phone-numbers');
  const from = numbers.find((each) => each.outbound_agent_id !== null)?.phone_number ?? '';
  simulator.setFaults(faults);
  const first = recipients - kills * addedEachTime;
  const { id } = await client.post<Campaign>('/api/campaigns', buildOrder(from, { recipients: rowsOf(first) }));
  await client.patch(`/api/campaigns/${id}`, { open: true });
  const add = (kill: number) =>
    client.post(`/api/campaigns/${id}/recipients`, {
      recipients: rowsOf(addedEachTime, first + (kill - 1) * addedEachTime),
    });

  const placed = (): number => simulator.placedCalls(key).length;
  let whileDialling = 0;
  for (let kill = 1; kill <= kills; kill++) {
    const startedWith = placed();
    if (isAtAnyMoment(kill)) {
      await delay(moments.next() * 1_500);
    } else {
      const more = 3 + Math.floor(moments.next() * 14);
      await waitFor(
        `${more} more calls after start ${kill}`,
        () => placed() >= Math.min(startedWith + more, first + (kill - 1) * addedEachTime - 5),
      );
      await delay(moments.next() * 60);
    }
    if (placed() > startedWith && placed() < recipients) whileDialling += 1;
    // Killed on the way, before or after its commit. A repeated request adds nobody twice.
    const adding = add(kill).catch(() => undefined);
    await delay(moments.next() * 20);
    await server.kill();
    await server.start();
    await adding;
    await add(kill);
  }
  await client.patch(`/api/campaigns/${id}`, { open: false });

  const ended = await waitFor('the end of the campaign', async () => {
    const [campaign] = await client.get<Campaign[]>('/api/campaigns');
    return campaign?.status === 'completed' && campaign;
  });
  const truth = truthOf(simulator, key, rowsOf(recipients));
  expect(truth.wrongly).toEqual({ twice: [], forgotten: [] });
  expect(placed()).toBe(recipients);
  expect(whileDialling).toBeGreaterThanOrEqual(3);

  expect(ended).toMatchObject({
    id,
    totalRecipients: recipients,
    sentCount: recipients,
    pendingCount: 0,
    dialingCount: 0,
    undeliveredCount: 0,
    unconfirmedCount: 0,
    liveCount: 0,
  });
  expect(sumOfStates(ended)).toBe(recipients);
  // An analysis that was missing at the first reconciliation is requested again after a minute.
  await waitFor(
    'counts equal to the truth',
    async () => {
      const [campaign] = await client.get<Campaign[]>('/api/campaigns');
      return Object.entries(truth.counts).every(([name, count]) => campaign?.[name as keyof Campaign] === count);
    },
    240_000,
  );
  const unanswered = simulator.placedCalls(key).filter((call) => !call.answered).length;
  const seconds = Math.round((performance.now() - began) / 1_000);
  await annotate(`${kills} kills (${whileDialling} while dialling), ${unanswered} answers lost, ${seconds} s`);
});
