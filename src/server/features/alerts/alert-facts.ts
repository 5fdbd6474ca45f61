/** Reads the figures for the alert rules from other features. A figure whose threshold is 0 is not read. */
import type { Kysely } from 'kysely';
import type { ProviderServiceStatus } from '../../../contract/alerts.ts';
import type { WorkspaceSettings } from '../../../contract/settings.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import type { DiskSpaceState } from '../../platform/disk-guard.ts';
import { hasActiveWorkspaceAdmin } from '../access/index.ts';
import { estimateCallCountOfLastHour, countFinishedAndSucceededCallsToday } from '../analytics/index.ts';
import { countFinishedCallsSince, findWebhookHealth, countWaitingCalls } from '../calls/index.ts';
import {
  findCallRequestFieldSupport,
  listAutomaticallyPausedCampaigns,
  findUnconfirmedAttemptCampaigns,
} from '../campaigns/index.ts';
import { findDoNotCallRegistryDate } from '../do-not-call/index.ts';
import { listEventWebhooksPausedForFailure } from '../event-webhooks/index.ts';
import type { AlertRuleInputs, ProviderStatusAlertInputs, WebhookSilenceAlertInputs } from './alert-rules.ts';
import { findLastAlertEnd } from './alert-store.ts';

export interface AlertRuleInputsDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly storage: DiskSpaceState;
  /** Seconds between two runs in which reconciliation asks the provider about open calls. */
  readonly reconcileSeconds: number;
}

/** Inputs of the alert rules that do not depend on the workspace. */
export interface WorkspaceIndependentAlertRuleInputs {
  readonly now: Date;
  readonly provider: ProviderServiceStatus;
}

const dayMs = 86_400_000;
const mostMissed = 1_000;

export async function readAlertRuleInputs(
  { db, storage, reconcileSeconds }: AlertRuleInputsDeps,
  workspaceId: string,
  settings: WorkspaceSettings,
  { now, provider }: WorkspaceIndependentAlertRuleInputs,
): Promise<AlertRuleInputs> {
  const thresholds = settings.thresholdsSaved ? settings.thresholds : null;
  // Without call_started webhooks, only reconciliation notices that a waiting call has started. It may notice the start
  // late, so the threshold for a long wait is extended by `unheardSeconds`.
  const unheardSeconds = settings.events.call_started ? 0 : 60 + reconcileSeconds;
  return {
    thresholds,
    callsOfLastHour: thresholds?.callsPerHour ? await estimateCallCountOfLastHour(db, workspaceId, now) : 0,
    today: thresholds?.successPercent
      ? await countFinishedAndSucceededCallsToday(db, workspaceId, settings.timeZone, now)
      : { finished: 0, succeeded: 0 },
    waiting: thresholds?.longWaitSeconds
      ? await readWaiting(db, workspaceId, thresholds.longWaitSeconds + unheardSeconds, now)
      : { calls: 0, longestSeconds: 0 },
    pausedCampaigns: await listAutomaticallyPausedCampaigns(db, workspaceId),
    unconfirmed: await findUnconfirmedAttemptCampaigns(db, workspaceId, new Date(now.getTime() - dayMs)),
    webhook: await readWebhook(db, workspaceId),
    provider: await readProvider(db, workspaceId, provider),
    isStorageFull: storage.isFull(),
    registryAgeDays: await readRegistryAge(db, workspaceId, settings.timeZone, now),
    hasAdmin: await hasActiveWorkspaceAdmin(db, workspaceId),
    failingReceivers: await listEventWebhooksPausedForFailure(db, workspaceId),
    refusedOrderFields: (await findCallRequestFieldSupport(db, workspaceId)).refused,
  };
}

async function readWaiting(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  seconds: number,
  now: Date,
): Promise<AlertRuleInputs['waiting']> {
  const { calls, oldestSince } = await countWaitingCalls(db, workspaceId, new Date(now.getTime() - seconds * 1_000));
  return {
    calls,
    longestSeconds: oldestSince === null ? 0 : Math.floor((now.getTime() - oldestSince.getTime()) / 1_000),
  };
}

async function readWebhook(db: Kysely<DatabaseSchema>, workspaceId: string): Promise<WebhookSilenceAlertInputs> {
  const { lastEventAt, lastMissedAt, missedCalls } = await findWebhookHealth(db, workspaceId);
  if (lastEventAt === null) return { lastEventAt, lastMissedAt, missedSince: missedCalls };
  const isQuiet = lastMissedAt !== null && lastMissedAt > lastEventAt;
  return {
    lastEventAt,
    lastMissedAt,
    missedSince: isQuiet ? await countFinishedCallsSince(db, workspaceId, lastEventAt, mostMissed) : 0,
  };
}

async function readProvider(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  provider: ProviderServiceStatus,
): Promise<ProviderStatusAlertInputs> {
  const { status, description, lastUpdate } = provider;
  const readAt = lastUpdate === null ? null : new Date(lastUpdate);
  const isCalm = status === 'operational' || status === 'unknown';
  return {
    status,
    description,
    readAt,
    lastClearedAt: isCalm ? null : await findLastAlertEnd(db, workspaceId, 'provider_incident'),
  };
}

async function readRegistryAge(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  zone: string,
  now: Date,
): Promise<number | null> {
  const date = await findDoNotCallRegistryDate(db, workspaceId);
  if (date === null) return null;
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(now);
  return Math.round((Date.parse(today) - Date.parse(date)) / dayMs);
}
