/**
 * Counts a campaign's calls with 'Mejor hora' (best hour) and those in the control group without it, to show the
 * effect.
 */
import { sql, type Kysely } from 'kysely';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { originNumberCallCondition } from '../dispatch/origin-store.ts';
import { attemptCallFinishedCondition } from '../dispatch/number-store.ts';
import type { BestHourComparisonCallCounts } from '../rules/best-hour.ts';

const none: BestHourComparisonCallCounts = { calls: 0, answered: 0 };

export async function countCampaignCallsByBestHourGroup(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  campaignId: string,
): Promise<{ readonly byHour: BestHourComparisonCallCounts; readonly withoutIt: BestHourComparisonCallCounts }> {
  const { rows } = await sql<BestHourComparisonCallCounts & { readonly isByHour: boolean }>`
    select a.best_hour as "isByHour", count(*)::int as calls, count(*) filter (where a.picked_up)::int as answered
    from attempts a
    where a.workspace_id = ${workspaceId} and a.campaign_id = ${campaignId} and a.best_hour is not null and ${originNumberCallCondition('a')} and ${attemptCallFinishedCondition}
    group by 1`.execute(db);
  const of = (isByHour: boolean): BestHourComparisonCallCounts => {
    const found = rows.find((row) => row.isByHour === isByHour);
    return found ? { calls: found.calls, answered: found.answered } : none;
  };
  return { byHour: of(true), withoutIt: of(false) };
}
