/** Sends several database writes as one statement, because most of their cost is the round trips. */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { preparedStatementMark } from './prepared.ts';
import type { DatabaseSchema } from './schema.ts';

/**
 * Database write (INSERT, UPDATE or DELETE) that can be combined with other writes in one statement. It must have no
 * WITH clause. Null: there is nothing to write.
 */
export type SqlWrite = RawBuilder<unknown> | null;

/** A query whose rows are used by several writes of one statement. It runs once; the writes refer to it by `name`. */
export interface SharedCteQuery {
  readonly name: string;
  readonly read: RawBuilder<unknown>;
}

/**
 * Runs independent database writes as one statement. No write sees the changes of the others. Two writes must not
 * change the same row, and their order is undefined. The SQL texts of the writes must be constant (prepared.ts).
 */
export async function runWritesAsOneStatement(
  db: Kysely<DatabaseSchema>,
  writes: readonly SqlWrite[],
  reads: readonly SharedCteQuery[] = [],
): Promise<void> {
  const parts = writes.filter((write) => write !== null);
  const last = parts.pop();
  if (last === undefined) return;
  const others = [
    ...reads.map(({ name, read }) => sql`${sql.ref(name)} as materialized (${read})`),
    ...parts.map((part, index) => sql`${sql.raw(`write_${index}`)} as (${part})`),
  ];
  await (
    others.length === 0
      ? sql`${preparedStatementMark} ${last}`
      : sql`${preparedStatementMark} with ${sql.join(others)} ${last}`
  ).execute(db);
}
