/** Search documents follow their calls by themselves, on two servers with one database. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CallSummary } from '../../../../contract/calls.ts';
import { report, storyOf } from '../../../testing/call-reports.ts';
import { startTestApp, type TestApp, type TestWorkspace } from '../../../testing/start-test-app.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import { writeSearchDocumentsOfCalls } from './call-search-indexer.ts';

let first: TestApp;
let second: TestApp;
let workspace: TestWorkspace;

beforeAll(async () => {
  first = await startTestApp();
  second = await startTestApp({ database: first });
  workspace = await first.createWorkspace();
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

const startMs = Date.parse('2026-11-21T11:00:00Z');

function record(
  app: TestApp,
  each: Parameters<TestApp['app']['features']['calls']['ingest']['record']>[1],
): Promise<void> {
  return app.app.features.calls.ingest.record(workspace.id, each);
}

async function search(q: string): Promise<(CallSummary & { snippet: string | null })[]> {
  return workspace.operator.get(`/api/calls/all?q=${encodeURIComponent(q)}`);
}

/** Reads the documents in the database once the queue is empty. */
async function readDocuments(): Promise<Record<string, string>> {
  const { db } = first.database;
  await waitFor(
    'an empty queue',
    async () => (await db.selectFrom('call_search_queue').select('id').limit(1).execute()).length === 0,
  );
  const rows = await db
    .selectFrom('call_search')
    .select(['call_id', 'document'])
    .where('workspace_id', '=', workspace.id)
    .execute();
  return Object.fromEntries(rows.map((row) => [row.call_id, row.document]));
}

it('finds a new transcript, on any server, and shows what was said', async () => {
  for (const each of storyOf({ callId: 'told', startMs, durationMs: 61_000 })) await record(second, each);
  const [call] = await waitFor('the call', async () => {
    const found = await search('hablo nandu');
    return found.length > 0 && found;
  });
  expect(call).toMatchObject({ id: 'told', snippet: 'Hola, ¿hablo con Ñandú? Sí.' });
  expect(await search('444400 señora')).toEqual([]);
  expect(await search('444400 hola')).toMatchObject([{ id: 'told' }]);
});

it('reads what was said where only the words with their times are known', async () => {
  const lines = [
    { role: 'agent', content: 'Palangana' },
    { role: 'user', content: 'cómo, perdón' },
  ];
  await record(
    first,
    report('call_ended', { call_status: 'ended', start_timestamp: startMs, transcript_object: lines }, 'timed'),
  );
  const found = await waitFor('the call', async () => {
    const calls = await search('palang perdon');
    return calls.length > 0 && calls;
  });
  expect(found).toMatchObject([{ id: 'timed', snippet: 'Palangana cómo, perdón' }]);
});

it('finds an agent’s calls by its new name as soon as it has one', async () => {
  await readDocuments();
  const rename = (name: string): Promise<unknown> =>
    first.database.db
      .insertInto('provider_cache')
      .values({
        workspace_id: workspace.id,
        kind: 'agent',
        key: 'agent_a',
        value: JSON.stringify({ agent_name: name }),
        fetched_at: new Date(),
      })
      .onConflict((conflict) =>
        conflict.columns(['workspace_id', 'kind', 'key']).doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })),
      )
      .execute();
  await rename('Íñigo Cobranzas');
  expect(await search('inigo told')).toEqual([]);
  expect(await search('INIGO hola')).toMatchObject([{ id: 'told', agentName: 'Íñigo Cobranzas' }]);
  await rename('Begoña');
  expect(await search('inigo')).toEqual([]);
  expect(await search('begona')).toMatchObject([{ id: 'told' }]);
});

it('leaves no document behind its call, whichever server hears what', async () => {
  const callIds = Array.from({ length: 40 }, (_, index) => `race_${index}`);
  // Reports of each call alternate between both servers while their indexers run.
  await Promise.all(
    callIds.map(async (callId, index) => {
      let turn = index;
      for (const each of storyOf({ callId, startMs, durationMs: 5_000 }))
        await record(turn++ % 2 === 0 ? first : second, each);
    }),
  );
  const written = await readDocuments();
  await writeSearchDocumentsOfCalls(first.database.db, workspace.id, Object.keys(written));
  expect(await readDocuments()).toEqual(written);
  expect(callIds.filter((callId) => written[callId] === undefined)).toEqual([]);
  expect(written['race_7']).toContain('hablo');
});

it('forgets a call with its data, and never finds it meanwhile', async () => {
  for (const each of storyOf({ callId: 'forgotten', startMs, durationMs: 5_000 })) await record(first, each);
  expect((await workspace.admin.request('DELETE', '/api/calls/forgotten')).status).toBe(204);
  expect((await search('nandu')).map((call) => call.id)).not.toContain('forgotten');
  expect(await readDocuments()).not.toHaveProperty('forgotten');
});

it('lets a call that can not be written harm no other', async () => {
  await first.database.pool.query(`alter table call_search add constraint no_poison check (call_id <> 'poison')`);
  const callIds = ['before', 'poison', 'thereafter'];
  await Promise.all(
    callIds.map((callId) =>
      record(first, report('call_started', { call_status: 'ongoing', from_number: '+5491100009999' }, callId)),
    ),
  );
  const written = await readDocuments();
  expect(callIds.filter((callId) => callId in written)).toEqual(['before', 'thereafter']);
  expect((await search('9999')).map((call) => call.id).sort()).toEqual(['before', 'thereafter']);
});
