/**
 * Rows of the table `event_deliveries`: events to be sent to event webhooks. Of the pending events on a call or
 * campaign, only the earliest is sent to a webhook, by one server at a time. If that fails, the later events get the
 * same next try time, so that the query for due events skips them.
 */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { EventWebhookDelivery, EventWebhookBody } from '../../../contract/event-webhooks.ts';
import { preparedStatementMark } from '../../platform/db/prepared.ts';
import type { JsonObject, DatabaseSchema } from '../../platform/db/schema.ts';
import type { PhoneNumberEraser } from '../audit/index.ts';

export interface EventDeliveryKey {
  readonly workspaceId: string;
  readonly webhookId: string;
  readonly seq: string;
}

export interface DueEventDelivery extends EventDeliveryKey {
  readonly eventId: string;
  readonly kind: string;
  readonly data: JsonObject;
  readonly createdAt: Date;
  readonly url: string;
  readonly sealedSecret: string;
  readonly isFailing: boolean;
  /** The provider's original webhook body, to be relayed; null for the console's own events. */
  readonly raw: Buffer | null;
  readonly providerSignature: string | null;
  /** True if the event is too old to be sent, so it is given up. */
  readonly isLate: boolean;
}

export interface EventDeliveryAttempt {
  readonly status: number | null;
  readonly answer: string;
  readonly tookMs: number;
}

export interface AcceptedEventDelivery extends EventDeliveryKey, EventDeliveryAttempt {
  /** True if the webhook accepted the event too slowly. A slow webhook is treated as failing. */
  readonly isSlow: boolean;
}

/** Seconds for which a server leases an event to send it. The request is aborted earlier, after ten seconds. */
const leaseSeconds = 30;
/** Maximum number of parallel requests to one event webhook. A failing webhook gets one request at a time. */
export const maxParallelRequestsPerEventWebhook = 8;
/** Maximum number of a workspace's parallel event requests, so that its slow webhooks do not delay other workspaces. */
export const maxParallelEventRequestsPerWorkspace = 32;

export interface EventWebhooksAtRequestLimit {
  readonly webhookIds: readonly string[];
  readonly workspaceIds: readonly string[];
}

/**
 * Leases due events. Workspaces take turns, with the most overdue event of each first. Events wait for earlier events of
 * the same subject, and while their webhook or workspace is at its limit of requests.
 */
export async function claimDueEventDeliveries(
  db: Kysely<DatabaseSchema>,
  busy: EventWebhooksAtRequestLimit,
  limit: number,
): Promise<DueEventDelivery[]> {
  const { rows } = await sql<DueEventDelivery>`
    with ${preparedStatementMark} due as (
      select * from (
        select w.url, w.secret_encrypted, w.failing_since, d.*,
          row_number() over (partition by d.workspace_id order by d.next_try_at, d.seq) as place
        from event_webhooks w cross join lateral (
        select e.workspace_id, e.webhook_id, e.seq, e.next_try_at from event_deliveries e
        where e.workspace_id = w.workspace_id and e.webhook_id = w.id and e.state = 'pending' and e.next_try_at <= now()
          and (e.leased_until is null or e.leased_until < now())
          and not exists (select from event_deliveries earlier
            where earlier.workspace_id = e.workspace_id and earlier.webhook_id = e.webhook_id and earlier.subject = e.subject
              and earlier.state = 'pending' and earlier.seq < e.seq)
        order by e.next_try_at, e.seq
        limit case when w.failing_since is null then ${maxParallelRequestsPerEventWebhook}::int else 1 end
        for update skip locked
        ) d
        where w.state = 'active' and w.id <> all (${[...busy.webhookIds]}::uuid[])
          and w.workspace_id <> all (${[...busy.workspaceIds]}::uuid[])
      ) placed
      where place <= ${maxParallelEventRequestsPerWorkspace}
      order by place, next_try_at limit ${limit}
    )
    update event_deliveries e set leased_until = now() + make_interval(secs => ${leaseSeconds})
    from due where e.workspace_id = due.workspace_id and e.webhook_id = due.webhook_id and e.seq = due.seq
    returning e.workspace_id as "workspaceId", e.webhook_id as "webhookId", e.seq, e.event_id as "eventId", e.kind, e.data,
      e.created_at as "createdAt", due.url, due.secret_encrypted as "sealedSecret",
      due.failing_since is not null as "isFailing", e.raw, e.provider_signature as "providerSignature",
      e.provider_signature is not null and e.try_until < now() as "isLate"`.execute(db);
  return rows;
}

/** Releases an event's lease so that another server may send it. This does not count as a failed attempt. */
export async function releaseEventDeliveryLease(db: Kysely<DatabaseSchema>, key: EventDeliveryKey): Promise<void> {
  await sql`update event_deliveries set leased_until = null where ${isKey(key)}`.execute(db);
}

/** Gives up on an event and makes the next event of the same call or campaign due. */
export async function giveUpEventDelivery(db: Kysely<DatabaseSchema>, key: EventDeliveryKey): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockReceivers(tx, [key.workspaceId], [key.webhookId]);
    await sql`
      with taken as (
        update event_deliveries set state = 'set_aside', leased_until = null, raw = null where ${isKey(key)} returning subject
      )
      update event_deliveries e set next_try_at = now() from taken
      where ${isOfReceiver(key)} and e.state = 'pending' and e.subject = taken.subject and e.seq > ${key.seq}`.execute(
      tx,
    );
  });
}

/**
 * Marks events as delivered and makes pending events of the same call or campaign due. If a webhook recovers after
 * failing for over five minutes, all its pending events become due.
 */
export async function recordDeliveredEvents(
  db: Kysely<DatabaseSchema>,
  deliveries: readonly AcceptedEventDelivery[],
): Promise<void> {
  const webhookIds = deliveries.map(({ webhookId }) => webhookId);
  const workspaceIds = deliveries.map(({ workspaceId }) => workspaceId);
  await db.transaction().execute(async (tx) => {
    const receivers = await lockReceivers(tx, workspaceIds, webhookIds);
    const slowIds = new Set(deliveries.filter(({ isSlow }) => isSlow).map(({ webhookId }) => webhookId));
    const failing = receivers.filter(({ webhookId, isFailing }) => isFailing && !slowIds.has(webhookId));
    await sql`
      with ${preparedStatementMark} given as (
        select * from unnest(
          ${workspaceIds}::uuid[], ${webhookIds}::uuid[], ${deliveries.map(({ seq }) => seq)}::bigint[],
          ${deliveries.map(({ status }) => status)}::int[], ${deliveries.map(({ answer }) => answer)}::text[],
          ${deliveries.map(({ tookMs }) => tookMs)}::int[]
        ) as given (workspace_id, webhook_id, seq, status, answer, took_ms)
      ), taken as (
        update event_deliveries e set state = 'delivered', raw = null, attempts = attempts + 1, leased_until = null,
          tried_at = now(), took_ms = given.took_ms, answer_status = given.status, answer = given.answer
        from given
        where e.workspace_id = given.workspace_id and e.webhook_id = given.webhook_id and e.seq = given.seq and e.state = 'pending'
        returning e.workspace_id, e.webhook_id, e.seq, e.subject
      )
      update event_deliveries e set next_try_at = now() from taken
      where e.workspace_id = taken.workspace_id and e.webhook_id = taken.webhook_id and e.state = 'pending'
        and e.subject = taken.subject and e.seq > taken.seq and e.next_try_at > now()`.execute(tx);
    await sql`update event_webhooks set failing_since = now()
      where workspace_id = any (${workspaceIds}::uuid[]) and id = any (${[...slowIds]}::uuid[]) and failing_since is null`.execute(
      tx,
    );
    for (const back of failing) {
      await sql`update event_webhooks set failing_since = null where workspace_id = ${back.workspaceId} and id = ${back.webhookId}`.execute(
        tx,
      );
      if (back.wasLong) await makePendingEventDeliveriesDue(tx, back);
    }
  });
}

interface LockedReceiver {
  readonly workspaceId: string;
  readonly webhookId: string;
  readonly isFailing: boolean;
  /**
   * True if the webhook has been failing for over five minutes. Then its pending events may be scheduled hours ahead.
   */
  readonly wasLong: boolean;
}

/**
 * Locks rows of event webhooks. A transaction locks a webhook's row before it changes several of the webhook's events,
 * so that two transactions can't deadlock.
 */
async function lockReceivers(
  tx: Transaction<DatabaseSchema>,
  workspaceIds: readonly string[],
  webhookIds: readonly string[],
): Promise<readonly LockedReceiver[]> {
  const { rows } = await sql<LockedReceiver>`
    select ${preparedStatementMark} workspace_id as "workspaceId", id as "webhookId", failing_since is not null as "isFailing",
      coalesce(failing_since < now() - interval '5 minutes', false) as "wasLong"
    from event_webhooks
    where workspace_id = any (${[...workspaceIds]}::uuid[]) and id = any (${[...webhookIds]}::uuid[])
    order by id for update`.execute(tx);
  return rows;
}

async function lockAllReceivers(tx: Transaction<DatabaseSchema>, workspaceId: string): Promise<void> {
  await sql`select from event_webhooks where workspace_id = ${workspaceId} order by id for update`.execute(tx);
}

/**
 * Records a failed attempt to send an event to a webhook. The first retry follows after 5 s, and the delay doubles each
 * time up to 6 h. After three days of failures the webhook is paused.
 */
export async function recordFailedEventDeliveryAttempt(
  db: Kysely<DatabaseSchema>,
  key: EventDeliveryKey,
  outcome: EventDeliveryAttempt,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockReceivers(tx, [key.workspaceId], [key.webhookId]);
    await sql`
      with failed as (
        update event_deliveries set ${noted(outcome)},
          state = case when now() < try_until then 'pending' else 'set_aside' end,
          raw = case when now() < try_until then raw end,
          next_try_at = case when now() < try_until
            then now() + least(interval '5 seconds' * power(2, least(attempts, 20)), interval '6 hours') else now() end
        where ${isKey(key)} returning subject, next_try_at
      )
      update event_deliveries e set next_try_at = failed.next_try_at from failed
      where ${isOfReceiver(key)} and e.state = 'pending' and e.subject = failed.subject and e.seq > ${key.seq}`.execute(
      tx,
    );
    await sql`
      update event_webhooks set failing_since = coalesce(failing_since, now()),
        state = case when state = 'active' and failing_since < now() - interval '3 days' then 'failing' else state end
      where workspace_id = ${key.workspaceId} and id = ${key.webhookId}`.execute(tx);
  });
}

/** Makes all pending events of a webhook due. The webhook's row must be locked. */
export async function makePendingEventDeliveriesDue(
  tx: Transaction<DatabaseSchema>,
  key: Omit<EventDeliveryKey, 'seq'>,
): Promise<void> {
  await sql`update event_deliveries e set next_try_at = now() where ${isOfReceiver(key)} and e.state = 'pending'
    and e.next_try_at > now()`.execute(tx);
}

const isKey = ({ workspaceId, webhookId, seq }: EventDeliveryKey) =>
  sql`workspace_id = ${workspaceId} and webhook_id = ${webhookId} and seq = ${seq} and state = 'pending'`;
const isOfReceiver = ({ workspaceId, webhookId }: Omit<EventDeliveryKey, 'seq'>) =>
  sql`e.workspace_id = ${workspaceId} and e.webhook_id = ${webhookId}`;
const noted = ({ status, answer, tookMs }: EventDeliveryAttempt) =>
  sql`attempts = attempts + 1, leased_until = null, tried_at = now(), took_ms = ${tookMs}, answer_status = ${status}, answer = ${answer}`;

/**
 * SQL query for metrics: number and age of the pending events for event webhooks. It reads at most 10,000 events from
 * their index.
 */
export const eventOutboxMetricsQuery = `
  with pending as (
    select created_at from event_deliveries where state = 'pending' limit 10000
  ), counted as (
    select count(*) as events, coalesce(extract(epoch from now() - min(created_at)), 0) as age from pending
  ), due as (
    select coalesce(extract(epoch from now() - min(first.next_try_at)), 0) as late
    from event_webhooks w cross join lateral (
      select next_try_at from event_deliveries e
      where e.workspace_id = w.workspace_id and e.webhook_id = w.id and e.state = 'pending'
      order by next_try_at, seq limit 1) first
    where w.state = 'active' and w.failing_since is null
  )
  select 'vocero_outbox_pending_events' as metric, null::text as label, events::float8 as value from counted
  union all select 'vocero_outbox_oldest_seconds', null, greatest(0, age)::float8 from counted
  union all select 'vocero_outbox_overdue_seconds', null, greatest(0, late)::float8 from due`;

/** Lists the last 100 events for an event webhook, newest first. */
export async function listDeliveriesOfEventWebhook(
  db: Kysely<DatabaseSchema>,
  { workspaceId, webhookId }: Omit<EventDeliveryKey, 'seq'>,
): Promise<EventWebhookDelivery[]> {
  const rows = await db
    .selectFrom('event_deliveries')
    .select(['event_id', 'kind', 'data', 'state', 'attempts', 'created_at', 'next_try_at', 'tried_at', 'took_ms'])
    .select(['answer_status', 'answer', 'provider_signature'])
    .where('workspace_id', '=', workspaceId)
    .where('webhook_id', '=', webhookId)
    .orderBy('seq', 'desc')
    .limit(100)
    .execute();
  return rows.map((row) => ({
    eventId: row.event_id,
    kind: row.kind,
    state: row.state,
    attempts: row.attempts,
    createdAt: row.created_at.toISOString(),
    nextTryAt: row.state === 'pending' ? row.next_try_at.toISOString() : null,
    triedAt: row.tried_at?.toISOString() ?? null,
    tookMs: row.took_ms,
    answerStatus: row.answer_status,
    answer: row.answer,
    request:
      row.provider_signature === null
        ? buildEventWebhookBody({ workspaceId, kind: row.kind, data: row.data, createdAt: row.created_at })
        : row.data,
  }));
}

export function buildEventWebhookBody({
  workspaceId,
  kind,
  data,
  createdAt,
}: Pick<DueEventDelivery, 'workspaceId' | 'kind' | 'data' | 'createdAt'>): EventWebhookBody {
  return { type: kind as EventWebhookBody['type'], timestamp: createdAt.toISOString(), workspaceId, data };
}

/**
 * Makes a webhook's events since the given time due again, in whatever state they are. If `eventId` is given, only the
 * event with this id. @returns their number.
 */
export async function makeEventDeliveriesDueAgain(
  tx: Transaction<DatabaseSchema>,
  { workspaceId, webhookId }: Omit<EventDeliveryKey, 'seq'>,
  since: string,
  eventId: string | null,
): Promise<number> {
  await lockReceivers(tx, [workspaceId], [webhookId]);
  const { numAffectedRows } = await sql`
    update event_deliveries set state = 'pending', attempts = 0, next_try_at = now(), try_until = now() + interval '3 days'
    where workspace_id = ${workspaceId} and webhook_id = ${webhookId} and created_at >= ${since}::timestamptz
      and (${eventId}::text is null or event_id = ${eventId})`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

/**
 * Hourly cleanup. Deletes events after seven days. Gives up pending events that are too old to be sent, for example
 * because their webhook was paused.
 */
export async function cleanUpEventDeliveries(db: Kysely<DatabaseSchema>): Promise<void> {
  await sql`delete from event_deliveries where created_at < now() - interval '7 days'`.execute(db);
  await sql`update event_deliveries set state = 'set_aside', raw = null where state = 'pending' and try_until < now()
    and (leased_until is null or leased_until < now())`.execute(db);
}

/**
 * Publishes delayed events: results of recipients whose analysis did not come in time, and ends of campaigns that
 * waited for such results. This function only updates recipients and campaigns. Database triggers (migration 56) then
 * write the events.
 */
export async function publishDelayedWebhookEvents(db: Kysely<DatabaseSchema>): Promise<void> {
  await sql`
    with ${preparedStatementMark} due as (
      select workspace_id, campaign_id, id from recipients where result_due_at < now() limit 500 for update skip locked
    )
    update recipients r set result_due_at = null from due
    where r.workspace_id = due.workspace_id and r.campaign_id = due.campaign_id and r.id = due.id`.execute(db);
  await sql`
    with ${preparedStatementMark} due as (
      select workspace_id, id from campaigns c
      where completion_pending and not awaits_results(c.workspace_id, c.id)
      limit 100 for update skip locked
    )
    update campaigns c set completion_pending = false from due where c.workspace_id = due.workspace_id and c.id = due.id`.execute(
    db,
  );
}

/** Deletes events about calls that are being forgotten, whether sent or not. */
export async function deleteEventDeliveriesOfCalls(
  tx: Transaction<DatabaseSchema>,
  workspaceId: string,
  callIds: readonly string[],
): Promise<void> {
  if (callIds.length === 0) return;
  await lockAllReceivers(tx, workspaceId);
  await sql`delete from event_deliveries where workspace_id = ${workspaceId} and call_ids && ${[...callIds]}::text[]`.execute(
    tx,
  );
}

/** Deletes events with a forgotten phone number. Called last, because earlier steps of forgetting may write events. */
export async function deleteEventDeliveriesWithNumber(
  tx: Transaction<DatabaseSchema>,
  workspaceId: string,
  eraser: PhoneNumberEraser,
): Promise<void> {
  const { rows } = await sql<{ seq: string; text: string; raw: Buffer | null }>`
    select seq, (data::text || ' ' || subject) as text, raw from event_deliveries
    where workspace_id = ${workspaceId} and (raw is not null or (data::text || ' ' || subject) ~ ${eraser.pattern})`.execute(
    tx,
  );
  const isIn = (text: string): boolean => eraser.isIn(text);
  await lockAllReceivers(tx, workspaceId);
  const seqs = rows.filter(({ text, raw }) => isIn(text) || isIn(raw?.toString() ?? '')).map(({ seq }) => seq);
  await sql`delete from event_deliveries where workspace_id = ${workspaceId} and seq = any (${seqs}::bigint[])`.execute(
    tx,
  );
}
