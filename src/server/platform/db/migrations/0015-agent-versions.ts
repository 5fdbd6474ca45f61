/**
 * Migration: columns for a campaign's agent version, and the attempt outcome 'account' (a fault of the provider
 * account). Earlier campaigns get no version, because a migration can't ask the provider which one is published.
 */
import { sql, type Kysely } from 'kysely';

const statements = [
  `alter table campaigns add column agent_version text check (agent_version ~ '^(latest_published|[0-9]+)$'),
    add column is_numbers_agent boolean not null default false`,
  `alter table attempts drop constraint attempts_outcome_check`,
  `alter table attempts add constraint attempts_outcome_check
    check (outcome in ('no_answer', 'busy', 'voicemail', 'error', 'human', 'concurrency', 'account', 'other'))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
