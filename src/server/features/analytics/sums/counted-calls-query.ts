/** Computes rollup counters from single calls, because rollups can't count the calls of a part of a half hour. */
import { sql, type RawBuilder } from 'kysely';
import { humanCallCondition } from '../../calls/index.ts';
import { rollupCounters } from '../rollups/rollup-counters.ts';

// Most rollup counters need the condition that a human answered, so it is evaluated only once for each call.
const measures = new Map(
  rollupCounters.map((counter) => [counter.column, counter.sql.replaceAll(humanCallCondition.sql, 'c.is_human')]),
);

/** SQL subquery: for each call that matches `condition`, its agent ('' if unknown), direction and counter values. */
export function buildCountedCallsSql(condition: RawBuilder<unknown>, counters: readonly string[]): RawBuilder<unknown> {
  const columns = sql.raw(counters.map((column) => `${measures.get(column)} as ${column}`).join(', '));
  return sql`(
    select coalesce(agent_id, '') as agent_id, direction, ${columns}
    from (select *, ${sql.raw(humanCallCondition.sql)} as is_human from calls as c where ${condition} offset 0) as c
  ) as counted`;
}
