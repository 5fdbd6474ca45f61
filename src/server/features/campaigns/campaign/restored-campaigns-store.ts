/**
 * What a restored database may not do by itself: dial. Whoever was called after the backup was made stands in it as still to
 * be called, and whose last call was going on may have been called again: every campaign that dials, is to begin or waits for
 * its last results waits for a person.
 */
import type { ClientBase } from 'pg';
import type { CampaignLogDetails, PauseReason } from '../../../../contract/campaigns.ts';

const reason: PauseReason = 'restored';
const details: CampaignLogDetails['paused'] = { reason, message: null, failed: null, calls: null };

/** Within the transaction that restores. Answers how many campaigns were paused. */
export async function pauseRestoredCampaigns(client: ClientBase): Promise<number> {
  const { rowCount } = await client.query(
    `with paused as (
       update campaigns set status = 'paused', pause_reason = $1, waiting_reason = null, waiting_until = null, updated_at = clock_timestamp()
       where status in ('created', 'scheduled', 'in_progress', 'sent') returning workspace_id, id
     )
     insert into campaign_log (workspace_id, campaign_id, at, kind, details)
     select workspace_id, id, clock_timestamp(), 'paused', $2::jsonb from paused`,
    [reason, JSON.stringify(details)],
  );
  return rowCount ?? 0;
}
