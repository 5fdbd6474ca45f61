/**
 * Rows of `call_details`. The conversation is by far the largest part of a call. It is written again only if it
 * changed, not whenever another detail of the call changes.
 */
import { sql, type RawBuilder } from 'kysely';
import { encodeTextArray } from '../../../platform/db/array-parameter.ts';
import type { SqlWrite } from '../../../platform/db/write-together.ts';
import { detailsColumns, isConversation, type CallDetails } from '../state/call-columns.ts';

export interface DetailsRow {
  readonly callId: string;
  readonly firstSeenMonth: string;
  readonly details: CallDetails;
}

type DetailsColumn = (typeof detailsColumns)[number];
const conversation = detailsColumns.filter(({ field }) => isConversation(field));
const others = detailsColumns.filter(({ field }) => !isConversation(field));
const all = [...conversation, ...others];

/** True if the conversation is unchanged. Object identity is enough, because the merge then keeps the old object. */
export function isSameConversation(a: CallDetails, b: CallDetails): boolean {
  return conversation.every(({ field }) => a[field] === b[field]);
}

/** Builds the statement that inserts or overwrites whole rows of `call_details`. The rows' calls must be locked. */
export function detailsWrite(workspaceId: string, rows: readonly DetailsRow[]): SqlWrite {
  if (rows.length === 0) return null;
  const columns = sql.raw(all.map(({ column }) => column).join(', '));
  return sql`
    insert into call_details (workspace_id, call_id, first_seen_month, ${columns})
    select ${workspaceId}::uuid, call_id, first_seen_month::date, ${sql.raw(all.map(castOf).join(', '))}
    from ${given(rows, all)}
    on conflict (workspace_id, call_id, first_seen_month) do update set ${sql.raw(all.map(({ column }) => `${column} = excluded.${column}`).join(', '))}`;
}

/** Builds the update of `call_details` without the conversation, so that large unchanged values are not rewritten. */
export function otherDetailsWrite(workspaceId: string, rows: readonly DetailsRow[]): SqlWrite {
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

function given(rows: readonly DetailsRow[], columns: readonly DetailsColumn[]): RawBuilder<unknown> {
  const arrays = [
    encodeTextArray(rows.map(({ callId }) => callId)),
    encodeTextArray(rows.map(({ firstSeenMonth }) => firstSeenMonth)),
    ...columns.map(({ field, type }) => encodeTextArray(rows.map(({ details }) => textOf(details[field], type)))),
  ];
  const names = sql.raw(['call_id', 'first_seen_month', ...columns.map(({ column }) => column)].join(', '));
  return sql`unnest(${sql.join(arrays.map((array) => sql`${array}::text[]`))}) as given (${names})`;
}

function textOf(value: CallDetails[keyof CallDetails], type: DetailsColumn['type']): string | null {
  if (value === null) return null;
  return type === 'text' && typeof value === 'string' ? value : JSON.stringify(value);
}
