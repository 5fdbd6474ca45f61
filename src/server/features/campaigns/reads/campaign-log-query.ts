/** A campaign's log, page by page. */
import type { Kysely } from 'kysely';
import type { CampaignLogEntry } from '../../../../contract/campaigns.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { showNumbersIn } from '../../../platform/shown-number.ts';

/** Newest first; those before the entry `before`, if it is given. */
export async function findLogEntries(
  db: Kysely<Schema>,
  workspaceId: string,
  campaignId: string,
  page: { readonly before?: number | undefined; readonly limit: number },
): Promise<CampaignLogEntry[]> {
  const { before } = page;
  const rows = await db
    .selectFrom('campaign_log')
    .select(['id', 'at', 'kind', 'details', 'username'])
    .where('workspace_id', '=', workspaceId)
    .where('campaign_id', '=', campaignId)
    .$if(before !== undefined, (query) => query.where('id', '<', before as number))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind as CampaignLogEntry['kind'],
    details: row.details as CampaignLogEntry['details'],
    shownNumbers: showNumbersIn(row.details),
    username: row.username,
  }));
}
