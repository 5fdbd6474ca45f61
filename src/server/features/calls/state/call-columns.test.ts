/** The table of columns matches the database. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestLedger, type TestLedger } from '../../../testing/call-ledger.ts';
import { mutableCallColumns, callDetailsColumns, callFieldsInEvidenceOrder } from './call-columns.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await openTestLedger();
});
afterAll(() => ledger.close());

const shortTypes: Readonly<Record<string, string>> = { 'timestamp with time zone': 'timestamptz' };

/** Lists a table's columns, except those that neither reports nor measures change. */
async function columnsOf(table: string): Promise<string[]> {
  const { rows } = await ledger.database.pool.query<{ column: string; type: string }>(
    `select column_name as column, data_type as type from information_schema.columns where table_name = $1`,
    [table],
  );
  return rows
    .filter(({ column }) => !others.has(column))
    .map(({ column, type }) => `${column} ${shortTypes[type] ?? type}`)
    .sort();
}
const others = new Set([
  'workspace_id',
  'id',
  'call_id',
  'first_seen_at',
  'first_seen_month',
  'updated_at',
  'erased_at',
  'analysis_runs',
  'analysis_under_way_until',
  'analysis_ordered_at',
  'analysis_disputed_at',
]);

it.each([
  ['calls', mutableCallColumns],
  ['call_details', callDetailsColumns],
])('has every column of %s, with its type', async (table, columns) => {
  expect(await columnsOf(table)).toEqual(columns.map(({ column, type }) => `${column} ${type}`).sort());
});

it('gives every field a digit of its own, without a gap, and those that stand in rows stay', () => {
  expect(callFieldsInEvidenceOrder.map(([, { digit }]) => digit)).toEqual(
    callFieldsInEvidenceOrder.map((_, index) => index),
  );
  expect(
    callFieldsInEvidenceOrder
      .slice(0, 28)
      .map(([name]) => name)
      .join(' '),
  ).toBe(
    'direction fromNumber toNumber agentId agentVersion customerName attempt startAt endAt durationMs disconnectionReason sentiment isSuccessful inVoicemail costCents e2eP50Ms transcript transcriptObject recordingUrl analysis callCost latency llmTokenUsage dynamicVariables collectedVariables metadata toolCalls agentSpoke',
  );
});
