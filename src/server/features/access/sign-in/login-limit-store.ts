/**
 * Queries of the table `login_failures`. A sign-in attempt is counted as failed before its password is checked. If the
 * password was right, the row is removed. Concurrent attempts thus can't exceed the limit.
 */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';

const windowMs = 15 * 60_000;
const perUserAndAddress = 5;
const perUserAndDevice = 5;
const perAddress = 100;
/** Number of failed sign-ins on one account that causes a pause of 1 s. Each further failure doubles the pause. */
const accountPausesFrom = 10;
const longestPauseMs = 60_000;
/**
 * Number of failed sign-ins at which an account's pause reaches its maximum. No more rows are read, because further
 * failures change nothing.
 */
const mostOfAccount = accountPausesFrom + Math.ceil(Math.log2(longestPauseMs / 1_000));
// First keys of the advisory locks for failed sign-ins: 'VOLL', 'VOLA' and 'VOLD' in ASCII. No other locks use them.
const addressLock = 0x564f4c4c;
const accountLock = 0x564f4c41;
const deviceLock = 0x564f4c44;

export interface LoginAttempt {
  /** The client's IPv4 address or IPv6 /64 network. Failed sign-ins from all of the network are counted together. */
  readonly address: string;
  readonly username: string;
  /** Id of the known device that signs in; null if unknown. Each device has its own count of failures. */
  readonly deviceId: string | null;
  readonly at: Date;
}

/**
 * Counts a sign-in attempt as failed and returns null. If there were too many failures in the last 15 minutes, returns
 * the ms to wait instead. Usernames that do not exist are counted too.
 */
export async function reserveLoginAttempt(db: Kysely<DatabaseSchema>, attempt: LoginAttempt): Promise<number | null> {
  const { address, username, deviceId, at } = attempt;
  return db.transaction().execute(async (tx) => {
    const waitMs =
      deviceId === null ? await waitOfStranger(tx, attempt) : await waitOfDevice(tx, { ...attempt, deviceId });
    if (waitMs > 0) return waitMs;
    await sql`insert into login_failures (address, username, failed_at, device_id)
      values (${address}, lower(${username}), ${at}, ${deviceId}::uuid)`.execute(tx);
    return null;
  });
}

async function waitOfDevice(
  tx: Transaction<DatabaseSchema>,
  { username, deviceId, at }: LoginAttempt & { readonly deviceId: string },
): Promise<number> {
  await sql`select pg_advisory_xact_lock(${deviceLock}, hashtext(${deviceId}))`.execute(tx);
  const { rows } = await sql<{ failed_at: Date }>`
    select failed_at from login_failures
    where username = lower(${username}) and device_id = ${deviceId}::uuid and failed_at > ${windowStart(at)}
    order by failed_at desc limit ${perUserAndDevice}`.execute(tx);
  return untilFewer(rows, perUserAndDevice, at);
}

async function waitOfStranger(
  tx: Transaction<DatabaseSchema>,
  { address, username, at }: LoginAttempt,
): Promise<number> {
  // Lock the IP address before the username, always in this order, so that two sign-in attempts can't deadlock.
  await sql`select pg_advisory_xact_lock(${addressLock}, hashtext(${address}))`.execute(tx);
  await sql`select pg_advisory_xact_lock(${accountLock}, hashtext(lower(${username})))`.execute(tx);
  const ofAddress = await sql<{ failed_at: Date; is_own: boolean }>`
    select failed_at, username = lower(${username}) as is_own from login_failures
    where address = ${address} and device_id is null and failed_at > ${windowStart(at)}
    order by failed_at desc limit ${perAddress}`.execute(tx);
  const ofAccount = await sql<{ failed_at: Date }>`
    select failed_at from login_failures
    where username = lower(${username}) and device_id is null and failed_at > ${windowStart(at)}
    order by failed_at desc limit ${mostOfAccount}`.execute(tx);
  return Math.max(
    untilFewer(ofAddress.rows, perAddress, at),
    untilFewer(
      ofAddress.rows.filter((row) => row.is_own),
      perUserAndAddress,
      at,
    ),
    computeRemainingSignInPauseMs(
      ofAccount.rows.map((row) => row.failed_at),
      at,
    ),
  );
}

/**
 * Milliseconds until fewer than `limit` failed sign-ins are within the last 15 minutes. `rows`: the failed sign-ins,
 * newest first.
 */
function untilFewer(rows: readonly { readonly failed_at: Date }[], limit: number, at: Date): number {
  const last = rows[limit - 1];
  return last ? last.failed_at.getTime() + windowMs - at.getTime() : 0;
}

/**
 * Remaining pause in ms before unknown devices may try to sign in to an account again; 0 or less if there is none.
 * `failures` are the account's failed sign-ins of the last 15 minutes, newest first.
 */
export function computeRemainingSignInPauseMs(failures: readonly Date[], at: Date): number {
  const [last] = failures;
  if (!last || failures.length < accountPausesFrom) return 0;
  const pauseMs = Math.min(longestPauseMs, 1_000 * 2 ** (failures.length - accountPausesFrom));
  return last.getTime() + pauseMs - at.getTime();
}

/** Removes the row that `reserveLoginAttempt` added for a sign-in attempt, because the attempt succeeded. */
export async function deleteLoginAttempt(
  db: Kysely<DatabaseSchema>,
  { address, username, deviceId, at }: LoginAttempt,
): Promise<void> {
  await sql`delete from login_failures where ctid = (
    select ctid from login_failures
    where address = ${address} and username = lower(${username}) and failed_at = ${at} and device_id is not distinct from ${deviceId}::uuid
    limit 1 for update skip locked)`.execute(db);
}

export async function deleteOldLoginFailures(db: Kysely<DatabaseSchema>, now: Date): Promise<void> {
  await db.deleteFrom('login_failures').where('failed_at', '<=', windowStart(now)).execute();
}

function windowStart(now: Date): Date {
  return new Date(now.getTime() - windowMs);
}
