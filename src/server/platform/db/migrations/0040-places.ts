/** Where somebody is called decides by which clock and by whose rules: people stored before go on by their workspace's clock alone. */
import { sql, type Kysely } from 'kysely';

const statements = [
  // As features/campaigns/place/phone-place.ts writes it; '': the workspace's zone.
  `alter table recipients add column place text collate "C" not null default ''`,
  `drop index recipients_pending`,
  // The order of claims, place by place: those whose hour it is not are not looked at.
  `create index recipients_pending on recipients (workspace_id, campaign_id, place, priority desc, position) where state = 'pending'`,
  // Within the workspace's own; null: no other.
  `alter table campaigns add column calling_window jsonb`,
  // What it is for; null: not said, and the rules of all kinds hold.
  `alter table campaigns add column kind text`,
  // Of the rules by country, those that somebody switched off.
  `alter table workspace_settings add column rules_off jsonb not null default '[]'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
