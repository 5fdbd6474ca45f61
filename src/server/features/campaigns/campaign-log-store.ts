/** Rows of `campaign_log`: what the dispatcher and people did to a campaign and why, for an operator to read. */
import { sql, type Kysely } from 'kysely';
import type { CampaignLogDetails, CampaignLogKind } from '../../../contract/campaigns.ts';
import type { Schema } from '../../platform/db/schema.ts';

export interface LogLine<K extends CampaignLogKind = CampaignLogKind> {
  readonly workspaceId: string;
  readonly campaignId: string;
  readonly kind: K;
  readonly details: CampaignLogDetails[K];
  /** Null: the dispatcher. */
  readonly username: string | null;
}

/** Within the transaction that does what the line tells, where there is one. */
export async function addLogLine<K extends CampaignLogKind>(db: Kysely<Schema>, line: LogLine<K>): Promise<void> {
  await db
    .insertInto('campaign_log')
    .values({
      workspace_id: line.workspaceId,
      campaign_id: line.campaignId,
      at: sql<Date>`clock_timestamp()`,
      kind: line.kind,
      details: JSON.stringify(line.details),
      username: line.username,
    })
    .execute();
}
