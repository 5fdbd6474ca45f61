// Rates of a workspace are read once an hour. Old rates are used meanwhile, and if the reading fails.
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestLedger, type TestLedger } from '../../../testing/call-ledger.ts';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import { createAnswerRatesByHourCache } from './known-hour-rates.ts';

const minuteMs = 60_000;
let ledger: TestLedger;
beforeAll(async () => {
  ledger = await openTestLedger();
});
afterAll(() => ledger.close());

async function insertCalls(workspaceId: string, calls: number, answered: number): Promise<void> {
  const campaignId = randomUUID();
  const { pool } = ledger.database;
  await pool.query(
    `insert into recipients (workspace_id, campaign_id, position, phone_number, customer_name, variables, state)
    select $1, $2, n, '', '', '{}', 'sent' from generate_series(1, $3::int) n`,
    [workspaceId, campaignId, calls],
  );
  await pool.query(
    `insert into attempts (workspace_id, id, campaign_id, recipient_id, state, created_at, send_by, server_id, call_id, picked_up)
    select workspace_id, id, campaign_id, id, 'finished', now(), now(), id, 'call_' || id, position <= $3
    from recipients where workspace_id = $1 and campaign_id = $2`,
    [workspaceId, campaignId, answered],
  );
}

test('they are kept for an hour, then read anew while the old ones hold; a failure is tried again after a minute', async () => {
  const { db, pool } = ledger.database;
  const clock = new ManualClock();
  const known = createAnswerRatesByHourCache({ db, clock, log: pino({ level: 'silent' }) });
  const workspaceId = await ledger.createWorkspace();
  const mean = async () => (await known.of(workspaceId))?.whole.mean;

  await pool.query('alter table recipients rename column area to mislaid');
  expect(await mean()).toBeUndefined();
  await pool.query('alter table recipients rename column mislaid to area');
  await insertCalls(workspaceId, 200, 50);
  expect(await mean()).toBeUndefined();
  await clock.advance(minuteMs);
  await waitFor('rates', async () => (await mean()) === 0.25);

  await insertCalls(workspaceId, 200, 150);
  await clock.advance(59 * minuteMs);
  expect(await mean()).toBe(0.25);
  await clock.advance(minuteMs);
  // The first request gets the old rates.
  expect(await mean()).toBe(0.25);
  await waitFor('new rates', async () => (await mean()) === 0.5);
  // Another workspace has no rates.
  expect(await known.of(await ledger.createWorkspace())).toBeNull();
});
