/** Calls counted as the rollups do, for the half hour that has begun, which a rollup can't cut at a minute. */
import { sql, type RawBuilder } from 'kysely';
import { isHuman } from '../../calls/index.ts';
import { rollupCounters } from '../rollups/rollup-counters.ts';

// Most measures concern human calls, so that condition is evaluated once a call, not once a measure.
const measures = new Map(
  rollupCounters.map((counter) => [counter.column, counter.sql.replaceAll(isHuman.sql, 'c.is_human')]),
);

/** SQL: a table of agent ('' if unknown), direction and these counters, for calls that match `condition`. */
export function countedCalls(condition: RawBuilder<unknown>, counters: readonly string[]): RawBuilder<unknown> {
  const columns = sql.raw(counters.map((column) => `${measures.get(column)} as ${column}`).join(', '));
  return sql`(
    select coalesce(agent_id, '') as agent_id, direction, ${columns}
    from (select *, ${sql.raw(isHuman.sql)} as is_human from calls as c where ${condition} offset 0) as c
  ) as counted`;
}
