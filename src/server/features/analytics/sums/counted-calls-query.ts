/**
 * Computes rollup counters directly from calls. It is used for parts of a half hour, because rollups count only whole
 * half hours.
 */
import { sql, type RawBuilder } from 'kysely';
import { humanCallCondition } from '../../calls/index.ts';
import { rollupCounters } from '../rollups/rollup-counters.ts';

// Most rollup counters need the condition that a human answered. So the condition is evaluated once for each call, not
// once for each counter.
const measures = new Map(
  rollupCounters.map((counter) => [counter.column, counter.sql.replaceAll(humanCallCondition.sql, 'c.is_human')]),
);

/**
 * SQL subquery with a row for each call that matches `condition`: its agent ('' if unknown), its direction and its
 * counter values.
 */
export function buildCounterValuesPerCallSql(
  condition: RawBuilder<unknown>,
  counters: readonly string[],
): RawBuilder<unknown> {
  const columns = sql.raw(counters.map((column) => `${measures.get(column)} as ${column}`).join(', '));
  return sql`(
    select coalesce(agent_id, '') as agent_id, direction, ${columns}
    from (select *, ${sql.raw(humanCallCondition.sql)} as is_human from calls as c where ${condition} offset 0) as c
  ) as counted`;
}
