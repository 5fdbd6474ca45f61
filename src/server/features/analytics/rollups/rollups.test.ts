/** Any order, batching, repetition and number of writers gives the same rows and figures. */
import * as fc from 'fast-check';
import { sql, type RawBuilder } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workspaceTimeZones } from '../../../../contract/regional.ts';
import { openTestLedger, type TestLedger, type Zone } from '../../../testing/call-ledger.ts';
import { anyReport, interleavings, storyOf } from '../../../testing/call-reports.ts';
import type { CallAmender, CallIngest, ProviderCallReport, CallReviewScores } from '../../calls/index.ts';
import { buildCounterValuesPerCallSql } from '../sums/counted-calls-query.ts';
import { createAnalyticsFeature, type AnalyticsFeature } from '../index.ts';
import { rollupCounters } from './rollup-counters.ts';
import { analysisFieldRollupColumns } from './rollup-fields.ts';
import { readCallPagesOfDay } from './rollup-rebuild-store.ts';

let ledger: TestLedger;
let analytics: AnalyticsFeature;
let writers: readonly [CallIngest, CallIngest];
let amender: CallAmender;

beforeAll(async () => {
  ledger = await openTestLedger();
  const { database, clock } = ledger;
  const directory = { timeZoneOf: async () => 'UTC' };
  analytics = createAnalyticsFeature({
    db: database.db,
    log: pino({ level: 'silent' }),
    clock,
    directory,
    sharedReads: { share: (_id, _name, _query, read) => read() },
  });
  writers = [ledger.createWriter(0), ledger.createWriter(1)];
  amender = ledger.createAmender(2);
});

afterAll(() => ledger.close());

/** A random review and follow-up mark, for a call that may not exist. */
const anyAmendment = fc.record({
  id: fc.constantFrom('c1', 'c2', 'c3'),
  review: fc.option(
    fc.record(
      { quality: fc.constantFrom(0, 1), script: fc.constantFrom(0, 2 / 3, 1), intent: fc.constantFrom(0.5, 1) },
      { requiredKeys: [] },
    ),
  ),
  isFollowedUp: fc.boolean(),
});

async function amend(
  workspaceId: string,
  { id, review, isFollowedUp }: { id: string; review: CallReviewScores | null; isFollowedUp: boolean },
): Promise<void> {
  const { db } = ledger.database;
  await db.transaction().execute((tx) =>
    amender.amend(tx, workspaceId, [id], ledger.clock.now(), (call) => ({
      review,
      isFollowedUp: call.contactKey === null ? null : isFollowedUp,
    })),
  );
}

/** Reports of several calls, their order, and for each the writer, alone or together with earlier ones. */
const scenario = fc
  .tuple(
    fc.array(anyReport('c1'), { maxLength: 4 }),
    fc.array(anyReport('c2'), { minLength: 1, maxLength: 4 }),
    fc.constantFrom(...workspaceTimeZones),
  )
  .chain(([first, second, zone]) => {
    const story = storyOf({
      callId: 'c3',
      startMs: Date.parse('2026-09-06T03:58:00Z'),
      durationMs: 240_000,
      agentId: 'agent_b',
    });
    const all = [...first, ...second, ...story];
    return fc.record({
      zone: fc.constant<Zone>(zone),
      all: fc.constant(all),
      mixed: interleavings(all),
      amendments: fc.array(anyAmendment, { maxLength: 2 }),
      choices: fc.array(fc.record({ writer: fc.constantFrom<0 | 1>(0, 1), waits: fc.boolean() }), {
        minLength: 8,
        maxLength: 8,
      }),
    });
  });

/** Records all reports in one batch. */
async function recordAll(workspaceId: string, reports: readonly ProviderCallReport[]): Promise<void> {
  await Promise.all(reports.map((report) => writers[0].record(workspaceId, report)));
}

/** Sums rollups, or calls that are counted one by one, by agent; rows of zeros are dropped. */
async function sumsOfAgents(rows: RawBuilder<unknown>): Promise<unknown[]> {
  const sums = rollupCounters.map(({ column }) => sql`sum(${sql.ref(column)})::float8 as ${sql.ref(column)}`);
  const { rows: summed } = await sql<Record<string, unknown>>`
    select agent_id, direction, ${sql.join(sums)} from ${rows} group by 1, 2 having sum(calls) > 0 order by 1, 2`.execute(
    ledger.database.db,
  );
  return summed;
}

describe('rollups', () => {
  it('are the same for every order, batching, repetition and writer, and equal plain SQL over the calls', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async ({ zone, all, mixed, choices, amendments }) => {
        const [inOrder, mixedUp] = [await ledger.createWorkspace(zone), await ledger.createWorkspace(zone)];
        await recordAll(inOrder, all);
        const pending: Promise<void>[] = [];
        for (const [index, report] of mixed.entries()) {
          const choice = choices[index % choices.length] ?? { writer: 0, waits: true };
          pending.push(writers[choice.writer].record(mixedUp, report));
          if (choice.waits) await Promise.all(pending.splice(0));
        }
        await Promise.all(pending);
        expect(await ledger.readLedger(mixedUp)).toEqual(await ledger.readLedger(inOrder));
        expect(await ledger.readRollups(mixedUp)).toEqual(await ledger.readRollups(inOrder));
        for (const amendment of amendments) await amend(mixedUp, amendment);
        const rollups = await ledger.readRollups(mixedUp);
        expect(rollups).toEqual(await ledger.computeFigures(mixedUp, zone));
        expect(
          await sumsOfAgents(
            buildCounterValuesPerCallSql(
              sql`workspace_id = ${mixedUp}`,
              rollupCounters.map(({ column }) => column),
            ),
          ),
        ).toEqual(await sumsOfAgents(sql`rollup_days where workspace_id = ${mixedUp}`));
        await analytics.rebuildRollups(mixedUp);
        expect(await ledger.readRollups(mixedUp)).toEqual(rollups);
      }),
      { numRuns: 12 },
    );
  });

  it('follow a change of zone at once, while calls arrive', async () => {
    const workspaceId = await ledger.createWorkspace('America/Argentina/Buenos_Aires');
    const stories = Array.from({ length: 12 }, (_, index) =>
      storyOf({
        callId: `c${index}`,
        startMs: Date.parse('2026-04-05T00:00:00Z') + index * 1_500_000,
        durationMs: 30_000,
      }),
    );
    await recordAll(workspaceId, stories.slice(0, 6).flat());
    const arriving = stories
      .slice(6)
      .flat()
      .map((report, index) => writers[index % 2 === 0 ? 0 : 1].record(workspaceId, report));
    await ledger.database.db.transaction().execute(async (tx) => {
      await analytics.resumDays(tx, workspaceId, 'America/Santiago');
      await tx
        .updateTable('workspace_settings')
        .set({ time_zone: 'America/Santiago' })
        .where('workspace_id', '=', workspaceId)
        .execute();
    });
    await Promise.all(arriving);
    expect(await ledger.readRollups(workspaceId)).toEqual(await ledger.computeFigures(workspaceId, 'America/Santiago'));
  });

  it('are made anew while calls arrive, and correct what was wrong', async () => {
    const workspaceId = await ledger.createWorkspace('America/Santiago');
    const stories = Array.from({ length: 20 }, (_, index) =>
      storyOf({
        callId: `c${index}`,
        startMs: Date.parse('2026-09-04T20:00:00Z') + index * 9_000_000,
        durationMs: 61_000,
      }),
    );
    await recordAll(workspaceId, stories.slice(0, 10).flat());
    const { db } = ledger.database;
    await db.updateTable('rollup_days').set({ calls: 99 }).where('workspace_id', '=', workspaceId).execute();
    await db
      .updateTable('rollup_half_hour_tallies')
      .set({ calls: 7 })
      .where('workspace_id', '=', workspaceId)
      .execute();
    await db
      .updateTable('rollup_total_half_hours')
      .set({ finished: 5 })
      .where('workspace_id', '=', workspaceId)
      .execute();
    await db
      .updateTable('rollup_total_day_tallies')
      .set({ day: sql`day - 400` })
      .where('workspace_id', '=', workspaceId)
      .execute();
    const arriving = stories
      .slice(10)
      .flat()
      .map((report) => writers[1].record(workspaceId, report));
    const days = await analytics.rebuildRollups(workspaceId);
    await Promise.all(arriving);
    expect(days).toBeGreaterThan(1);
    expect(await ledger.readRollups(workspaceId)).toEqual(await ledger.computeFigures(workspaceId, 'America/Santiago'));
  });

  it('are made anew of each call of a day once, however many begin at one instant and fit into a page', async () => {
    const workspaceId = await ledger.createWorkspace('America/Santiago');
    const stories = Array.from({ length: 11 }, (_, index) =>
      storyOf({
        callId: `c${index}`,
        startMs: Date.parse('2026-06-10T03:59:00Z') + Math.floor(index / 4) * 60_000,
        durationMs: 61_000,
      }),
    );
    await recordAll(workspaceId, stories.flat());
    const pages: string[][] = [];
    await ledger.database.db.transaction().execute(async (tx) => {
      for await (const calls of readCallPagesOfDay(tx, workspaceId, 'America/Santiago', '2026-06-10', 3))
        pages.push(calls.map(({ id }) => id));
    });
    expect(pages.map(({ length }) => length)).toEqual([3, 3, 1]);
    expect(pages.flat().toSorted()).toEqual(['c10', 'c4', 'c5', 'c6', 'c7', 'c8', 'c9']);
  });

  it('declare the columns that the tables have', async () => {
    const declared = [
      {
        tables: [
          'rollup_half_hours',
          'rollup_days',
          'rollup_total_half_hours',
          'rollup_total_days',
          'rollup_agent_days',
        ],
        columns: rollupCounters,
      },
      {
        tables: [
          'rollup_half_hour_fields',
          'rollup_day_fields',
          'rollup_total_half_hour_fields',
          'rollup_total_day_fields',
        ],
        columns: analysisFieldRollupColumns,
      },
    ];
    const keys = new Set(['workspace_id', 'bucket_at', 'day', 'agent_id', 'direction', 'name', 'reviewed', 'slot']);
    for (const { tables, columns } of declared) {
      for (const table of tables) {
        const { rows } = await ledger.database.pool.query<{ column_name: string; data_type: string }>(
          `select column_name, data_type from information_schema.columns where table_name = $1 order by ordinal_position`,
          [table],
        );
        const summed = rows.filter((row) => !keys.has(row.column_name)).map((row) => [row.column_name, row.data_type]);
        expect(summed).toEqual(columns.map(({ column, type }) => [column, type]));
      }
    }
  });
});
