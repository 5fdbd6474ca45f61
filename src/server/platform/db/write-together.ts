/** Several writes as one statement: what they cost is mostly the journeys to the database. */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { prepared } from './prepared.ts';
import type { Schema } from './schema.ts';

/** One INSERT, UPDATE or DELETE without WITH of its own; null: nothing to write. */
export type Write = RawBuilder<unknown> | null;

/** What several of the writes read, made once; they name it. */
export interface SharedRead {
  readonly name: string;
  readonly read: RawBuilder<unknown>;
}

/**
 * Runs writes that do not build on one another. All of them see the same snapshot, from before any of them; no two may
 * touch the same row; their order is not promised. Their texts are the same each time (prepared.ts).
 */
export async function writeTogether(
  db: Kysely<Schema>,
  writes: readonly Write[],
  reads: readonly SharedRead[] = [],
): Promise<void> {
  const parts = writes.filter((write) => write !== null);
  const last = parts.pop();
  if (last === undefined) return;
  const others = [
    ...reads.map(({ name, read }) => sql`${sql.ref(name)} as materialized (${read})`),
    ...parts.map((part, index) => sql`${sql.raw(`write_${index}`)} as (${part})`),
  ];
  await (others.length === 0 ? sql`${prepared} ${last}` : sql`${prepared} with ${sql.join(others)} ${last}`).execute(
    db,
  );
}
