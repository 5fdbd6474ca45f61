/** Rows of `campaign_counts`: each server writes its own slot, readers sum over slots. */
import { sql } from 'kysely';
import type { Tx } from '../calls/index.ts';
import { countRecipient, noCounts, type Counts, type Recipient } from './recipient-state.ts';

/** Gathers what a transaction changes, campaign by campaign. */
export interface CountChanges {
  replace(campaignId: string, before: Recipient, after: Recipient): void;
  readonly byCampaign: ReadonlyMap<string, Counts>;
}

export function createCountChanges(): CountChanges {
  const byCampaign = new Map<string, Counts>();
  return {
    byCampaign,
    replace(campaignId, before, after) {
      const counts = byCampaign.get(campaignId) ?? noCounts();
      byCampaign.set(campaignId, counts);
      countRecipient(counts, before, -1);
      countRecipient(counts, after, 1);
    },
  };
}

/** The last locks of a transaction, in the order of the campaigns' ids. */
export async function addCounts(
  tx: Tx,
  workspaceId: string,
  slot: number,
  byCampaign: ReadonlyMap<string, Counts>,
): Promise<void> {
  for (const [campaignId, counts] of [...byCampaign].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (Object.values(counts).every((value) => value === 0)) continue;
    const { pending, dialing, sent, undelivered, unconfirmed, skipped, retrying, live, pickedUp, contacted, completed, successful } = counts;
    await sql`
      insert into campaign_counts as held (workspace_id, campaign_id, slot, pending, dialing, sent, undelivered,
        unconfirmed, skipped, retrying, live, picked_up, contacted, completed, successful)
      values (${workspaceId}, ${campaignId}, ${slot}, ${pending}, ${dialing}, ${sent}, ${undelivered},
        ${unconfirmed}, ${skipped}, ${retrying}, ${live}, ${pickedUp}, ${contacted}, ${completed}, ${successful})
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
        successful = held.successful + excluded.successful`.execute(tx);
  }
}
