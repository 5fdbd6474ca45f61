/**
 * The workspace's advisory lock: writers of calls, attempts, recipients and rollups hold it shared for their
 * transaction; a rebuild holds it exclusively.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from './call-participant.ts';

/** 'VOCR' as the first key keeps it apart from other users of advisory locks. */
const lockClass = 0x564f4352;

export async function lockWorkspaceShared(tx: Tx, workspaceId: string): Promise<void> {
  await sharedWorkspaceLock(workspaceId).execute(tx);
}

/** The same as a query, to be taken by a statement that goes on with something else. */
export function sharedWorkspaceLock(workspaceId: string): RawBuilder<unknown> {
  return sql`select pg_advisory_xact_lock_shared(${lockClass}, hashtext(${workspaceId}))`;
}

export async function lockWorkspaceExclusively(tx: Tx, workspaceId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockClass}, hashtext(${workspaceId}))`.execute(tx);
}
