/** Whom the campaigns in progress still have to call, and which of them dial beside another. */
import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../../platform/db/schema.ts';

export interface PeopleLeft {
  readonly id: string;
  readonly left: number;
  /** It shares the workspace's calls: it dials, or begins when the workspace's window opens, as the others do. */
  readonly isBeside: boolean;
  /** Their calls go on. */
  readonly live: number;
  /** Of their campaign. */
  readonly weight: number;
}

/** Of each that has somebody left, or calls under way. */
export async function listPeopleLeft(db: Kysely<Schema>, workspaceId: string): Promise<PeopleLeft[]> {
  const { rows } = await sql<PeopleLeft>`
    select c.id, sum(n.pending + n.dialing)::bigint as left, sum(n.live)::bigint as live, c.weight,
      sum(n.pending + n.dialing) > 0 and coalesce(c.waiting_reason = 'calling_window', true) as "isBeside"
    from campaigns c join campaign_counts n on n.workspace_id = c.workspace_id and n.campaign_id = c.id
    where c.workspace_id = ${workspaceId} and c.status in ('in_progress', 'sent')
    group by c.id, c.weight, c.waiting_reason having sum(n.pending + n.dialing + n.live) > 0`.execute(db);
  return rows;
}
