/**
 * Advisory lock of a workspace. Transactions that write calls, attempts, recipients or rollups take it shared. A
 * rebuild of rollups takes it exclusively.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from './call-participant.ts';

/** 'VOCR' in ASCII: the class of the advisory locks of workspaces. */
const lockClass = 0x564f4352;

export async function lockWorkspaceShared(tx: Tx, workspaceId: string): Promise<void> {
  await buildSharedWorkspaceLockSql(workspaceId).execute(tx);
}

/** SQL: a SELECT that takes the workspace's advisory lock in shared mode, to be embedded in another statement. */
export function buildSharedWorkspaceLockSql(workspaceId: string): RawBuilder<unknown> {
  return sql`select pg_advisory_xact_lock_shared(${lockClass}, hashtext(${workspaceId}))`;
}

export async function lockWorkspaceExclusively(tx: Tx, workspaceId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockClass}, hashtext(${workspaceId}))`.execute(tx);
}
