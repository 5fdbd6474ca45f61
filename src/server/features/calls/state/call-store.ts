/**
 * Queries of `calls`, `call_details` and `call_events`. Each SQL statement writes the rows of a whole batch. The rows
 * are sent as one JSON parameter, whose columns PostgreSQL casts.
 */
import { sql } from 'kysely';
import { preparedStatementMark } from '../../../platform/db/prepared.ts';
import type { SqlWrite } from '../../../platform/db/write-together.ts';
import type { ProviderCallReportSource } from './call-ingest.ts';
import type { Tx } from './call-participant.ts';
import {
  mutableCallColumns,
  callDetailsSelectColumns,
  callSelectColumns,
  type CallDetailsRow,
  type CallTableRow,
} from './call-columns.ts';
import { getCallFirstSeenMonth } from './call-state.ts';
import { buildSharedWorkspaceLockSql } from './workspace-lock-store.ts';

/**
 * Takes the workspace's shared lock and inserts a minimal row for each unknown call, so that the row can be locked.
 * Returns the ids of these new calls.
 */
export async function lockWorkspaceAndInsertCallStubs(
  tx: Tx,
  workspaceId: string,
  ids: readonly string[],
  at: Date,
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    ${preparedStatementMark} with locked as materialized (${buildSharedWorkspaceLockSql(workspaceId)})
    insert into calls (workspace_id, id, first_seen_at, first_seen_month, occurred_at)
    select ${workspaceId}::uuid, id, ${at}::timestamptz, ${getCallFirstSeenMonth(at)}::date, ${at}::timestamptz
    from locked, unnest(${[...ids]}::text[]) as given (id)
    order by id
    on conflict do nothing
    returning id`.execute(tx);
  return new Set(rows.map((row) => row.id));
}

/** Locks calls in the order of their ids until the transaction ends, and reads them under the lock. */
export async function lockAndReadCalls(tx: Tx, workspaceId: string, ids: readonly string[]): Promise<CallTableRow[]> {
  return tx
    .selectFrom('calls')
    .modifyFront(preparedStatementMark)
    .select(callSelectColumns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Returns which of the given calls were deleted. The calls must be locked, so that no deletion is missed. */
export async function findDeletedCallIds(tx: Tx, workspaceId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('call_tombstones')
    .modifyFront(preparedStatementMark)
    .select('call_id')
    .where('workspace_id', '=', workspaceId)
    .where('call_id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute();
  return new Set(rows.map((row) => row.call_id));
}

export async function deleteCallStubs(tx: Tx, workspaceId: string, ids: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('calls')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute();
}

export async function readCallDetails(
  tx: Tx,
  workspaceId: string,
  calls: readonly CallTableRow[],
): Promise<Map<string, CallDetailsRow>> {
  const months = [...new Set(calls.map((call) => call.firstSeenMonth))];
  const rows = await tx
    .selectFrom('call_details')
    .modifyFront(preparedStatementMark)
    .select('call_id')
    .select(callDetailsSelectColumns)
    .where('workspace_id', '=', workspaceId)
    .where('call_id', '=', sql<string>`any(${calls.map((call) => call.id)}::text[])`)
    .where('first_seen_month', '=', sql<string>`any(${months}::date[])`)
    .execute();
  return new Map(rows.map(({ call_id: id, ...details }) => [id, details]));
}

export interface CallEventRow {
  readonly callId: string;
  readonly firstSeenMonth: string;
  readonly digest: string;
  readonly event: string;
  readonly source: ProviderCallReportSource;
}

/** Builds the insert of received call events. If an event was received before, its row stays. */
export function buildCallEventsInsertSql(workspaceId: string, events: readonly CallEventRow[], at: Date): SqlWrite {
  if (events.length === 0) return null;
  return sql`
    insert into call_events (workspace_id, call_id, first_seen_month, digest, event, source, received_at)
    select ${workspaceId}::uuid, "callId", "firstSeenMonth", digest, event, source, ${at}::timestamptz
    from json_to_recordset(${JSON.stringify(events)}::json)
      as given ("callId" text, "firstSeenMonth" date, digest text, event text, source text)
    order by "callId", digest
    on conflict do nothing`;
}

const assignments = sql.raw(mutableCallColumns.map(({ column, field }) => `${column} = given."${field}"`).join(', '));
const givenTypes = sql.raw(mutableCallColumns.map(({ field, type }) => `"${field}" ${type}`).join(', '));

/** Builds the update of all changeable columns of `calls`. The rows must exist and be locked. */
export function buildCallRowsUpdateSql(workspaceId: string, calls: readonly CallTableRow[], at: Date): SqlWrite {
  if (calls.length === 0) return null;
  return sql`
    update calls set ${assignments}, updated_at = ${at}::timestamptz
    from json_to_recordset(${JSON.stringify(calls)}::json) as given (id text, ${givenTypes})
    where calls.workspace_id = ${workspaceId}::uuid and calls.id = given.id`;
}
