/** Rows of `alert_deliveries`: the messages about an alert's beginning and end, by channel, and their state. */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Alert, AlertChannel, AlertKind } from '../../../contract/alerts.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';

export type AlertDeliveryPhase = 'raised' | 'cleared';

/** Identifies one alert message in one channel. It is also the data of the queued job. */
export interface AlertDeliveryKey {
  readonly workspaceId: string;
  readonly alertId: string;
  readonly channel: AlertChannel;
  readonly phase: AlertDeliveryPhase;
}

/** Inserts an alert message for one channel. @returns false if it exists already. */
export async function insertAlertDelivery(
  tx: Transaction<DatabaseSchema>,
  key: AlertDeliveryKey,
  at: Date,
): Promise<boolean> {
  const row = await tx
    .insertInto('alert_deliveries')
    .values({
      workspace_id: key.workspaceId,
      alert_id: key.alertId,
      channel: key.channel,
      phase: key.phase,
      created_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('alert_id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * True if the message about an alert's beginning is still pending in a channel. Locks the message's row until the
 * commit, so that no result can be recorded meanwhile.
 */
export async function lockRaisedAlertDeliveryIfPending(
  tx: Transaction<DatabaseSchema>,
  { workspaceId, alertId, channel }: AlertDeliveryKey,
): Promise<boolean> {
  const row = await tx
    .selectFrom('alert_deliveries')
    .select('state')
    .where('workspace_id', '=', workspaceId)
    .where('alert_id', '=', alertId)
    .where('channel', '=', channel)
    .where('phase', '=', 'raised')
    .forUpdate()
    .executeTakeFirst();
  return row?.state === 'pending';
}

/** Lists the channels for which the message about the alert's beginning was queued. */
export async function listRaisedAlertChannels(
  tx: Transaction<DatabaseSchema>,
  workspaceId: string,
  alertId: string,
): Promise<AlertChannel[]> {
  const rows = await tx
    .selectFrom('alert_deliveries')
    .select('channel')
    .where('workspace_id', '=', workspaceId)
    .where('alert_id', '=', alertId)
    .where('phase', '=', 'raised')
    .execute();
  return rows.map(({ channel }) => channel);
}

export type AlertToDeliver = Omit<Alert, 'isRead' | 'deliveries'>;

/** Reads the alert of a message that is still to be sent; null if the message is delivered, failed or unknown. */
export async function findAlertOfPendingDelivery(
  db: Kysely<DatabaseSchema>,
  key: AlertDeliveryKey,
): Promise<AlertToDeliver | null> {
  const row = await db
    .selectFrom('alert_deliveries as d')
    .innerJoin('alerts as a', (join) =>
      join.onRef('a.workspace_id', '=', 'd.workspace_id').onRef('a.id', '=', 'd.alert_id'),
    )
    .select(['a.id', 'a.kind', 'a.subject', 'a.details', 'a.raised_at', 'a.cleared_at'])
    .where('d.workspace_id', '=', key.workspaceId)
    .where('d.alert_id', '=', key.alertId)
    .where('d.channel', '=', key.channel)
    .where('d.phase', '=', key.phase)
    .where('d.state', '=', 'pending')
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    kind: row.kind as AlertKind,
    subject: row.subject,
    details: row.details as Alert['details'],
    raisedAt: row.raised_at.toISOString(),
    clearedAt: row.cleared_at?.toISOString() ?? null,
  };
}

/**
 * Records the outcome of an attempt to send an alert message. The message stays pending until it is delivered or the
 * last attempt fails.
 */
export async function recordAlertDeliveryAttempt(
  db: Kysely<DatabaseSchema>,
  key: AlertDeliveryKey,
  outcome: { readonly state: 'pending' | 'delivered' | 'failed'; readonly error: string | null; readonly at: Date },
): Promise<void> {
  await db
    .updateTable('alert_deliveries')
    .set({
      state: outcome.state,
      attempts: sql`attempts + 1`,
      last_error: outcome.error,
      delivered_at: outcome.state === 'delivered' ? outcome.at : null,
    })
    .where('workspace_id', '=', key.workspaceId)
    .where('alert_id', '=', key.alertId)
    .where('channel', '=', key.channel)
    .where('phase', '=', key.phase)
    .where('state', '=', 'pending')
    .execute();
}

/** Marks alert messages as failed that have been pending since before `before`, because their server must have died. */
export async function failAbandonedAlertDeliveries(
  db: Kysely<DatabaseSchema>,
  before: Date,
  error: string,
): Promise<number> {
  const result = await db
    .updateTable('alert_deliveries')
    .set({ state: 'failed', last_error: sql`coalesce(last_error, ${error})` })
    .where('state', '=', 'pending')
    .where('created_at', '<', before)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}
