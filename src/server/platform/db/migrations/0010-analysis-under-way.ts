/** An analysis is ordered once, whichever servers are asked for it at the same moment. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Null: none is under way. A server that dies over one leaves the time until which nobody else may order.
  await sql`alter table calls add column analysis_under_way_until timestamptz`.execute(db);
}
