import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestLedger, type TestLedger } from '../../../testing/call-ledger.ts';
import { attempts, report, storyOf } from '../../../testing/call-reports.ts';
import { startCutOffProxy } from '../../../testing/cut-off-proxy.ts';
import type { CallIngest, CallChangeParticipant, ProviderCallReport } from '../index.ts';

let ledger: TestLedger;
let ingest: CallIngest;
let workspaceId: string;

beforeAll(async () => {
  ledger = await openTestLedger();
  ingest = ledger.createWriter(3);
  workspaceId = await ledger.createWorkspace();
});
afterAll(() => ledger.close());

function callsOf(id = workspaceId) {
  return ledger.database.db.selectFrom('calls').selectAll().where('workspace_id', '=', id).orderBy('id').execute();
}

const started = (callId: string, more: Record<string, unknown> = {}): ProviderCallReport =>
  report(
    'call_started',
    { call_status: 'ongoing', start_timestamp: Date.parse('2026-11-21T11:00:00Z'), ...more },
    callId,
  );

/** Counts the calls of each transaction. */
function counting(): CallChangeParticipant & { sizes: number[] } {
  const sizes: number[] = [];
  return {
    name: 'counting',
    sizes,
    async applyChanges(_tx, _workspaceId, changes) {
      sizes.push(changes.length);
      return undefined;
    },
  };
}

describe('the writer', () => {
  it('stores a call whole and tells once what changed', async () => {
    const id = await ledger.createWorkspace();
    ledger.changes.length = 0;
    for (const each of storyOf({ callId: 'whole', startMs: Date.parse('2026-11-21T11:00:00Z'), durationMs: 61_000 })) {
      await ingest.record(id, each);
    }
    const [call] = await callsOf(id);
    expect(call).toMatchObject({
      status: 'ended',
      cost_cents: '12.345',
      e2e_p50_ms: '812.5',
      customer_name: 'Ñandú Pérez',
    });
    const details = await ledger.database.db
      .selectFrom('call_details')
      .selectAll()
      .where('workspace_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(details).toMatchObject({
      transcript: 'Agent: Hola, ¿hablo con Ñandú?\nUser: Sí.',
      transcript_object: [{ role: 'agent', content: 'Hola', words: [{ word: 'Hola', start: 0.4, end: 0.9 }] }],
      llm_token_usage: null,
      extra: { telephony_identifier: { rank: 3, value: { twilio_call_sid: 'CA1' } } },
    });
    const kinds = ledger.changes.flatMap(({ changes }) => changes.map(({ kind }) => kind));
    expect(kinds[0]).toBe('call_started');
    expect(kinds.at(-1)).toBe('call_analyzed');
    expect(new Set(ledger.changes.map((change) => change.workspaceId))).toEqual(new Set([id]));
  });

  it('commits at once when idle, and then what has gathered meanwhile', async () => {
    const participant = counting();
    const writer = ledger.createWriter(4, { more: [participant] });
    const id = await ledger.createWorkspace();
    await writer.record(id, started('first'));
    const busy = writer.record(id, started('second'));
    // Waits past the microtasks, so that the second call is committed alone.
    await new Promise(setImmediate);
    await Promise.all([
      busy,
      ...Array.from({ length: 300 }, (_, index) => writer.record(id, started(`more-${index}`))),
    ]);
    expect(participant.sizes).toEqual([1, 1, 256, 44]);
    expect(await callsOf(id)).toHaveLength(302);
  });

  it('lets a repetition change nothing: no participant, no event, no row written', async () => {
    const participant = counting();
    const writer = ledger.createWriter(4, { more: [participant] });
    const id = await ledger.createWorkspace();
    await writer.record(id, started('again'));
    const version = async () =>
      (await ledger.database.pool.query('select xmin::text from calls where workspace_id = $1', [id])).rows;
    const before = await version();
    ledger.changes.length = 0;
    await writer.record(id, started('again'));
    expect(await version()).toEqual(before);
    expect(participant.sizes).toEqual([1]);
    expect(ledger.changes).toEqual([]);
  });

  it('takes an attempt as the call’s only when it exists', async () => {
    const id = await ledger.createWorkspace();
    const [attempt] = attempts;
    await ingest.record(
      id,
      report(
        'call_snapshot',
        { call_status: 'registered', metadata: { vocero_attempt_id: attempt?.attemptId.toUpperCase() } },
        'ours',
      ),
    );
    await ingest.record(
      id,
      report('call_snapshot', { metadata: { vocero_attempt_id: '0a000000-0000-4000-8000-00000000dead' } }, 'theirs'),
    );
    expect((await callsOf(id)).map((call) => [call.id, call.attempt_id, call.occurred_at])).toEqual([
      ['ours', attempt?.attemptId, attempt?.createdAt],
      ['theirs', null, ledger.clock.now()],
    ]);
  });

  it.each([
    ['objects', '{"a":', '}'],
    ['lists', '[', ']'],
  ])('takes a report with %s nested without end', async (_, open, close) => {
    const id = await ledger.createWorkspace();
    const deep: unknown = JSON.parse(`${open.repeat(50_000)}${open === '[' ? '' : '1'}${close.repeat(50_000)}`);
    await ingest.record(id, started('deep', { metadata: { deep, kept: 'x' }, unknown_field: deep }));
    expect(await callsOf(id)).toMatchObject([{ id: 'deep', status: 'ongoing' }]);
  });

  it('lets a poisoned report harm only itself', async () => {
    const poison: CallChangeParticipant = {
      name: 'poison',
      async applyChanges(tx, _workspaceId, changes) {
        const bad = changes.find(({ after }) => after.agentId === 'poison');
        // A division by zero is a data error of class 22, thrown by PostgreSQL itself.
        if (bad) await sql`select 1 / 0`.execute(tx);
        return undefined;
      },
    };
    const rejectedBefore = ledger.metrics.counted('vocero_ingest_failed_reports_total', 'rejected');
    const writer = ledger.createWriter(5, { more: [poison] });
    const id = await ledger.createWorkspace();
    const reports = ['a', 'b', 'c', 'd'].map((callId) =>
      started(callId, { agent_id: callId === 'c' ? 'poison' : 'agent_a' }),
    );
    const settled = await Promise.allSettled(reports.map((each) => writer.record(id, each)));
    expect(
      settled.map((each) => (each.status === 'rejected' ? (each.reason as { code: string }).code : 'stored')),
    ).toEqual(['stored', 'stored', 'invalid_input', 'stored']);
    expect((await callsOf(id)).map((call) => call.id)).toEqual(['a', 'b', 'd']);
    expect(ledger.metrics.counted('vocero_ingest_failed_reports_total', 'rejected')).toBe(rejectedBefore + 1);
    expect(await ledger.readRollups(id)).toEqual(await ledger.computeFigures(id, 'America/Argentina/Buenos_Aires'));
  });

  it('runs a batch again after a deadlock', async () => {
    let failures = 2;
    const unlucky: CallChangeParticipant = {
      name: 'unlucky',
      async applyChanges() {
        if (failures-- > 0) throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
        return undefined;
      },
    };
    const writer = ledger.createWriter(5, { more: [unlucky] });
    const id = await ledger.createWorkspace();
    await writer.record(id, started('again'));
    expect(failures).toBe(-1);
    expect(await callsOf(id)).toHaveLength(1);
  });

  it('runs a batch again, whole, when a migration changed what its statements answer', async () => {
    const participant = counting();
    const writer = ledger.createWriter(5, { more: [participant] });
    const id = await ledger.createWorkspace();
    await writer.record(id, started('before'));
    await ledger.database.pool.query('alter table calls add column of_tomorrow text');
    try {
      await Promise.all(['a', 'b', 'c'].map((callId) => writer.record(id, started(callId))));
    } finally {
      await ledger.database.pool.query('alter table calls drop column of_tomorrow');
    }
    expect(participant.sizes).toEqual([1, 3]);
    expect(await callsOf(id)).toHaveLength(4);
  });

  it('stores nothing of a deleted call', async () => {
    const id = await ledger.createWorkspace();
    const { db } = ledger.database;
    await ingest.record(id, started('gone'));
    await db
      .insertInto('call_tombstones')
      .values(['gone', 'never-seen'].map((callId) => ({ workspace_id: id, call_id: callId })))
      .execute();
    const before = await ledger.readLedger(id);
    const late = (callId: string): ProviderCallReport =>
      report('call_ended', { call_status: 'ended', transcript: 'secreto' }, callId);
    await Promise.all([late('gone'), late('never-seen'), late('other')].map((each) => ingest.record(id, each)));
    expect((await callsOf(id)).map((call) => [call.id, call.status])).toEqual([
      ['gone', 'ongoing'],
      ['other', 'ended'],
    ]);
    await db.deleteFrom('calls').where('id', '=', 'other').execute();
    await db.deleteFrom('call_details').where('call_id', '=', 'other').execute();
    await db.deleteFrom('call_events').where('call_id', '=', 'other').execute();
    expect(await ledger.readLedger(id)).toEqual(before);
  });

  it('refuses an id that is none', async () => {
    for (const callId of [' ', 'a b', 'x'.repeat(201), 'nul\u0000', '\uD800']) {
      const broken: ProviderCallReport = { event: 'call_started', call: { call_id: callId }, source: 'webhook' };
      await expect(ingest.record(workspaceId, broken)).rejects.toMatchObject({ code: 'invalid_input' });
    }
  });

  it('refuses more than it can hold, and stores all that it took', async () => {
    const id = await ledger.createWorkspace();
    const handed = Array.from({ length: 8_500 }, (_, index) => ingest.record(id, started(`c${index % 10}`)));
    const settled = await Promise.allSettled(handed);
    const refused = settled.filter((each) => each.status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.every((each) => (each.reason as { code: string }).code === 'unavailable')).toBe(true);
    expect(await callsOf(id)).toHaveLength(10);
  });

  it('says unavailable while the database is away, and stores once it is back', async () => {
    const proxy = await startCutOffProxy(ledger.connectionString);
    try {
      const writer = ledger.createWriter(6, { connectionString: proxy.connectionString });
      const id = await ledger.createWorkspace();
      await writer.record(id, started('before'));
      proxy.cut();
      const awayBefore = ledger.metrics.counted('vocero_ingest_failed_reports_total', 'away');
      await expect(writer.record(id, started('during'))).rejects.toMatchObject({ code: 'unavailable', status: 503 });
      expect(ledger.metrics.counted('vocero_ingest_failed_reports_total', 'away')).toBe(awayBefore + 1);
      proxy.reconnect();
      await writer.record(id, started('during'));
      expect((await callsOf(id)).map((call) => call.id)).toEqual(['before', 'during']);
    } finally {
      await proxy.close();
    }
  });

  it('finishes what is under way before it stops, and takes no more', async () => {
    const writer = ledger.createWriter(7);
    const id = await ledger.createWorkspace();
    const handed = Array.from({ length: 400 }, (_, index) => writer.record(id, started(`c${index}`)));
    await writer.stop();
    await Promise.all(handed);
    expect(await callsOf(id)).toHaveLength(400);
    await expect(writer.record(id, started('late'))).rejects.toMatchObject({ code: 'unavailable' });
  });
});
