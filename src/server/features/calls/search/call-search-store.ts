/** Rows of `call_search` (a search document for each call) and of the queue of calls whose documents are outdated. */
import { sql, type Kysely } from 'kysely';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { SqlWrite } from '../../../platform/db/write-together.ts';
import type { Tx } from '../state/call-participant.ts';
import type { SearchableCall } from './search-document.ts';

/** Builds the statement that queues calls for new search documents, in the transaction that changes the calls. */
export function buildSearchQueueInsertSql(workspaceId: string, callIds: readonly string[]): SqlWrite {
  if (callIds.length === 0) return null;
  return sql`
    insert into call_search_queue (workspace_id, call_id)
    select ${workspaceId}::uuid, id from unnest(${[...callIds]}::text[]) as given (id)`;
}

/**
 * Lists the workspaces that have outdated search documents. The query makes only one index lookup for each workspace.
 */
export async function listSearchQueueWorkspaceIds(db: Kysely<DatabaseSchema>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive queued as (
      (select workspace_id as id from call_search_queue order by workspace_id limit 1)
      union all
      select (select q.workspace_id from call_search_queue q where q.workspace_id > queued.id order by q.workspace_id limit 1)
      from queued where queued.id is not null
    )
    select id from queued where id is not null`.execute(db);
  return rows.map((row) => row.id);
}

/** 'VOCS' in ASCII: the class of the advisory locks of search documents. */
const lockClass = 0x564f4353;

/** Locks a workspace's search documents for this transaction, so that old data never overwrite newer ones. */
export async function lockCallSearchDocuments(tx: Tx, workspaceId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockClass}, hashtext(${workspaceId}))`.execute(tx);
}

/**
 * Removes rows from a workspace's search queue and returns the ids of their calls. It first locks the workspace's
 * search documents. If another server has the lock, the result is empty. The newest rows come first, so that a new call
 * can soon be found even while thousands of past calls are queued.
 */
export async function claimSearchQueueCalls(tx: Tx, workspaceId: string, atMost: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with lock as materialized (select pg_try_advisory_xact_lock(${lockClass}, hashtext(${workspaceId})) as is_ours),
    taken as (
      delete from call_search_queue where workspace_id = ${workspaceId}::uuid and id in (
        select q.id from lock, call_search_queue q
        where lock.is_ours and q.workspace_id = ${workspaceId}::uuid order by q.id desc limit ${atMost})
      returning call_id
    )
    select distinct call_id as id from taken`.execute(tx);
  return rows.map((row) => row.id);
}

/** Number of characters of a transcript that can be searched. The rest is cut off. */
const mostCharacters = 500_000;

/** Reads the transcripts of calls without the speakers' names. Calls without a transcript are left out. */
export async function readSearchableTranscripts(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  callIds: readonly string[],
): Promise<Map<string, string>> {
  if (callIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; said: string | null }>`
    select c.id, ${said} as said from calls c
    join call_details d on d.workspace_id = c.workspace_id and d.call_id = c.id and d.first_seen_month = c.first_seen_month
    where c.workspace_id = ${workspaceId}::uuid and c.id = any(${[...callIds]}::text[])`.execute(db);
  return new Map(rows.flatMap(({ id, said: text }) => (text === null ? [] : [[id, withoutSpeakers(text)] as const])));
}

/**
 * SQL: a call's plain transcript. The transcript with word times is ten times as long, so it is used only if the plain
 * one is missing.
 */
const said = sql`case
  when d.transcript is not null then left(d.transcript, ${sql.lit(mostCharacters)})
  when json_typeof(d.transcript_object) = 'array' then (
    select left(string_agg(line ->> 'content', E'\n' order by place), ${sql.lit(mostCharacters)})
    from json_array_elements(d.transcript_object) with ordinality as lines (line, place) where json_typeof(line) = 'object')
  end`;

function withoutSpeakers(transcript: string): string {
  return transcript.replace(/^[^\S\n]*(?:agent|user|transfer[ _]target):/gim, '');
}

/** Reads the searchable data of the calls with these ids. Erased and unknown calls are missing from the result. */
export async function readSearchableCalls(
  tx: Tx,
  workspaceId: string,
  callIds: readonly string[],
): Promise<({ readonly id: string } & SearchableCall)[]> {
  const rows = await tx
    .selectFrom('calls')
    .select([
      'id',
      'from_number as fromNumber',
      'to_number as toNumber',
      'contact_key as contactKey',
      'customer_name as customerName',
      'agent_id as agentId',
    ])
    .select([
      'campaign_id as campaignId',
      'direction',
      'status',
      'sentiment',
      'is_successful as isSuccessful',
      'occurred_at as occurredAt',
    ])
    .select(sql<string | null>`case when is_over then disconnection_reason end`.as('reason'))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', sql<string>`any(${[...callIds]}::text[])`)
    .where('erased_at', 'is', null)
    .execute();
  const transcripts = await readSearchableTranscripts(
    tx,
    workspaceId,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({ ...row, transcript: transcripts.get(row.id) ?? null }));
}

export interface CallSearchDocument {
  readonly id: string;
  readonly lexemes: readonly string[];
}

/** Writes the search documents of calls, each in place of its older document. */
export async function writeCallSearchDocuments(
  tx: Tx,
  workspaceId: string,
  documents: readonly CallSearchDocument[],
): Promise<void> {
  if (documents.length === 0) return;
  await sql`
    insert into call_search (workspace_id, call_id, document)
    select ${workspaceId}::uuid, id, array_to_tsvector(lexemes)
    from json_to_recordset(${JSON.stringify(documents)}::json) as given (id text, lexemes text[])
    on conflict (workspace_id, call_id) do update set document = excluded.document
    where call_search.document <> excluded.document`.execute(tx);
}

export async function deleteCallSearchDocuments(
  tx: Tx,
  workspaceId: string,
  callIds: readonly string[],
): Promise<void> {
  if (callIds.length === 0) return;
  await tx
    .deleteFrom('call_search')
    .where('workspace_id', '=', workspaceId)
    .where('call_id', '=', sql<string>`any(${[...callIds]}::text[])`)
    .execute();
}

/**
 * Runs a write in a savepoint and returns null. If the write fails, only this write is undone, and its error is
 * returned.
 */
export async function tryInSavepoint(tx: Tx, write: () => Promise<void>): Promise<{ readonly error: unknown } | null> {
  await sql`savepoint attempt`.execute(tx);
  try {
    await write();
    return null;
  } catch (error) {
    await sql`rollback to savepoint attempt`.execute(tx);
    return { error };
  }
}
