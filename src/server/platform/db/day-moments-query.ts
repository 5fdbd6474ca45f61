/** Converts the dates of a range into points in time in the workspace's time zone. */
import { sql, type Kysely } from 'kysely';
import { earliestStorableMomentMs, latestStorableMomentMs } from '../../../contract/inputs.ts';
import type { DatabaseSchema } from './schema.ts';

interface Given {
  readonly fromDate?: string | undefined;
  readonly toDate?: string | undefined;
}

/**
 * Converts `fromDate` to the start of its day and `toDate` to the last millisecond of its day, if they are dates. If
 * they already have a time of day, they stay unchanged.
 */
export async function convertDateRangeToMoments<T extends Given>(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  given: T,
): Promise<T> {
  const [from, to] = [given.fromDate, given.toDate].map((text) => (text?.length === 10 ? text : null));
  if (from === null && to === null) return given;
  const { rows } = await sql<{ from: Date | null; to: Date | null }>`
    select ${from}::timestamp at time zone time_zone as "from",
      (${to}::date + 1)::timestamp at time zone time_zone - interval '1 millisecond' as "to"
    from workspace_settings where workspace_id = ${workspaceId}`.execute(db);
  const [read] = rows;
  return {
    ...given,
    ...(read?.from && { fromDate: withinCalendar(read.from) }),
    ...(read?.to && { toDate: withinCalendar(read.to) }),
  };
}

/**
 * Limits a time to the range of storable times. In some time zones, the first supported day starts before this range,
 * or the last supported day ends after it.
 */
function withinCalendar(moment: Date): string {
  return new Date(Math.min(Math.max(moment.getTime(), earliestStorableMomentMs), latestStorableMomentMs)).toISOString();
}
