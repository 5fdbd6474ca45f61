/** Migration: the primary key of half-hour rollups begins with the agent, so that one agent's rows are adjacent. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table rollup_half_hours
      drop constraint rollup_half_hours_pkey,
      add constraint rollup_half_hours_pkey primary key (workspace_id, agent_id, bucket_at, direction, slot)`.execute(
    db,
  );
}
