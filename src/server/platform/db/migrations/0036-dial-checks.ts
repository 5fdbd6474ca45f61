/**
 * Migration: adds dialling checks. A check is a URL that is asked before each call whether the person may be called.
 * The campaigns table has no foreign key to checks: if a campaign's check was deleted, the campaign must stop calling
 * instead of losing the reference.
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
