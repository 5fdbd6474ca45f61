/** When people are called again: at the moment they asked for, or by the campaign's limits and rules. */
import { sql, type Kysely } from 'kysely';

const statements = [
  /* The moment of a pending recipient's call back. */
  `alter table recipients add column callback_at timestamptz`,
  /* The call back promised in the attempt's call. It is applied once, whatever later reports say. */
  `alter table attempts add column callback_at timestamptz`,
  `alter table campaigns add column retry_limits jsonb not null default '{}'`,
  /* The agent that speaks after a machine: id and analysis, like agent_id and agent_analysis. Null: the campaign's. */
  `alter table campaigns add column voicemail_agent jsonb`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
