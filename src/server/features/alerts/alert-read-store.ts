/** Rows of `alert_reads`: the time up to which each person has read a workspace's alerts. */
import { sql, type Kysely } from 'kysely';
import type { DatabaseSchema } from '../../platform/db/schema.ts';

/** Moves the read mark forward only. */
export async function moveAlertReadMark(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  userId: string,
  until: Date,
): Promise<void> {
  await db
    .insertInto('alert_reads')
    .values({ workspace_id: workspaceId, user_id: userId, read_until: until })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'user_id'])
        .doUpdateSet({ read_until: sql`greatest(alert_reads.read_until, excluded.read_until)` }),
    )
    .execute();
}
