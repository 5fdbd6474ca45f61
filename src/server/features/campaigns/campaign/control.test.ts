// Pausing, resuming, stopping and hanging up over HTTP, and the circuit breaker. Calls are frozen while a test looks.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Campaign, CampaignLogEntry } from '../../../../contract/campaigns.ts';
import { startTestApp, type TestApp, type TestWorkspace } from '../../../testing/start-test-app.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import { countRecentCallFailures } from '../outcome/circuit-breaker-query.ts';
import { listAutomaticallyPausedCampaigns } from '../index.ts';
import {
  buildOrder,
  originNumber,
  phoneOf,
  readCampaign,
  rowsOf,
  setPace,
  timesDialled,
  whenStatus,
} from '../../../testing/campaign-orders.ts';

let app: TestApp;
let workspace: TestWorkspace;
let from: string;
let nextNumber = 0;
const heard: string[] = [];

beforeAll(async () => {
  app = await startTestApp({ simulator: { callDurationMs: 20 }, config: { reconcileSeconds: 3_600 } });
  workspace = await app.createWorkspace();
  from = await originNumber(workspace);
  for (const name of ['campaign.paused', 'campaign.unpaused'] as const) {
    app.app.events.on(name, ({ campaignId }) => heard.push(`${name} ${campaignId}`));
  }
});

afterEach(async () => {
  app.simulator.setFaults({});
  app.simulator.forceOutcome(undefined);
  app.simulator.setConcurrencyLimit(workspace.key, 200);
  app.simulator.setSpeed(1);
  for (const { id } of await workspace.operator.get<Campaign[]>('/api/campaigns')) await change(id, 'failed');
  await app.simulator.whenIdle();
  await setPace(workspace);
  heard.length = 0;
});

afterAll(() => app.stop());

const change = (id: string, status: string, hangUp = false): Promise<Campaign> =>
  workspace.editor.patch<Campaign>(`/api/campaigns/${id}`, { status, hangUp });

/** Stops all calls, so that each keeps its line. */
async function freeze(lines: number): Promise<void> {
  app.simulator.setSpeed(1e-6);
  app.simulator.setConcurrencyLimit(workspace.key, lines);
  await setPace(workspace);
}

async function launch(count: number, overrides = {}): Promise<{ id: string; first: number; dialled: () => number }> {
  const first = nextNumber;
  nextNumber += count;
  const { id } = await workspace.editor.post<Campaign>(
    '/api/campaigns',
    buildOrder(from, { recipients: rowsOf(count, first), ...overrides }),
  );
  const dialled = (): number => {
    const times = timesDialled(app, workspace.key);
    return Array.from({ length: count }, (_, index) => times.get(phoneOf(first + index)) ?? 0).reduce(
      (sum, each) => sum + each,
      0,
    );
  };
  return { id, first, dialled };
}

const whenSent = (id: string, count: number): Promise<Campaign> =>
  waitFor(`${count} sent`, async () => {
    const campaign = await readCampaign(workspace, id);
    return campaign.sentCount === count && campaign.dialingCount === 0 && campaign;
  });

/** The log, oldest first, as soon as it has an entry of this kind. */
function whenLogged(id: string, kind: CampaignLogEntry['kind']): Promise<CampaignLogEntry[]> {
  return waitFor(`the log to tell ${kind}`, async () => {
    const entries = await workspace.operator.get<CampaignLogEntry[]>(`/api/campaigns/${id}/log?limit=200`);
    return entries.some((entry) => entry.kind === kind) && entries.toReversed();
  });
}

async function auditOf(id: string): Promise<unknown[]> {
  const { rows } = await app.database.pool.query<{ action: string; details: object }>(
    `select action, details from audit_log where workspace_id = $1 and target = $2 order by id`,
    [workspace.id, id],
  );
  return rows.map(({ action, details }) => ({ action, ...details }));
}

test('a paused campaign places nothing more; resumed it goes on at once, and nobody is forgotten', async () => {
  await freeze(5);
  const { id, dialled } = await launch(12);
  await whenSent(id, 5);
  const paused = await change(id, 'paused');
  expect(paused).toMatchObject({ status: 'paused', pauseReason: 'person', pendingCount: 7, liveCount: 5 });
  expect(await listAutomaticallyPausedCampaigns(app.database.db, workspace.id)).toEqual([]);
  app.simulator.setConcurrencyLimit(workspace.key, 200);
  const witness = await launch(3);
  await whenSent(witness.id, 3);
  expect([dialled(), (await readCampaign(workspace, id)).dialingCount]).toEqual([5, 0]);

  expect(await change(id, 'in_progress')).toMatchObject({ status: 'in_progress', pauseReason: null });
  await whenSent(id, 12);
  app.simulator.setSpeed(1);
  await whenStatus(workspace, id, 'completed');
  expect(dialled()).toBe(12);
  expect(heard).toEqual([`campaign.unpaused ${id}`]);

  const log = await whenLogged(id, 'completed');
  const kinds = log.map(({ kind }) => kind).filter((kind) => kind !== 'no_lines');
  expect(kinds.filter((kind) => kind !== 'sent')).toEqual(['created', 'started', 'paused', 'resumed', 'completed']);
  const byPerson = log.filter(({ username }) => username !== null);
  expect(byPerson.map(({ kind, details }) => [kind, details])).toEqual([
    ['created', { recipients: 12, duplicates: 0, rejected: 0 }],
    ['paused', { reason: 'person', message: null, failed: null, calls: null }],
    ['resumed', {}],
  ]);
  expect(new Set(byPerson.map(({ username }) => username)).size).toBe(1);
  expect((await auditOf(id)).slice(1)).toEqual([
    { action: 'campaign.paused', name: 'Cobranza de noviembre', from: 'in_progress' },
    { action: 'campaign.resumed', name: 'Cobranza de noviembre', from: 'paused' },
  ]);
});

test('one that is to start later waits for its time again; one whose time has come meanwhile begins', async () => {
  const { id } = await launch(2, { sendOption: 'scheduled', scheduledDate: '2099-01-05', scheduledTime: '10:00' });
  expect(await change(id, 'paused')).toMatchObject({ status: 'paused', pauseReason: 'person' });
  expect(await change(id, 'in_progress')).toMatchObject({ status: 'scheduled', pauseReason: null });
  await change(id, 'paused');
  await app.database.pool.query(`update campaigns set starts_at = clock_timestamp() where id = $1`, [id]);
  expect(await change(id, 'in_progress')).toMatchObject({ status: 'in_progress', lastSentAt: expect.any(String) });
  await whenStatus(workspace, id, 'completed');
  expect((await whenLogged(id, 'completed')).filter(({ kind }) => kind === 'started')).toHaveLength(1);
});

test('what a campaign does not allow is refused, with the reason', async () => {
  await freeze(1);
  const { id } = await launch(2);
  await whenSent(id, 1);
  const refuse = async (status: string, message: string, hangUp = false): Promise<void> => {
    await expect(change(id, status, hangUp)).rejects.toMatchObject({ status: hangUp ? 400 : 409, body: { message } });
  };
  await refuse('in_progress', 'No se puede reanudar: la campaña está en curso.');
  await refuse('paused', 'Las llamadas en curso se cortan solo al detener o eliminar la campaña.', true);
  await change(id, 'paused');
  await refuse('paused', 'No se puede pausar: la campaña ya está pausada.');
  await expect(workspace.operator.patch(`/api/campaigns/${id}`, { status: 'in_progress' })).rejects.toMatchObject({
    status: 403,
  });
  expect(await change(id, 'completed')).toMatchObject({ status: 'completed', undeliveredCount: 1, sentCount: 1 });
  await refuse('completed', 'No se puede detener: la campaña ya terminó.');
  await refuse('paused', 'No se puede pausar: la campaña ya terminó.');
  await refuse('in_progress', 'No se puede reanudar: la campaña ya terminó.');
});

test('stopped with hang-up, every live call ends, also when the provider fails at first', async () => {
  await freeze(30);
  const { id } = await launch(40);
  await whenSent(id, 30);
  app.simulator.setFaults({ others: { serverError: { next: 6 } } });
  const stopped = await change(id, 'completed', true);
  expect(stopped).toMatchObject({ status: 'completed', undeliveredCount: 10 });
  await waitFor('all calls to end', async () => (await readCampaign(workspace, id)).liveCount === 0);
  expect(app.simulator.statistics(workspace.key).live).toBe(0);
  const log = await waitFor('the log to tell of all', async () => {
    const entries = await whenLogged(id, 'hang_up');
    return entries.find(({ kind, details }) => kind === 'hang_up' && details['calls'] === 30) && entries;
  });
  const told = log.filter(({ kind }) => kind === 'stopped' || kind === 'hang_up');
  // A report of a live call has it ended in nobody's name, perhaps before the person's job is retried.
  expect(told).toMatchObject([
    { kind: 'stopped', details: { left: 10, live: 30 }, username: expect.stringMatching(/editor/) },
    { kind: 'hang_up', details: { calls: 30, failed: 0 } },
  ]);
  expect((await auditOf(id)).at(-1)).toMatchObject({ action: 'campaign.stopped', undelivered: 10, hangUp: true });
});

test('a call that comes to light alive after the hang-up is ended too; without one it goes on', async () => {
  for (const hangUp of [true, false]) {
    await freeze(200);
    app.simulator.setFaults({
      createPhoneCall: { answerLost: { probability: 1 } },
      webhooks: { lost: { probability: 1 } },
    });
    const { id, first } = await launch(1);
    const placed = await waitFor('the call', () =>
      app.simulator.placedCalls(workspace.key).find(({ to_number: to }) => to === phoneOf(first)),
    );
    await change(id, 'completed', hangUp);
    app.simulator.setFaults({});
    await waitFor('the job to have run', async () => {
      const { rows } = await app.database.pool.query<{ n: number }>(
        `select count(*) as n from pgboss.job where name = 'campaign-hang-ups' and state = 'completed' and data ->> 'campaignId' = $1`,
        [id],
      );
      return rows[0]?.n === (hangUp ? 1 : 0);
    });
    const call = app.simulator.call(workspace.key, placed.call_id);
    if (!call) throw new Error('the call is gone');
    await app.app.features.calls.ingest.record(workspace.id, { event: 'call_started', call, source: 'webhook' });
    const live = hangUp ? 0 : 1;
    await waitFor('it to be known', async () => {
      const { sentCount, liveCount } = await readCampaign(workspace, id);
      return sentCount === 1 && liveCount === live;
    });
    expect(app.simulator.statistics(workspace.key).live).toBe(live);
    if (hangUp)
      expect((await whenLogged(id, 'hang_up')).at(-1)).toMatchObject({
        details: { calls: 1, failed: 0 },
        username: null,
      });
  }
});

test('when half of the last calls end for technical reasons, the campaign is paused and says so', async () => {
  await freeze(24);
  for (let index = 0; index < 36; index++)
    app.simulator.forceOutcome(index % 3 === 0 ? 'user_hangup' : 'error_retell', phoneOf(nextNumber + index));
  const { id } = await launch(36);
  await whenSent(id, 24);
  // Nobody else is dialled while these calls end.
  await setPace(workspace, { callsPerSecond: 0.1, reservedLines: 0 });
  app.simulator.setSpeed(1);
  const paused = await whenStatus(workspace, id, 'paused');
  expect(paused.pauseReason).toBe('circuit_breaker');
  expect(paused.pendingCount).toBeGreaterThan(0);
  await waitFor('the pause to be told', () => heard.length > 0);
  expect(heard).toEqual([`campaign.paused ${id}`]);
  expect(await listAutomaticallyPausedCampaigns(app.database.db, workspace.id)).toMatchObject([
    { id, reason: 'circuit_breaker' },
  ]);
  const line = (await whenLogged(id, 'paused')).find(({ kind }) => kind === 'paused');
  expect(line).toMatchObject({ username: null, details: { reason: 'circuit_breaker', message: null } });
  const { failed, calls } = line?.details ?? {};
  expect(Number(calls)).toBeGreaterThanOrEqual(24);
  expect(Number(failed) * 2).toBeGreaterThanOrEqual(Number(calls));

  // A resumed campaign is judged by its later calls.
  await setPace(workspace);
  const { pendingCount: before } = await waitFor('what was under way', async () => {
    const campaign = await readCampaign(workspace, id);
    return campaign.dialingCount === 0 && campaign;
  });
  await change(id, 'in_progress');
  await whenStatus(workspace, id, 'completed');
  expect(await countRecentCallFailures(app.database.db, workspace.id, id, 120)).toMatchObject({ calls: before });
});
