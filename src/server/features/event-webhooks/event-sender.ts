/**
 * Sends due events to workspaces' event webhooks, several in parallel for each webhook. An event is marked as delivered
 * after the webhook's response. If the server dies before it is marked, the event is sent again with the same id.
 */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import { decryptSecret } from '../../platform/crypto.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import { MessageDeliveryError } from '../../platform/delivery-failure.ts';
import { providerWebhookSignatureHeader } from '../../../retell/signature.ts';
import { postWebhook } from '../../platform/outgoing-webhook.ts';
import type { MetricLabelsOf, ServerMetricRecorder } from '../../platform/metrics/metrics.ts';
import { startBackgroundLoop, type BackgroundLoop } from '../../platform/run-loop.ts';
import { signOutgoingWebhook } from '../../platform/standard-webhook.ts';
import {
  buildEventWebhookBody,
  claimDueEventDeliveries,
  maxParallelRequestsPerEventWebhook,
  maxParallelEventRequestsPerWorkspace,
  recordDeliveredEvents,
  recordFailedEventDeliveryAttempt,
  eventOutboxMetricsQuery,
  releaseEventDeliveryLease,
  giveUpEventDelivery,
  publishDelayedWebhookEvents,
  type DueEventDelivery,
  type AcceptedEventDelivery,
} from './event-delivery-store.ts';

export interface EventDeliverySenderDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly log: Logger;
  readonly clock: Clock;
  readonly secretKey: string;
  readonly allowedOrigins: readonly string[];
  /** True while many call reports wait to be stored. Storing call reports has priority over sending events. */
  readonly isIngestBusy: () => boolean;
  readonly metrics: ServerMetricRecorder;
}

export interface EventDeliverySender {
  start(): void;
  /** Makes the sender look for due events. */
  wake(): void;
  stop(): Promise<void>;
}

export const getEventWebhookEncryptionContext = (workspaceId: string, id: string): string =>
  `workspace:${workspaceId}:events:${id}`;

const lookEveryMs = 1_000;
/** Pause in ms between two queries for due events while events are being sent. */
const spacingMs = 20;
/**
 * Pause in ms between queries for due events while this server stores call reports. It allows about 100 events/s per
 * webhook.
 */
const spacingBesideIngestMs = 70;
/** Time in ms for which sending events stays slow after a batch of call reports, because the next batch may follow. */
const busyForMs = 500;
/** Maximum number of this server's parallel event requests, to all webhooks together. */
const mostUnderWay = 256;
/**
 * Number of parallel event requests reserved for workspaces without a running request, so that other workspaces' slow
 * webhooks can't block them.
 */
const keptForOthers = 64;
/** Time in ms in which a webhook should respond. A slower webhook counts as failing, because it delays other events. */
const answerWithinMs = 1_000;

export function createEventDeliverySender(deps: EventDeliverySenderDeps): EventDeliverySender {
  const { db, log, clock, secretKey, allowedOrigins, isIngestBusy, metrics } = deps;
  metrics.query(
    ['vocero_outbox_pending_events', 'vocero_outbox_oldest_seconds', 'vocero_outbox_overdue_seconds'],
    eventOutboxMetricsQuery,
  );
  const stopping = new AbortController();
  const underWay = new Map<Promise<void>, DueEventDelivery>();
  /** Outgoing events that their receivers accepted and that are not yet recorded as delivered. */
  const taken: AcceptedEventDelivery[] = [];
  let loop: BackgroundLoop | undefined;
  let busyAtMs = -Infinity;
  let waitingAtMs = -Infinity;

  function spacing(): number {
    const nowMs = clock.monotonicMs();
    if (isIngestBusy()) busyAtMs = nowMs;
    return nowMs - busyAtMs < busyForMs ? spacingBesideIngestMs : spacingMs;
  }

  const noteTry = (outcome: MetricLabelsOf<'vocero_outbox_deliveries_total'>['outcome']): void =>
    metrics.count('vocero_outbox_deliveries_total', { outcome });

  /** Records several delivered events in one statement, which costs less than a statement for each. */
  async function noteTaken(): Promise<void> {
    const deliveries = taken.splice(0);
    if (deliveries.length > 0) await recordDeliveredEvents(db, deliveries);
  }

  async function look(signal: AbortSignal): Promise<void> {
    await noteTaken();
    if (clock.monotonicMs() - waitingAtMs >= lookEveryMs) {
      waitingAtMs = clock.monotonicMs();
      await publishDelayedWebhookEvents(db);
    }
    const room = mostUnderWay - underWay.size;
    if (room <= 0) return;
    const those = [...underWay.values()];
    const isScarce = room <= keptForOthers;
    const busy = {
      webhookIds: fullOf(
        Map.groupBy(those, ({ webhookId }) => webhookId),
        (sent) => (sent.some(({ isFailing }) => isFailing) ? 1 : maxParallelRequestsPerEventWebhook),
      ),
      workspaceIds: fullOf(
        Map.groupBy(those, ({ workspaceId }) => workspaceId),
        () => (isScarce ? 1 : maxParallelEventRequestsPerWorkspace),
      ),
    };
    for (const delivery of await claimDueEventDeliveries(db, busy, isScarce ? room : room - keptForOthers)) {
      const sent = send(delivery)
        .catch((error: unknown) => log.error({ err: error, eventId: delivery.eventId }, 'an event could not be noted'))
        .finally(() => {
          underWay.delete(sent);
          loop?.wake();
        });
      underWay.set(sent, delivery);
    }
    if (underWay.size > 0) await clock.sleep(spacing(), signal);
  }

  function fullOf(
    groups: ReadonlyMap<string, readonly DueEventDelivery[]>,
    mostOf: (sent: readonly DueEventDelivery[]) => number,
  ): string[] {
    return [...groups].filter(([, sent]) => sent.length >= mostOf(sent)).map(([id]) => id);
  }

  async function send(delivery: DueEventDelivery): Promise<void> {
    const beganMs = clock.monotonicMs();
    const tookMs = (): number => Math.round(clock.monotonicMs() - beganMs);
    if (delivery.isLate) {
      noteTry('set_aside');
      await giveUpEventDelivery(db, delivery);
      return;
    }
    try {
      const { body, headers } = delivery.raw === null ? write(delivery) : passOn(delivery.raw, delivery);
      const { status, text, isSlow } = await postWebhook(delivery.url, body, {
        headers,
        allowedOrigins,
        isKept: true,
        answerWithinMs,
        signal: stopping.signal,
      });
      const outcome = { status, answer: text, tookMs: tookMs() };
      const isTaken = status >= 200 && status < 300;
      noteTry(isTaken ? 'delivered' : 'refused');
      if (isTaken) taken.push({ ...delivery, ...outcome, isSlow });
      else await recordFailedEventDeliveryAttempt(db, delivery, outcome);
    } catch (error) {
      if (!(error instanceof MessageDeliveryError)) throw error;
      // If this server's shutdown aborted the request, the attempt does not count as a failed delivery.
      if (stopping.signal.aborted) {
        await releaseEventDeliveryLease(db, delivery);
        return;
      }
      noteTry('unreachable');
      await recordFailedEventDeliveryAttempt(db, delivery, { status: null, answer: error.message, tookMs: tookMs() });
    }
  }

  function write(delivery: DueEventDelivery) {
    const body = JSON.stringify(buildEventWebhookBody(delivery));
    return { body, headers: sign(delivery, body) };
  }

  /** Relays the provider's webhook unchanged, so that the receiver can verify the provider's signature. */
  function passOn(body: Buffer, { providerSignature }: DueEventDelivery) {
    return {
      body,
      headers: { 'content-type': 'application/json', [providerWebhookSignatureHeader]: providerSignature ?? '' },
    };
  }

  function sign(
    { workspaceId, webhookId, eventId, sealedSecret }: DueEventDelivery,
    body: string,
  ): Record<string, string> {
    const secret = decryptSecret(secretKey, sealedSecret, getEventWebhookEncryptionContext(workspaceId, webhookId));
    return signOutgoingWebhook(secret, { id: eventId, body, now: clock.now() });
  }

  return {
    start() {
      loop = startBackgroundLoop({ name: 'event-sender', intervalMs: lookEveryMs, work: look, log, clock });
    },
    wake: () => loop?.wake(),
    async stop() {
      await loop?.stop();
      stopping.abort();
      await Promise.all(underWay.keys());
      await noteTaken().catch((error: unknown) =>
        log.error({ err: error }, 'events that were taken could not be noted'),
      );
    },
  };
}
