/** What a forecast of dialling rests on, of the workspace's own calls: how long they have a line, and how they end. */
import { sql, type Kysely } from 'kysely';
import { prepared } from '../../../platform/db/prepared.ts';
import type { Schema } from '../../../platform/db/schema.ts';

/** The last so many calls tell how long a line is in use. */
const lastCalls = 500;
/** One that goes on for longer was lost sight of. */
const longestSeconds = 3_600;

/** Of ended calls: the shortest, those at each twentieth, and the longest. */
const quantiles = Array.from({ length: 21 }, (_, index) => index / 20);

export interface LineSeconds {
  readonly calls: number;
  readonly meanSeconds: number | null;
  /** Evenly spaced quantiles, the least first. */
  readonly lengths: readonly number[] | null;
}

/**
 * From the claim to the call's end, as the dispatcher counts lines: with the order's way and ringing. Of those that go on, what
 * they lasted counts without an end, so that the long ones among the newest are not left out (the mean of an exponential from
 * censored times).
 */
export async function findLineSeconds(db: Kysely<Schema>, workspaceId: string): Promise<LineSeconds> {
  const { rows } = await sql<LineSeconds>`
    ${prepared} select count(*) filter (where has_ended)::int as calls,
      (sum(seconds) / nullif(count(*) filter (where has_ended), 0))::float8 as "meanSeconds",
      percentile_cont(${quantiles}::float8[]) within group (order by seconds) filter (where has_ended) as lengths
    from (
      select c.end_at is not null as has_ended,
        greatest(0, least(${longestSeconds}::float8, extract(epoch from coalesce(c.end_at, statement_timestamp()) - a.created_at)))::float8 as seconds
      from attempts a join calls c on c.workspace_id = a.workspace_id and c.id = a.call_id
      where a.workspace_id = ${workspaceId} and a.call_id is not null and (c.end_at is not null or a.is_live)
      order by a.created_at desc limit ${lastCalls}::integer
    ) last`.execute(db);
  return rows[0] ?? { calls: 0, meanSeconds: null, lengths: null };
}
