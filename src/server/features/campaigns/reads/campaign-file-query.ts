/**
 * Reads a campaign's recipients page by page, in the order of the recipient file. Used for downloads and for copies of
 * campaigns.
 */
import { sql, type Kysely } from 'kysely';
import type {
  AttemptOutcome,
  CampaignRecipientState,
  RecipientAttempt,
  RejectedRecipientRow,
} from '../../../../contract/campaigns.ts';
import type { JsonObject, DatabaseSchema } from '../../../platform/db/schema.ts';

/** Limit of columns for recipients' variables in a results file, because nobody reads a wider spreadsheet. */
const widestVariables = 300;

export interface CampaignFileColumnsAndRejectedRows {
  /** Column names of the recipient file except phone and name, in the file's order. */
  readonly extraColumns: readonly string[];
  readonly rejectedRows: readonly RejectedRecipientRow[];
}

export async function readCampaignFileColumnsAndRejectedRows(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  campaignId: string,
): Promise<CampaignFileColumnsAndRejectedRows> {
  const [campaign, { rows }] = await Promise.all([
    db
      .selectFrom('campaigns')
      .select(['file_columns', 'rejected_rows'])
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', campaignId)
      .executeTakeFirstOrThrow(),
    sql<{ name: string }>`
      select distinct jsonb_object_keys(variables) as name from recipients
      where workspace_id = ${workspaceId} and campaign_id = ${campaignId}`.execute(db),
  ]);
  const order = campaign.file_columns as string[];
  const names = rows.map(({ name }) => name).filter((name) => name !== 'phone_number' && name !== 'customer_name');
  const rejected = campaign.rejected_rows as RejectedRecipientRow[];
  return {
    extraColumns: inOrder(names, order),
    rejectedRows: rejected.map((row) => ({ ...row, values: ordered(row.values, order) })),
  };
}

/** Sorts column names. Names in `order` come first, in that order, and the others follow alphabetically. */
function inOrder(names: readonly string[], order: readonly string[]): string[] {
  const place = new Map(order.map((name, index) => [name, index]));
  const placeOf = (name: string): number => place.get(name.trim()) ?? order.length;
  return names.toSorted((a, b) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1));
}

function ordered(values: Readonly<Record<string, string>>, order: readonly string[]): Record<string, string> {
  return Object.fromEntries(inOrder(Object.keys(values), order).map((name) => [name, values[name] ?? '']));
}

/** A line of the results file: a recipient and one of the recipient's attempts. `attempt` is null if there was none. */
export interface CampaignResultFileRecipientLine {
  readonly position: number;
  /** The recipient's number; empty if erased. */
  readonly phoneNumber: string;
  readonly customerName: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly state: CampaignRecipientState;
  readonly lastReason: string | null;
  readonly attempt: CampaignResultFileAttempt | null;
}

export interface CampaignResultFileAttempt {
  readonly state: RecipientAttempt['state'];
  readonly outcome: AttemptOutcome | null;
  readonly isSurplus: boolean;
  /** Start time of the attempt's call. If there is none, the time of the attempt. */
  readonly at: Date;
  /** Reason why the attempt was refused or given up, or why its call ended. */
  readonly error: string | null;
  readonly reason: string | null;
  readonly durationMs: number | null;
  readonly agentVersion: number | null;
  /** The origin number of the call. */
  readonly fromNumber: string | null;
  readonly costCents: number | null;
  readonly sentiment: string | null;
  readonly isSuccessful: boolean | null;
  readonly summary: string | null;
  /** Values extracted from the call, by name. */
  readonly extracted: JsonObject;
}

/** Reads the next recipients after a position in the campaign's file, each with all attempts, oldest first. */
export async function listRecipientsWithAttempts(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  campaignId: string,
  page: { readonly after: number; readonly recipients: number },
): Promise<CampaignResultFileRecipientLine[]> {
  const { rows } = await sql<ResultRow>`
    select r.*, a.state as attempt_state, a.outcome, a.is_surplus, a.error, coalesce(c.start_at, a.created_at) as at,
      coalesce(c.disconnection_reason, a.reason) as reason, c.duration_ms, c.agent_version, a.from_number, c.cost_cents, c.sentiment, c.is_successful,
      d.call_analysis ->> 'call_summary' as summary, d.collected_variables, d.call_analysis -> 'custom_analysis_data' as analysis_data
    from (
      select id, position, phone_number, customer_name, variables, state, last_reason from recipients
      where workspace_id = ${workspaceId} and campaign_id = ${campaignId} and position > ${page.after}
      order by position limit ${page.recipients}
    ) r
    left join attempts a on a.workspace_id = ${workspaceId} and a.campaign_id = ${campaignId} and a.recipient_id = r.id
    left join calls c on c.workspace_id = ${workspaceId} and c.id = a.call_id
    left join call_details d on d.workspace_id = ${workspaceId} and d.call_id = c.id and d.first_seen_month = c.first_seen_month
    order by r.position, a.created_at, a.id`.execute(db);
  return rows.map(toLine);
}

type ResultRow = {
  readonly position: number;
  readonly phone_number: string;
  readonly customer_name: string;
  readonly variables: Record<string, string>;
  readonly state: CampaignRecipientState;
  readonly last_reason: string | null;
  readonly attempt_state: RecipientAttempt['state'] | null;
  readonly outcome: AttemptOutcome | null;
  readonly is_surplus: boolean | null;
  readonly error: string | null;
  readonly at: Date | null;
  readonly reason: string | null;
  readonly duration_ms: number | null;
  readonly agent_version: number | null;
  readonly from_number: string | null;
  readonly cost_cents: string | null;
  readonly sentiment: string | null;
  readonly is_successful: boolean | null;
  readonly summary: string | null;
  readonly collected_variables: unknown;
  readonly analysis_data: unknown;
};

function toLine(row: ResultRow): CampaignResultFileRecipientLine {
  return {
    position: row.position,
    phoneNumber: row.phone_number,
    customerName: row.customer_name,
    variables: row.variables,
    state: row.state,
    lastReason: row.last_reason,
    attempt: toAttempt(row),
  };
}

function toAttempt(row: ResultRow): CampaignResultFileAttempt | null {
  if (row.attempt_state === null || row.at === null) return null;
  return {
    state: row.attempt_state,
    outcome: row.outcome,
    isSurplus: row.is_surplus === true,
    at: row.at,
    error: row.error,
    reason: row.reason,
    durationMs: row.duration_ms,
    agentVersion: row.agent_version,
    fromNumber: row.from_number,
    costCents: row.cost_cents === null ? null : Number(row.cost_cents),
    sentiment: row.sentiment,
    isSuccessful: row.is_successful,
    summary: row.summary,
    extracted: { ...asObject(row.collected_variables), ...asObject(row.analysis_data) },
  };
}

function asObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

/** Names of all variables that analyses extracted from the campaign's calls, alphabetically. */
export async function findCampaignExtractedVariableNames(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  campaignId: string,
): Promise<string[]> {
  const object = (value: ReturnType<typeof sql>) =>
    sql`case when jsonb_typeof(${value}) = 'object' then ${value} else '{}' end`;
  const { rows } = await sql<{ name: string }>`
    select distinct names.name
    from attempts a
    join calls c on c.workspace_id = a.workspace_id and c.id = a.call_id
    join call_details d on d.workspace_id = c.workspace_id and d.call_id = c.id and d.first_seen_month = c.first_seen_month
    cross join lateral (
      select jsonb_object_keys(${object(sql`d.collected_variables`)}) as name
      union all
      select jsonb_object_keys(${object(sql`d.call_analysis -> 'custom_analysis_data'`)})
    ) names
    where a.workspace_id = ${workspaceId} and a.campaign_id = ${campaignId}
    order by names.name limit ${widestVariables}`.execute(db);
  return rows.map(({ name }) => name);
}

/** State and results of a recipient. They decide whether a copy of the campaign includes the recipient. */
export interface RecipientContactState {
  /** The recipient's number; empty if erased. */
  readonly phoneNumber: string;
  readonly state: CampaignRecipientState;
  readonly isLive: boolean;
  readonly contacted: boolean;
}

export interface RecipientToCopy extends RecipientContactState {
  readonly customerName: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** All recipients of a campaign, in the file's order. */
export async function findRecipientsToCopy(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  campaignId: string,
): Promise<RecipientToCopy[]> {
  const rows = await db
    .selectFrom('recipients')
    .select(['phone_number', 'customer_name', 'variables', 'state', 'is_live', 'contacted'])
    .where('workspace_id', '=', workspaceId)
    .where('campaign_id', '=', campaignId)
    .orderBy('position')
    .execute();
  return rows.map((row) => ({
    phoneNumber: row.phone_number,
    customerName: row.customer_name,
    variables: row.variables,
    state: row.state,
    isLive: row.is_live,
    contacted: row.contacted,
  }));
}

/** Finds a campaign's recipients who were never contacted. Their names and variables are not read. */
export async function findUncontactedRecipients(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  campaignId: string,
): Promise<RecipientContactState[]> {
  const rows = await db
    .selectFrom('recipients')
    .select(['phone_number', 'state', 'is_live', 'contacted'])
    .where('workspace_id', '=', workspaceId)
    .where('campaign_id', '=', campaignId)
    .where('contacted', '=', false)
    .execute();
  return rows.map((row) => ({
    phoneNumber: row.phone_number,
    state: row.state,
    isLive: row.is_live,
    contacted: row.contacted,
  }));
}
