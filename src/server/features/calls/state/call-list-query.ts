/** SQL for all lists of calls: conditions for filters, sort orders, and the columns that screens show. */
import { sql, type Expression, type Kysely, type RawBuilder, type Selectable, type SqlBool } from 'kysely';
import type { ActiveCall, CallListQuery, CallSortOrder, CallStatus, CallSummary } from '../../../../contract/calls.ts';
import { yesNoMetrics, type YesNoMetric } from '../../../../contract/regional.ts';
import { missingCampaignText } from '../../../../labels/es.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { convertDateRangeToMoments } from '../../../platform/db/day-moments-query.ts';
import { AppError } from '../../../platform/errors.ts';
import { formatPhoneNumberOrNull } from '../../../platform/shown-number.ts';
import { listAttentionHitsByCall } from '../attention/call-attention-store.ts';
import { listCallListeners } from '../listeners/call-listeners-store.ts';
import { getCallResult, callMeasureConditions, callResultConditions } from './call-facts.ts';
import type { WeekHourFilter } from './call-list-tallies.ts';
import {
  findCopcMetricTarget,
  metricAnswerCondition,
  missesMetricTargetCondition,
  type CopcMetricTarget,
  type MetricAnswerFilter,
} from './missed-calls-query.ts';

export type StoredCallRow = Selectable<DatabaseSchema['calls']>;
export type StoredCallStatus = StoredCallRow['status'];

/** Key: a call status in filters. Value: the stored statuses that it includes. Not connected includes failed calls. */
export const storedCallStatusesByFilterStatus: Readonly<
  Record<NonNullable<CallListQuery['status']>, readonly StoredCallStatus[]>
> = {
  in_progress: ['registered', 'ongoing'],
  ended: ['ended'],
  not_connected: ['not_connected', 'error'],
  failed: ['error'],
  // A call is over if and only if its stored status is ended, not connected or error.
  finished: ['ended', 'not_connected', 'error'],
};

/** The console's name for each stored status. */
export const shownCallStatusByStoredStatus: Readonly<Record<StoredCallStatus, CallStatus>> = {
  registered: 'in_progress',
  ongoing: 'in_progress',
  ended: 'ended',
  not_connected: 'not_connected',
  error: 'failed',
};

type GivenFilters = {
  readonly [K in keyof Omit<CallListQuery, 'page' | 'pageSize' | 'q' | 'sort' | 'within'>]?: CallListQuery[K];
};
export type ResolvedCallFilters = Omit<GivenFilters, 'weekday' | 'hour' | 'missed' | YesNoMetric> & {
  /** Filter of calls by weekday, by hour of the day, or by both. */
  readonly hours?: WeekHourFilter | undefined;
  readonly missed?: CopcMetricTarget | undefined;
  /** Judgements that must all be true. */
  readonly judged?: readonly MetricAnswerFilter[] | undefined;
};

/** Throws `not_found` if the campaign is missing. An empty list would suggest that the campaign has made no calls. */
async function requireCampaign(db: Kysely<DatabaseSchema>, workspaceId: string, campaignId: string): Promise<void> {
  const campaign = await db
    .selectFrom('campaigns')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', campaignId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!campaign) throw new AppError('not_found', { message: missingCampaignText });
}

/**
 * Completes a call list's filters with the workspace's time zone and metric targets. Throws `not_found` if a filter's
 * campaign is missing.
 */
export async function resolveCallFilters(
  { db, zoneOf }: { readonly db: Kysely<DatabaseSchema>; readonly zoneOf: (workspaceId: string) => Promise<string> },
  workspaceId: string,
  given: GivenFilters,
): Promise<ResolvedCallFilters> {
  const { weekday, hour, missed, ...filters } = await convertDateRangeToMoments(db, workspaceId, given);
  if (filters.campaignId !== undefined) await requireCampaign(db, workspaceId, filters.campaignId);
  const judged = await Promise.all(
    yesNoMetrics.flatMap((metric) => {
      const answer = filters[metric];
      return answer
        ? [findCopcMetricTarget(db, workspaceId, metric).then((aim): MetricAnswerFilter => ({ aim, answer }))]
        : [];
    }),
  );
  const hasHours = weekday !== undefined || hour !== undefined;
  return {
    ...filters,
    ...(hasHours ? { hours: { weekday, hour, zone: await zoneOf(workspaceId) } } : {}),
    ...(missed === undefined ? {} : { missed: await findCopcMetricTarget(db, workspaceId, missed) }),
    ...(judged.length === 0 ? {} : { judged }),
  };
}

export interface CallSummariesPage {
  readonly calls: CallSummary[];
  readonly total: number;
}

const activeAtMost = 500;

/** Lists the newest 500 open calls, with matches of attention rules and with listeners. */
export async function listActiveCalls(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  filters: Pick<ResolvedCallFilters, 'agentId'> = {},
): Promise<{ readonly calls: ActiveCall[]; readonly total: number }> {
  const open = db
    .selectFrom('calls as c')
    .where('c.workspace_id', '=', workspaceId)
    // Write the condition of open calls exactly as in the partial index, so that PostgreSQL can use the index.
    .where(sql<SqlBool>`c.status in ('registered', 'ongoing')`)
    .where((eb) => eb.and(buildCallFilterConditions(filters)));
  const newest = open.selectAll().orderBy('c.occurred_at', 'desc').orderBy('c.id', 'desc').limit(activeAtMost);
  const summaries = (await selectCallSummaryRows(db, newest)).map(toCallSummary);
  const ids = summaries.map(({ id }) => id);
  const [hits, listeners] = await Promise.all([
    listAttentionHitsByCall(db, workspaceId, ids),
    listCallListeners(db, workspaceId, ids),
  ]);
  const calls = summaries.map((call) => ({
    ...call,
    attention: hits.get(call.id) ?? [],
    listeners: listeners.get(call.id) ?? [],
  }));
  // If the list of open calls is shorter than its limit, it has all of them, so don't count them in the database.
  if (calls.length < activeAtMost) return { calls, total: calls.length };
  const { count } = await open.select((select) => select.fn.countAll<string>().as('count')).executeTakeFirstOrThrow();
  return { calls, total: Number(count) };
}

/** Reads the summaries of the given calls. Names of agents and campaigns are joined only for these rows. */
export function selectCallSummaryRows(
  db: Kysely<DatabaseSchema>,
  calls: Expression<StoredCallRow>,
  sort: CallSortOrder = '-date',
) {
  return db
    .selectFrom(sql<StoredCallRow>`(${calls})`.as('c'))
    .leftJoin('provider_cache as a', (join) =>
      join.onRef('a.workspace_id', '=', 'c.workspace_id').on('a.kind', '=', 'agent').onRef('a.key', '=', 'c.agent_id'),
    )
    .leftJoin('campaigns as p', (join) =>
      join
        .onRef('p.workspace_id', '=', 'c.workspace_id')
        .onRef('p.id', '=', 'c.campaign_id')
        .on('p.deleted_at', 'is', null),
    )
    .select([
      'c.id',
      'c.call_type',
      'c.direction',
      'c.campaign_id',
      'c.customer_name',
      'c.from_number',
      'c.to_number',
      'c.agent_id',
      'c.start_at',
      'c.end_at',
      'c.occurred_at',
      'c.duration_ms',
      'c.status',
      'c.disconnection_reason',
      'c.sentiment',
      'c.is_successful',
      'c.in_voicemail',
      'c.is_over',
      'c.cost_cents',
      'c.e2e_p50_ms',
      'c.erased_at',
      'p.name as campaign_name',
    ])
    .select(sql<string | null>`nullif(btrim(a.value ->> 'agent_name'), '')`.as('agent_name'))
    .orderBy(buildCallOrderBy(sort))
    .execute();
}

type SummaryRow = Awaited<ReturnType<typeof selectCallSummaryRows>>[number];

export function toCallSummary(row: SummaryRow): CallSummary {
  return {
    id: row.id,
    callType: row.call_type,
    direction: row.direction,
    campaignId: row.campaign_id,
    customerName: row.customer_name,
    fromNumber: row.from_number,
    fromNumberShown: formatPhoneNumberOrNull(row.from_number),
    toNumber: row.to_number,
    toNumberShown: formatPhoneNumberOrNull(row.to_number),
    agentId: row.agent_id,
    agentName: row.agent_name,
    startTimestamp: row.start_at?.toISOString() ?? null,
    endTimestamp: row.end_at?.toISOString() ?? null,
    occurredAt: row.occurred_at.toISOString(),
    durationMs: row.duration_ms,
    callStatus: shownCallStatusByStoredStatus[row.status],
    disconnectionReason: row.disconnection_reason,
    userSentiment: row.sentiment,
    callSuccessful: row.is_successful,
    result: getCallResult({
      isOver: row.is_over,
      status: row.status,
      startAt: row.start_at,
      durationMs: row.duration_ms,
      disconnectionReason: row.disconnection_reason,
      inVoicemail: row.in_voicemail,
      isSuccessful: row.is_successful,
    }),
    campaignName: row.campaign_name,
    costCents: row.cost_cents === null ? null : Number(row.cost_cents),
    e2eP50Ms: row.e2e_p50_ms === null ? null : Number(row.e2e_p50_ms),
    erasedAt: row.erased_at?.toISOString() ?? null,
  };
}

/** Builds the SQL conditions of the filters on the call `c`. The caller adds the condition on the workspace. */
export function buildCallFilterConditions(filters: ResolvedCallFilters): Expression<SqlBool>[] {
  const {
    status,
    sentiment,
    channelType,
    agentId,
    origin,
    campaignId,
    goal,
    result,
    reason,
    measure,
    attention,
    missed,
    judged,
    hours,
    fromDate,
    toDate,
  } = filters;
  const conditions: (Expression<SqlBool> | null | undefined)[] = [
    status === undefined ? null : sql`c.status = any (${[...storedCallStatusesByFilterStatus[status]]}::text[])`,
    sentiment === undefined ? null : sql`c.sentiment = ${sentiment}`,
    // Find web calls by the column `direction` with the value `web_call`, because indexes contain this column.
    channelType === undefined
      ? null
      : channelType === 'web_call'
        ? sql`c.direction = 'web_call'`
        : sql`c.direction <> 'web_call'`,
    agentId === undefined ? null : agentId === '' ? sql`coalesce(c.agent_id, '') = ''` : sql`c.agent_id = ${agentId}`,
    origin === undefined ? null : sql`c.direction = ${origin}`,
    campaignId === undefined ? null : sql`c.campaign_id = ${campaignId}::uuid`,
    goal === undefined ? null : goal === 'reached' ? sql`c.is_successful` : sql`not c.is_successful`,
    result && sql.raw(callResultConditions[result].sql),
    // Match finished calls only, because the figures by disconnection reason count only finished calls.
    reason === undefined ? null : sql`c.is_over and c.disconnection_reason = ${reason}`,
    measure && sql.raw(callMeasureConditions[measure].sql),
    attention && hasAttention(attention),
    missed && missesMetricTargetCondition(missed),
    ...(judged ?? []).map(metricAnswerCondition),
    hours && withinWeekHoursCondition(hours, sql`c.occurred_at`),
    fromDate === undefined ? null : sql`c.occurred_at >= ${new Date(fromDate)}`,
    toDate === undefined ? null : sql`c.occurred_at <= ${new Date(toDate)}`,
  ];
  return conditions.filter((condition) => condition !== null && condition !== undefined);
}

function hasAttention(rule: NonNullable<ResolvedCallFilters['attention']>): RawBuilder<SqlBool> {
  const ofRule = rule === 'any' ? sql`` : sql`and hit.rule = ${rule}`;
  return sql<SqlBool>`c.id in (select hit.call_id from call_attention hit where hit.workspace_id = c.workspace_id ${ofRule})`;
}

/** SQL condition: `moment` lies in the given weekday and hour of the day, in the time zone `zone`. */
export function withinWeekHoursCondition(
  { weekday, hour, zone }: WeekHourFilter,
  moment: RawBuilder<unknown>,
): RawBuilder<SqlBool> {
  const local = sql`(${moment} at time zone ${zone}::text)`;
  const conditions = [
    ...(weekday === undefined ? [] : [sql`extract(isodow from ${local}) = ${weekday}`]),
    ...(hour === undefined ? [] : [sql`extract(hour from ${local}) = ${hour}`]),
  ];
  return sql<SqlBool>`(${sql.join([sql`true`, ...conditions], sql` and `)})`;
}

/** SQL: the ORDER BY terms of a call list, over rows of `calls` as `c`. */
export function buildCallOrderBy(sort: CallSortOrder): RawBuilder<unknown> {
  return orders[sort];
}

const orders: Readonly<Record<CallSortOrder, RawBuilder<unknown>>> = {
  '-date': sql.raw('c.occurred_at desc, c.id desc'),
  date: sql.raw('c.occurred_at, c.id'),
  '-duration': sql.raw('coalesce(c.duration_ms, 0) desc, c.id desc'),
  duration: sql.raw('coalesce(c.duration_ms, 0), c.id'),
};

export function isSortedByDuration(sort: CallSortOrder): boolean {
  return sort === '-duration' || sort === 'duration';
}

export const reversedCallSorts = {
  '-date': 'date',
  date: '-date',
  '-duration': 'duration',
  duration: '-duration',
} as const satisfies Record<CallSortOrder, CallSortOrder>;

export interface CallListPosition {
  readonly id: string;
  readonly at: Date;
  readonly durationMs: number | null;
}

/** SQL condition: in the given sort order, the call `c` comes after the last call of the previous page. */
export function afterCallListPositionCondition(
  sort: CallSortOrder,
  { id, at, durationMs }: CallListPosition,
): RawBuilder<SqlBool> {
  const compare = sql.raw(sort.startsWith('-') ? '<' : '>');
  return isSortedByDuration(sort)
    ? sql<SqlBool>`(coalesce(c.duration_ms, 0), c.id) ${compare} (${durationMs ?? 0}, ${id})`
    : sql<SqlBool>`(c.occurred_at, c.id) ${compare} (${at}, ${id})`;
}
