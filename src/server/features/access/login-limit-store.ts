/**
 * Rows of `login_failures`. An attempt is counted as failed before its password is looked at, and taken off again
 * when it was right: however many come at once, no more than the limit ever reach the check.
 */
import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';

const windowMs = 15 * 60_000;
const perUserAndAddress = 5;
const perAddress = 100;
// 'VOLL' keeps these locks apart from others.
const lockClass = 0x564f4c4c;

export interface LoginAttempt {
  /** As counted (see limit-address.ts). */
  readonly address: string;
  readonly username: string;
  readonly at: Date;
}

/** False: too many failures in the last 15 minutes; the attempt must not be tried. */
export async function reserveAttempt(db: Kysely<Schema>, { address, username, at }: LoginAttempt): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${lockClass}, hashtext(${address}))`.execute(tx);
    const { rows } = await sql<{ total: number; own: number }>`
      select count(*) as total, count(*) filter (where username = lower(${username})) as own
      from login_failures where address = ${address} and failed_at > ${windowStart(at)}`.execute(tx);
    const { total = 0, own = 0 } = rows[0] ?? {};
    if (total >= perAddress || own >= perUserAndAddress) return false;
    await sql`insert into login_failures (address, username, failed_at)
      values (${address}, lower(${username}), ${at})`.execute(tx);
    return true;
  });
}

/** The attempt was right: it does not count. Rows of one moment are alike, so any one of them goes. */
export async function forgetAttempt(db: Kysely<Schema>, { address, username, at }: LoginAttempt): Promise<void> {
  await sql`delete from login_failures where ctid = (
    select ctid from login_failures
    where address = ${address} and username = lower(${username}) and failed_at = ${at}
    limit 1 for update skip locked)`.execute(db);
}

export async function deleteOldFailures(db: Kysely<Schema>, now: Date): Promise<void> {
  await db.deleteFrom('login_failures').where('failed_at', '<=', windowStart(now)).execute();
}

function windowStart(now: Date): Date {
  return new Date(now.getTime() - windowMs);
}
