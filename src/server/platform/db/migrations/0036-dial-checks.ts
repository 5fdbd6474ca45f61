/**
 * Checks before dialling: addresses that admins allow, each asked whether a person may be called now, and the one that a campaign
 * asks. No foreign key: a check that is gone keeps its campaigns from dialling, which is what it is for.
 */
import { sql, type Kysely } from 'kysely';

const statements = [
  `create table dial_checks (
    workspace_id uuid not null,
    id uuid not null,
    name text not null,
    url text not null,
    secret_encrypted text not null,
    created_at timestamptz not null default clock_timestamp(),
    primary key (workspace_id, id)
  )`,
  `alter table campaigns add column check_id uuid`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
