/** Stores idempotency keys, which clients choose for their requests, with the responses to those requests. */
import type { Kysely, Transaction } from 'kysely';
import type { DatabaseSchema } from './schema.ts';

export interface ScopedIdempotencyKey {
  readonly workspaceId: string;
  readonly userId: string;
  readonly key: string;
}

export interface StoredIdempotentRequest {
  readonly fingerprint: string;
  readonly startedAt: Date;
  readonly state: 'open' | 'unknown' | 'done';
  readonly sealedAnswer: string | null;
}

/**
 * Claims an idempotency key for a new request. @returns null if the key was unused, otherwise the earlier request with
 * the key.
 */
export async function claimIdempotencyKey(
  db: Kysely<DatabaseSchema>,
  { workspaceId, userId, key }: ScopedIdempotencyKey,
  { fingerprint, startedAt }: Pick<StoredIdempotentRequest, 'fingerprint' | 'startedAt'>,
): Promise<StoredIdempotentRequest | null> {
  const claimed = await db
    .insertInto('idempotency_keys')
    .values({
      workspace_id: workspaceId,
      user_id: userId,
      key,
      fingerprint,
      started_at: startedAt,
      answer_encrypted: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (claimed) return null;
  const row = await of(db, { workspaceId, userId, key })
    .select(['fingerprint', 'started_at', 'state', 'answer_encrypted'])
    .executeTakeFirst();
  // The key was released just now.
  if (!row) return claimIdempotencyKey(db, { workspaceId, userId, key }, { fingerprint, startedAt });
  return {
    fingerprint: row.fingerprint,
    startedAt: row.started_at,
    state: row.state,
    sealedAnswer: row.answer_encrypted,
  };
}

const of = (db: Kysely<DatabaseSchema>, { workspaceId, userId, key }: ScopedIdempotencyKey) =>
  db
    .selectFrom('idempotency_keys')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('key', '=', key);

export async function completeIdempotencyKey(
  db: Kysely<DatabaseSchema>,
  { workspaceId, userId, key }: ScopedIdempotencyKey,
  end: { readonly state: 'unknown' | 'done'; readonly answer_encrypted?: string },
): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set(end)
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .execute();
}

/** Releases the key. */
export async function releaseIdempotencyKey(
  db: Kysely<DatabaseSchema>,
  { workspaceId, userId, key }: ScopedIdempotencyKey,
): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .execute();
}

/**
 * Deletes the stored responses of a workspace's idempotency keys, because they may contain personal data. The keys
 * themselves stay.
 */
export async function eraseIdempotentResponses(tx: Transaction<DatabaseSchema>, workspaceId: string): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ answer_encrypted: null })
    .where('workspace_id', '=', workspaceId)
    .where('answer_encrypted', 'is not', null)
    .execute();
}

export async function deleteOldIdempotencyKeys(db: Kysely<DatabaseSchema>, before: Date): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('started_at', '<', before).execute();
}
