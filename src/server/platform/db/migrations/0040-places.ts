/**
 * Migration: stores the country and time zones of recipients, by which calling hours and country rules are decided.
 * Recipients stored earlier have neither.
 */
import { sql, type Kysely } from 'kysely';

const statements = [
  // Column: country and time zones of a recipient as text. An empty text means the workspace's zone.
  `alter table recipients add column place text collate "C" not null default ''`,
  `drop index recipients_pending`,
  // Index of pending recipients by country and zones, so that recipients outside calling hours are not read.
  `create index recipients_pending on recipients (workspace_id, campaign_id, place, priority desc, position) where state = 'pending'`,
  // Within the workspace's own; null: no other.
  `alter table campaigns add column calling_window jsonb`,
  // Column: purpose of a campaign. Null: unknown, so the calling rules of all purposes apply.
  `alter table campaigns add column kind text`,
  // Column: ids of the country rules that the workspace switched off.
  `alter table workspace_settings add column rules_off jsonb not null default '[]'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
