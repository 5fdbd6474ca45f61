/**
 * Attempts that end because the account may not call.
 */
import { sql, type Kysely } from 'kysely';

const statements = [
  `alter table attempts drop constraint attempts_outcome_check`,
  `alter table attempts add constraint attempts_outcome_check
    check (outcome in ('no_answer', 'busy', 'voicemail', 'error', 'human', 'concurrency', 'account', 'other'))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
