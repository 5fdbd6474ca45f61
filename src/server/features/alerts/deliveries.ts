/**
 * Sends alerts by email and webhook. Each message is queued in the transaction that changes the alert, and is retried
 * for about two hours.
 * If a server dies before it records that a message was sent, the message is sent again with the same id. The message
 * about an alert's end waits until the message about its beginning was delivered or has failed. A message contains the
 * alert's latest data.
 */
import type { Kysely, Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { AlertChannel } from '../../../contract/alerts.ts';
import type { WorkspaceSettings } from '../../../contract/settings.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import type { EventBus } from '../../platform/events.ts';
import type { JobRunContext, BackgroundJobs, JobQueueOptions } from '../../platform/jobs.ts';
import { listWorkspaceAdminEmails } from '../access/index.ts';
import type { SettingsFeature } from '../settings/index.ts';
import type { AlertSender } from './courier.ts';
import { describeDeliveryFailure } from '../../platform/delivery-failure.ts';
import {
  failAbandonedAlertDeliveries,
  findAlertOfPendingDelivery,
  insertAlertDelivery,
  lockRaisedAlertDeliveryIfPending,
  recordAlertDeliveryAttempt,
  type AlertDeliveryKey,
} from './delivery-store.ts';

export interface AlertDeliveryQueueDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly log: Logger;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly jobs: BackgroundJobs;
  readonly settings: Pick<SettingsFeature, 'read'>;
  readonly courier: AlertSender;
  readonly queue?: Partial<JobQueueOptions>;
}

export interface AlertDeliveryQueue {
  /** Lists the workspace's notification channels that are switched on and have a recipient. */
  channelsOf(workspaceId: string, settings: WorkspaceSettings): Promise<readonly AlertChannel[]>;
  /** Queues a message in the transaction, once. */
  queue(tx: Transaction<DatabaseSchema>, key: AlertDeliveryKey): Promise<void>;
  /** Aborts the alert messages that are being sent. They are retried later, possibly by another server. */
  stop(): void;
}

/** Retry options of alert messages: after 30 s, 1, 2, 4, 8, 16, 32 and 60 minutes. */
const queueDefaults: JobQueueOptions = {
  retries: 8,
  firstRetrySeconds: 30,
  longestRetrySeconds: 3_600,
  pollSeconds: 2,
  atOnce: 8,
  expireSeconds: 120,
};
/**
 * Age in ms at which an alert message that is still pending counts as failed. It is longer than all retries together.
 */
const abandonedAfterMs = 24 * 3_600_000;

export function createAlertDeliveryQueue(deps: AlertDeliveryQueueDeps): AlertDeliveryQueue {
  const { db, log, clock, events, jobs, settings, courier } = deps;
  const stopping = new AbortController();
  const queue = jobs.queue<AlertDeliveryKey>('alert-deliveries', { ...queueDefaults, ...deps.queue }, deliver);
  jobs.schedule('alert-deliveries-sweep', '23 * * * *', async () => {
    const before = new Date(clock.now().getTime() - abandonedAfterMs);
    const failed = await failAbandonedAlertDeliveries(db, before, 'El envío se interrumpió.');
    if (failed > 0) log.error({ failed }, 'alert deliveries were abandoned');
  });

  async function channelsOf(
    workspaceId: string,
    { notifications, outgoingWebhook, alertEmails, canSendMail }: WorkspaceSettings,
  ) {
    const channels: AlertChannel[] = [];
    if (notifications.webhook && outgoingWebhook.url !== null) channels.push('webhook');
    if (notifications.email && canSendMail) {
      const isForSomebody = alertEmails.length > 0 || (await listWorkspaceAdminEmails(db, workspaceId)).length > 0;
      if (isForSomebody) channels.push('email');
    }
    return channels;
  }

  async function deliver(key: AlertDeliveryKey, { isLastTry, signal: ending }: JobRunContext): Promise<void> {
    const signal = AbortSignal.any([ending, stopping.signal]);
    signal.throwIfAborted();
    const alert = await findAlertOfPendingDelivery(db, key);
    if (!alert) return;
    const { workspaceId, alertId, channel } = key;
    const note = async (state: 'pending' | 'delivered' | 'failed', error: string | null): Promise<void> => {
      await db.transaction().execute(async (tx) => {
        await recordAlertDeliveryAttempt(tx, key, { state, error, at: clock.now() });
        if (state !== 'pending' && key.phase === 'raised') await sendHeldBack(tx, key);
      });
      if (state !== 'pending') events.emit('alerts.changed', { workspaceId, alertIds: [alertId] });
    };
    if (!(await channelsOf(workspaceId, await settings.read(workspaceId))).includes(channel)) {
      await note('failed', 'Este canal se desactivó antes del envío.');
      return;
    }
    try {
      await courier.deliver(key, alert, signal);
    } catch (error) {
      // If the shutdown of this server aborted the delivery, record no failure, because the alert message is retried.
      if (signal.aborted) throw error;
      await note(isLastTry ? 'failed' : 'pending', describeDeliveryFailure(error));
      throw error;
    }
    await note('delivered', null);
  }

  async function sendHeldBack(tx: Transaction<DatabaseSchema>, raised: AlertDeliveryKey): Promise<void> {
    const cleared: AlertDeliveryKey = { ...raised, phase: 'cleared' };
    if (await findAlertOfPendingDelivery(tx, cleared)) await queue.send(cleared, tx);
  }

  return {
    channelsOf,
    async queue(tx, key) {
      if (!(await insertAlertDelivery(tx, key, clock.now()))) return;
      // Send the message about an alert's end only after the message about its beginning was delivered or has failed.
      const isHeldBack = key.phase === 'cleared' && (await lockRaisedAlertDeliveryIfPending(tx, key));
      if (!isHeldBack) await queue.send(key, tx);
    },
    stop: () => stopping.abort(),
  };
}
