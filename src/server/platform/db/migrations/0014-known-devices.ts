/**
 * Migration: stores the known device of each failed sign-in, and when a user last viewed the failed sign-ins to their
 * own account.
 */
import { sql, type Kysely } from 'kysely';

const statements = [
  /* Null: of no known device. */
  `alter table login_failures add column device_id uuid`,
  `create index login_failures_account on login_failures (username, failed_at)`,
  `alter table users add column sign_in_failures_seen_at timestamptz`,
  `create index audit_log_refusals on audit_log (user_id, at) where action = 'session.refused'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
