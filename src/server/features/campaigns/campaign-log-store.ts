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

/** Kinds that come often: they are added up instead of written again. */
export type RepeatingKind = 'hang_up' | 'rate_limited' | 'provider_unavailable' | 'skipped' | 'refused' | 'retry' | 'unconfirmed';

/** The detail by which two of a kind are different things to tell. */
export const toldApartBy: Readonly<Partial<Record<RepeatingKind, string>>> = { refused: 'reason', retry: 'outcome' };

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

/**
 * Adds the line's figures to the newest line that tells the same while that is younger than a minute, else writes
 * it. The words of the older line stay. Servers that come at the same moment may write a line each; no figure is lost.
 */
export async function addUpLogLine<K extends RepeatingKind>(db: Kysely<Schema>, line: LogLine<K>): Promise<void> {
  const { workspaceId, campaignId, kind } = line;
  const details = JSON.stringify(line.details);
  const key = toldApartBy[kind] ?? null;
  await sql`
    with added as (
      update campaign_log as held set details = held.details || coalesce((
        select jsonb_object_agg(given.key, (held.details ->> given.key)::numeric + given.value::numeric)
        from jsonb_each(${details}::jsonb) as given where jsonb_typeof(given.value) = 'number'), '{}')
      where workspace_id = ${workspaceId} and campaign_id = ${campaignId} and id = (
          select id from campaign_log
          where workspace_id = ${workspaceId} and campaign_id = ${campaignId} and kind = ${kind}
            and (${key}::text is null or details -> ${key}::text = ${details}::jsonb -> ${key}::text)
          order by id desc limit 1)
        and at > clock_timestamp() - interval '1 minute'
      returning id
    )
    insert into campaign_log (workspace_id, campaign_id, at, kind, details, username)
    select ${workspaceId}, ${campaignId}, clock_timestamp(), ${kind}, ${details}::jsonb, ${line.username}
    where not exists (select from added)`.execute(db);
}
