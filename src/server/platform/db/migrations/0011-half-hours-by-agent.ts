/**
 * The half hours of one agent stand together: a screen that asks for one agent's reads his rows alone, and not those of all
 * agents between them. What is asked of all agents together has rollups of its own (0009), or is a day at most.
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
