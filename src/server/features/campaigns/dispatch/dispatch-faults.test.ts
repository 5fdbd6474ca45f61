// The provider misbehaves, and the simulator records the dialled people. Reconciliation is practically off, so that
// only the dispatcher resolves. Waiting times of the protocol are moved into the past.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Campaign, CampaignLogEntry, CreateCampaignBody } from '../../../../contract/campaigns.ts';
import type { SimulatorFaultPlan } from '../../../../simulator/index.ts';
import { startTestApp, type TestApp, type TestWorkspace } from '../../../testing/start-test-app.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import {
  buildOrder,
  originNumber,
  phoneOf,
  readCampaign,
  rowsOf,
  setPace,
  sumOfStates,
  whenStatus,
} from '../../../testing/campaign-orders.ts';

let app: TestApp;
let workspace: TestWorkspace;
let from: string;
let nextNumber = 100_000;

beforeAll(async () => {
  app = await startTestApp({ config: { reconcileSeconds: 3_600 } });
  workspace = await app.createWorkspace();
  from = await originNumber(workspace);
  await setPace(workspace);
});

afterEach(async () => {
  app.simulator.setFaults({});
  app.simulator.setSpeed(1);
  await app.simulator.whenIdle();
});

afterAll(() => app.stop());

/** Launches a campaign to numbers of its own, and counts how often the simulator dialled each. */
async function launch(
  count: number,
  faults: SimulatorFaultPlan,
  order: Partial<CreateCampaignBody> = {},
): Promise<{ id: string; dialled: () => number[] }> {
  const recipients = rowsOf(count, nextNumber);
  nextNumber += count;
  app.simulator.setFaults(faults);
  const { id } = await workspace.editor.post<Campaign>('/api/campaigns', buildOrder(from, { recipients, ...order }));
  const dialled = (): number[] => {
    const placed = app.simulator.placedCalls(workspace.key).map((call) => call.to_number);
    return recipients.map((row) => placed.filter((to) => to === row['phone_number']).length);
  };
  return { id, dialled };
}

const onceEach = (count: number): number[] => Array.from({ length: count }, () => 1);

async function statesOf(id: string): Promise<Record<string, number>> {
  const { rows } = await app.database.pool.query<{ state: string; n: number }>(
    'select state, count(*) as n from attempts where campaign_id = $1 group by state',
    [id],
  );
  return Object.fromEntries(rows.map((row) => [row.state, row.n]));
}

function whenUnknown(id: string, count: number): Promise<boolean> {
  return waitFor(`${count} attempts without an answer`, async () => (await statesOf(id))['unknown'] === count);
}

/** Resolves after more look-ups than absence needs, with a witness. */
function whenLookedUpOften(id: string): Promise<boolean> {
  return waitFor('more look-ups than absence needs', async () => {
    const { rows } = await app.database.pool.query<{ lookups: number; witness_attempt_id: string | null }>(
      'select lookups, witness_attempt_id from attempts where campaign_id = $1',
      [id],
    );
    return rows[0] !== undefined && rows[0].lookups >= 5 && rows[0].witness_attempt_id !== null;
  });
}

/** Simulates that so many minutes have passed since the attempts were made. */
async function letPass(id: string, minutes: number): Promise<void> {
  await app.database.pool.query(
    `update attempts set created_at = created_at - $2 * interval '1 minute', send_by = send_by - $2 * interval '1 minute',
       next_lookup_at = next_lookup_at - $2 * interval '1 minute'
     where campaign_id = $1 and state in ('claimed', 'unknown')`,
    [id, minutes],
  );
}

/** Publishes the account's draft agent that keeps less. @returns its id. */
async function publishAgentThatKeepsLess(): Promise<string> {
  const headers = { authorization: `Bearer ${workspace.key}`, 'content-type': 'application/json' };
  const agents = await workspace.editor.get<{ agent_id: string }[]>('/api/retell/agents');
  for (const { agent_id: id } of agents) {
    const told = await fetch(`${app.simulator.url}/get-agent/${id}`, { headers });
    const { data_storage_setting: setting, version } = (await told.json()) as Record<string, unknown>;
    if (setting === 'everything') continue;
    const body = JSON.stringify({ version });
    const url = `${app.simulator.url}/publish-agent-version/${id}`;
    expect((await fetch(url, { method: 'POST', headers, body })).ok).toBe(true);
    await app.app.features.agents.refresh(workspace.id);
    return id;
  }
  throw new Error('the account has no such agent');
}

test.each<[string, SimulatorFaultPlan]>([
  ['answers lost after acceptance', { createPhoneCall: { answerLost: { probability: 0.5 } } }],
  ['5xx after acceptance', { createPhoneCall: { serverErrorAfter: { probability: 0.5 } } }],
  ['answers later than the webhooks', { createPhoneCall: { slow: { probability: 0.5, delayMs: 700 } } }],
  ['429 again and again', { createPhoneCall: { tooManyRequests: { next: 8, probability: 0.2 } } }],
  [
    'webhooks doubled, late and forged',
    {
      webhooks: {
        doubled: { probability: 0.5 },
        delayed: { probability: 0.5, delayMs: 300 },
        forged: { probability: 0.3 },
      },
    },
  ],
])('%s: everybody once', async (_, faults) => {
  const { id, dialled } = await launch(16, faults);
  const ended = await whenStatus(workspace, id, 'completed');
  expect(dialled()).toEqual(onceEach(16));
  expect(ended).toMatchObject({ sentCount: 16, undeliveredCount: 0, unconfirmedCount: 0, liveCount: 0 });
  expect(sumOfStates(ended)).toBe(16);
});

test('answers and webhooks lost: the calls are found by their attempts, and nobody is dialled again', async () => {
  const { id, dialled } = await launch(6, {
    createPhoneCall: { answerLost: { probability: 1 } },
    webhooks: { lost: { probability: 1 } },
  });
  await whenUnknown(id, 6);
  expect(await readCampaign(workspace, id)).toMatchObject({ dialingCount: 6, sentCount: 0 });
  await letPass(id, 1);
  const found = await waitFor('all found', async () => {
    const campaign = await readCampaign(workspace, id);
    return campaign.sentCount === 6 && campaign;
  });
  expect(found).toMatchObject({ dialingCount: 0, pendingCount: 0 });
  expect(dialled()).toEqual(onceEach(6));
});

test('500 before acceptance: not believed absent before the settle time, then dialled again', async () => {
  const { id, dialled } = await launch(5, { createPhoneCall: { serverErrorBefore: { next: 5 } } });
  await whenUnknown(id, 5);
  expect(dialled()).toEqual([0, 0, 0, 0, 0]);
  await letPass(id, 1);
  const ended = await whenStatus(workspace, id, 'completed');
  expect(dialled()).toEqual(onceEach(5));
  expect(ended).toMatchObject({ sentCount: 5 });
  expect(await statesOf(id)).toEqual({ absent: 5, finished: 5 });
});

test('a list that lags: absence is not believed while a later call of ours is missing too', async () => {
  const lost = {
    createPhoneCall: { answerLost: { next: 1 } },
    webhooks: { lost: { probability: 1 } },
    listLagMs: 60_000,
  } satisfies SimulatorFaultPlan;
  const { id, dialled } = await launch(1, lost);
  await whenUnknown(id, 1);
  // Without a witness nobody looks the call up, however long that takes.
  await letPass(id, -10);
  const later = await launch(1, { webhooks: { lost: { probability: 1 } }, listLagMs: 60_000 });
  await waitFor('the witness', async () => (await readCampaign(workspace, later.id)).sentCount === 1);
  // Now a witness was accepted after the lost order could last have been sent. The list does not show it yet either.
  await letPass(id, 11);
  await whenLookedUpOften(id);
  expect(await statesOf(id)).toEqual({ unknown: 1 });
  expect(dialled()).toEqual([1]);
  app.simulator.setFaults({});
  await waitFor('the lost call', async () => (await readCampaign(workspace, id)).sentCount === 1);
  expect(dialled()).toEqual([1]);
});

test('what cannot be found out in 15 minutes is unconfirmed, told and not redialled; a late proof still wins', async () => {
  const told: string[] = [];
  const stopListening = app.app.events.on('attempt.unconfirmed', ({ campaignId }) => told.push(campaignId));
  const { id, dialled } = await launch(2, {
    createPhoneCall: { answerLost: { probability: 1 } },
    webhooks: { lost: { probability: 1 } },
  });
  await whenUnknown(id, 2);
  app.simulator.setFaults({ others: { serverError: { probability: 1 } }, webhooks: { lost: { probability: 1 } } });
  await letPass(id, 20);
  const ended = await whenStatus(workspace, id, 'completed');
  expect(ended).toMatchObject({ unconfirmedCount: 2, sentCount: 0, dialingCount: 0 });
  await waitFor('both to be told', () => told.length >= 2);
  expect(told).toEqual([id, id]);
  stopListening();
  app.simulator.setFaults({});
  const [first] = app.simulator.placedCalls(workspace.key).slice(-2);
  const call = app.simulator.call(workspace.key, first?.call_id ?? '');
  if (!call) throw new Error('the call is gone');
  await app.app.features.calls.ingest.record(workspace.id, { event: 'call_ended', call, source: 'webhook' });
  expect(await readCampaign(workspace, id)).toMatchObject({ unconfirmedCount: 1, sentCount: 1, status: 'completed' });
  expect(dialled()).toEqual([1, 1]);
});

test.each<[string, SimulatorFaultPlan]>([
  ['at once', {}],
  ['though the provider is out when it comes to light', { others: { serverError: { probability: 1 } } }],
])('a second call for one attempt is hung up %s, told once, and counts for nothing', async (_, faults) => {
  const surplus: string[] = [];
  const stopListening = app.app.events.on('call.surplus', ({ callId }) => surplus.push(callId));
  const { id, dialled } = await launch(1, {});
  await whenStatus(workspace, id, 'completed');
  const [original] = app.simulator.placedCalls(workspace.key).slice(-1);
  app.simulator.setFaults({ webhooks: { delayed: { probability: 1, delayMs: 1 } } });
  // The call must not end by itself before it is hung up.
  app.simulator.setSpeed(0.001);
  const answer = await fetch(`${app.simulator.url}/v2/create-phone-call`, {
    method: 'POST',
    headers: { authorization: `Bearer ${workspace.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ from_number: from, to_number: original?.to_number, metadata: original?.metadata }),
  });
  const second = (await answer.json()) as { call_id: string };
  const live = app.simulator.call(workspace.key, second.call_id);
  if (!live) throw new Error('the call is gone');
  app.simulator.setFaults({ ...faults, webhooks: { lost: { probability: 1 } } });
  await app.app.features.calls.ingest.record(workspace.id, { event: 'call_snapshot', call: live, source: 'reconcile' });
  if (faults.others) {
    await waitFor('a first try to end it', async () => {
      const { rows } = await app.database.pool.query<{ state: string }>(
        `select state from pgboss.job where name = 'campaign-unwanted-calls' and data->>'callId' = $1`,
        [second.call_id],
      );
      return rows[0]?.state === 'retry';
    });
    // No further report of the call arrives.
    app.simulator.setFaults({ webhooks: { lost: { probability: 1 } } });
  }
  await waitFor(
    'its end',
    () => app.simulator.call(workspace.key, second.call_id)?.disconnection_reason === 'manual_stopped',
  );
  expect(dialled()).toEqual([2]);
  expect(await readCampaign(workspace, id)).toMatchObject({ sentCount: 1, totalRecipients: 1, status: 'completed' });
  expect(await statesOf(id)).toEqual({ finished: 1 });
  const over = app.simulator.call(workspace.key, second.call_id);
  if (over)
    await app.app.features.calls.ingest.record(workspace.id, { event: 'call_ended', call: over, source: 'reconcile' });
  expect(surplus).toEqual([second.call_id]);
  stopListening();
});

test('a call that nobody pays for pauses its campaign, and no other', async () => {
  await setPace(workspace, { callsPerSecond: 10, reservedLines: 0 });
  const other = await launch(5, {});
  // Forced before anybody can be dialled.
  app.simulator.forceOutcome('no_valid_payment', phoneOf(nextNumber));
  const { id } = await launch(100, {});
  expect(await whenStatus(workspace, id, 'paused')).toMatchObject({ pauseReason: 'no_valid_payment' });
  app.simulator.forceOutcome(undefined);
  expect((await whenStatus(workspace, other.id, 'completed')).sentCount).toBe(5);
  const rest = await waitFor('its calls to end', async () => {
    const campaign = await readCampaign(workspace, id);
    return campaign.dialingCount === 0 && campaign.liveCount === 0 && campaign;
  });
  expect(sumOfStates(rest)).toBe(100);
  expect(rest.pendingCount).toBeGreaterThan(0);
  await workspace.editor.patch(`/api/campaigns/${id}`, { status: 'completed' });
  await setPace(workspace);
});

test('free lines are never exceeded, less the reserved ones', async () => {
  await setPace(workspace, { callsPerSecond: 200, reservedLines: 3 });
  app.simulator.setConcurrencyLimit(workspace.key, 10);
  let most = 0;
  const { id, dialled } = await launch(18, {});
  await waitFor('the end', async () => {
    most = Math.max(most, app.simulator.statistics(workspace.key).live);
    return (await readCampaign(workspace, id)).status === 'completed';
  });
  expect(dialled()).toEqual(onceEach(18));
  expect(most).toBeLessThanOrEqual(7);
  app.simulator.setConcurrencyLimit(workspace.key, 200);
  await setPace(workspace);
});

test('nor what the account keeps for inbound calls: the log says that it holds the campaign back', async () => {
  app.simulator.setConcurrencyLimit(workspace.key, 8);
  app.simulator.setReservedInbound(workspace.key, 5);
  const refusedBefore = app.simulator.statistics(workspace.key).byReason['concurrency_limit_reached'] ?? 0;
  const { id, dialled } = await launch(9, {});
  expect(await whenStatus(workspace, id, 'completed')).toMatchObject({ sentCount: 9 });
  expect(dialled()).toEqual(onceEach(9));
  expect(app.simulator.statistics(workspace.key).byReason['concurrency_limit_reached'] ?? 0).toBe(refusedBefore);
  const log = await workspace.operator.get<CampaignLogEntry[]>(`/api/campaigns/${id}/log?limit=200`);
  expect(log.filter(({ kind }) => kind === 'rate_limited')).toEqual([]);
  expect(log.find(({ kind }) => kind === 'no_lines')?.details).toMatchObject({
    limit: 8,
    inUse: 3,
    reserved: 5,
    reservedBy: 'provider',
  });
  app.simulator.setReservedInbound(workspace.key, 0);
  app.simulator.setConcurrencyLimit(workspace.key, 200);
});

test('the workspace’s pace is kept', async () => {
  const callsPerSecond = 20;
  await setPace(workspace, { callsPerSecond, reservedLines: 0 });
  const before = app.simulator.placedCalls(workspace.key).length;
  const began = Date.now();
  const { id } = await launch(20, {});
  await whenStatus(workspace, id, 'completed');
  const at = app.simulator
    .placedCalls(workspace.key)
    .slice(before)
    .map((call) => call.acceptedAt - began)
    .toSorted((a, b) => a - b);
  // However slow the machine, no call may precede its turn. The first ones are the burst of half a second.
  const burst = 1 + callsPerSecond / 2;
  const early = at.filter((ms, index) => ms + 20 < ((index + 1 - burst) / callsPerSecond) * 1_000);
  expect({ calls: at.length, early }).toEqual({ calls: 20, early: [] });
  await setPace(workspace);
});

test('look-ups are counted by what they found', async () => {
  const text = await app.client().get<string>('/metrics');
  const read = (outcome: string): number =>
    Number(text.split(`vocero_dials_resolved_total{outcome="${outcome}"} `)[1]?.split('\n')[0]);
  expect(read('confirmed')).toBeGreaterThanOrEqual(7);
  expect(read('absent')).toBeGreaterThanOrEqual(5);
  expect(read('unconfirmed')).toBe(2);
});

test('after all of it, the counts kept equal the recipients as they stand', async () => {
  const { rows } = await app.database.pool.query<{ kept: unknown; counted: unknown }>(
    `select kept, counted from
       (select campaign_id, array[sum(pending), sum(dialing), sum(sent), sum(undelivered), sum(unconfirmed), sum(skipped), sum(live),
          sum(picked_up), sum(contacted), sum(completed), sum(successful)]::int[] as kept
        from campaign_counts group by 1) k
     full join
       (select campaign_id, array[count(*) filter (where state = 'pending'), count(*) filter (where state = 'dialing'),
          count(*) filter (where state = 'sent'), count(*) filter (where state = 'undelivered'),
          count(*) filter (where state = 'unconfirmed'), count(*) filter (where state = 'skipped'), count(*) filter (where is_live), count(*) filter (where picked_up),
          count(*) filter (where contacted), count(*) filter (where completed), count(*) filter (where successful)]::int[] as counted
        from recipients group by 1) r using (campaign_id)`,
  );
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.map((row) => row.kept)).toEqual(rows.map((row) => row.counted));
});

test('an agent whose calls lose their metadata: another agent’s call is no witness, and nobody is dialled again', async () => {
  const lost = { createPhoneCall: { answerLost: { next: 1 } }, webhooks: { lost: { probability: 1 } } };
  const agentId = await publishAgentThatKeepsLess();
  const { id, dialled } = await launch(1, lost, { agentId });
  await whenUnknown(id, 1);
  await app.simulator.whenIdle();
  await letPass(id, 1);
  const later = await launch(1, {});
  await waitFor('a later call', async () => (await readCampaign(workspace, later.id)).sentCount === 1);
  await whenLookedUpOften(id);
  expect(await statesOf(id)).toEqual({ unknown: 1 });
  await letPass(id, 20);
  expect(await whenStatus(workspace, id, 'completed')).toMatchObject({ unconfirmedCount: 1 });
  expect(dialled()).toEqual([1]);
});
