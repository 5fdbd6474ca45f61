/** Shared input of the plain answers: workspace and range, and the terms of GLOSSARY.md as SQL over `calls`. */
import type { Pool } from 'pg';
import { addDays } from '../src/contract/calendar-days.ts';
import type { ComparedDayRanges } from '../src/contract/figure-range.ts';

export interface PlainAsker {
  readonly pool: Pool;
  readonly workspaceId: string;
  readonly zone: string;
  /** Start of the running minute. */
  readonly now: Date;
}

/** First and last day of a range, as days before today. */
export const plainRanges = {
  today: [0, 0],
  yesterday: [1, 1],
  '1d': [0, 0],
  '7d': [6, 0],
  '30d': [29, 0],
  '90d': [89, 0],
} as const satisfies Record<string, readonly [number, number]>;
export type PlainPeriod = keyof typeof plainRanges;

export interface PlainBounds {
  readonly from: Date;
  readonly until: Date;
  /** The range before of the same length; up to the same time of day if the range ends today. */
  readonly beforeFrom: Date;
  readonly beforeUntil: Date;
  /** Dates of the range, 'YYYY-MM-DD', oldest first. */
  readonly dates: readonly string[];
}

export async function boundsOf({ pool, zone, now }: PlainAsker, period: PlainPeriod): Promise<PlainBounds> {
  const [firstDay, lastDay] = plainRanges[period];
  const { rows } = await pool.query<PlainBounds>(
    `select (today - $3::int)::timestamp at time zone $1 as "from", (today - $4::int + 1)::timestamp at time zone $1 as until,
       (today - $3::int - length)::timestamp at time zone $1 as "beforeFrom",
       case when $4::int = 0 then ($2::timestamptz at time zone $1 - length * interval '1 day') at time zone $1
         else (today - $4::int - length + 1)::timestamp at time zone $1 end as "beforeUntil",
       array(select (today - ago)::text from generate_series($4::int, $3::int) as ago order by 1) as dates
     from (select ($2::timestamptz at time zone $1)::date as today, $3::int - $4::int + 1 as length) as asked`,
    [zone, now, firstDay, lastDay],
  );
  const [bounds] = rows;
  if (!bounds) throw new Error('no bounds');
  return bounds;
}

/** The days of an answer, and the days compared with them. */
export function answeredDays(dates: readonly string[]): ComparedDayRanges {
  const days = { from: dates[0] ?? '', to: dates.at(-1) ?? '' };
  return {
    days,
    compared: { from: addDays(days.from, -dates.length), to: addDays(days.to, -dates.length) },
  };
}

/** SQL parameters: `$1` workspace, `$2` and `$3` range, `$4` zone, `$5` agent if given. */
export function valuesOf(
  { workspaceId, zone }: PlainAsker,
  from: Date,
  until: Date,
  agentId: string | undefined,
): unknown[] {
  return [workspaceId, from, until, zone, ...(agentId === undefined ? [] : [agentId])];
}

export function rowsOfRange(agentId: string | undefined): string {
  return `workspace_id = $1 and occurred_at >= $2 and occurred_at < $3 and $4::text is not null ${agentId === undefined ? '' : 'and agent_id = $5'}`;
}

export const dayOfCall = `(occurred_at at time zone $4)::date`;
export const isConnected = `(coalesce(disconnection_reason, '') not like 'dial\\_%' and (status = 'ended' or start_at is not null and duration_ms > 0))`;
export const isHuman = `(${isConnected} and in_voicemail is not true and coalesce(disconnection_reason, '') not in ('voicemail_reached', 'machine_detected', 'ivr_reached'))`;
export const isSucceeded = `(is_over and (status = 'ended' or duration_ms > 10000))`;

/** part / whole as the endpoints compute it; null if `whole` is 0. */
export function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
