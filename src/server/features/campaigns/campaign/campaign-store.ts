/** Rows of `campaigns`: inserts them, locks them for changes of status, and lists them with their counts. */
import { sql, type Kysely } from 'kysely';
import {
  campaignRequestOptionNames,
  campaignOptionNames,
  type CampaignOptionName,
  type CampaignOptionValues,
} from '../../../../contract/campaign-options.ts';
import type { CampaignAgentVersion, Campaign, CampaignStatus } from '../../../../contract/campaigns.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { buildAgentNameSql } from '../../agents/index.ts';
import { formatPhoneNumber } from '../../../platform/shown-number.ts';
import type { Tx } from '../../calls/index.ts';
import { getCampaignOptionColumn, toCampaignOptionColumnValue } from './option-columns.ts';
import type { StorableRecipient } from '../people/read-order.ts';

export interface NewCampaign {
  readonly name: string;
  readonly agentId: string;
  readonly agentVersion: CampaignAgentVersion | null;
  readonly isNumbersAgent: boolean;
  readonly agentAnalysis: readonly unknown[];
  /** The phone numbers that the campaign calls from, at least one. The first is the main number. */
  readonly phoneNumbers: readonly string[];
  readonly options: Omit<CampaignOptionValues, 'isOpen'>;
  readonly sendOption: 'now' | 'scheduled';
  readonly scheduledDate: string | null;
  readonly scheduledTime: string | null;
  readonly startsAt: Date | null;
  readonly idempotencyKey: string | null;
  readonly requestDigest: string | null;
  readonly totalRecipients: number;
  readonly duplicateCount: number;
  /** The file's rejected rows, each as JSON. */
  readonly rejectedRows: readonly string[];
  readonly voicemailAgent: { readonly id: string; readonly analysis: readonly unknown[] } | null;
  /** Column names of the uploaded recipient file, in the file's order. */
  readonly fileColumns: readonly string[];
  readonly createdBy: string;
  readonly lastSentBy: string;
}

/** Inserts a campaign. @returns its id; null if another committed request has used the same idempotency key. */
export async function insertCampaign(tx: Tx, workspaceId: string, campaign: NewCampaign): Promise<string | null> {
  const row = await tx
    .insertInto('campaigns')
    .values({
      workspace_id: workspaceId,
      name: campaign.name,
      status: campaign.sendOption === 'now' ? 'created' : 'scheduled',
      agent_id: campaign.agentId,
      agent_version: campaign.agentVersion === null ? null : String(campaign.agentVersion),
      is_numbers_agent: campaign.isNumbersAgent,
      agent_analysis: JSON.stringify(campaign.agentAnalysis),
      phone_number: campaign.phoneNumbers[0] ?? '',
      more_numbers: campaign.phoneNumbers.slice(1),
      send_option: campaign.sendOption,
      scheduled_date: campaign.scheduledDate,
      scheduled_time: campaign.scheduledTime,
      starts_at: campaign.startsAt ?? sql<Date>`clock_timestamp()`,
      idempotency_key: campaign.idempotencyKey,
      request_digest: campaign.requestDigest,
      total_recipients: campaign.totalRecipients,
      duplicate_count: campaign.duplicateCount,
      rejected_rows: '[]',
      rejected_count: campaign.rejectedRows.length,
      ...(Object.fromEntries(
        campaignRequestOptionNames.map((name) => [
          getCampaignOptionColumn(name),
          toCampaignOptionColumnValue(name, campaign.options[name]),
        ]),
      ) as { readonly success_definition: string }),
      voicemail_agent: campaign.voicemailAgent && JSON.stringify(campaign.voicemailAgent),
      file_columns: JSON.stringify(campaign.fileColumns),
      created_by: campaign.createdBy,
      created_at: sql<Date>`clock_timestamp()`,
      updated_at: sql<Date>`clock_timestamp()`,
      last_sent_by: campaign.lastSentBy,
    })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'idempotency_key']).where('idempotency_key', 'is not', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  if (row) await insertRejectedRecipientRows(tx, workspaceId, row.id, campaign.rejectedRows);
  return row?.id ?? null;
}

/** Appends the rejected rows of a recipient file in batches, because one large statement would block the event loop. */
export async function insertRejectedRecipientRows(
  tx: Tx,
  workspaceId: string,
  campaignId: string,
  rows: readonly string[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`create temporary table rejected_stage (position int, value jsonb) on commit drop`.execute(tx);
  let position = 0;
  for (const batch of batchesOf(rows, (row) => row.length)) {
    await sql`
      insert into rejected_stage
      select ${position} + given.position, given.value::jsonb from unnest(${batch}::text[]) with ordinality as given (value, position)`.execute(
      tx,
    );
    position += batch.length;
  }
  await sql`
    update campaigns set rejected_rows = rejected_rows || (select jsonb_agg(value order by position) from rejected_stage)
    where workspace_id = ${workspaceId} and id = ${campaignId}`.execute(tx);
}

/**
 * Limit of characters in the values of one INSERT of campaign rows. Serializing this many characters blocks the event
 * loop for some milliseconds.
 */
const batchLength = 1_000_000;

function* batchesOf<T>(items: readonly T[], lengthOf: (item: T) => number): Generator<readonly T[]> {
  let batch: T[] = [];
  let length = 0;
  for (const item of items) {
    batch.push(item);
    length += lengthOf(item);
    if (length < batchLength) continue;
    yield batch;
    batch = [];
    length = 0;
  }
  if (batch.length > 0) yield batch;
}

/** Inserts pending recipients into a campaign. `before`: number of recipients that the campaign already has. */
export async function insertRecipients(
  tx: Tx,
  workspaceId: string,
  campaignId: string,
  recipients: readonly StorableRecipient[],
  before = 0,
): Promise<void> {
  let position = before;
  for (const batch of batchesOf(recipients, ({ variables }) => variables.length)) {
    await sql`
      insert into recipients (workspace_id, campaign_id, position, phone_number, customer_name, priority, place, area, variables)
      select ${workspaceId}, ${campaignId}, ${position} + given.position, given.phone_number, given.customer_name, given.priority,
        given.place, given.area, given.variables::jsonb
      from unnest(
        ${batch.map((each) => each.phoneNumber)}::text[],
        ${batch.map((each) => each.customerName)}::text[],
        ${batch.map((each) => each.priority)}::smallint[],
        ${batch.map((each) => each.place)}::text[],
        ${batch.map((each) => each.area)}::text[],
        ${batch.map((each) => each.variables)}::text[]
      ) with ordinality as given (phone_number, customer_name, priority, place, area, variables, position)`.execute(tx);
    position += batch.length;
  }
}

/**
 * Analyzes the table `recipients` if it was never analyzed, because autovacuum starts only after a minute. Until then,
 * the planner looks up each recipient by an index on the campaign, and so reads the whole campaign every time.
 */
export async function updateRecipientsPlannerStatisticsOnce(tx: Tx): Promise<void> {
  const { rows } = await sql`
    select from pg_stat_user_tables
    where relid = 'recipients'::regclass and last_analyze is null and last_autoanalyze is null`.execute(tx);
  if (rows.length > 0) await sql`analyze (skip_locked) recipients`.execute(tx);
}

export interface CampaignOfIdempotencyKey {
  readonly campaignId: string;
  readonly digest: string | null;
}

/** Finds the campaign that a request with this idempotency key created, even if the campaign was deleted since. */
export async function findCampaignByIdempotencyKey(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  key: string,
): Promise<CampaignOfIdempotencyKey | null> {
  const row = await db
    .selectFrom('campaigns')
    .select(['id', 'request_digest'])
    .where('workspace_id', '=', workspaceId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  return row ? { campaignId: row.id, digest: row.request_digest } : null;
}

/** Returns the moment of a zone's local date and time by PostgreSQL's zone data, and whether it is in the future. */
export async function queryMomentOfLocalTime(
  db: Kysely<DatabaseSchema>,
  local: { readonly date: string; readonly time: string; readonly zone: string },
): Promise<{ readonly at: Date; readonly isAhead: boolean }> {
  const { rows } = await sql<{ at: Date; isAhead: boolean }>`
    select moment as at, moment > clock_timestamp() as "isAhead"
    from (values ((${local.date}::date + ${local.time}::time) at time zone ${local.zone})) as given (moment)`.execute(
    db,
  );
  return rows[0] as { at: Date; isAhead: boolean };
}

/**
 * When the workspace's time zone changes, moves the start of scheduled campaigns so that its local date and time stay.
 * A campaign whose start is then past begins immediately. Requires the workspace's exclusive lock.
 */
export async function rescheduleCampaignsForNewZone(tx: Tx, workspaceId: string, zone: string): Promise<void> {
  await sql`
    update campaigns set starts_at = (scheduled_date::date + scheduled_time::time) at time zone ${zone}, updated_at = clock_timestamp()
    where workspace_id = ${workspaceId} and status in ('scheduled', 'paused') and last_sent_at is null
      and scheduled_date is not null and scheduled_time is not null`.execute(tx);
}

/**
 * Locks a campaign's row until the transaction ends. Meanwhile no server can claim its recipients or complete it. Null
 * if there is no such row.
 */
export async function lockCampaignRow(tx: Tx, workspaceId: string, campaignId: string): Promise<CampaignStatus | null> {
  const row = await tx
    .selectFrom('campaigns')
    .select('status')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', campaignId)
    .forUpdate()
    .executeTakeFirst();
  return row?.status ?? null;
}

/**
 * Sets a campaign's status, and clears its pause reason and its waiting reason. With the status `failed`, the campaign
 * is also marked as deleted.
 */
export async function setCampaignStatus(
  tx: Tx,
  workspaceId: string,
  campaignId: string,
  status: CampaignStatus,
): Promise<void> {
  await tx
    .updateTable('campaigns')
    .set({
      status,
      pause_reason: null,
      waiting_reason: null,
      waiting_until: null,
      rules_version: null,
      updated_at: sql<Date>`clock_timestamp()`,
      ...(status === 'failed' ? { deleted_at: sql<Date>`clock_timestamp()` } : {}),
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', campaignId)
    .execute();
}

/** Lists a workspace's newest campaigns that are not deleted, and the total number of such campaigns. */
export async function listCampaignRows(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  limit: number,
): Promise<{ readonly campaigns: Campaign[]; readonly total: number }> {
  const rows = await selectCampaigns(db, workspaceId)
    .where('campaigns.deleted_at', 'is', null)
    .orderBy('campaigns.created_at', 'desc')
    .orderBy('campaigns.id', 'desc')
    .limit(limit)
    .execute();
  // If fewer campaigns than the limit were found, they are all campaigns, so no count query is needed.
  const total = rows.length < limit ? rows.length : await countCampaigns(db, workspaceId);
  return { campaigns: rows.map(toCampaign), total };
}

async function countCampaigns(db: Kysely<DatabaseSchema>, workspaceId: string): Promise<number> {
  const { count } = await db
    .selectFrom('campaigns')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Finds a campaign by id, deleted or not; null if there is none. */
export async function findCampaign(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  campaignId: string,
): Promise<Campaign | null> {
  const row = await selectCampaigns(db, workspaceId).where('campaigns.id', '=', campaignId).executeTakeFirst();
  return row ? toCampaign(row) : null;
}

/** Finds a campaign by id; null if it does not exist or is deleted. */
export async function findUndeletedCampaign(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  campaignId: string,
): Promise<Campaign | null> {
  const row = await selectCampaigns(db, workspaceId)
    .where('campaigns.id', '=', campaignId)
    .where('campaigns.deleted_at', 'is', null)
    .executeTakeFirst();
  return row ? toCampaign(row) : null;
}

const countColumns = [
  'pending',
  'dialing',
  'sent',
  'undelivered',
  'unconfirmed',
  'skipped',
  'retrying',
  'live',
  'picked_up',
  'contacted',
  'completed',
  'successful',
] as const;

const selectedOptions = campaignOptionNames.map((name) =>
  sql`${sql.ref(`campaigns.${getCampaignOptionColumn(name)}`)}`.as(name),
);

function optionsOf(row: Readonly<Record<CampaignOptionName, unknown>>): CampaignOptionValues {
  return Object.fromEntries(campaignOptionNames.map((name) => [name, row[name]])) as unknown as CampaignOptionValues;
}

function selectCampaigns(db: Kysely<DatabaseSchema>, workspaceId: string) {
  return db
    .selectFrom('campaigns')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('campaign_counts')
          .select((count) =>
            countColumns.map((column) =>
              sql<number>`coalesce(sum(${count.ref(`campaign_counts.${column}`)}), 0)::bigint`.as(`${column}_count`),
            ),
          )
          .whereRef('campaign_counts.workspace_id', '=', 'campaigns.workspace_id')
          .whereRef('campaign_counts.campaign_id', '=', 'campaigns.id')
          .as('counts'),
      (join) => join.onTrue(),
    )
    .select([
      'campaigns.id',
      'campaigns.name',
      'campaigns.status',
      'campaigns.agent_id',
      'campaigns.agent_version',
      'campaigns.is_numbers_agent',
      'campaigns.created_at',
      'campaigns.updated_at',
      'campaigns.last_sent_at',
      'campaigns.last_sent_by',
      'campaigns.total_recipients',
      'campaigns.duplicate_count',
      'campaigns.rejected_count',
      'campaigns.phone_number',
      'campaigns.more_numbers',
      'campaigns.send_option',
      'campaigns.scheduled_date',
      'campaigns.scheduled_time',
      'campaigns.pause_reason',
      'campaigns.waiting_reason',
      'campaigns.waiting_until',
    ])
    .select(selectedOptions)
    .select((campaign) => buildAgentNameSql(workspaceId, campaign.ref('campaigns.agent_id')).as('agent_name'))
    .selectAll('counts')
    .where('campaigns.workspace_id', '=', workspaceId);
}

type ListedRow = Awaited<ReturnType<ReturnType<typeof selectCampaigns>['execute']>>[number];

/** Parses a stored agent version: 'latest_published', a number or null. */
export function parseAgentVersionColumn(value: string | null): CampaignAgentVersion | null {
  return value === null || value === 'latest_published' ? value : Number(value);
}

function toCampaign(row: ListedRow): Campaign {
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    agentId: row.agent_id,
    agentName: row.agent_name,
    agentVersion: parseAgentVersionColumn(row.agent_version),
    isNumbersAgent: row.is_numbers_agent,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    lastSentAt: row.last_sent_at?.toISOString() ?? null,
    lastSentBy: row.last_sent_by,
    totalRecipients: row.total_recipients,
    sentCount: (row.sent_count ?? 0) + (row.retrying_count ?? 0),
    pickedUpCount: row.picked_up_count ?? 0,
    contactedCount: row.contacted_count ?? 0,
    completedCount: row.completed_count ?? 0,
    successfulCount: row.successful_count ?? 0,
    pendingCount: row.pending_count ?? 0,
    retryingCount: row.retrying_count ?? 0,
    dialingCount: row.dialing_count ?? 0,
    undeliveredCount: row.undelivered_count ?? 0,
    unconfirmedCount: row.unconfirmed_count ?? 0,
    skippedCount: row.skipped_count ?? 0,
    liveCount: row.live_count ?? 0,
    duplicateCount: row.duplicate_count,
    rejectedCount: row.rejected_count,
    phoneNumber: row.phone_number,
    phoneNumbers: [row.phone_number, ...row.more_numbers],
    phoneNumbersShown: [row.phone_number, ...row.more_numbers].map(formatPhoneNumber),
    sendOption: row.send_option,
    scheduledDate: row.scheduled_date,
    scheduledTime: row.scheduled_time,
    ...optionsOf(row),
    pauseReason: row.pause_reason as Campaign['pauseReason'],
    waitingReason: row.waiting_reason as Campaign['waitingReason'],
    waitingUntil: row.waiting_until?.toISOString() ?? null,
    bestHourComparison: null,
    endsBetween: null,
  };
}
