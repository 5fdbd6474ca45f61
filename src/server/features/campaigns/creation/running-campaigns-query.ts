/** Whom the campaigns that dial now still have to call. */
import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../../platform/db/schema.ts';

export interface PeopleLeft {
  readonly left: number;
  /** Of their campaign. */
  readonly weight: number;
}

/** Of each that has somebody left. */
export async function listPeopleLeft(db: Kysely<Schema>, workspaceId: string): Promise<PeopleLeft[]> {
  const { rows } = await sql<PeopleLeft>`
    select sum(n.pending + n.dialing)::bigint as left, c.weight
    from campaigns c join campaign_counts n on n.workspace_id = c.workspace_id and n.campaign_id = c.id
    where c.workspace_id = ${workspaceId} and c.status = 'in_progress'
    group by c.id, c.weight having sum(n.pending + n.dialing) > 0`.execute(db);
  return rows;
}
