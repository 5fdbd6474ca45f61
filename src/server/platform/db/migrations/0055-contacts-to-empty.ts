/**
 * Migration: adds the table of contacts at the provider that must be emptied, because their phone numbers were erased.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table contacts_to_empty (
      workspace_id uuid not null references workspaces (id) on delete cascade,
      contact_id text not null,
      ordered_at timestamptz not null default clock_timestamp(),
      refusal text check (refusal in ('crm', 'other')),
      primary key (workspace_id, contact_id)
    )`.execute(db);
}
