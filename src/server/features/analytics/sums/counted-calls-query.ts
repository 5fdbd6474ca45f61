/** Calls as rows of the rollups, one each: of the half hour that has begun no rollup holds the part that was over by some minute. */
import { sql, type RawBuilder } from 'kysely';
import { isHuman } from '../../calls/index.ts';
import { rollupCounters } from '../rollups/rollup-counters.ts';

// Most measures are of human calls: the database finds those out once a call, and not once a measure.
const measures = new Map(
  rollupCounters.map((counter) => [counter.column, counter.sql.replaceAll(isHuman.sql, 'c.is_human')]),
);

/** A table expression: agent ('' unknown), direction and these counters, of the calls of which `condition` is true. */
export function countedCalls(condition: RawBuilder<unknown>, counters: readonly string[]): RawBuilder<unknown> {
  const columns = sql.raw(counters.map((column) => `${measures.get(column)} as ${column}`).join(', '));
  return sql`(
    select coalesce(agent_id, '') as agent_id, direction, ${columns}
    from (select *, ${sql.raw(isHuman.sql)} as is_human from calls as c where ${condition} offset 0) as c
  ) as counted`;
}
