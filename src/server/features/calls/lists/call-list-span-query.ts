/**
 * SQL that reads a list's matching calls within given time spans. The callers choose the spans by precomputed counts
 * (tallies), which show where matching calls are.
 */
import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { buildCallFilterConditions, type ResolvedCallFilters, type StoredCallRow } from '../state/call-list-query.ts';
import type { TimeBounds } from '../state/call-list-tallies.ts';

interface Stretch {
  readonly from: Date;
  readonly until: Date;
}

/** Counts the matching calls of a time span by reading them, so the span should be short. */
export async function countCallsWithinSpan(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  filters: ResolvedCallFilters,
  { from, until }: Stretch,
): Promise<number> {
  const { calls } = await db
    .selectFrom('calls as c')
    .select(({ fn }) => fn.countAll<number>().as('calls'))
    .where('c.workspace_id', '=', workspaceId)
    .where('c.occurred_at', '>=', from)
    .where('c.occurred_at', '<', until)
    .where((eb) => eb.and(buildCallFilterConditions(filters)))
    .executeTakeFirstOrThrow();
  return calls;
}

/**
 * Returns a SQL select of the calls that are within time bounds and match `filters` and the conditions `more`. The
 * result is unordered.
 */
export function buildCallsInBoundsSql(
  workspaceId: string,
  filters: ResolvedCallFilters,
  { from, until }: TimeBounds,
  more: readonly RawBuilder<SqlBool>[] = [],
): RawBuilder<StoredCallRow> {
  const conditions = [
    sql`c.workspace_id = ${workspaceId}`,
    ...buildCallFilterConditions(filters),
    ...(from ? [sql`c.occurred_at >= ${from}`] : []),
    ...(until ? [sql`c.occurred_at < ${until}`] : []),
    ...more,
  ];
  return sql<StoredCallRow>`select c.* from calls c where ${sql.join(conditions, sql` and `)}`;
}

/**
 * Returns a SQL select of the calls that are in any of the time spans and match `filters` and the conditions `more`.
 */
export function buildCallsInSpansSql(
  workspaceId: string,
  filters: ResolvedCallFilters,
  stretches: readonly Stretch[],
  more: readonly RawBuilder<SqlBool>[] = [],
): RawBuilder<StoredCallRow> {
  const [only, ...others] = stretches;
  if (only && others.length === 0) return buildCallsInBoundsSql(workspaceId, filters, only, more);
  const matching = sql.join(
    [sql`c.workspace_id = ${workspaceId}`, ...buildCallFilterConditions(filters), ...more],
    sql` and `,
  );
  // Join with `lateral`, so that PostgreSQL scans the index once for each time span and reads no calls in between.
  return sql<StoredCallRow>`select c.*
    from unnest(${stretches.map(({ from }) => from)}::timestamptz[], ${stretches.map(({ until }) => until)}::timestamptz[]) as stretch (from_at, until_at)
    cross join lateral (
      select c.* from calls c where ${matching} and c.occurred_at >= stretch.from_at and c.occurred_at < stretch.until_at
      offset 0
    ) c`;
}
