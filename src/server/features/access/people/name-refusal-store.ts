/** Rows of `name_refusals`: one for each time that a user learned that a username is taken. */
import { sql, type Kysely } from 'kysely';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';

const windowMs = 15 * 60_000;
const mostInWindow = 20;
// First key of the advisory locks for username refusals: 'VONR' in ASCII. No other lock uses this key.
const lockClass = 0x564f4e52;

/**
 * Counts one refused username for a user and returns null. If the user has reached the limit, counts nothing and
 * returns the ms to wait.
 */
export async function recordUsernameRefusalWithinLimit(
  db: Kysely<DatabaseSchema>,
  userId: string,
  at: Date,
): Promise<number | null> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${lockClass}, hashtext(${userId}))`.execute(tx);
    const { rows } = await sql<{ at: Date }>`
      select refused_at as at from name_refusals where user_id = ${userId} and refused_at > ${windowStart(at)}
      order by refused_at desc offset ${mostInWindow - 1} limit 1`.execute(tx);
    const [last] = rows;
    if (last) return last.at.getTime() + windowMs - at.getTime();
    await tx.insertInto('name_refusals').values({ user_id: userId, refused_at: at }).execute();
    return null;
  });
}

/**
 * Deletes a counted username refusal, because the username was free. The refusal is counted before the username is
 * checked.
 */
export async function deleteUsernameRefusal(db: Kysely<DatabaseSchema>, userId: string, at: Date): Promise<void> {
  await sql`delete from name_refusals where ctid = (
    select ctid from name_refusals where user_id = ${userId} and refused_at = ${at} limit 1 for update skip locked)`.execute(
    db,
  );
}

export async function deleteOldUsernameRefusals(db: Kysely<DatabaseSchema>, now: Date): Promise<void> {
  await db.deleteFrom('name_refusals').where('refused_at', '<=', windowStart(now)).execute();
}

function windowStart(now: Date): Date {
  return new Date(now.getTime() - windowMs);
}
