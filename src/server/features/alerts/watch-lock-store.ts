/** Lock with which one server at a time checks all alert rules. Two servers would be harmless, but double the work. */
import { sql, type Kysely } from 'kysely';
import type { DatabaseSchema } from '../../platform/db/schema.ts';

// Class of the advisory lock for checking alert rules: 'ALRT' in ASCII, used by nothing else.
const watchLock = 0x414c5254;

/** Runs `work` under the advisory lock for checking alerts. Does nothing if another server has the lock. */
export async function runIfAlertLockFree(db: Kysely<DatabaseSchema>, work: () => Promise<void>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{
      isOurs: boolean;
    }>`select pg_try_advisory_xact_lock(${watchLock}, 0) as "isOurs"`.execute(tx);
    if (rows[0]?.isOurs !== true) return;
    // Disable the idle-in-transaction timeout of the connection that has the lock. This connection stays idle while
    // `work` runs on other connections.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    await work();
  });
}
