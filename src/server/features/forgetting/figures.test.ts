// Erasing calls changes no figure, rebuilt or not, whatever their reports were; and no later report changes anything.
import * as fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestLedger, type TestLedger } from '../../testing/call-ledger.ts';
import { anyReport, interleavings, storyOf } from '../../testing/call-reports.ts';
import { createAnalyticsFeature, type AnalyticsFeature } from '../analytics/index.ts';
import { eraseCalls, lockCallsForErasure, type CallIngest, type CallReviewScores } from '../calls/index.ts';

const zone = 'America/Santiago';
let ledger: TestLedger;
let analytics: AnalyticsFeature;
let writer: CallIngest;

beforeAll(async () => {
  ledger = await openTestLedger();
  const { database, clock } = ledger;
  analytics = createAnalyticsFeature({
    db: database.db,
    log: pino({ level: 'silent' }),
    clock,
    directory: { timeZoneOf: async () => zone },
    sharedReads: { share: (_id, _name, _query, read) => read() },
  });
  writer = ledger.createWriter(0);
});
afterAll(() => ledger.close());

const scenario = fc
  .tuple(fc.array(anyReport('c1'), { minLength: 1, maxLength: 5 }), fc.array(anyReport('c2'), { maxLength: 5 }))
  .chain(([first, second]) => {
    const all = [
      ...first,
      ...second,
      ...storyOf({ callId: 'c3', startMs: Date.parse('2026-09-06T03:58:00Z'), durationMs: 240_000 }),
    ];
    return fc.record({ before: interleavings(all), after: interleavings(all), review: fc.option(anyReview) });
  });
const anyReview = fc.record(
  { quality: fc.constantFrom(0, 1), script: fc.constantFrom(0, 2 / 3, 1) },
  { requiredKeys: [] },
);

/** Columns from which figures are calculated. */
const measures = [
  'agent_spoke',
  'greeting_ms',
  'silence_ms',
  'overlap_ms',
  'figures',
  'fields_filled',
  'fields_expected',
  'is_followed_up',
  'review',
];

/** Writes a review as a person leaves it who scores the calls and comments on the client. */
async function reviewCalls(workspaceId: string, ids: readonly string[], review: CallReviewScores): Promise<void> {
  const { db, pool } = ledger.database;
  await pool.query(
    `insert into call_reviews (workspace_id, call_id, form_version, answers, note, reviewed_at) select $1, id, 1, '{}', 'La persona', now() from unnest($2::text[]) as given (id)`,
    [workspaceId, ids],
  );
  await db.transaction().execute((tx) =>
    ledger.createAmender(1).amend(tx, workspaceId, ids, ledger.clock.now(), ({ contactKey }) => ({
      review,
      isFollowedUp: contactKey === null ? null : true,
    })),
  );
}

/** Reads the whole rows of the workspace's calls. */
async function readCalls(workspaceId: string) {
  const { rows } = await ledger.database.pool.query<Record<string, unknown>>(
    `select * from calls where workspace_id = $1 order by id`,
    [workspaceId],
  );
  return rows;
}

it('leaves every figure as it was', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ before, after, review }) => {
      const workspaceId = await ledger.createWorkspace(zone);
      for (const report of before) await writer.record(workspaceId, report);
      const ids = (await readCalls(workspaceId)).map((row) => String(row['id']));
      if (review) await reviewCalls(workspaceId, ids, review);
      const figures = await ledger.readRollups(workspaceId);
      const measured = (await readCalls(workspaceId)).map((row) => measures.map((name) => row[name]));
      await ledger.database.db.transaction().execute(async (tx) => {
        await eraseCalls(tx, workspaceId, await lockCallsForErasure(tx, workspaceId, ids), ledger.clock.now());
      });
      const erased = await readCalls(workspaceId);
      expect(
        erased.map((row) => [row['from_number'], row['to_number'], row['contact_key'], row['customer_name']]),
      ).toEqual(ids.map(() => [null, null, null, null]));
      expect(erased.map((row) => measures.map((name) => row[name]))).toEqual(measured);
      expect(
        (await ledger.database.pool.query(`select from call_reviews where workspace_id = $1`, [workspaceId])).rowCount,
      ).toBe(0);
      for (const report of after) await writer.record(workspaceId, report);
      expect(await readCalls(workspaceId)).toEqual(erased);
      expect(await ledger.readLedger(workspaceId)).toMatchObject({ details: [], events: [] });
      expect(await ledger.readRollups(workspaceId)).toEqual(figures);
      expect(await ledger.computeFigures(workspaceId, zone)).toEqual(figures);
      await analytics.rebuildRollups(workspaceId);
      expect(await ledger.readRollups(workspaceId)).toEqual(figures);
    }),
    { numRuns: 6 },
  );
});
