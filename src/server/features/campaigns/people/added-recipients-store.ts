/** Queries for adding recipients to a campaign. All require the campaign's exclusive lock. */
import { sql } from 'kysely';
import type { CampaignStatus } from '../../../../contract/campaigns.ts';
import { numberKeyOf } from '../../../../phone/number-key.ts';
import { mapCooperatively } from '../../../platform/in-turns.ts';
import type { Tx } from '../../calls/index.ts';

export interface CampaignForRecipientAddition {
  readonly name: string;
  readonly status: CampaignStatus;
  readonly total: number;
  readonly rejected: number;
  readonly columns: readonly string[];
  readonly kind: string | null;
  /** The numbers that the campaign calls from. */
  readonly phoneNumbers: readonly string[];
  readonly exemptRules: readonly string[];
}

/**
 * Locks a campaign until the transaction ends, so that nothing else calls or adds its recipients. Returns null if the
 * campaign does not exist.
 */
export async function lockCampaignForRecipientAddition(
  tx: Tx,
  workspaceId: string,
  campaignId: string,
): Promise<CampaignForRecipientAddition | null> {
  const row = await tx
    .selectFrom('campaigns')
    .select([
      'name',
      'status',
      'total_recipients',
      'rejected_count',
      'file_columns',
      'kind',
      'phone_number',
      'more_numbers',
      'exempt_rules',
    ])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', campaignId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  const { name, status } = row;
  return {
    name,
    status,
    total: row.total_recipients,
    rejected: row.rejected_count,
    columns: row.file_columns as readonly string[],
    kind: row.kind,
    phoneNumbers: [row.phone_number, ...row.more_numbers],
    exemptRules: row.exempt_rules,
  };
}

/**
 * Returns the number keys of a campaign's recipients. A number key is the same for all spellings of a phone number. For
 * erased people who had been called, the set contains digests of their number keys.
 */
export async function findCampaignRecipientNumberKeys(
  tx: Tx,
  workspaceId: string,
  campaignId: string,
): Promise<ReadonlySet<string>> {
  const recipients = await tx
    .selectFrom('recipients')
    .select('phone_number')
    .where('workspace_id', '=', workspaceId)
    .where('campaign_id', '=', campaignId)
    .execute();
  const called = await tx
    .selectFrom('attempts')
    .select('number_key')
    .distinct()
    .where('workspace_id', '=', workspaceId)
    .where('campaign_id', '=', campaignId)
    .where('number_key', 'is not', null)
    .execute();
  return new Set([
    ...(await mapCooperatively(recipients, (row) => numberKeyOf(row.phone_number))),
    ...called.map((row) => row.number_key ?? ''),
  ]);
}

export interface RecipientAdditionTotals {
  readonly totalRecipients: number;
  readonly added: number;
  readonly duplicates: number;
  readonly rejected: number;
  readonly columns: readonly string[];
}

/**
 * Stores how many recipients a campaign has after some were added. If the campaign was waiting, its wait ends, so that
 * the new recipients are called.
 */
export async function storeRecipientAdditionTotals(
  tx: Tx,
  workspaceId: string,
  campaignId: string,
  growth: RecipientAdditionTotals,
): Promise<void> {
  await tx
    .updateTable('campaigns')
    .set({
      total_recipients: growth.totalRecipients,
      duplicate_count: sql`duplicate_count + ${growth.duplicates}`,
      rejected_count: sql`rejected_count + ${growth.rejected}`,
      file_columns: JSON.stringify(growth.columns),
      updated_at: sql<Date>`clock_timestamp()`,
      ...(growth.added > 0 ? { waiting_reason: null, waiting_until: null } : {}),
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', campaignId)
    .execute();
}
