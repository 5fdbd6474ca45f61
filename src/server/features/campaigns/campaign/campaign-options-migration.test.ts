// An update gives older entries of a campaign's log the words of today, and keeps a campaign's hours.
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { connectDatabase } from '../../../platform/db/database.ts';
import { migrateDatabase } from '../../../platform/db/migrate.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';

const workspace = '0a000000-0000-4000-8000-000000000001';

it('rewrites former entries as changes, and hours as they are given', async () => {
  const own = await createTestDatabase();
  const { db, close } = connectDatabase({ connectionString: own.connectionString, max: 2 });
  try {
    await sql`drop schema public cascade`.execute(db);
    await sql`create schema public`.execute(db);
    await migrateDatabase(own.connectionString, undefined, '0050-one-person-one-key');
    const { rows } = await sql<{ id: string }>`
      with w as (
        insert into workspaces (id, name, webhook_token, api_key_encrypted, api_key_last4, api_key_fingerprint)
        values (${workspace}, 'w', 'w', 'x', 'xxxx', 'x') returning id)
      insert into campaigns (workspace_id, name, status, agent_analysis, phone_number, success_definition, send_option,
        total_recipients, rejected_rows, created_at, updated_at, calling_window)
      select id, 'c', 'paused', '[]', '+541150000000', '', 'now', 0, '[]', now(), now(),
        '{"days": [1, 2], "from": "10:00", "to": "18:00", "enabled": true, "holidays": []}' from w returning id`.execute(
      db,
    );
    const id = rows[0]?.id ?? '';
    const entries = [
      ['opened', '{}', { field: 'isOpen', from: null, to: true }],
      ['closed', '{}', { field: 'isOpen', from: null, to: false }],
      ['weight_set', '{"weight": 4}', { field: 'weight', from: null, to: 4 }],
      [
        'window_set',
        '{"days": "12", "from": "10:00", "to": "18:00"}',
        { field: 'callingWindow', from: null, to: '12 10:00-18:00' },
      ],
      ['window_set', '{"days": null, "from": null, "to": null}', { field: 'callingWindow', from: null, to: null }],
      ['best_hour_on', '{}', { field: 'bestHour', from: null, to: true }],
      ['best_hour_off', '{}', { field: 'bestHour', from: null, to: false }],
    ] as const;
    for (const [kind, details] of entries)
      await sql`insert into campaign_log (workspace_id, campaign_id, at, kind, details)
        values (${workspace}, ${id}, now(), ${kind}, ${details}::jsonb)`.execute(db);
    await sql`insert into campaign_log (workspace_id, campaign_id, at, kind, details) values (${workspace}, ${id}, now(), 'started', '{}')`.execute(
      db,
    );
    await migrateDatabase(own.connectionString, undefined, '0051-campaign-options');
    const { rows: log } = await sql`select kind, details from campaign_log order by id`.execute(db);
    expect(log).toEqual([
      ...entries.map(([, , details]) => ({ kind: 'changed', details })),
      { kind: 'started', details: {} },
    ]);
    const { rows: kept } = await sql`select calling_window from campaigns`.execute(db);
    expect(kept).toEqual([{ calling_window: { days: [1, 2], from: '10:00', to: '18:00' } }]);
  } finally {
    await close();
    await own.drop();
  }
});
