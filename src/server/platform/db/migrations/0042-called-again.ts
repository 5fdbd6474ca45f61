/** Adds columns for when people are called again: as they asked, or as the campaign's limits and rules say. */
import { sql, type Kysely } from 'kysely';

const statements = [
  `alter table recipients add column callback_at timestamptz`,
  /* Column: time of the call back that was promised in an attempt's call. Later reports of the call don't change it. */
  `alter table attempts add column callback_at timestamptz`,
  `alter table campaigns add column retry_limits jsonb not null default '{}'`,
  /* Column: id and analysis of the agent that calls again after an answering machine. Null: the campaign's agent. */
  `alter table campaigns add column voicemail_agent jsonb`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
