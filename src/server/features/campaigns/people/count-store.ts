/** Rows of `campaign_counts`: recipients by state. Each server writes its own rows (slot); readers add up all. */
import { sql } from 'kysely';
import { runWritesAsOneStatement, type SqlWrite } from '../../../platform/db/write-together.ts';
import type { Tx } from '../../calls/index.ts';
import {
  addRecipientToCounts,
  createZeroCampaignCounts,
  type CampaignRecipientCounts,
  type RecipientProgress,
} from '../rules/recipient-state.ts';

export interface CampaignCountChangeCollector {
  replace(campaignId: string, before: RecipientProgress, after: RecipientProgress): void;
  readonly byCampaign: ReadonlyMap<string, CampaignRecipientCounts>;
}

export function createCampaignCountChangeCollector(): CampaignCountChangeCollector {
  const byCampaign = new Map<string, CampaignRecipientCounts>();
  return {
    byCampaign,
    replace(campaignId, before, after) {
      const counts = byCampaign.get(campaignId) ?? createZeroCampaignCounts();
      byCampaign.set(campaignId, counts);
      addRecipientToCounts(counts, before, -1);
      addRecipientToCounts(counts, after, 1);
    },
  };
}

/**
 * Adds changes to campaigns' counts, in the order of campaign ids. To avoid deadlocks, the transaction must not lock
 * anything afterwards.
 */
export async function incrementCampaignCounts(
  tx: Tx,
  workspaceId: string,
  slot: number,
  byCampaign: ReadonlyMap<string, CampaignRecipientCounts>,
): Promise<void> {
  await runWritesAsOneStatement(tx, [buildCampaignCountsIncrementSql(workspaceId, slot, byCampaign)]);
}

/**
 * Creates the statement that adds changes to campaigns' counts, so that callers can send it together with other
 * statements.
 */
export function buildCampaignCountsIncrementSql(
  workspaceId: string,
  slot: number,
  byCampaign: ReadonlyMap<string, CampaignRecipientCounts>,
): SqlWrite {
  const rows = [...byCampaign]
    .filter(([, counts]) => Object.values(counts).some((value) => value !== 0))
    .map(([campaignId, counts]) => ({ campaignId, ...counts }));
  if (rows.length === 0) return null;
  return sql`
    insert into campaign_counts as held (workspace_id, campaign_id, slot, pending, dialing, sent, undelivered,
      unconfirmed, skipped, retrying, live, picked_up, contacted, completed, successful)
    select ${workspaceId}::uuid, "campaignId", ${slot}::smallint, pending, dialing, sent, undelivered,
      unconfirmed, skipped, retrying, live, "pickedUp", contacted, completed, successful
    from json_to_recordset(${JSON.stringify(rows)}::json) as given (
      "campaignId" uuid, pending integer, dialing integer, sent integer, undelivered integer, unconfirmed integer,
      skipped integer, retrying integer, live integer, "pickedUp" integer, contacted integer, completed integer,
      successful integer)
    order by "campaignId"
    on conflict (workspace_id, campaign_id, slot) do update set
      pending = held.pending + excluded.pending,
      dialing = held.dialing + excluded.dialing,
      sent = held.sent + excluded.sent,
      undelivered = held.undelivered + excluded.undelivered,
      unconfirmed = held.unconfirmed + excluded.unconfirmed,
      skipped = held.skipped + excluded.skipped,
      retrying = held.retrying + excluded.retrying,
      live = held.live + excluded.live,
      picked_up = held.picked_up + excluded.picked_up,
      contacted = held.contacted + excluded.contacted,
      completed = held.completed + excluded.completed,
      successful = held.successful + excluded.successful`;
}
