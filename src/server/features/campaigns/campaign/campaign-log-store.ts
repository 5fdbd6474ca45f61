/** Rows of `campaign_log`: what the dispatcher and people did to a campaign and why. Operators read them. */
import { sql, type Kysely } from 'kysely';
import type { CampaignLogDetailsByKind, CampaignLogKind, CampaignLogEntry } from '../../../../contract/campaigns.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { collectDisplaysByPhoneNumber } from '../../../platform/shown-number.ts';

export interface NewCampaignLogEntry<K extends CampaignLogKind = CampaignLogKind> {
  readonly workspaceId: string;
  readonly campaignId: string;
  readonly kind: K;
  readonly details: CampaignLogDetailsByKind[K];
  /** Name of the person who changed the campaign; null if the dispatcher did. */
  readonly username: string | null;
}

/**
 * Kinds of campaign log entry that come often. If an entry repeats, its counts are added to the last entry, and no row
 * is inserted.
 */
export type MergeableCampaignLogKind =
  | 'hang_up'
  | 'rate_limited'
  | 'provider_unavailable'
  | 'skipped'
  | 'refused'
  | 'retry'
  | 'retry_expired'
  | 'callback'
  | 'unconfirmed'
  | 'check_declined'
  | 'check_failed';

/** Map from kind of campaign log entry to the detail that must be equal for two entries of that kind to be merged. */
export const distinguishingDetailByLogKind: Readonly<Partial<Record<MergeableCampaignLogKind, string>>> = {
  refused: 'reason',
  retry: 'outcome',
};

/** Inserts a campaign log entry. If the entry logs a change, pass the transaction that makes the change. */
export async function insertCampaignLogEntry<K extends CampaignLogKind>(
  db: Kysely<DatabaseSchema>,
  line: NewCampaignLogEntry<K>,
): Promise<void> {
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
 * Adds the counts of a campaign log entry to the newest entry of the same kind and detail, if that is younger than a
 * minute; otherwise inserts it. Concurrent servers may each insert an entry, but no count is lost.
 */
export async function mergeCampaignLogEntry<K extends MergeableCampaignLogKind>(
  db: Kysely<DatabaseSchema>,
  line: NewCampaignLogEntry<K>,
): Promise<void> {
  const { workspaceId, campaignId, kind } = line;
  const details = JSON.stringify(line.details);
  const key = distinguishingDetailByLogKind[kind] ?? null;
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

/**
 * Kinds of campaign log entry that begin or end a campaign's wait. A new wait is compared with the newest entry of
 * these kinds.
 */
const turningPoints = [
  'started',
  'waiting',
  'wait_over',
  'paused',
  'resumed',
] as const satisfies readonly CampaignLogKind[];

/**
 * Logs why a campaign calls nobody now and until when, unless the last logged wait is the same. If `details` is null,
 * logs that the wait is over.
 * If a wait for a retry delay follows another one within a minute, the existing entry is updated. The end of such a
 * wait is not logged, because its entry already contains the time.
 */
export async function logCampaignWait(
  db: Kysely<DatabaseSchema>,
  {
    workspaceId,
    campaignId,
    details,
  }: {
    readonly workspaceId: string;
    readonly campaignId: string;
    readonly details: CampaignLogDetailsByKind['waiting'] | null;
  },
): Promise<void> {
  const told = details === null ? null : JSON.stringify(details);
  await sql`
    with last as (
      select id, at, kind, details from campaign_log
      where workspace_id = ${workspaceId} and campaign_id = ${campaignId} and kind = any (${turningPoints}::text[])
      order by id desc limit 1
    ), moved as (
      update campaign_log as held set details = ${told}::jsonb from last
      where held.workspace_id = ${workspaceId} and held.campaign_id = ${campaignId} and held.id = last.id
        and last.kind = 'waiting' and last.details ->> 'reason' = 'retry_delay' and ${told}::jsonb ->> 'reason' = 'retry_delay'
        and last.at > clock_timestamp() - interval '1 minute'
      returning held.id
    )
    insert into campaign_log (workspace_id, campaign_id, at, kind, details)
    select ${workspaceId}, ${campaignId}, clock_timestamp(), ${details === null ? 'wait_over' : 'waiting'}, coalesce(${told}::jsonb, '{}')
    where not exists (select from moved)
      and case when ${told}::jsonb is null
        then exists (select from last where kind = 'waiting' and details ->> 'reason' <> 'retry_delay')
        else not exists (select from last where kind = 'waiting' and details = ${told}::jsonb) end`.execute(db);
}

/**
 * Writes to campaign logs that another server has taken over dialling. Each dialling campaign of the workspace gets an
 * entry, unless it is waiting.
 */
export async function logDispatchTakeover(db: Kysely<DatabaseSchema>, workspaceId: string): Promise<void> {
  const kind: CampaignLogKind = 'taken_over';
  await sql`
    insert into campaign_log (workspace_id, campaign_id, at, kind)
    select workspace_id, id, clock_timestamp(), ${kind} from campaigns
    where workspace_id = ${workspaceId} and status = 'in_progress' and waiting_reason is null`.execute(db);
}

/**
 * Lists a campaign's log entries, newest first. If the entry id `before` is given, lists only entries with lower ids.
 */
export async function listCampaignLogEntries(
  db: Kysely<DatabaseSchema>,
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
    shownNumbers: collectDisplaysByPhoneNumber(row.details),
    username: row.username,
  }));
}
