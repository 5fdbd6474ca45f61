/**
 * Queries of two facts about a workspace's requests to place calls: which optional fields the provider refused
 * (`workspaces.refused_order_fields`), and whether it honours idempotency keys. Both are reset when the API key is
 * replaced.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { AccountDependentCallOrderField, IdempotencyKeySupport } from '../../../platform/provider/provider.ts';

const provenDays = 90;

/** SQL expression: optional fields of requests to place calls that the workspace's provider account has refused. */
export const buildRefusedCallOrderFieldsSql = (workspaceId: string): RawBuilder<AccountDependentCallOrderField[]> =>
  sql`(select refused_order_fields from workspaces where id = ${workspaceId})`;

/**
 * SQL expression: how the provider account treats idempotency keys. 'refused': it rejects the request field. 'lost':
 * since the present API key was set, a request got a 5xx response although it placed a call. 'honoured', 'ignored':
 * result of a test in the last 90 days. 'untried': none of these.
 */
export const buildIdempotencyKeySupportSql = (
  workspaceId: string | RawBuilder<unknown>,
): RawBuilder<IdempotencyKeySupport> => sql`(
  select case
    when 'idempotency_key' = any(k.refused_order_fields) then 'refused'
    when exists (
      select from attempts behind where behind.workspace_id = k.id and behind.answered_5xx and behind.call_id is not null
        and behind.created_at > coalesce(k.api_key_replaced_at, '-infinity')) then 'lost'
    when k.order_keys_tried_at > clock_timestamp() - ${provenDays} * interval '1 day'
      then case when k.order_keys_honoured then 'honoured' else 'ignored' end
    else 'untried' end
  from workspaces k where k.id = ${workspaceId})`;

export interface CallRequestFieldSupport {
  readonly refused: readonly AccountDependentCallOrderField[];
  readonly keys: IdempotencyKeySupport;
  /**
   * Time at which the API key was last replaced; null if never. The other fields of this object are valid for this key
   * only.
   */
  readonly keySince: string | null;
}

export async function findCallRequestFieldSupport(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
): Promise<CallRequestFieldSupport> {
  const { rows } = await sql<CallRequestFieldSupport>`
    select refused_order_fields as refused, ${buildIdempotencyKeySupportSql(workspaceId)} as keys, api_key_replaced_at::text as "keySince"
    from workspaces where id = ${workspaceId}`.execute(db);
  return rows[0] ?? { refused: [], keys: 'untried', keySince: null };
}

export async function storeRefusedCallOrderField(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  field: AccountDependentCallOrderField,
): Promise<void> {
  await sql`
    update workspaces set refused_order_fields = refused_order_fields || ${field}::text
    where id = ${workspaceId} and ${field}::text <> all (refused_order_fields)`.execute(db);
}

const tried = (areHonoured: boolean) =>
  sql`update workspaces set order_keys_honoured = ${areHonoured}, order_keys_tried_at = clock_timestamp()`;

/** Stores whether the account honours idempotency keys, unless the workspace has another API key by now. */
export async function storeIdempotencyKeySupport(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  { keySince }: Pick<CallRequestFieldSupport, 'keySince'>,
  areHonoured: boolean,
): Promise<void> {
  await sql`${tried(areHonoured)}
    where id = ${workspaceId} and api_key_replaced_at::text is not distinct from ${keySince}::text`.execute(db);
}

/** Stores whether idempotency keys are honoured with this API key. @returns false if no workspace has the key. */
export async function storeIdempotencySupportByApiKey(
  db: Kysely<DatabaseSchema>,
  fingerprint: string,
  areHonoured: boolean,
): Promise<boolean> {
  const { rows } = await sql`${tried(areHonoured)} where api_key_fingerprint = ${fingerprint} returning id`.execute(db);
  return rows.length > 0;
}
