/**
 * Migration: adds columns for further calls to a recipient. They store the time at which the person asked to be called,
 * the campaign's limits of retries, and an agent for voicemail.
 */
import { sql, type Kysely } from 'kysely';

const statements = [
  `alter table recipients add column callback_at timestamptz`,
  /* Column: time of the call back that was promised in an attempt's call. Later reports of the call don't change it. */
  `alter table attempts add column callback_at timestamptz`,
  `alter table campaigns add column retry_limits jsonb not null default '{}'`,
  /*
   * Column: agent that calls again after an answering machine answered. It contains the agent's id and the fields of
   * its analysis. Null: the campaign's own agent calls again.
   */
  `alter table campaigns add column voicemail_agent jsonb`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
