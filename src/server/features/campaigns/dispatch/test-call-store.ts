/** Rows of `test_calls`, which limit each person's test calls. A row is inserted before the call is requested. */
import { sql, type Kysely } from 'kysely';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { Tx } from '../../calls/index.ts';

export const testCallRateLimit = { calls: 5, minutes: 10 } as const;

/**
 * Seconds after which a test call without a response from the provider no longer blocks the next test call, because its
 * server must have died.
 */
const underWaySeconds = 60;
/** Class of the PostgreSQL advisory lock that serializes one person's test calls: 'VOTC' in ASCII. */
const lockClass = 0x564f5443;

export interface TestCallRef {
  readonly workspaceId: string;
  readonly id: string;
  readonly userId: string;
}

/**
 * Result of reserving a test call. `busy`: the provider has not responded yet to the user's last test call. `limited`:
 * the user has made too many test calls lately.
 */
export type TestCallReservationResult =
  | { readonly kind: 'reserved' | 'busy' }
  | { readonly kind: 'limited'; readonly inMinutes: number };

export async function reserveTestCall(
  tx: Tx,
  { workspaceId, id, userId }: TestCallRef,
): Promise<TestCallReservationResult> {
  await sql`select pg_advisory_xact_lock(${lockClass}, hashtext(${userId}))`.execute(tx);
  const window = sql`${testCallRateLimit.minutes} * interval '1 minute'`;
  await sql`delete from test_calls where user_id = ${userId} and ordered_at <= clock_timestamp() - ${window}`.execute(
    tx,
  );
  const { rows } = await sql<{ calls: number; isBusy: boolean; inMinutes: number | null }>`
    select count(*) as calls,
      coalesce(bool_or(answered_at is null and ordered_at > clock_timestamp() - ${underWaySeconds} * interval '1 second'), false) as "isBusy",
      ceil(extract(epoch from min(ordered_at) + ${window} - clock_timestamp()) / 60)::integer as "inMinutes"
    from test_calls where user_id = ${userId}`.execute(tx);
  const { calls = 0, isBusy = false, inMinutes = null } = rows[0] ?? {};
  if (isBusy) return { kind: 'busy' };
  if (calls >= testCallRateLimit.calls)
    return { kind: 'limited', inMinutes: Math.max(1, inMinutes ?? testCallRateLimit.minutes) };
  await tx
    .insertInto('test_calls')
    .values({ workspace_id: workspaceId, id, user_id: userId, ordered_at: sql<Date>`clock_timestamp()` })
    .execute();
  return { kind: 'reserved' };
}

/** Stores that the provider responded to the request for a test call, so that the person may place the next one. */
export async function storeTestCallResponseReceived(
  db: Kysely<DatabaseSchema>,
  { workspaceId, id }: TestCallRef,
): Promise<void> {
  await db
    .updateTable('test_calls')
    .set({ answered_at: sql<Date>`clock_timestamp()` })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}
