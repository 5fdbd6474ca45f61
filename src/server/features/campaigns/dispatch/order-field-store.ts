/** Fields of an order that a workspace's account refused by name (`workspaces.refused_order_fields`). A new key forgets them. */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Schema } from '../../../platform/db/schema.ts';
import type { OptionalOrderField } from '../../../platform/provider/provider.ts';

/** As a column of a statement about that workspace. */
export const refusedFieldsOf = (workspaceId: string): RawBuilder<OptionalOrderField[]> =>
  sql`(select refused_order_fields from workspaces where id = ${workspaceId})`;

export async function findRefusedFields(
  db: Kysely<Schema>,
  workspaceId: string,
): Promise<readonly OptionalOrderField[]> {
  const { rows } = await sql<{ fields: OptionalOrderField[] | null }>`
    select ${refusedFieldsOf(workspaceId)} as fields`.execute(db);
  return rows[0]?.fields ?? [];
}

export async function noteRefusedField(
  db: Kysely<Schema>,
  workspaceId: string,
  field: OptionalOrderField,
): Promise<void> {
  await sql`
    update workspaces set refused_order_fields = refused_order_fields || ${field}::text
    where id = ${workspaceId} and ${field}::text <> all (refused_order_fields)`.execute(db);
}
