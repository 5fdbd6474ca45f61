/** One server looks at a time. Two that do are harmless, but twice the work. */
import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';

// 'ALRT' keeps this lock apart from others.
const watchLock = 0x414c5254;

/** Runs `work`, on connections of its own, unless some server is at it now. */
export async function whileNobodyElse(db: Kysely<Schema>, work: () => Promise<void>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{
      isOurs: boolean;
    }>`select pg_try_advisory_xact_lock(${watchLock}, 0) as "isOurs"`.execute(tx);
    if (rows[0]?.isOurs !== true) return;
    // This connection is idle meanwhile. A server that dies closes it, and gives the lock away.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    await work();
  });
}
