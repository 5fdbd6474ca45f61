/**
 * Migration for erasing personal data: copies of deleted calls at the provider, the progress of each workspace's
 * erasure by age, and an index that finds recipients by number in any spelling.
 */
import { sql, type Kysely } from 'kysely';

const statements = [
  `alter table call_tombstones
    /* When the provider's copy was gone; null: it may still be there. */
    add column provider_deleted_at timestamptz`,
  `create index call_tombstones_at_provider on call_tombstones (workspace_id, call_id) where provider_deleted_at is null`,
  `create table retention_marks (
    workspace_id uuid primary key,
    /* Every call of before that was erased, but for those that came later. */
    erased_before timestamptz not null,
    /* When all calls were last looked through from the oldest on, for those that came late. */
    swept_at timestamptz,
    /* Calls erased since the audit log was last told. */
    untold integer not null default 0
  )`,
  /*
   * Index of recipients by the last six digits of the phone number, which are the same in all spellings. Erased
   * recipients are left out, because they have no number.
   */
  `create index recipients_by_number on recipients (workspace_id, right(phone_number, 6)) where phone_number <> ''`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
