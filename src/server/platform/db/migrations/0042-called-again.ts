/**
 * Migration: columns for calling people again, either at the time that they asked for or by the campaign's limits and
 * rules.
 */
import { sql, type Kysely } from 'kysely';

const statements = [
  `alter table recipients add column callback_at timestamptz`,
  /* Column: time of the call back that was promised in an attempt's call. Later reports of the call don't change it. */
  `alter table attempts add column callback_at timestamptz`,
  `alter table campaigns add column retry_limits jsonb not null default '{}'`,
  /*
   * Column: agent that calls a recipient again after an answering machine, with its id and the fields of its analysis.
   * Null: the campaign's agent.
   */
  `alter table campaigns add column voicemail_agent jsonb`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
