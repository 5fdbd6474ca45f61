// The daily cap of a number, over HTTP with the dispatcher. The campaign waits for tomorrow, nobody is lost, and a
// saved setting or a call that rang nowhere ends the wait.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Campaign, CampaignLogEntry } from '../../../../contract/campaigns.ts';
import {
  buildOrder,
  phoneOf,
  readCampaign,
  rowsOf,
  sumOfStates,
  whenStatus,
} from '../../../testing/campaign-orders.ts';
import { quietMidnight } from '../../../testing/quiet-zone.ts';
import { startTestApp, testKey, type TestApp, type TestWorkspace } from '../../../testing/start-test-app.ts';
import { waitFor } from '../../../testing/wait-for.ts';

/** Numbers of each test: two of Buenos Aires, and one of Córdoba between them. */
const linesOf = (index: number) => [`+54115000301${index}`, `+54351500302${index}`, `+54115000303${index}`] as const;
const hourMs = 3_600_000;
let app: TestApp;
let workspace: TestWorkspace;

beforeAll(async () => {
  app = await startTestApp({
    simulator: {
      callDurationMs: 20,
      accounts: [
        {
          key: testKey,
          orgName: 'Prueba',
          concurrencyLimit: 50,
          agents: [{ agentId: 'agent_ana', agentName: 'Ana', script: 'survey', version: 1 }],
          numbers: [0, 1, 2, 3].flatMap(linesOf).map((phoneNumber) => ({
            phoneNumber,
            outboundAgents: [{ agent_id: 'agent_ana', weight: 1 }],
          })),
        },
      ],
    },
  });
  workspace = await app.createWorkspace();
});
afterEach(() => app.simulator.setFaults({}));
afterAll(() => app.stop());

const setCap = (callsPerNumberPerDay: number): Promise<unknown> =>
  workspace.admin.put('/api/settings', { dialing: { callsPerSecond: 200, reservedLines: 0, callsPerNumberPerDay } });

const launch = (phoneNumbers: readonly string[], recipients: Record<string, string>[]): Promise<Campaign> =>
  workspace.editor.post<Campaign>('/api/campaigns', {
    ...buildOrder(phoneNumbers[0] ?? ''),
    phoneNumbers: [...phoneNumbers],
    recipients,
  });

const whenCapped = (id: string): Promise<Campaign> =>
  waitFor('campaign waiting for its numbers', async () => {
    const campaign = await readCampaign(workspace, id);
    return campaign.waitingReason === 'number_cap' && campaign.liveCount === 0 && campaign;
  });

/** Origin numbers of the campaign's calls, by the provider's records. */
const fromNumbers = (id: string): string[] =>
  [...app.simulator.calls(workspace.key)]
    .filter(({ metadata }) => (metadata as Record<string, unknown> | undefined)?.['vocero_campaign_id'] === id)
    .map(({ from_number: from }) => String(from))
    .toSorted();

test('a campaign whose numbers had their calls waits until tomorrow, says so, and goes on with a higher cap', async () => {
  const lines = linesOf(0);
  await setCap(2);
  const { id } = await launch(lines.slice(0, 2), rowsOf(9, 100));
  const waiting = await whenCapped(id);
  const tomorrow = new Date(quietMidnight(Date.now()).getTime() + 24 * hourMs).toISOString();
  expect(waiting).toMatchObject({ status: 'in_progress', sentCount: 4, pendingCount: 5, waitingUntil: tomorrow });
  expect(sumOfStates(waiting)).toBe(9);
  expect(fromNumbers(id)).toEqual([lines[0], lines[0], lines[1], lines[1]]);
  const log = await waitFor('its line in the log', async () => {
    const entries = await workspace.operator.get<CampaignLogEntry[]>(`/api/campaigns/${id}/log`);
    return entries.some(({ kind }) => kind === 'waiting') && entries;
  });
  expect(log.find(({ kind }) => kind === 'waiting')?.details).toEqual({ reason: 'number_cap', until: tomorrow });

  // Another campaign from one of these numbers waits too; one from a third number does not.
  await whenCapped((await launch(lines.slice(0, 1), rowsOf(1, 200))).id);
  await whenStatus(workspace, (await launch(lines.slice(2), rowsOf(2, 300))).id, 'completed');

  await setCap(0);
  expect(await whenStatus(workspace, id, 'completed')).toMatchObject({ sentCount: 9, waitingReason: null });
});

test('whoever was called from a number is called again from it, and the others from where they are', async () => {
  const lines = linesOf(1);
  await setCap(0);
  const cordoba = { phone_number: '+5493514444444', customer_name: 'Dora' };
  const [ana] = rowsOf(1, 400);
  await whenStatus(workspace, (await launch(lines.slice(2), ana ? [ana] : [])).id, 'completed');
  const { id } = await launch(lines, [...(ana ? [ana] : []), cordoba, ...rowsOf(1, 401)]);
  await whenStatus(workspace, id, 'completed');
  const calls = [...app.simulator.calls(workspace.key)].filter(
    ({ metadata }) => (metadata as Record<string, unknown> | undefined)?.['vocero_campaign_id'] === id,
  );
  expect(Object.fromEntries(calls.map(({ to_number: to, from_number: from }) => [to, from]))).toEqual({
    [phoneOf(400)]: lines[2],
    [cordoba.phone_number]: lines[1],
    [phoneOf(401)]: lines[0],
  });
});

test('an order that was surely not placed leaves its call to somebody else today', async () => {
  const lines = linesOf(2);
  await setCap(3);
  app.simulator.setFaults({ createPhoneCall: { tooManyRequests: { next: 2 } } });
  const { id } = await launch(lines.slice(0, 1), rowsOf(5, 500));
  expect(await whenCapped(id)).toMatchObject({ sentCount: 3, pendingCount: 2 });
});

test('a campaign waits for tomorrow only once the calls of its number are sure, and goes on when one called nobody', async () => {
  const lines = linesOf(3);
  await setCap(1);
  app.simulator.setSpeed(1e-6);
  app.simulator.setFaults({ createPhoneCall: { answerLost: { next: 1 } } });
  const first = await launch(lines.slice(0, 1), rowsOf(2, 600));
  await waitFor('an order without an answer', async () => (await readCampaign(workspace, first.id)).dialingCount === 1);
  const second = await launch(lines.slice(0, 1), rowsOf(1, 610));
  // The third campaign's turn comes after the second's.
  const third = await launch(lines.slice(2), rowsOf(1, 620));
  await waitFor('the third to dial', async () => (await readCampaign(workspace, third.id)).liveCount === 1);
  expect(await readCampaign(workspace, second.id)).toMatchObject({ status: 'in_progress', waitingReason: null });

  // The report that a webhook would bring.
  const placed = [...app.simulator.calls(workspace.key)].find(({ to_number: to }) => to === phoneOf(600));
  if (!placed) throw new Error('the order did not arrive');
  const sendWebhook = (event: string, facts: object) =>
    app.app.features.calls.ingest.record(workspace.id, { event, call: { ...placed, ...facts }, source: 'webhook' });
  await sendWebhook('call_started', { call_status: 'ongoing', start_timestamp: Date.now() });
  const isWaiting = (id: string) =>
    waitFor('waiting for its number', async () => (await readCampaign(workspace, id)).waitingReason === 'number_cap');
  await Promise.all([isWaiting(first.id), isWaiting(second.id)]);
  await workspace.editor.patch(`/api/campaigns/${first.id}`, { status: 'paused' });
  await sendWebhook('call_ended', { call_status: 'not_connected', disconnection_reason: 'concurrency_limit_reached' });
  await waitFor('the second to dial', async () => (await readCampaign(workspace, second.id)).liveCount === 1);
  expect(fromNumbers(second.id)).toEqual([lines[0]]);
  expect(await readCampaign(workspace, first.id)).toMatchObject({ status: 'paused', pendingCount: 2 });
});
