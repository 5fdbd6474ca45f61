/**
 * Findings about optional fields of a workspace's dialling orders. New orders omit the fields that the API refused by
 * name (`workspaces.refused_order_fields`). Idempotency keys are relied on once proven. A new API key resets both.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Schema } from '../../../platform/db/schema.ts';
import type { OptionalOrderField, IdempotencyKeySupport } from '../../../platform/provider/provider.ts';

const provenDays = 90;

/** SQL column with the optional order fields that the workspace's provider account has refused. */
export const refusedFieldsOf = (workspaceId: string): RawBuilder<OptionalOrderField[]> =>
  sql`(select refused_order_fields from workspaces where id = ${workspaceId})`;

/** SQL column: whether the account honours idempotency keys. A call behind a 5xx answer shows that it lost a key. */
export const orderKeysOf = (workspaceId: string | RawBuilder<unknown>): RawBuilder<IdempotencyKeySupport> => sql`(
  select case
    when 'idempotency_key' = any(k.refused_order_fields) then 'refused'
    when exists (
      select from attempts behind where behind.workspace_id = k.id and behind.answered_5xx and behind.call_id is not null
        and behind.created_at > coalesce(k.api_key_replaced_at, '-infinity')) then 'lost'
    when k.order_keys_tried_at > clock_timestamp() - ${provenDays} * interval '1 day'
      then case when k.order_keys_honoured then 'honoured' else 'ignored' end
    else 'untried' end
  from workspaces k where k.id = ${workspaceId})`;

export interface OrderFields {
  readonly refused: readonly OptionalOrderField[];
  readonly keys: IdempotencyKeySupport;
  /** Identifies the provider API key to which the findings about order fields belong. */
  readonly keySince: string | null;
}

export async function findOrderFields(db: Kysely<Schema>, workspaceId: string): Promise<OrderFields> {
  const { rows } = await sql<OrderFields>`
    select refused_order_fields as refused, ${orderKeysOf(workspaceId)} as keys, api_key_replaced_at::text as "keySince"
    from workspaces where id = ${workspaceId}`.execute(db);
  return rows[0] ?? { refused: [], keys: 'untried', keySince: null };
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

const tried = (areHonoured: boolean) =>
  sql`update workspaces set order_keys_honoured = ${areHonoured}, order_keys_tried_at = clock_timestamp()`;

/** Stores whether idempotency keys of orders are honoured, unless the workspace has another API key by now. */
export async function storeIdempotencyFinding(
  db: Kysely<Schema>,
  workspaceId: string,
  { keySince }: Pick<OrderFields, 'keySince'>,
  areHonoured: boolean,
): Promise<void> {
  await sql`${tried(areHonoured)}
    where id = ${workspaceId} and api_key_replaced_at::text is not distinct from ${keySince}::text`.execute(db);
}

/** Stores whether idempotency keys are honoured for the API key with this fingerprint. @returns false if unknown. */
export async function noteOrderKeysOf(db: Kysely<Schema>, fingerprint: string, areHonoured: boolean): Promise<boolean> {
  const { rows } = await sql`${tried(areHonoured)} where api_key_fingerprint = ${fingerprint} returning id`.execute(db);
  return rows.length > 0;
}
