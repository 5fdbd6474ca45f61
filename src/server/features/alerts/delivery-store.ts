/** Rows of `alert_deliveries`: the messages about an incident's beginning and end by channel, with their state. */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Alert, AlertChannel, AlertKind } from '../../../contract/alerts.ts';
import type { Schema } from '../../platform/db/schema.ts';

export type DeliveryPhase = 'raised' | 'cleared';

/** Identifies one message in one channel; also the data of its job in the queue. */
export interface DeliveryKey {
  readonly workspaceId: string;
  readonly alertId: string;
  readonly channel: AlertChannel;
  readonly phase: DeliveryPhase;
}

/** Inserts a delivery. @returns false if it exists already. */
export async function insertDelivery(tx: Transaction<Schema>, key: DeliveryKey, at: Date): Promise<boolean> {
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
 * True if the incident's first message in this channel is still pending. The row lock makes its last try be recorded
 * either before this check or after this transaction.
 */
export async function lockPendingRaised(
  tx: Transaction<Schema>,
  { workspaceId, alertId, channel }: DeliveryKey,
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

/** Lists the channels in which the incident's first message was queued. */
export async function listRaisedChannels(
  tx: Transaction<Schema>,
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

export type DeliveredAlert = Omit<Alert, 'isRead' | 'deliveries'>;

/** Finds the present alert of a pending delivery; null if the delivery is done, has failed or is unknown. */
export async function findPendingDelivery(db: Kysely<Schema>, key: DeliveryKey): Promise<DeliveredAlert | null> {
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

/** Records a try's outcome. After a failed try that is not the last, the delivery stays pending with its error. */
export async function noteTry(
  db: Kysely<Schema>,
  key: DeliveryKey,
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

/** Fails deliveries that have been pending since before that time: their retries are over, so their server died. */
export async function failAbandoned(db: Kysely<Schema>, before: Date, error: string): Promise<number> {
  const result = await db
    .updateTable('alert_deliveries')
    .set({ state: 'failed', last_error: sql`coalesce(last_error, ${error})` })
    .where('state', '=', 'pending')
    .where('created_at', '<', before)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}
