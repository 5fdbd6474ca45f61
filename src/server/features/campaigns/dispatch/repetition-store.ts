/**
 * Requests to place a call that may be repeated while their outcome is unknown. The request's body is stored encrypted
 * until `buildAttemptsUpdateSql` deletes it. Each repetition postpones `send_by`, the latest time at which the request may
 * be sent. Only after that time may the call be declared missing.
 */
import { sql, type Kysely } from 'kysely';
import { decryptSecret, encryptSecret } from '../../../platform/crypto.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { Tx } from '../../calls/index.ts';
import { callOrderDatabaseSendLimitSeconds } from './order-deadline.ts';
import { buildIdempotencyKeySupportSql } from './order-field-store.ts';

/**
 * Minutes for which the request to place a call may be repeated. They are far fewer than the 60 minutes after which the
 * provider forgets an idempotency key and would place a second call.
 */
const repeatMinutes = 10;
/**
 * Seconds, counted from the claim of the recipient, for which a call request that a dial check approved may be
 * repeated. Later, the approval may be out of date.
 */
const checkHoldsSeconds = 60;
/** Seconds for which a server that missed the notification of a replaced API key may still use the old key. */
const keyInUseSeconds = 60;
const longestSpacingSeconds = 15;

/** SQL condition: the API key of workspace `w` may have been replaced since attempt `a` requested its call. */
export const apiKeyReplacedSinceAttemptCondition = sql<boolean>`coalesce(
  a.created_at <= w.api_key_replaced_at + ${keyInUseSeconds} * interval '1 second', false)`;

/**
 * SQL condition: the request to place the call of attempt `a` (workspace `w`, campaign `c`) may still be sent again.
 */
export const callOrderRepeatableCondition = sql<boolean>`(
  a.created_at > clock_timestamp() - make_interval(secs => case
    when c.check_id is null then ${callOrderDatabaseSendLimitSeconds + repeatMinutes * 60}::integer else ${checkHoldsSeconds}::integer end)
  and not ${apiKeyReplacedSinceAttemptCondition} and ${buildIdempotencyKeySupportSql(sql`w.id`)} = 'honoured')`;

const contextOf = (attemptId: string): string => `attempt:${attemptId}:order`;

export async function storeSealedCallOrder(
  db: Kysely<DatabaseSchema>,
  secretKey: string,
  { workspaceId, attemptId, body }: { readonly workspaceId: string; readonly attemptId: string; readonly body: string },
): Promise<void> {
  await sql`
    update attempts set sealed_order = ${encryptSecret(secretKey, body, contextOf(attemptId))}
    where workspace_id = ${workspaceId} and id = ${attemptId} and state = 'claimed'`.execute(db);
}

/**
 * Permits one repetition of the request to place an attempt's call, and returns the request's body. The transaction
 * must have locked the attempt. Null if the attempt is closed, its request may not be repeated any more, or another
 * server has just repeated it.
 */
export async function releaseCallOrderForRepetition(
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
      send_by = clock_timestamp() + ${callOrderDatabaseSendLimitSeconds} * interval '1 second',
      repeats = repeats + 1,
      next_lookup_at = clock_timestamp() + greatest(${spacingMs} * interval '1 millisecond',
        least(${longestSpacingSeconds} * interval '1 second', (clock_timestamp() - a.created_at) / 4))
    from workspaces w, campaigns c
    where a.workspace_id = ${workspaceId} and a.id = ${attemptId} and a.state = 'unknown' and a.sealed_order is not null
      and coalesce(a.next_lookup_at, '-infinity') <= clock_timestamp()
      and w.id = a.workspace_id and c.workspace_id = a.workspace_id and c.id = a.campaign_id and ${callOrderRepeatableCondition}
    returning a.sealed_order as sealed`.execute(tx);
  return rows[0] ? decryptSecret(secretKey, rows[0].sealed, contextOf(attemptId)) : null;
}
