/**
 * Checks the alert rules of every workspace about four times a minute, on one server at a time, and at once after
 * related events. It reads the database each time, so that a lost event delays an alert by seconds only.
 */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { AlertChannel } from '../../../contract/alerts.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import type { DiskSpaceState } from '../../platform/disk-guard.ts';
import type { EventBus } from '../../platform/events.ts';
import { startBackgroundLoop, type BackgroundLoop } from '../../platform/run-loop.ts';
import type { WorkspaceDirectory } from '../access/index.ts';
import { isKnownDisconnectionReason } from '../../../retell/disconnection-reasons.ts';
import { listDisconnectionReasonsSince } from '../analytics/index.ts';
import { listFirstAttentionHitPerCallSince } from '../calls/index.ts';
import { listSilentCallTakeOversSince } from '../listening/index.ts';
import { findCallsWithCampaignNames, listSurplusCalls, type CallWithCampaign } from '../campaigns/index.ts';
import type { ProviderStatusPageFeature } from '../service-status/index.ts';
import type { SettingsFeature } from '../settings/index.ts';
import { readAlertRuleInputs, type WorkspaceIndependentAlertRuleInputs } from './alert-facts.ts';
import { decideAlerts, type AlertFinding } from './alert-rules.ts';
import { findStoredAlertIds, listOpenAlerts, computeOneOffAlertId } from './alert-store.ts';
import type { AlertDeliveryQueue } from './deliveries.ts';
import type { AlertLifecycle } from './incidents.ts';
import { runIfAlertLockFree } from './watch-lock-store.ts';

export interface AlertWatchDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly log: Logger;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly directory: Pick<WorkspaceDirectory, 'listIds'>;
  readonly settings: Pick<SettingsFeature, 'read'>;
  readonly serviceStatus: Pick<ProviderStatusPageFeature, 'read'>;
  readonly storage: DiskSpaceState;
  readonly reconcileSeconds: number;
  readonly deliveries: Pick<AlertDeliveryQueue, 'channelsOf'>;
  readonly incidents: AlertLifecycle;
  /** ms between two rounds that check the alert rules of all workspaces. */
  readonly everyMs: number;
}

export interface AlertWatch {
  start(): void;
  stop(): Promise<void>;
}

const hourMs = 3_600_000;
/**
 * Maximum age in ms of duplicate calls that the hourly search finds. The search is needed in case the event about a
 * duplicate call was lost.
 */
const surplusSinceMs = 24 * hourMs;
/**
 * Maximum age in ms of calls whose unknown disconnection reasons are reported. Two days are long enough to catch up
 * after all servers were down.
 */
const reasonsSinceMs = 48 * hourMs;
/** Period in ms in which hits of attention rules are searched. Older hits concern calls that are over. */
const attentionSinceMs = hourMs;
const mostAttentionCalls = 200;
/** Maximum number of unknown disconnection reasons reported at once, in case each call brings a different one. */
const mostUnknown = 20;

export function createAlertWatch(deps: AlertWatchDeps): AlertWatch {
  const { db, log, clock, events, directory, settings, serviceStatus, deliveries, incidents } = deps;
  /**
   * Workspaces whose alerts are to be checked next. Key: workspace id. Value: ids of calls with which campaigns called
   * a person twice.
   */
  const due = new Map<string, Set<string>>();
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let soughtSurplusAtMs = Number.NEGATIVE_INFINITY;
  let loop: BackgroundLoop | undefined;

  function lookSoon(workspaceId: string, callIds: Iterable<string> = []): void {
    due.set(workspaceId, new Set([...(due.get(workspaceId) ?? []), ...callIds]));
  }

  async function alertOnce(workspaceId: string, findings: readonly AlertFinding[], channels: readonly AlertChannel[]) {
    if (findings.length === 0) return;
    const told = await findStoredAlertIds(
      db,
      workspaceId,
      findings.map(({ kind, subject }) => computeOneOffAlertId(kind, subject)),
    );
    for (const finding of findings) {
      if (!told.has(computeOneOffAlertId(finding.kind, finding.subject)))
        await incidents.record(workspaceId, finding, channels);
    }
  }

  async function namedCalls(workspaceId: string, callIds: ReadonlySet<string>): Promise<CallWithCampaign[]> {
    if (callIds.size === 0) return [];
    const known = new Map(
      (await findCallsWithCampaignNames(db, workspaceId, [...callIds])).map((call) => [call.id, call]),
    );
    return [...callIds].map((id) => known.get(id) ?? { id, campaignId: null, campaignName: null });
  }

  async function look(
    workspaceId: string,
    surroundings: WorkspaceIndependentAlertRuleInputs,
    surplus: readonly CallWithCampaign[],
  ): Promise<void> {
    const saved = await settings.read(workspaceId);
    const channels = await deliveries.channelsOf(workspaceId, saved);
    const facts = await readAlertRuleInputs(deps, workspaceId, saved, surroundings);
    const { raise, clear, recount } = decideAlerts(facts, await listOpenAlerts(db, workspaceId));
    for (const finding of raise) await incidents.raise(workspaceId, finding, channels);
    for (const { id } of clear) await incidents.clear(workspaceId, id, channels);
    for (const { id, details } of recount) await incidents.recount(workspaceId, id, details);
    const duplicates = surplus.map(({ id: subject, ...details }): AlertFinding => ({
      kind: 'duplicate_call',
      subject,
      details,
    }));
    const reasons = await listDisconnectionReasonsSince(
      db,
      workspaceId,
      new Date(surroundings.now.getTime() - reasonsSinceMs),
    );
    const unknown = reasons.filter((reason) => !isKnownDisconnectionReason(reason)).slice(0, mostUnknown);
    const since = new Date(surroundings.now.getTime() - attentionSinceMs);
    const needing = await listFirstAttentionHitPerCallSince(db, workspaceId, since, mostAttentionCalls);
    const silences = await listSilentCallTakeOversSince(db, workspaceId, since);
    await alertOnce(
      workspaceId,
      [
        ...duplicates,
        ...silences.map(({ callId, by }): AlertFinding => ({
          kind: 'silent_customer',
          subject: callId,
          details: { by },
        })),
        ...needing.map(({ callId, rule, second, agentName }): AlertFinding => ({
          kind: 'call_attention',
          subject: callId,
          details: { rule, second, agent: agentName },
        })),
        ...unknown.map((reason): AlertFinding => ({ kind: 'unknown_reason', subject: reason, details: { reason } })),
      ],
      channels,
    );
  }

  async function lookWithCare(workspaceId: string, work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      log.error({ err: error, workspaceId }, 'a workspace could not be looked at for alerts');
      return false;
    }
  }

  async function lookAtDue(surroundings: WorkspaceIndependentAlertRuleInputs): Promise<void> {
    const taken = [...due];
    due.clear();
    for (const [workspaceId, callIds] of taken) {
      const isDone = await lookWithCare(workspaceId, async () =>
        look(workspaceId, surroundings, await namedCalls(workspaceId, callIds)),
      );
      if (!isDone) lookSoon(workspaceId, callIds);
    }
  }

  async function lookAtAll(surroundings: WorkspaceIndependentAlertRuleInputs, signal: AbortSignal): Promise<void> {
    const seeksSurplus = clock.monotonicMs() - soughtSurplusAtMs >= hourMs;
    const since = new Date(surroundings.now.getTime() - surplusSinceMs);
    for (const workspaceId of await directory.listIds()) {
      if (signal.aborted) return;
      await lookWithCare(workspaceId, async () =>
        look(workspaceId, surroundings, seeksSurplus ? await listSurplusCalls(db, workspaceId, since) : []),
      );
    }
    if (seeksSurplus) soughtSurplusAtMs = clock.monotonicMs();
  }

  async function work(signal: AbortSignal): Promise<void> {
    // Read the provider's status page before taking the lock for checking alerts, because the page may be slow.
    const provider = await serviceStatus.read();
    await lookAtDue({ now: clock.now(), provider });
    if (clock.monotonicMs() - lookedAtMs < deps.everyMs) return;
    await runIfAlertLockFree(db, () => lookAtAll({ now: clock.now(), provider }, signal));
    lookedAtMs = clock.monotonicMs();
  }

  const offs: (() => void)[] = [];
  function listen(): void {
    const wakeFor = (workspaceId: string, callIds?: readonly string[]): void => {
      lookSoon(workspaceId, callIds);
      loop?.wake();
    };
    for (const name of [
      'campaign.paused',
      'campaign.unpaused',
      'attempt.unconfirmed',
      'settings.changed',
      'workspace.changed',
    ] as const) {
      offs.push(events.on(name, ({ workspaceId }) => wakeFor(workspaceId)));
    }
    for (const name of ['call.attention', 'call.silent'] as const)
      offs.push(events.on(name, ({ workspaceId }) => wakeFor(workspaceId)));
    offs.push(events.on('call.surplus', ({ workspaceId, callId }) => wakeFor(workspaceId, [callId])));
  }

  return {
    start() {
      listen();
      const next = (): number => Math.max(0, lookedAtMs + deps.everyMs - clock.monotonicMs());
      loop = startBackgroundLoop({ name: 'alerts', next, work, log, clock });
    },
    async stop() {
      for (const off of offs) off();
      await loop?.stop();
    },
  };
}
