/**
 * Erases calls. A tombstone row prevents later reports of an erased call from being stored. The `calls` row stays,
 * without data that name or quote a person. Rows of other tables are deleted. Figures stay unchanged.
 */
import { sql, type Kysely } from 'kysely';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { runWritesAsOneStatement } from '../../../platform/db/write-together.ts';
import { callFieldNamesInEvidenceOrder } from '../state/call-columns.ts';
import type { Tx } from '../state/call-participant.ts';
import { deleteCallSearchDocuments, lockCallSearchDocuments } from '../search/call-search-store.ts';
import { buildFollowUpQueueDeleteForErasedCalls } from '../follow-ups/contact-follow-ups-store.ts';

export interface ErasureCandidateCall {
  readonly id: string;
  readonly firstSeenMonth: string;
  readonly isOver: boolean;
  readonly isErased: boolean;
  readonly attemptId: string | null;
}

const columns = ['id', 'first_seen_month as firstSeenMonth', 'is_over as isOver', 'attempt_id as attemptId'] as const;
const isErased = sql<boolean>`erased_at is not null`.as('isErased');

export function lockCallsForErasure(
  tx: Tx,
  workspaceId: string,
  ids: readonly string[],
): Promise<ErasureCandidateCall[]> {
  return tx
    .selectFrom('calls')
    .select([...columns, isErased])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Locks all calls with a phone number. Erased calls are not among them, because their number was deleted. */
export function lockCallsOfNumber(tx: Tx, workspaceId: string, numberKey: string): Promise<ErasureCandidateCall[]> {
  return tx
    .selectFrom('calls')
    .select([...columns, isErased])
    .where('workspace_id', '=', workspaceId)
    .where('contact_key', '=', numberKey)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Counts the finished calls and the open calls with a phone number, as two numbers. */
export async function countCallsOfNumber(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  numberKey: string,
): Promise<{ readonly calls: number; readonly open: number }> {
  return db
    .selectFrom('calls')
    .select([
      sql<number>`count(*) filter (where is_over)`.as('calls'),
      sql<number>`count(*) filter (where not is_over)`.as('open'),
    ])
    .where('workspace_id', '=', workspaceId)
    .where('contact_key', '=', numberKey)
    .executeTakeFirstOrThrow();
}

export interface RetentionCandidateCall {
  readonly id: string;
  readonly occurredAt: Date;
  readonly isErasable: boolean;
}

/**
 * Lists calls that are older than the retention period, page by page, oldest first. `after` is the last call of the
 * previous page.
 * Erased calls are listed too, because a statement that skips many of them would be slow.
 */
export function listCallsBeforeRetentionLimit(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  span: {
    readonly from: Date;
    readonly before: Date;
    readonly after: RetentionCandidateCall | null;
    readonly limit: number;
  },
): Promise<RetentionCandidateCall[]> {
  const { from, before, after, limit } = span;
  return db
    .selectFrom('calls')
    .select(['id', 'occurred_at as occurredAt', sql<boolean>`erased_at is null and is_over`.as('isErasable')])
    .where('workspace_id', '=', workspaceId)
    .where('occurred_at', '>=', after?.occurredAt ?? from)
    .where('occurred_at', '<', before)
    .$if(after !== null, (query) => query.where(sql<boolean>`(occurred_at, id) > (${after?.occurredAt}, ${after?.id})`))
    .orderBy('occurred_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Returns the time of the oldest open call, if that call began before the given moment. Otherwise null. */
export async function findOldestOpenCallTime(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  before: Date,
): Promise<Date | null> {
  const row = await db
    .selectFrom('calls')
    .select((eb) => eb.fn.min('occurred_at').as('at'))
    .where('workspace_id', '=', workspaceId)
    // This condition of open calls must equal the condition of the partial index, so that PostgreSQL can use the index.
    .where(sql<boolean>`status in ('registered', 'ongoing')`)
    .where('occurred_at', '<', before)
    .executeTakeFirst();
  return row?.at ?? null;
}

/** Returns when the import of the workspace's past calls from the provider ended. Null while it runs. */
export async function findCallBackfillEndTime(db: Kysely<DatabaseSchema>, workspaceId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('reconcile_marks')
    .select('backfill_done_at')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row?.backfill_done_at ?? null;
}

/** Names of the call fields whose value is kept when a call is erased. */
const kept: ReadonlySet<string> = new Set([
  'direction',
  'agentId',
  'agentVersion',
  'attempt',
  'startAt',
  'endAt',
  'durationMs',
  'disconnectionReason',
  'sentiment',
  'isSuccessful',
  'inVoicemail',
  'costCents',
  'e2eP50Ms',
  'agentSpoke',
]);
const evidenceLeft = sql.join(
  callFieldNamesInEvidenceOrder.map((name, index) =>
    kept.has(name) ? sql`substr(evidence, ${sql.lit(index + 1)}, 1)` : sql.lit('-'),
  ),
  sql` || `,
);

/** Erases calls, which must be locked. */
export async function eraseCalls(
  tx: Tx,
  workspaceId: string,
  calls: readonly ErasureCandidateCall[],
  at: Date,
): Promise<void> {
  if (calls.length === 0) return;
  const ids = calls.map((call) => call.id);
  const months = [...new Set(calls.map((call) => call.firstSeenMonth))];
  const ofCalls = sql`workspace_id = ${workspaceId}::uuid and call_id = any(${ids}::text[])`;
  const ofMonths = sql`first_seen_month = any(${months}::date[])`;
  await sql`
    insert into call_tombstones (workspace_id, call_id, deleted_at)
    select ${workspaceId}::uuid, id, ${at} from unnest(${ids}::text[]) as given (id) order by id
    on conflict do nothing`.execute(tx);
  // Lock the search documents until the transaction commits. Otherwise another server could write a document from call
  // data that it read before the erasure.
  await lockCallSearchDocuments(tx, workspaceId);
  await deleteCallSearchDocuments(tx, workspaceId, ids);
  await runWritesAsOneStatement(tx, [
    sql`delete from call_details where ${ofCalls} and ${ofMonths}`,
    sql`delete from call_events where ${ofCalls} and ${ofMonths}`,
    // Delete the call's review. Its scores stay in the call's row, so that figures do not change.
    sql`delete from call_reviews where ${ofCalls}`,
    buildFollowUpQueueDeleteForErasedCalls(workspaceId, ids),
    sql`
      update calls set from_number = null, to_number = null, contact_key = null, customer_name = null,
        evidence = ${evidenceLeft}, erased_at = ${at}, updated_at = ${at}
      where workspace_id = ${workspaceId}::uuid and id = any(${ids}::text[])`,
  ]);
}

/** Removes a phone number from saved views whose search text contains it. The view itself stays. */
export async function eraseNumberFromSavedViews(
  tx: Tx,
  workspaceId: string,
  isIn: (text: string) => boolean,
): Promise<void> {
  const views = await tx
    .selectFrom('call_views')
    .select(['user_id', 'id', 'search'])
    .where('workspace_id', '=', workspaceId)
    .where('search', 'like', '%q=%')
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const view of views) {
    const search = new URLSearchParams(view.search);
    if (!isIn(search.get('q') ?? '')) continue;
    search.delete('q');
    await tx
      .updateTable('call_views')
      .set({ search: search.toString() })
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', view.user_id)
      .where('id', '=', view.id)
      .execute();
  }
}

/** Returns which of the given erased calls may still have data at the provider. */
export async function listErasedCallsStillAtProvider(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  only: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('call_tombstones')
    .select('call_id')
    .where('workspace_id', '=', workspaceId)
    .where('call_id', '=', sql<string>`any(${[...only]}::text[])`)
    .where('provider_deleted_at', 'is', null)
    .orderBy('call_id')
    .execute();
  return rows.map((row) => row.call_id);
}

/**
 * Lists, page by page, calls of all workspaces that were erased here before a given time but may still exist at the
 * provider.
 */
export function listOldErasedCallsAtProvider(
  db: Kysely<DatabaseSchema>,
  page: {
    readonly deletedBefore: Date;
    readonly after: { readonly workspaceId: string; readonly callId: string } | null;
    readonly limit: number;
  },
): Promise<{ readonly workspaceId: string; readonly callId: string }[]> {
  const { after } = page;
  return db
    .selectFrom('call_tombstones')
    .select(['workspace_id as workspaceId', 'call_id as callId'])
    .where('provider_deleted_at', 'is', null)
    .where('deleted_at', '<', page.deletedBefore)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(workspace_id, call_id) > (${after?.workspaceId}::uuid, ${after?.callId}::text)`),
    )
    .orderBy('workspace_id')
    .orderBy('call_id')
    .limit(page.limit)
    .execute();
}

export async function markProviderCopyDeleted(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  callId: string,
  at: Date,
): Promise<void> {
  await db
    .updateTable('call_tombstones')
    .set({ provider_deleted_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('call_id', '=', callId)
    .execute();
}
