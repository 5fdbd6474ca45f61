/** Counts refused sign-ins to one user account, without those from devices on which its owner signed in before. */
import { sql, type Kysely } from 'kysely';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import { noWorkspaceId } from './audit-store.ts';

export interface RefusedSignInCounts {
  readonly count: number;
  readonly addressCount: number;
  /** The IP addresses with most refused sign-ins, at most five. */
  readonly addresses: string[];
  readonly lastAt: Date | null;
}

export async function countRefusedSignIns(
  db: Kysely<DatabaseSchema>,
  userId: string,
  since: Date,
): Promise<RefusedSignInCounts> {
  const { rows } = await sql<RefusedSignInCounts>`
    with refused as (
      select coalesce(address, '') as address, count(*) as attempts, max(at) as last_at from audit_log
      where workspace_id = ${noWorkspaceId}::uuid and action = 'session.refused' and user_id = ${userId}::uuid and at > ${since}
        and not details ? 'knownDevice'
      group by 1)
    select coalesce(sum(attempts), 0)::int as count, count(*)::int as "addressCount", max(last_at) as "lastAt",
      array(select address from refused order by attempts desc, address limit 5) as addresses
    from refused`.execute(db);
  return rows[0] ?? { count: 0, addressCount: 0, addresses: [], lastAt: null };
}
