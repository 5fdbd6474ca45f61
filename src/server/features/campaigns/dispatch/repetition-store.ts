/**
 * Orders that may be sent again while their outcome is open. The body of such an order is kept sealed with its attempt, and goes with
 * `attemptWrite` once nobody may send it again. Repeating moves `send_by` on, so that absence is believed only after the last of them.
 */
import { sql, type Kysely } from 'kysely';
import { decryptSecret, encryptSecret } from '../../../platform/crypto.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { Tx } from '../../calls/index.ts';
import { sendWithinSeconds } from './order-deadline.ts';
import { orderKeysOf } from './order-field-store.ts';

/** Repeating ends so long after the first send-by time: the provider forgets a key after an hour. */
const repeatMinutes = 10;
/** Repeating ends so long after the claim where a check before dialling said yes: its answer is not older. */
const checkHoldsSeconds = 60;
/** Another server may go on with a replaced key for so long, should the news not reach it. */
const keyInUseSeconds = 60;
const longestSpacingSeconds = 15;

/** Whether the account that is asked now may be another than the one that was to call. Needs the attempt `a` and its workspace `w`. */
export const isOfReplacedKey = sql<boolean>`coalesce(
  a.created_at <= w.api_key_replaced_at + ${keyInUseSeconds} * interval '1 second', false)`;

/** Whether a kept order may still be sent again. Needs the attempt `a`, its workspace `w` and its campaign `c`. */
export const isRepeatable = sql<boolean>`(
  a.created_at > clock_timestamp() - make_interval(secs => case
    when c.check_id is null then ${sendWithinSeconds + repeatMinutes * 60}::integer else ${checkHoldsSeconds}::integer end)
  and not ${isOfReplacedKey} and ${orderKeysOf(sql`w.id`)} = 'honoured')`;

const contextOf = (attemptId: string): string => `attempt:${attemptId}:order`;

export async function keepOrder(
  db: Kysely<Schema>,
  secretKey: string,
  { workspaceId, attemptId, body }: { readonly workspaceId: string; readonly attemptId: string; readonly body: string },
): Promise<void> {
  await sql`
    update attempts set sealed_order = ${encryptSecret(secretKey, body, contextOf(attemptId))}
    where workspace_id = ${workspaceId} and id = ${attemptId} and state = 'claimed'`.execute(db);
}

/**
 * Lets the order out once more, in the transaction that judged it; the attempt's lock is held until its end. Null: it is closed, may be
 * repeated no more, or another server has just repeated it.
 */
export async function letOutRepetition(
  tx: Tx,
  secretKey: string,
  {
    workspaceId,
    attemptId,
    spacingMs,
  }: { readonly workspaceId: string; readonly attemptId: string; readonly spacingMs: number },
): Promise<string | null> {
  const { rows } = await sql<{ sealed: string }>`
    update attempts a set
      send_by = clock_timestamp() + ${sendWithinSeconds} * interval '1 second',
      repeats = repeats + 1,
      next_lookup_at = clock_timestamp() + greatest(${spacingMs} * interval '1 millisecond',
        least(${longestSpacingSeconds} * interval '1 second', (clock_timestamp() - a.created_at) / 4))
    from workspaces w, campaigns c
    where a.workspace_id = ${workspaceId} and a.id = ${attemptId} and a.state = 'unknown' and a.sealed_order is not null
      and coalesce(a.next_lookup_at, '-infinity') <= clock_timestamp()
      and w.id = a.workspace_id and c.workspace_id = a.workspace_id and c.id = a.campaign_id and ${isRepeatable}
    returning a.sealed_order as sealed`.execute(tx);
  return rows[0] ? decryptSecret(secretKey, rows[0].sealed, contextOf(attemptId)) : null;
}
