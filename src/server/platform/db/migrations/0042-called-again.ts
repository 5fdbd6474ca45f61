/** When people are called again: as they asked, or as the campaign's limits and rules say. */
import { sql, type Kysely } from 'kysely';

const statements = [
  /* Of a pending one: it is to be called back then. */
  `alter table recipients add column callback_at timestamptz`,
  /* The call back that its call promised. It was taken into account once, whatever reports say later. */
  `alter table attempts add column callback_at timestamptz`,
  `alter table campaigns add column retry_limits jsonb not null default '{}'`,
  /* Who speaks after an answering machine: id and analysis, as agent_id and agent_analysis. Null: the campaign's agent. */
  `alter table campaigns add column voicemail_agent jsonb`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
