/** Reads the figures for the alert rules from other features. A figure whose threshold is 0 is not read. */
import type { Kysely } from 'kysely';
import type { ServiceStatus } from '../../../contract/alerts.ts';
import type { Settings } from '../../../contract/settings.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { StorageState } from '../../platform/disk-guard.ts';
import { hasActiveAdmin } from '../access/index.ts';
import { countCallsOfLastHour, countFinishedToday } from '../analytics/index.ts';
import { countCallsOverSince, findReceipt, findWaitingCalls } from '../calls/index.ts';
import { findOrderFields, listPausedCampaigns, listUnconfirmed } from '../campaigns/index.ts';
import { findRegistryDate } from '../do-not-call/index.ts';
import { listFailingReceivers } from '../event-webhooks/index.ts';
import type { AlertFacts, ProviderFacts, WebhookFacts } from './alert-rules.ts';
import { findLastClearing } from './alert-store.ts';

export interface FactsDeps {
  readonly db: Kysely<Schema>;
  readonly storage: StorageState;
  /** Seconds between two runs in which reconciliation asks the provider about open calls. */
  readonly reconcileSeconds: number;
}

/** Figures for the alert rules that are the same for all workspaces. */
export interface SharedAlertFacts {
  readonly now: Date;
  readonly provider: ServiceStatus;
}

const dayMs = 86_400_000;
const mostMissed = 1_000;

export async function readAlertFacts(
  { db, storage, reconcileSeconds }: FactsDeps,
  workspaceId: string,
  settings: Settings,
  { now, provider }: SharedAlertFacts,
): Promise<AlertFacts> {
  const thresholds = settings.thresholdsSaved ? settings.thresholds : null;
  // Without call_started webhooks, only reconciliation notices a call's start, up to this many seconds later.
  const unheardSeconds = settings.events.call_started ? 0 : 60 + reconcileSeconds;
  return {
    thresholds,
    callsOfLastHour: thresholds?.callsPerHour ? await countCallsOfLastHour(db, workspaceId, now) : 0,
    today: thresholds?.successPercent
      ? await countFinishedToday(db, workspaceId, settings.timeZone, now)
      : { finished: 0, succeeded: 0 },
    waiting: thresholds?.longWaitSeconds
      ? await readWaiting(db, workspaceId, thresholds.longWaitSeconds + unheardSeconds, now)
      : { calls: 0, longestSeconds: 0 },
    pausedCampaigns: await listPausedCampaigns(db, workspaceId),
    unconfirmed: await listUnconfirmed(db, workspaceId, new Date(now.getTime() - dayMs)),
    webhook: await readWebhook(db, workspaceId),
    provider: await readProvider(db, workspaceId, provider),
    isStorageFull: storage.isFull(),
    registryAgeDays: await readRegistryAge(db, workspaceId, settings.timeZone, now),
    hasAdmin: await hasActiveAdmin(db, workspaceId),
    failingReceivers: await listFailingReceivers(db, workspaceId),
    refusedOrderFields: (await findOrderFields(db, workspaceId)).refused,
  };
}

async function readWaiting(
  db: Kysely<Schema>,
  workspaceId: string,
  seconds: number,
  now: Date,
): Promise<AlertFacts['waiting']> {
  const { calls, oldestSince } = await findWaitingCalls(db, workspaceId, new Date(now.getTime() - seconds * 1_000));
  return {
    calls,
    longestSeconds: oldestSince === null ? 0 : Math.floor((now.getTime() - oldestSince.getTime()) / 1_000),
  };
}

async function readWebhook(db: Kysely<Schema>, workspaceId: string): Promise<WebhookFacts> {
  const { lastEventAt, lastMissedAt, missedCalls } = await findReceipt(db, workspaceId);
  if (lastEventAt === null) return { lastEventAt, lastMissedAt, missedSince: missedCalls };
  // Missed calls are counted only if the last one is newer than the last webhook, which is rare.
  const isQuiet = lastMissedAt !== null && lastMissedAt > lastEventAt;
  return {
    lastEventAt,
    lastMissedAt,
    missedSince: isQuiet ? await countCallsOverSince(db, workspaceId, lastEventAt, mostMissed) : 0,
  };
}

async function readProvider(db: Kysely<Schema>, workspaceId: string, provider: ServiceStatus): Promise<ProviderFacts> {
  const { status, description, lastUpdate } = provider;
  const readAt = lastUpdate === null ? null : new Date(lastUpdate);
  const isCalm = status === 'operational' || status === 'unknown';
  return {
    status,
    description,
    readAt,
    lastClearedAt: isCalm ? null : await findLastClearing(db, workspaceId, 'provider_incident'),
  };
}

async function readRegistryAge(
  db: Kysely<Schema>,
  workspaceId: string,
  zone: string,
  now: Date,
): Promise<number | null> {
  const date = await findRegistryDate(db, workspaceId);
  if (date === null) return null;
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(now);
  return Math.round((Date.parse(today) - Date.parse(date)) / dayMs);
}
