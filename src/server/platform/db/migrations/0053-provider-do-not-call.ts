/**
 * Migration: adds 'provider' as a source of do-not-call entries, for numbers that are marked in the provider's
 * contacts. Also adds a column with the names of request fields that the provider refused. Calls are requested without
 * these fields until the API key changes.
 */
import { sql, type Kysely } from 'kysely';

/*
 * Add the constraint without validating existing rows. They fulfil it, because the former constraint allowed fewer
 * sources.
 */
const statements = [
  `alter table do_not_call drop constraint do_not_call_source_check`,
  `alter table do_not_call add constraint do_not_call_source_check
     check (source in ('manual', 'upload', 'registry', 'analysis', 'provider', 'forgotten')) not valid`,
  `drop trigger tell_do_not_call_event on do_not_call`,
  `create trigger tell_do_not_call_event after insert on do_not_call for each row
     when (new.source in ('manual', 'analysis', 'provider')) execute function tell_do_not_call_event()`,
  `alter table workspaces add column refused_order_fields text[] not null default '{}'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
