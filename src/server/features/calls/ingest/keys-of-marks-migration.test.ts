/** An update does not repeat the backfill: marks from before migration 0012 belong to the key in force. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { connectDatabase } from '../../../platform/db/database.ts';
import { migrateDatabase } from '../../../platform/db/migrate.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { getOrCreateCallReconcileState } from '../reconcile/reconcile-store.ts';

it('keeps what was fetched as fetched, until the key is another', async () => {
  const own = await createTestDatabase();
  const database = connectDatabase({ connectionString: own.connectionString, max: 2 });
  const { db } = database;
  try {
    await sql`drop schema public cascade`.execute(db);
    await sql`create schema public`.execute(db);
    await migrateDatabase(own.connectionString, undefined, '0011-half-hours-by-agent');
    const id = '0a000000-0000-4000-8000-000000000001';
    const key = { api_key_encrypted: 'x', api_key_last4: 'xxxx', api_key_fingerprint: 'in force' };
    await db
      .insertInto('workspaces')
      .values({ id, name: 'w', webhook_token: 'w', ...key })
      .execute();
    await sql`insert into reconcile_marks (workspace_id, backfill_done_at) values (${id}, now())`.execute(db);
    await migrateDatabase(own.connectionString);
    expect(await getOrCreateCallReconcileState(db, id, 'in force', new Date())).toMatchObject({ isBackfilled: true });
    expect(await getOrCreateCallReconcileState(db, id, 'another', new Date())).toMatchObject({ isBackfilled: false });
  } finally {
    await database.close();
    await own.drop();
  }
});
