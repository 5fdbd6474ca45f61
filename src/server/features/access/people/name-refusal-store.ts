/** Rows of `name_refusals`: one for each time that a person was told that a username is taken. */
import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../../platform/db/schema.ts';

const windowMs = 15 * 60_000;
const mostInWindow = 20;
// 'VONR' in ASCII: a class of advisory locks that nothing else uses.
const lockClass = 0x564f4e52;

/** Counts a refusal and returns null. If the limit is reached, counts nothing and returns the ms to wait. */
export async function reserveRefusal(db: Kysely<Schema>, userId: string, at: Date): Promise<number | null> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${lockClass}, hashtext(${userId}))`.execute(tx);
    // The oldest refusal within the limit. The limit is reached until this refusal leaves the window.
    const { rows } = await sql<{ at: Date }>`
      select refused_at as at from name_refusals where user_id = ${userId} and refused_at > ${windowStart(at)}
      order by refused_at desc offset ${mostInWindow - 1} limit 1`.execute(tx);
    const [last] = rows;
    if (last) return last.at.getTime() + windowMs - at.getTime();
    await tx.insertInto('name_refusals').values({ user_id: userId, refused_at: at }).execute();
    return null;
  });
}

/** Takes a counted refusal back, because the name was free. Rows of the same moment are alike, so any one may go. */
export async function forgetRefusal(db: Kysely<Schema>, userId: string, at: Date): Promise<void> {
  await sql`delete from name_refusals where ctid = (
    select ctid from name_refusals where user_id = ${userId} and refused_at = ${at} limit 1 for update skip locked)`.execute(
    db,
  );
}

export async function deleteOldRefusals(db: Kysely<Schema>, now: Date): Promise<void> {
  await db.deleteFrom('name_refusals').where('refused_at', '<=', windowStart(now)).execute();
}

function windowStart(now: Date): Date {
  return new Date(now.getTime() - windowMs);
}
