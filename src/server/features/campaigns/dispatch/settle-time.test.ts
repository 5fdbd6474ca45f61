// The settle time applies in any case: nobody is believed absent before it, whatever a server noted, or failed to note.
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Campaign } from '../../../../contract/campaigns.ts';
import { systemClock } from '../../../platform/clock.ts';
import type { ProviderCallFilter, VoiceProvider } from '../../../platform/provider/provider.ts';
import { startTestApp, testKey, type TestApp, type TestWorkspace } from '../../../testing/start-test-app.ts';
import { buildOrder, originNumber, readCampaign, rowsOf } from '../../../testing/campaign-orders.ts';
import { markClaimedAttemptUnknown, resolveUnclearCallAttempts, type AttemptResolverDeps } from './attempt-resolver.ts';
import { createAttemptCallRecorder } from './call-recorder.ts';
import { claimRecipients } from './claim-store.ts';
import { createCampaignLogWriter } from './dispatch-journal.ts';
import { dispatchTuning } from './dispatch-tuning.ts';
import { takeDispatchLease } from './lease-store.ts';
import { scheduleNextAttemptLookup } from './resolution-store.ts';
import { startDueCampaigns } from '../campaign/work-store.ts';
import { silentMetrics } from '../../../testing/silent-metrics.ts';

const dialSettleSeconds = 60;
const nextKey = 'key_de_otra_cuenta_0001';
let app: TestApp;
let workspace: TestWorkspace;

beforeAll(async () => {
  const accounts = [testKey, nextKey].map((key) => ({ key, orgName: 'Prueba', concurrencyLimit: 10 }));
  app = await startTestApp({ background: false, simulator: { accounts } });
  workspace = await app.createWorkspace();
});
afterAll(() => app.stop());

test.each([
  ['nothing was noted about the next look-up', async () => undefined],
  [
    'a failure was to be tried again soon',
    (attemptId: string) =>
      scheduleNextAttemptLookup(
        app.database.db,
        workspace.id,
        { id: attemptId, lookups: 0 },
        { inMs: 0, counts: false },
      ),
  ],
])('no look-up counts before the settle time when %s', async (_, note) => {
  const { campaignId, attemptId } = await claimOne();
  let lookups = 0;
  const provider = {
    async listCalls() {
      lookups += 1;
      return { calls: [], nextKey: null };
    },
  } as Partial<VoiceProvider> as VoiceProvider;
  const deps = resolverOf(provider);
  const resolve = () => resolveUnclearCallAttempts(deps, workspace.id, () => false, new AbortController().signal);

  await markClaimedAttemptUnknown(deps, workspace.id, attemptId, { message: 'no answer', status: null });
  await note(attemptId);
  await letPass(attemptId, dialSettleSeconds - 20);
  for (let round = 0; round < 4; round += 1) await resolve();
  expect(lookups).toBe(0);
  expect(await readCampaign(workspace, campaignId)).toMatchObject({ dialingCount: 1, pendingCount: 0 });

  await letPass(attemptId, 25);
  await resolve();
  expect(lookups).toBe(1);
  await workspace.editor.patch(`/api/campaigns/${campaignId}`, { status: 'failed' });
});

test('a list that catches up between the look-up and its witness’s proves no absence: the call is found, and nobody is dialled again', async () => {
  const [sought, witness] = [await claimOne(), await claimOne()];
  const asked: string[] = [];
  const provider = {
    async listCalls({ attemptId = '' }: ProviderCallFilter) {
      asked.push(attemptId);
      // The list shows nothing before the witness is asked for, and everything from then on.
      if (!asked.includes(witness.attemptId)) return { calls: [], nextKey: null };
      const call = {
        call_id: `call_of_${attemptId}`,
        call_status: 'ongoing',
        metadata: { vocero_attempt_id: attemptId },
      };
      return { calls: [call], nextKey: null };
    },
    getAgent: async (agentId: string) => ({ agent_id: agentId, data_storage_setting: 'everything' }),
  } as Partial<VoiceProvider> as VoiceProvider;
  const deps = resolverOf(provider);
  const { pool } = app.database;
  await acceptLater(witness.attemptId, 'call_w');
  await markClaimedAttemptUnknown(deps, workspace.id, sought.attemptId, { message: 'no answer', status: null });
  for (let round = 0; round < 3; round += 1) {
    await letPass(sought.attemptId, dialSettleSeconds);
    await resolveUnclearCallAttempts(deps, workspace.id, () => false, new AbortController().signal);
  }
  expect(asked).toEqual([sought.attemptId, sought.attemptId, sought.attemptId, witness.attemptId, sought.attemptId]);
  const { rows } = await pool.query('select state, call_id from attempts where id = $1', [sought.attemptId]);
  expect(rows).toEqual([{ state: 'accepted', call_id: `call_of_${sought.attemptId}` }]);
  for (const { campaignId } of [sought, witness])
    await workspace.editor.patch(`/api/campaigns/${campaignId}`, { status: 'failed' });
});

test('a call of an agent whose calls may lose their metadata is absent only once one of it kept them', async () => {
  const [sought, witness] = [await claimOne(), await claimOne()];
  const { agentId } = await readCampaign(workspace, witness.campaignId);
  let endedAt: number | null = null;
  const provider = {
    async listCalls({ attemptId = '' }: ProviderCallFilter) {
      // The call does not say how much of it is kept.
      const call = {
        call_id: 'call_x',
        agent_id: agentId,
        end_timestamp: endedAt,
        metadata: { vocero_attempt_id: attemptId },
      };
      return { calls: attemptId === witness.attemptId ? [call] : [], nextKey: null };
    },
    getAgent: async (id: string) => ({ agent_id: id, data_storage_setting: 'basic_attributes_only' }),
  } as Partial<VoiceProvider> as VoiceProvider;
  const deps = resolverOf(provider);
  await acceptLater(witness.attemptId, 'call_x');
  await markClaimedAttemptUnknown(deps, workspace.id, sought.attemptId, { message: 'no answer', status: null });
  const stateAfterLookups = () => lookUpOften(deps, sought.attemptId);
  expect(await stateAfterLookups()).toBe('unknown');
  endedAt = Date.now();
  expect(await stateAfterLookups()).toBe('unknown');
  endedAt -= dialSettleSeconds * 1_000;
  expect(await stateAfterLookups()).toBe('absent');
  for (const { campaignId } of [sought, witness])
    await workspace.editor.patch(`/api/campaigns/${campaignId}`, { status: 'failed' });
});

test('what another account’s list does not show is not absent', async () => {
  const [sought, witness] = [await claimOne(), await claimOne()];
  const provider = {
    async listCalls({ attemptId = '' }: ProviderCallFilter) {
      const call = { call_id: 'call_w', call_status: 'ongoing', metadata: { vocero_attempt_id: attemptId } };
      return { calls: attemptId === witness.attemptId ? [call] : [], nextKey: null };
    },
    getAgent: async (agentId: string) => ({ agent_id: agentId, data_storage_setting: 'everything' }),
  } as Partial<VoiceProvider> as VoiceProvider;
  const deps = resolverOf(provider);
  const { pool } = app.database;
  const stateAfterLookups = () => lookUpOften(deps, sought.attemptId);
  await workspace.admin.put(`/api/workspaces/${workspace.id}`, { retellApiKey: nextKey });
  await acceptLater(witness.attemptId, 'call_w2');
  await markClaimedAttemptUnknown(deps, workspace.id, sought.attemptId, { message: 'no answer', status: null });
  expect(await stateAfterLookups()).toBe('unknown');

  // If the key had not been replaced, the order would be believed absent.
  await pool.query('update workspaces set api_key_replaced_at = null where id = $1', [workspace.id]);
  expect(await stateAfterLookups()).toBe('absent');
  for (const { campaignId } of [sought, witness])
    await workspace.editor.patch(`/api/campaigns/${campaignId}`, { status: 'failed' });
});

/** Makes the attempt a witness of attempts claimed before. */
async function acceptLater(attemptId: string, callId: string): Promise<void> {
  await app.database.pool.query(
    `update attempts set state = 'accepted', call_id = $2, accepted_at = clock_timestamp() + interval '1 second' where id = $1`,
    [attemptId, callId],
  );
}

/** Looks an attempt up as often as absence needs. @returns the attempt's state then. */
async function lookUpOften(deps: AttemptResolverDeps, attemptId: string): Promise<string | undefined> {
  for (let round = 0; round < 3; round += 1) {
    await letPass(attemptId, dialSettleSeconds);
    await resolveUnclearCallAttempts(deps, workspace.id, () => false, new AbortController().signal);
  }
  const { rows } = await app.database.pool.query<{ state: string }>('select state from attempts where id = $1', [
    attemptId,
  ]);
  return rows[0]?.state;
}

/** The dispatcher's dependencies for its resolver, with a provider of the test's own. */
function resolverOf(provider: VoiceProvider): AttemptResolverDeps {
  const { db } = app.database;
  const { events } = app.app;
  const log = pino({ level: 'silent' });
  const recorder = createAttemptCallRecorder({
    db,
    ingest: app.app.features.calls.ingest,
    clock: systemClock,
    log,
    writerSlot: 3,
  });
  const journal = createCampaignLogWriter({ db, clock: systemClock, log, events });
  const directory = { providerOf: async () => provider };
  return {
    db,
    journal,
    metrics: silentMetrics,
    events,
    log,
    recorder,
    clock: systemClock,
    writerSlot: 3,
    doNotCall: app.app.features.doNotCall,
    secretKey: 'una clave secreta para las pruebas, larga',
    dialSettleSeconds,
    tuning: dispatchTuning,
    directory,
  };
}

async function claimOne(): Promise<{ campaignId: string; attemptId: string }> {
  const from = await originNumber(workspace);
  const { id: campaignId } = await workspace.editor.post<Campaign>(
    '/api/campaigns',
    buildOrder(from, { recipients: rowsOf(1) }),
  );
  const { db } = app.database;
  await startDueCampaigns(db, workspace.id);
  await db.deleteFrom('dispatch_leases').execute();
  const lease = await takeDispatchLease(db, { workspaceId: workspace.id, holder: randomUUID(), ttlMs: 60_000 });
  if (!lease) throw new Error('no lease');
  const { doNotCall } = app.app.features;
  const claim = await claimRecipients(db, {
    lease,
    campaignId,
    serverId: randomUUID(),
    writerSlot: 3,
    limit: 1,
    doNotCall,
  });
  if (claim.kind !== 'claimed') throw new Error('nothing claimed');
  const attemptId = claim.recipients[0]?.attemptId ?? '';
  // Moves the send-by time, 15 s ahead, to now.
  await letPass(attemptId, 15);
  return { campaignId, attemptId };
}

async function letPass(attemptId: string, seconds: number): Promise<void> {
  await app.database.pool.query(
    `update attempts set send_by = send_by - $2 * interval '1 second', next_lookup_at = next_lookup_at - $2 * interval '1 second' where id = $1`,
    [attemptId, seconds],
  );
}
