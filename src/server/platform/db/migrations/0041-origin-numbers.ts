/**
 * Adds columns and tables for campaigns that call from several numbers: a campaign's further numbers, the number that
 * placed each attempt, and the numbers excluded for a low answer rate. Earlier attempts get their campaign's number.
 */
import { sql, type Kysely } from 'kysely';

const statements = [
  `alter table campaigns add column more_numbers text[] not null default '{}'`,
  `alter table attempts add column from_number text`,
  `update attempts a set from_number = c.phone_number from campaigns c
    where c.workspace_id = a.workspace_id and c.id = a.campaign_id`,
  // Index for counting the attempts of one day from an origin number, including attempts that may have been dialled.
  `create index attempts_by_origin on attempts (workspace_id, from_number, created_at)
    where state in ('claimed', 'accepted', 'unknown', 'unconfirmed', 'finished')`,
  `create table origin_numbers (
    workspace_id uuid not null,
    phone_number text not null,
    /* Null: it is used. */
    set_aside_at timestamptz,
    /* Judged by what was called since; null: nobody ever took it back. */
    taken_back_at timestamptz,
    primary key (workspace_id, phone_number)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
