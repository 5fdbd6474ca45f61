// Whatever calls were told to be: erasing them changes no figure, rebuilt or not, and nothing told later changes anything.
import * as fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestLedger, type TestLedger } from '../../testing/call-ledger.ts';
import { anyReport, interleavings, storyOf } from '../../testing/call-reports.ts';
import { createAnalytics, type Analytics } from '../analytics/index.ts';
import { eraseCalls, lockErasableCalls, type CallIngest } from '../calls/index.ts';

const zone = 'America/Santiago';
let ledger: TestLedger;
let analytics: Analytics;
let writer: CallIngest;

beforeAll(async () => {
  ledger = await openTestLedger();
  const { database, clock } = ledger;
  analytics = createAnalytics({
    db: database.db,
    log: pino({ level: 'silent' }),
    clock,
    directory: { timeZoneOf: async () => zone },
    sharedReads: { share: (_id, _name, _query, read) => read() },
  });
  writer = ledger.createWriter(0);
});
afterAll(() => ledger.close());

const scenario = fc.tuple(fc.array(anyReport('c1'), { minLength: 1, maxLength: 5 }), fc.array(anyReport('c2'), { maxLength: 5 })).chain(([first, second]) => {
  const all = [...first, ...second, ...storyOf({ callId: 'c3', startMs: Date.parse('2026-09-06T03:58:00Z'), durationMs: 240_000 })];
  return fc.record({ before: interleavings(all), after: interleavings(all) });
});

/** Of calls as they stand, and each call's own row. */
async function readCalls(workspaceId: string) {
  const { rows } = await ledger.database.pool.query<Record<string, unknown>>(`select * from calls where workspace_id = $1 order by id`, [workspaceId]);
  return rows;
}

it('leaves every figure as it was', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ before, after }) => {
      const workspaceId = await ledger.createWorkspace(zone);
      for (const report of before) await writer.record(workspaceId, report);
      const figures = await ledger.readRollups(workspaceId);
      const ids = (await readCalls(workspaceId)).map((row) => String(row['id']));
      await ledger.database.db.transaction().execute(async (tx) => {
        await eraseCalls(tx, workspaceId, await lockErasableCalls(tx, workspaceId, ids), ledger.clock.now());
      });
      const erased = await readCalls(workspaceId);
      expect(erased.map((row) => [row['from_number'], row['to_number'], row['contact_key'], row['customer_name']])).toEqual(ids.map(() => [null, null, null, null]));
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
}, 60_000);
