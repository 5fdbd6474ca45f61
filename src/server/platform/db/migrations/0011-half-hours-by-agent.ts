/**
 * Orders half hours by agent, so that figures of one agent read only its rows. Figures of all agents have their own
 * rollups (0009) or cover a day at most.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table rollup_half_hours
      drop constraint rollup_half_hours_pkey,
      add constraint rollup_half_hours_pkey primary key (workspace_id, agent_id, bucket_at, direction, slot)`.execute(
    db,
  );
}
