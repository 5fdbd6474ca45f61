// Marks of follow-ups on a real PostgreSQL, for any order of calls and job runs, compared with a computation of the
// test's own; and on a whole server.
import * as fc from 'fast-check';
import type { Kysely } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as withheldNumbers from '../../../platform/db/migrations/0044-withheld-numbers.ts';
import { openTestLedger, type TestLedger } from '../../../testing/call-ledger.ts';
import { report } from '../../../testing/call-reports.ts';
import { startTestApp, type TestApp, type TestWorkspace } from '../../../testing/start-test-app.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import {
  createAnalyticsFeature,
  createRollupCallChangeParticipant,
  type AnalyticsFeature,
} from '../../analytics/index.ts';
import { createCallAmender } from '../state/amend-calls.ts';
import type { CallIngest, ProviderCallReport } from '../state/call-ingest.ts';
import { processFollowUpQueue, type FollowUpQueueWorkerDeps } from './contact-follow-ups.ts';
import { deleteFollowUpQueueRowsOfPhoneNumber } from './contact-follow-ups-store.ts';
import { eraseCalls, lockCallsForErasure } from '../ingest/erase-calls-store.ts';

const zone = 'America/Santiago';
let ledger: TestLedger;
let analytics: AnalyticsFeature;
let writers: readonly CallIngest[];
/** The job on two servers. */
let jobs: readonly FollowUpQueueWorkerDeps[];

beforeAll(async () => {
  ledger = await openTestLedger();
  const { clock, events } = ledger;
  const { db } = ledger.database;
  const log = pino({ level: 'silent' });
  analytics = createAnalyticsFeature({
    db,
    log,
    clock,
    directory: { timeZoneOf: async () => zone },
    sharedReads: { share: (_id, _name, _query, read) => read() },
  });
  writers = [1, 2].map((slot) => ledger.createWriter(slot));
  jobs = [3, 4].map((writerSlot) => ({
    db,
    log,
    clock,
    events,
    amender: createCallAmender([createRollupCallChangeParticipant({ writerSlot })]),
  }));
});
afterAll(() => ledger.close());

interface Row {
  readonly id: string;
  readonly contact_key: string | null;
  readonly occurred_at: Date;
  readonly is_followed_up: boolean | null;
  readonly is_successful: boolean | null;
}

async function readCalls(workspaceId: string): Promise<Row[]> {
  const { rows } = await ledger.database.pool.query<Row>('select * from calls where workspace_id = $1 order by id', [
    workspaceId,
  ]);
  return rows;
}

const weekMs = 7 * 24 * 3_600_000;

/** Computes by id whether another call with the number followed within a week; null without a number. */
function reckon(calls: readonly Row[]): Record<string, boolean | null> {
  const comesLater = (a: Row, b: Row): boolean => {
    const afterMs = b.occurred_at.getTime() - a.occurred_at.getTime();
    return afterMs > 0 ? afterMs <= weekMs : afterMs === 0 && b.id > a.id;
  };
  return Object.fromEntries(
    calls.map((call) => [
      call.id,
      call.contact_key === null
        ? null
        : calls.some(
            (other) => other.id !== call.id && other.contact_key === call.contact_key && comesLater(call, other),
          ),
    ]),
  );
}

const marksOf = (calls: readonly Row[]): Record<string, boolean | null> =>
  Object.fromEntries(calls.map((call) => [call.id, call.is_followed_up]));

/** Reads from the rollups the number of contacts, and of those resolved by one call. */
async function contactsOf(workspaceId: string): Promise<[number, number][]> {
  return Promise.all(
    ['rollup_half_hours', 'rollup_days'].map(async (table): Promise<[number, number]> => {
      const { rows } = await ledger.database.pool.query<{ contacts: number; resolved: number }>(
        `select coalesce(sum(contacts), 0)::int as contacts, coalesce(sum(contacts_resolved), 0)::int as resolved from ${table} where workspace_id = $1`,
        [workspaceId],
      );
      return [rows[0]?.contacts ?? 0, rows[0]?.resolved ?? 0];
    }),
  );
}

async function waiting(workspaceId: string): Promise<number> {
  const { rows } = await ledger.database.pool.query<{ n: number }>(
    'select count(*)::int as n from contact_queue where workspace_id = $1',
    [workspaceId],
  );
  return rows[0]?.n ?? 0;
}

async function drain(workspaceId: string): Promise<void> {
  const [job] = jobs;
  if (!job) throw new Error('no job');
  while ((await processFollowUpQueue(job, workspaceId, 3)) > 0);
}

const firstMs = Date.parse('2026-04-01T12:00:00Z');
/** Times: equal, a moment apart, at a week's limit and beyond it, across a clock change in Santiago. */
const someMs = fc
  .constantFrom(0, 1, weekMs - 1, weekMs, weekMs + 1, 2 * weekMs, 2 * weekMs + 2)
  .map((ms) => firstMs + ms);
/** Mostly one contact, spelled in two ways, so that its calls meet. */
const someNumber = fc.constantFrom(
  '+5491144440000',
  '+541144440000',
  '+5491144440000',
  '+541144440000',
  '+5491144440001',
  'anonymous',
  null,
);

/** A report of one conversation whose time, number and result may differ from earlier reports. */
const told = fc
  .record({
    id: fc.nat(3),
    ms: someMs,
    number: someNumber,
    isInbound: fc.boolean(),
    isSuccessful: fc.boolean(),
    run: fc.nat(2),
  })
  .map(({ id, ms, number, isInbound, isSuccessful, run }) => {
    const numbers = isInbound
      ? { direction: 'inbound', from_number: number, to_number: '+541150000000' }
      : { direction: 'outbound', from_number: '+541150000000', to_number: number };
    const call = {
      call_type: 'phone_call',
      ...numbers,
      call_status: 'ended',
      agent_id: 'agent_a',
      start_timestamp: ms,
      end_timestamp: ms + 60_000,
      duration_ms: 60_000,
    };
    const analysis = { user_sentiment: 'Neutral', call_successful: isSuccessful };
    const named = Object.fromEntries(Object.entries(call).filter(([, value]) => value !== null));
    return {
      ...report('call_analyzed', { ...named, call_analysis: analysis }, `c${id}`),
      ...(run > 0 && { askedAt: new Date(Date.UTC(2026, 10, 21) + run) }),
    };
  });

/** Reports in turn, or concurrently with the job; then perhaps a run of the job for some rows. */
const step = fc.record({
  reports: fc.array(told, { minLength: 1, maxLength: 3 }),
  atOnce: fc.boolean(),
  rows: fc.constantFrom(0, 1, 50, 50),
});

describe('calls that were followed up', () => {
  it('are known in the end, whatever comes when and however often the job runs, and the figures with them', async () => {
    let resolved = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
        const workspaceId = await ledger.createWorkspace(zone);
        for (const [turn, { reports, atOnce, rows }] of steps.entries()) {
          const record = (each: ProviderCallReport, index: number) => writers[index % 2]?.record(workspaceId, each);
          const run = () => processFollowUpQueue(jobs[turn % 2] as FollowUpQueueWorkerDeps, workspaceId, rows);
          if (atOnce) await Promise.all([...reports.map(record), run(), run()]);
          else for (const [index, each] of reports.entries()) await record(each, index);
          await run();
        }
        await drain(workspaceId);
        expect(await waiting(workspaceId)).toBe(0);
        const calls = await readCalls(workspaceId);
        const marks = reckon(calls);
        expect(marksOf(calls)).toEqual(marks);

        // Every call of the scenario is a conversation with a judged goal.
        const contacts = calls.filter((call) => marks[call.id] !== null);
        const settled = contacts.filter((call) => call.is_successful && marks[call.id] === false);
        resolved += settled.length;
        const figures = [contacts.length, settled.length];
        expect(await contactsOf(workspaceId)).toEqual([figures, figures]);
        const rollups = await ledger.readRollups(workspaceId);
        await analytics.rebuildRollups(workspaceId);
        expect(await ledger.readRollups(workspaceId)).toEqual(rollups);
        expect(await contactsOf(workspaceId)).toEqual([figures, figures]);
      }),
      { numRuns: 8 },
    );
    expect(resolved).toBeGreaterThan(0);
  });

  /** Records a conversation with a number at a time, by the first writer. */
  const reportCall = (workspaceId: string, id: string, hours: number, number = '+5491144440000') =>
    writers[0]?.record(
      workspaceId,
      report(
        'call_ended',
        {
          call_type: 'phone_call',
          direction: 'outbound',
          call_status: 'ended',
          to_number: number,
          start_timestamp: firstMs + hours * 3_600_000,
          duration_ms: 1_000,
        },
        id,
      ),
    );

  it('are none of callers who withheld their number, nor of those stored as one person before', async () => {
    const workspaceId = await ledger.createWorkspace(zone);
    for (const [index, id] of ['a', 'b', 'c'].entries()) await reportCall(workspaceId, id, index, 'anonymous');
    await reportCall(workspaceId, 'known', 5);
    expect((await readCalls(workspaceId)).map(({ contact_key }) => contact_key)).toEqual([
      null,
      null,
      null,
      '1144440000',
    ]);
    await drain(workspaceId);
    const nobodys = { a: null, b: null, c: null, known: false };
    expect(marksOf(await readCalls(workspaceId))).toEqual(nobodys);

    await ledger.database.pool.query(
      `update calls set contact_key = '+', is_followed_up = id <> 'c' where workspace_id = $1 and id <> 'known'`,
      [workspaceId],
    );
    await analytics.rebuildRollups(workspaceId);
    await withheldNumbers.up(ledger.database.db as unknown as Kysely<unknown>);
    expect(await waiting(workspaceId)).toBe(3);
    await drain(workspaceId);
    const calls = await readCalls(workspaceId);
    expect(marksOf(calls)).toEqual(nobodys);
    expect(calls.map(({ contact_key }) => contact_key)).toEqual([null, null, null, '1144440000']);
    const rollups = await ledger.readRollups(workspaceId);
    await analytics.rebuildRollups(workspaceId);
    expect(await ledger.readRollups(workspaceId)).toEqual(rollups);
  });

  it('are asked for once a change, and not at all by what changes neither moment nor number', async () => {
    const workspaceId = await ledger.createWorkspace(zone);
    await reportCall(workspaceId, 'a', 0);
    expect(await waiting(workspaceId)).toBe(1);
    await reportCall(workspaceId, 'a', 0);
    await writers[0]?.record(
      workspaceId,
      report('call_analyzed', { call_status: 'ended', call_analysis: { user_sentiment: 'Positive' } }, 'a'),
    );
    await writers[0]?.record(
      workspaceId,
      report('call_started', { call_type: 'web_call', start_timestamp: firstMs }, 'web'),
    );
    expect(await waiting(workspaceId)).toBe(1);
    // A call that is placed before it begins changes its time once.
    await writers[0]?.record(
      workspaceId,
      report(
        'call_snapshot',
        { call_type: 'phone_call', direction: 'outbound', call_status: 'registered', to_number: '+5491144440009' },
        'b',
      ),
    );
    await reportCall(workspaceId, 'b', 5, '+5491144440009');
    expect(await waiting(workspaceId)).toBe(4);
    await drain(workspaceId);
    expect(await waiting(workspaceId)).toBe(0);
  });

  it('are told of, so that screens read their figures again', async () => {
    const workspaceId = await ledger.createWorkspace(zone);
    for (const [index, id] of ['a', 'b', 'c'].entries()) await reportCall(workspaceId, id, index);
    ledger.changes.length = 0;
    await drain(workspaceId);
    expect(ledger.changes.flatMap(({ changes }) => changes).toSorted((a, b) => (a.callId < b.callId ? -1 : 1))).toEqual(
      [
        { callId: 'a', kind: 'call_analyzed' },
        { callId: 'b', kind: 'call_analyzed' },
      ],
    );
  });

  it('stay marked when a later call is erased, and the queue holds nothing of a number that is', async () => {
    const workspaceId = await ledger.createWorkspace(zone);
    const erase = (ids: string[]) =>
      ledger.database.db
        .transaction()
        .execute(async (tx) =>
          eraseCalls(tx, workspaceId, await lockCallsForErasure(tx, workspaceId, ids), ledger.clock.now()),
        );
    await reportCall(workspaceId, 'a', 0);
    await reportCall(workspaceId, 'b', 24);
    await drain(workspaceId);
    await reportCall(workspaceId, 'c', 8 * 24);
    await erase(['b']);
    // The contact still has other calls, so the queue row stays.
    expect(await waiting(workspaceId)).toBe(1);
    await drain(workspaceId);
    // An erased call's mark does not change any more.
    expect(marksOf(await readCalls(workspaceId))).toEqual({ a: true, b: false, c: false });

    await reportCall(workspaceId, 'd', 9 * 24);
    await reportCall(workspaceId, 'other', 9 * 24, '+5491144440001');
    await erase(['a', 'c', 'd']);
    expect(await waiting(workspaceId)).toBe(1);
    await drain(workspaceId);
    expect(marksOf(await readCalls(workspaceId))).toEqual({ a: true, b: false, c: false, d: false, other: false });

    // A number that no call has any more.
    await reportCall(workspaceId, 'moved', 0, '+5491144440002');
    await ledger.database.pool.query(
      `update calls set contact_key = '1144440003' where workspace_id = $1 and id = 'moved'`,
      [workspaceId],
    );
    await ledger.database.db
      .transaction()
      .execute((tx) => deleteFollowUpQueueRowsOfPhoneNumber(tx, workspaceId, '1144440002'));
    expect(await waiting(workspaceId)).toBe(0);
  });

  it('hold up no other where a mark can not be stored', async () => {
    const workspaceId = await ledger.createWorkspace(zone);
    await ledger.database.pool.query(
      `alter table calls add constraint no_poison check (id <> 'poison' or is_followed_up is not true)`,
    );
    for (const [index, id] of ['poison', 'later', 'last'].entries()) await reportCall(workspaceId, id, index);
    await drain(workspaceId);
    expect(await waiting(workspaceId)).toBe(0);
    expect(marksOf(await readCalls(workspaceId))).toEqual({ last: false, later: true, poison: false });
    await ledger.database.pool.query('alter table calls drop constraint no_poison');
  });
});

describe('on a whole server', () => {
  let test: TestApp;
  let second: TestApp;
  let workspace: TestWorkspace;
  beforeAll(async () => {
    test = await startTestApp();
    second = await startTestApp({ database: test });
    workspace = await test.createWorkspace();
  });
  afterAll(async () => {
    await second.stop();
    await test.stop();
  });

  it('calls are marked by themselves, whichever server hears of them, and a forgotten number leaves nothing behind', async () => {
    const startMs = Date.now() - 3_600_000;
    const record = (app: TestApp, id: string, ms: number) =>
      app.app.features.calls.ingest.record(
        workspace.id,
        report(
          'call_analyzed',
          {
            call_type: 'phone_call',
            direction: 'inbound',
            call_status: 'ended',
            from_number: '+5491144440000',
            start_timestamp: startMs + ms,
            end_timestamp: startMs + ms + 60_000,
            duration_ms: 60_000,
            disconnection_reason: 'user_hangup',
            call_analysis: { call_successful: true },
          },
          id,
        ),
      );
    const figures = async () => {
      const { rows } = await test.database.pool.query<{ resolved: number; marked: number; waiting: number }>(
        `select (select sum(contacts_resolved)::int from rollup_days where workspace_id = $1) as resolved,
          (select count(*)::int from calls where workspace_id = $1 and is_followed_up) as marked,
          (select count(*)::int from contact_queue) as waiting`,
        [workspace.id],
      );
      return rows[0];
    };
    await record(test, 'first', 0);
    expect(await figures()).toMatchObject({ resolved: 1, marked: 0 });
    await record(second, 'second', 60_000);
    const isMarked = async () => {
      const now = await figures();
      return now?.marked === 1 && now.waiting === 0 && now;
    };
    expect(await waitFor('the first call’s mark', isMarked, 20_000)).toEqual({ resolved: 1, marked: 1, waiting: 0 });
    await record(test, 'third', 120_000);
    expect(await workspace.admin.post('/api/calls/forget-number', { phoneNumber: '+5491144440000' })).toMatchObject({
      calls: 3,
    });
    expect((await figures())?.waiting).toBe(0);
  });
});
