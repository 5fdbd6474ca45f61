/**
 * Rows of `call_details`. The conversation is by far the largest part of a call. It is written again only if it
 * changed, not whenever another detail of the call changes.
 */
import { sql, type RawBuilder } from 'kysely';
import { encodeTextArrayParameter } from '../../../platform/db/array-parameter.ts';
import type { SqlWrite } from '../../../platform/db/write-together.ts';
import { callDetailsColumns, isConversationColumn, type CallDetailsRow } from '../state/call-columns.ts';

export interface WritableCallDetails {
  readonly callId: string;
  readonly firstSeenMonth: string;
  readonly details: CallDetailsRow;
}

type DetailsColumn = (typeof callDetailsColumns)[number];
const conversation = callDetailsColumns.filter(({ field }) => isConversationColumn(field));
const others = callDetailsColumns.filter(({ field }) => !isConversationColumn(field));
const all = [...conversation, ...others];

/**
 * True if merging a report left the conversation of a call unchanged. `===` is enough, because merging keeps the old
 * object if the values are equal.
 */
export function isConversationUnchanged(a: CallDetailsRow, b: CallDetailsRow): boolean {
  return conversation.every(({ field }) => a[field] === b[field]);
}

/** Builds the statement that inserts or overwrites whole rows of `call_details`. The rows' calls must be locked. */
export function buildCallDetailsUpsertSql(workspaceId: string, rows: readonly WritableCallDetails[]): SqlWrite {
  if (rows.length === 0) return null;
  const columns = sql.raw(all.map(({ column }) => column).join(', '));
  return sql`
    insert into call_details (workspace_id, call_id, first_seen_month, ${columns})
    select ${workspaceId}::uuid, call_id, first_seen_month::date, ${sql.raw(all.map(castOf).join(', '))}
    from ${given(rows, all)}
    on conflict (workspace_id, call_id, first_seen_month) do update set ${sql.raw(all.map(({ column }) => `${column} = excluded.${column}`).join(', '))}`;
}

/**
 * Builds an update of `call_details` that leaves out the conversation's columns, because unchanged large values need
 * not be rewritten.
 */
export function buildCallNonConversationUpdateSql(workspaceId: string, rows: readonly WritableCallDetails[]): SqlWrite {
  if (rows.length === 0) return null;
  const months = [...new Set(rows.map(({ firstSeenMonth }) => firstSeenMonth))];
  return sql`
    update call_details as kept set ${sql.raw(others.map((column) => `${column.column} = ${castOf(column)}`).join(', '))}
    from ${given(rows, others)}
    where kept.workspace_id = ${workspaceId}::uuid and kept.call_id = given.call_id and kept.first_seen_month = given.first_seen_month::date
      and kept.first_seen_month = any(${months}::date[])`;
}

const castOf = ({ column, type }: DetailsColumn): string =>
  type === 'text' ? `given.${column}` : `given.${column}::${type}`;

function given(rows: readonly WritableCallDetails[], columns: readonly DetailsColumn[]): RawBuilder<unknown> {
  const arrays = [
    encodeTextArrayParameter(rows.map(({ callId }) => callId)),
    encodeTextArrayParameter(rows.map(({ firstSeenMonth }) => firstSeenMonth)),
    ...columns.map(({ field, type }) =>
      encodeTextArrayParameter(rows.map(({ details }) => textOf(details[field], type))),
    ),
  ];
  const names = sql.raw(['call_id', 'first_seen_month', ...columns.map(({ column }) => column)].join(', '));
  return sql`unnest(${sql.join(arrays.map((array) => sql`${array}::text[]`))}) as given (${names})`;
}

function textOf(value: CallDetailsRow[keyof CallDetailsRow], type: DetailsColumn['type']): string | null {
  if (value === null) return null;
  return type === 'text' && typeof value === 'string' ? value : JSON.stringify(value);
}
