/**
 * Opens and closes alerts. An alert and its messages are stored in one transaction. Afterwards an event updates the
 * screens.
 */
import type { Kysely, Transaction } from 'kysely';
import type { AlertChannel } from '../../../contract/alerts.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import type { EventBus } from '../../platform/events.ts';
import type { AlertDetails, AlertFinding } from './alert-rules.ts';
import { closeAlert, insertOpenAlert, insertOneOffAlert, updateAlertDetails } from './alert-store.ts';
import type { AlertDeliveryQueue } from './deliveries.ts';
import { listRaisedAlertChannels } from './delivery-store.ts';

export interface AlertLifecycleDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly deliveries: Pick<AlertDeliveryQueue, 'queue'>;
}

export interface AlertLifecycle {
  /** Opens an alert and queues its messages; does nothing if it is already open. */
  raise(workspaceId: string, finding: AlertFinding, channels: readonly AlertChannel[]): Promise<void>;
  /** Raises a one-off alert; does nothing if it exists already. */
  record(workspaceId: string, finding: AlertFinding, channels: readonly AlertChannel[]): Promise<void>;
  /** Updates the figures of an open alert without sending a message. */
  recount(workspaceId: string, alertId: string, details: AlertDetails): Promise<void>;
  /**
   * Closes an alert and reports its end in the channels that reported its beginning. Does nothing if the alert is
   * already closed.
   */
  clear(workspaceId: string, alertId: string, channels: readonly AlertChannel[]): Promise<void>;
}

export function createAlertLifecycle({ db, clock, events, deliveries }: AlertLifecycleDeps): AlertLifecycle {
  type Insert = (
    tx: Transaction<DatabaseSchema>,
    workspaceId: string,
    finding: AlertFinding,
    at: Date,
  ) => Promise<string | null>;

  async function begin(
    insert: Insert,
    workspaceId: string,
    finding: AlertFinding,
    channels: readonly AlertChannel[],
  ): Promise<void> {
    const alertId = await db.transaction().execute(async (tx) => {
      const id = await insert(tx, workspaceId, finding, clock.now());
      if (id === null) return null;
      for (const channel of channels)
        await deliveries.queue(tx, { workspaceId, alertId: id, channel, phase: 'raised' });
      return id;
    });
    if (alertId !== null) events.emit('alerts.changed', { workspaceId, alertIds: [alertId] });
  }

  return {
    raise: (workspaceId, finding, channels) => begin(insertOpenAlert, workspaceId, finding, channels),
    record: (workspaceId, finding, channels) => begin(insertOneOffAlert, workspaceId, finding, channels),
    async recount(workspaceId, alertId, details) {
      if (await updateAlertDetails(db, workspaceId, alertId, details))
        events.emit('alerts.changed', { workspaceId, alertIds: [alertId] });
    },
    async clear(workspaceId, alertId, channels) {
      const isClosed = await db.transaction().execute(async (tx) => {
        if (!(await closeAlert(tx, workspaceId, alertId, clock.now()))) return false;
        const told = await listRaisedAlertChannels(tx, workspaceId, alertId);
        for (const channel of told.filter((each) => channels.includes(each))) {
          await deliveries.queue(tx, { workspaceId, alertId, channel, phase: 'cleared' });
        }
        return true;
      });
      if (isClosed) events.emit('alerts.changed', { workspaceId, alertIds: [alertId] });
    },
  };
}
