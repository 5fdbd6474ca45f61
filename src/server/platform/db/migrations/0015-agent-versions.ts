/**
 * Which version of its agent a campaign speaks with, or that the number decides; attempts that end because the account may not call.
 * Campaigns from before have neither: they go on naming their agent alone, for no migration can ask the provider what is published.
 */
import { sql, type Kysely } from 'kysely';

const statements = [
  /* 'latest_published' or a number, of a chosen agent. */
  `alter table campaigns add column agent_version text check (agent_version ~ '^(latest_published|[0-9]+)$'),
    add column is_numbers_agent boolean not null default false`,
  `alter table attempts drop constraint attempts_outcome_check`,
  `alter table attempts add constraint attempts_outcome_check
    check (outcome in ('no_answer', 'busy', 'voicemail', 'error', 'human', 'concurrency', 'account', 'other'))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
