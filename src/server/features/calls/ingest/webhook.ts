/**
 * POST /api/webhooks/retell/{token} receives the provider's webhooks. The token identifies the workspace, and the
 * signature over the exact bytes proves the sender.
 * The response is 2xx only after the event was stored. Of an event that the workspace ignores, only its arrival is
 * stored. The arrival may also prove that the provider accepted a campaign's call.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { callsEndpoints } from '../../../../contract/calls.ts';
import type { ErrorCode } from '../../../../contract/errors.ts';
import {
  parseProviderWebhookSignatureTime,
  providerWebhookSignatureHeader,
  verifyProviderWebhookSignature,
} from '../../../../retell/signature.ts';
import type { WireWebhook } from '../../../../retell/wire-webhook.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { DiskSpaceState } from '../../../platform/disk-guard.ts';
import { AppError } from '../../../platform/errors.ts';
import type { EventBus } from '../../../platform/events.ts';
import type { MetricLabelsOf, ServerMetricRecorder } from '../../../platform/metrics/metrics.ts';
import type { EndpointBinder } from '../../../platform/http/route.ts';
import type { WorkspaceDirectory } from '../../access/index.ts';
import type { StoreRelayedWebhook } from '../../event-webhooks/index.ts';
import { buildRegisteredCallReport } from './acceptance-proof.ts';
import type { CallIngest } from '../state/call-ingest.ts';
import { classifyDatabaseFailure } from '../state/database-failure.ts';
import type { ReadProviderEventToggles } from './event-toggles.ts';
import { bodyReading as webhookReading } from './read-webhook.ts';
import { createUnknownWebhookTokenLimiter } from './stranger-limit.ts';
import { createWebhookArrivalRecorder } from './webhook-arrivals.ts';
import { updateLastWebhookTimes } from './webhook-receipt-store.ts';

export interface ProviderWebhookDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly log: Logger;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly directory: Pick<WorkspaceDirectory, 'findByWebhookToken'>;
  readonly ingest: CallIngest;
  readonly readToggles: ReadProviderEventToggles;
  readonly writerSlot: number;
  /** Forwards the provider's webhooks to further receivers. */
  readonly relay: StoreRelayedWebhook;
  readonly storage: DiskSpaceState;
  readonly metrics: ServerMetricRecorder;
}

type RefusalReason = MetricLabelsOf<'vocero_webhooks_refused_total'>['reason'];

interface Addressee {
  readonly workspaceId: string;
  readonly keys: readonly string[];
}

/** Shortest time in ms between two database records of refused webhooks, so that a stranger can't cause many writes. */
const noteFailureEveryMs = 60_000;
/** Webhook events that metrics count by name. All others are counted as 'other'. */
const countedEvents = ['call_started', 'call_ended', 'call_analyzed'] as const;

export function registerProviderWebhookRoute(binder: EndpointBinder, deps: ProviderWebhookDeps): void {
  const { db, log, clock, events, directory, ingest, readToggles, writerSlot, relay, storage, metrics } = deps;
  const limit = createUnknownWebhookTokenLimiter(clock);
  const noteArrival = createWebhookArrivalRecorder(deps);
  const addressees = new WeakMap<FastifyRequest, Addressee>();
  const failureNotedAt = new Map<string, number>();

  async function findAddressee(request: FastifyRequest): Promise<Addressee> {
    const { token = '' } = request.params as { token?: string };
    const found = await orUnavailable(directory.findByWebhookToken(token));
    if (found) return found;
    throw new AppError(limit.isExceededBy(request.ip) ? 'too_many_requests' : 'invalid_signature');
  }

  /**
   * Runs one step of receiving a webhook. If the step throws, the webhook is refused, and a metric counts the reason.
   */
  async function counted<T>(signature: 'signature' | 'unknown_token', work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const reasons: Partial<Record<ErrorCode, RefusalReason>> = {
        invalid_signature: signature,
        too_many_requests: 'too_many',
        unavailable: storage.isFull() ? 'storage_full' : 'unavailable',
        invalid_input: 'invalid',
      };
      const reason = (error instanceof AppError ? reasons[error.code] : undefined) ?? 'other';
      metrics.count('vocero_webhooks_refused_total', { reason });
      throw error;
    }
  }

  function noteReceived(webhook: WireWebhook | undefined, signedAtMs: number): void {
    const event = countedEvents.find((each) => each === webhook?.event) ?? 'other';
    metrics.count('vocero_webhooks_received_total', { event });
    const { start_timestamp: startedAtMs, end_timestamp: endedAtMs } = webhook?.call ?? {};
    const toldMs = { call_started: startedAtMs, call_ended: endedAtMs, call_analyzed: null, other: null }[event];
    const happenedAtMs = typeof toldMs === 'number' ? toldMs : signedAtMs;
    const lagSeconds = Math.max(0, clock.now().getTime() - happenedAtMs) / 1_000;
    metrics.observe('vocero_webhook_lag_seconds', {}, lagSeconds);
  }

  async function noteFailure(workspaceId: string): Promise<void> {
    const nowMs = clock.monotonicMs();
    if (nowMs - (failureNotedAt.get(workspaceId) ?? Number.NEGATIVE_INFINITY) < noteFailureEveryMs) return;
    failureNotedAt.set(workspaceId, nowMs);
    try {
      await updateLastWebhookTimes(db, workspaceId, writerSlot, { lastFailureAt: clock.now() });
    } catch (error) {
      log.warn({ err: error, workspaceId }, 'a refused webhook could not be noted');
    }
  }

  async function take(workspaceId: string, webhook: WireWebhook, payload: Buffer): Promise<void> {
    const { event, call } = webhook;
    // Announce the call's end even before it is stored. Its phone line is free, so the next call can be placed.
    if (event === 'call_ended') events.emit('call.end_heard', { workspaceId });
    const toggles: Readonly<Record<string, boolean>> = await orUnavailable(readToggles(workspaceId));
    const report =
      toggles[event] === false
        ? buildRegisteredCallReport(webhook)
        : { event, call, source: 'webhook' as const, payload };
    if (report) await ingest.record(workspaceId, report);
    else await orUnavailable(noteArrival(workspaceId));
  }

  async function receive(request: FastifyRequest, reply: FastifyReply) {
    const addressee = addressees.get(request);
    if (!addressee) throw new AppError('invalid_signature');
    // While the disk is full, write nothing, not even that the webhook was refused. The provider delivers the webhook
    // again later.
    if (storage.isFull()) throw new AppError('unavailable');
    const { workspaceId, keys } = addressee;
    const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const header = request.headers[providerWebhookSignatureHeader];
    const signature = typeof header === 'string' ? header : undefined;
    const nowMs = clock.now().getTime();
    if (!keys.some((key) => verifyProviderWebhookSignature(raw, key, signature, nowMs))) {
      log.warn({ workspaceId }, 'a webhook with a forged or stale signature');
      await noteFailure(workspaceId);
      throw new AppError('invalid_signature');
    }
    const read = await binder.read(request, raw, webhookReading, undefined);
    if ('webhook' in read) await take(workspaceId, read.webhook, raw);
    else {
      log.info({ workspaceId, event: read.event }, 'a webhook about no call');
      await orUnavailable(noteArrival(workspaceId));
    }
    // Relay the webhook to the workspace's other receivers only after it was stored. If storing fails, the provider
    // sends the webhook again.
    const about = 'webhook' in read ? { event: read.webhook.event, callId: read.webhook.call.call_id } : read;
    const signedAtMs = parseProviderWebhookSignatureTime(signature) ?? nowMs;
    await relay(workspaceId, { callId: null, ...about, raw, signature: signature ?? '', signedAtMs });
    noteReceived('webhook' in read ? read.webhook : undefined, signedAtMs);
    return reply.send();
  }

  binder.bind(
    callsEndpoints.receiveWebhook,
    ({ request, reply }) => counted('signature', () => receive(request, reply)),
    {
      rawBody: true,
      forMachines: true,
      beforeBody: async (request) =>
        void addressees.set(request, await counted('unknown_token', () => findAddressee(request))),
    },
  );
}

/** Responds with 503 if the database is unavailable, so that the provider delivers the webhook again. */
async function orUnavailable<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof AppError) && classifyDatabaseFailure(error) === 'away') {
      throw new AppError('unavailable', { cause: error });
    }
    throw error;
  }
}
