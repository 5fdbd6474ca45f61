/** Ensures that an analysis is ordered once, even if several servers are asked at the same moment. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Until when nobody else may order an analysis, in case the ordering server dies. Null if none is in progress.
  await sql`alter table calls add column analysis_under_way_until timestamptz`.execute(db);
}
