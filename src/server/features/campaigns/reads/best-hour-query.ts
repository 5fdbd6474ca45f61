/** Counts a campaign's calls that show the effect of 'Mejor hora' (best hour): with it, and in the control group. */
import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../../platform/db/schema.ts';
import { countsAsCallOfNumber } from '../dispatch/origin-store.ts';
import { hasKnownEnd } from '../dispatch/number-store.ts';
import type { ComparedCalls } from '../rules/best-hour.ts';

const none: ComparedCalls = { calls: 0, answered: 0 };

export async function countComparedCalls(
  db: Kysely<Schema>,
  workspaceId: string,
  campaignId: string,
): Promise<{ readonly byHour: ComparedCalls; readonly withoutIt: ComparedCalls }> {
  const { rows } = await sql<ComparedCalls & { readonly isByHour: boolean }>`
    select a.best_hour as "isByHour", count(*)::int as calls, count(*) filter (where a.picked_up)::int as answered
    from attempts a
    where a.workspace_id = ${workspaceId} and a.campaign_id = ${campaignId} and a.best_hour is not null and ${countsAsCallOfNumber('a')} and ${hasKnownEnd}
    group by 1`.execute(db);
  const of = (isByHour: boolean): ComparedCalls => {
    const found = rows.find((row) => row.isByHour === isByHour);
    return found ? { calls: found.calls, answered: found.answered } : none;
  };
  return { byHour: of(true), withoutIt: of(false) };
}
