/** A lock so that one server at a time checks all workspaces. Two would be harmless, but double the work. */
import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';

// 'ALRT' in ASCII: a class of advisory locks that nothing else uses.
const watchLock = 0x414c5254;

/** Runs `work`, on other connections, unless another server is running it. */
export async function runIfLockFree(db: Kysely<Schema>, work: () => Promise<void>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{
      isOurs: boolean;
    }>`select pg_try_advisory_xact_lock(${watchLock}, 0) as "isOurs"`.execute(tx);
    if (rows[0]?.isOurs !== true) return;
    // This connection idles while `work` runs, so it must not time out. If the server dies, the lock is released.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    await work();
  });
}
