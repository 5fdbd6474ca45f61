/**
 * Queries of the table `contacts_to_empty`: ids of the provider's contacts that have the phone number of an erased
 * person.
 */
import { sql, type Kysely } from 'kysely';
import type { ProviderContactToErase } from '../../../contract/forgetting.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import type { Tx } from '../calls/index.ts';

export interface ProviderContactToEraseKey {
  readonly workspaceId: string;
  readonly contactId: string;
}

export async function insertContactsToEraseAtProvider(
  tx: Tx,
  workspaceId: string,
  contactIds: readonly string[],
): Promise<void> {
  await sql`insert into contacts_to_empty (workspace_id, contact_id)
    select ${workspaceId}, given.id from unnest(${contactIds}::text[]) as given (id) on conflict do nothing`.execute(
    tx,
  );
}

/**
 * Lists the provider's contacts that have an erased person's number and whose data must still be deleted. At most a
 * hundred, oldest first.
 */
export async function findContactsToEraseAtProvider(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
): Promise<ProviderContactToErase[]> {
  const rows = await db
    .selectFrom('contacts_to_empty')
    .select(['contact_id as contactId', 'ordered_at as orderedAt', 'refusal'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('ordered_at')
    .orderBy('contact_id')
    .limit(100)
    .execute();
  return rows.map((row) => ({ ...row, orderedAt: row.orderedAt.toISOString() }));
}

/** Finds provider contacts that still have data, because the job that should delete them ran out of retries. */
export async function findAbandonedContactErasures(
  db: Kysely<DatabaseSchema>,
  orderedBefore: Date,
): Promise<ProviderContactToEraseKey[]> {
  return db
    .selectFrom('contacts_to_empty')
    .select(['workspace_id as workspaceId', 'contact_id as contactId'])
    .where('ordered_at', '<', orderedBefore)
    .execute();
}

export async function storeContactErasureResult(
  db: Kysely<DatabaseSchema>,
  { workspaceId, contactId }: ProviderContactToEraseKey,
  refusal: ProviderContactToErase['refusal'],
): Promise<void> {
  await (
    refusal === null
      ? sql`delete from contacts_to_empty where workspace_id = ${workspaceId} and contact_id = ${contactId}`
      : sql`update contacts_to_empty set refusal = ${refusal} where workspace_id = ${workspaceId} and contact_id = ${contactId}`
  ).execute(db);
}
