/** A recipient's place, which decides the clock and the rules. Existing recipients keep the workspace's clock. */
import { sql, type Kysely } from 'kysely';

const statements = [
  // The place in the format of features/campaigns/place/phone-place.ts. Empty for the workspace's zone.
  `alter table recipients add column place text collate "C" not null default ''`,
  `drop index recipients_pending`,
  // The order of claims by place, so that places outside their hours are skipped.
  `create index recipients_pending on recipients (workspace_id, campaign_id, place, priority desc, position) where state = 'pending'`,
  // The campaign's own hours within the workspace's. Null if it has none.
  `alter table campaigns add column calling_window jsonb`,
  // The campaign's purpose. Null if not given; the rules of all kinds then apply.
  `alter table campaigns add column kind text`,
  // Country rules that somebody switched off.
  `alter table workspace_settings add column rules_off jsonb not null default '[]'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
