/** Migration: adds a column that lets only one server at a time request a new analysis of a call. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Time until which no other server may request an analysis of the call, even if the requesting server crashed. Null:
  // no request is running.
  await sql`alter table calls add column analysis_under_way_until timestamptz`.execute(db);
}
