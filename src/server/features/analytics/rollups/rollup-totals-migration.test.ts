/** Migration 0009 turns rollups of several writers, as version 0008 left them, into those that the code would write. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrateDatabase } from '../../../platform/db/migrate.ts';
import { openTestLedger, type TestLedger } from '../../../testing/call-ledger.ts';
import { storyOf } from '../../../testing/call-reports.ts';

/** Tables that version 0008 had, and below the columns that it lacked. */
const tables = [
  'rollup_half_hours',
  'rollup_days',
  'rollup_half_hour_tallies',
  'rollup_day_tallies',
  'rollup_half_hour_fields',
  'rollup_day_fields',
];
const newColumns = ['mood_positive', 'mood_neutral', 'mood_negative'];
let ledger: TestLedger;
const workspaces: string[] = [];

const analysisOf = (index: number) => ({
  call_summary: 'Bien.',
  user_sentiment: ['Positive', 'Neutral', 'Negative', 'Unknown'][index % 4],
  call_successful: index % 3 > 0,
  in_voicemail: false,
  custom_analysis_data: { csat: 1 + (index % 5), commitment: index % 2 === 0 },
});

beforeAll(async () => {
  ledger = await openTestLedger();
  const writers = [ledger.createWriter(0), ledger.createWriter(1)];
  for (const zone of ['America/Santiago', 'America/Argentina/Buenos_Aires'] as const) {
    const id = await ledger.createWorkspace(zone);
    workspaces.push(id);
    // Calls around a clock change in Chile.
    const reports = Array.from({ length: 40 }, (_, index) =>
      storyOf({
        callId: `c${index}`,
        startMs: Date.parse('2026-09-05T12:00:00Z') + index * 2_400_000,
        durationMs: 61_000,
        agentId: `agent_${'ab'[index % 2]}`,
      }).map((report) =>
        'call_analysis' in report.call
          ? { ...report, call: { ...report.call, call_analysis: analysisOf(index) } }
          : report,
      ),
    ).flat();
    // Writers alternate between reports of one call, so that one subtracts sums that the other added.
    for (const [slot, writer] of writers.entries()) {
      await Promise.all(reports.filter((_, index) => index % 2 === slot).map((report) => writer.record(id, report)));
    }
  }
});

afterAll(() => ledger.close());

it('puts together what was there by agent, and counts moods from the tallies', async () => {
  const { database, connectionString } = ledger;
  const read = () => Promise.all(workspaces.map((id) => ledger.readRollups(id)));
  const before = await read();
  for (const rows of before.flatMap((figures) => Object.values(figures))) expect(rows.length).toBeGreaterThan(1);
  const kept = new Map<string, unknown>();
  for (const table of tables) {
    const { rows } = await sql<{
      all: unknown;
    }>`select json_agg(to_jsonb(r) - ${newColumns}::text[]) as all from ${sql.table(table)} r`.execute(database.db);
    kept.set(table, rows[0]?.all);
  }
  await sql`drop schema public cascade`.execute(database.db);
  await sql`create schema public`.execute(database.db);
  expect((await migrateDatabase(connectionString, undefined, '0008-call-measures')).at(-1)).toBe('0008-call-measures');
  for (const [table, rows] of kept) {
    await sql`insert into ${sql.table(table)} select * from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`.execute(
      database.db,
    );
  }
  expect(await migrateDatabase(connectionString)).toContain('0009-rollup-totals');
  expect(await read()).toEqual(before);
  const { rows } = await sql<
    Record<string, string>
  >`select ${sql.raw(newColumns.map((name) => `sum(${name}) as ${name}`).join(', '))} from rollup_total_days`.execute(
    database.db,
  );
  expect(Object.values(rows[0] ?? {}).map(Number)).toEqual([20, 20, 20]);
});
