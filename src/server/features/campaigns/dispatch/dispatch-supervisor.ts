/**
 * Decides for which workspaces this server dispatches campaigns. It takes the lease of every workspace that has work,
 * if the lease is free or expired. It releases the lease when the workspace has no work at present.
 * It checks all leases every 5 s, more often while there is work, and immediately on an event.
 */
import { startBackgroundLoop, type BackgroundLoop } from '../../../platform/run-loop.ts';
import type { ServerMetricRecorder } from '../../../platform/metrics/metrics.ts';
import { logDispatchTakeover } from '../campaign/campaign-log-store.ts';
import { createAnswerRatesByHourCache } from './known-hour-rates.ts';
import { createCallRateLimiter, type CallRateLimiter } from './call-pace.ts';
import { listRecentCallOrderAgesMs, takeDispatchLease, type DispatchLease } from './lease-store.ts';
import { findWorkspacesToDispatch } from '../campaign/work-store.ts';
import { dispatchLeaseTtlMs, WorkspaceDispatcher, type WorkspaceDispatcherDeps } from './workspace-dispatcher.ts';

const idleMs = 5_000;
/**
 * Age in seconds up to which past calls are loaded into a new rate limiter. It is 10 s because the slowest rate is one
 * call in 10 s.
 */
const paceSeconds = 10;

function setGauges(metrics: ServerMetricRecorder, running: ReadonlyMap<string, WorkspaceDispatcher>): void {
  const all = () => running.values().map(({ figures }) => figures);
  const sum = (figures: IteratorObject<number>): number => figures.reduce((total, each) => total + each, 0);
  metrics.gauge('vocero_dispatched_workspaces', () => running.size);
  metrics.gauge('vocero_dial_pace_limit_calls_per_second', () => sum(all().map(({ pace }) => pace)));
  metrics.gauge('vocero_lines_limit', () => sum(all().map(({ lines }) => lines?.limit ?? 0)));
  metrics.gauge('vocero_lines_in_use', () => sum(all().map(({ lines }) => lines?.inUse ?? 0)));
  metrics.gauge('vocero_lines_reserved', () => sum(all().map(({ lines }) => lines?.reserved ?? 0)));
}

/**
 * Starts this server's dispatch of campaigns, for all workspaces. @returns a function that stops it and releases all
 * leases.
 */
export function startCampaignDispatchSupervisor(
  given: Omit<WorkspaceDispatcherDeps, 'knownHourRates'>,
): () => Promise<void> {
  const deps = { ...given, knownHourRates: createAnswerRatesByHourCache(given) };
  const { db, clock, log, events, serverId, tuning } = deps;
  const running = new Map<string, WorkspaceDispatcher>();
  /**
   * For each workspace id: the limiter of the workspace's calls per second, and the epoch (counter) of this server's
   * last lease on the workspace.
   */
  const paces = new Map<string, { readonly pace: CallRateLimiter; readonly epoch: number }>();
  const idle = new Set<string>();
  const ending = new Set<Promise<void>>();
  setGauges(deps.metrics, running);
  let pauseMs = idleMs;

  const supervising: BackgroundLoop = startBackgroundLoop({
    name: 'dispatch-supervisor',
    clock,
    log,
    async work() {
      endIdle();
      const { workspaceIds, nextStartInMs } = await findWorkspacesToDispatch(db);
      for (const workspaceId of workspaceIds) {
        if (running.has(workspaceId)) continue;
        const lease = await takeDispatchLease(db, { workspaceId, holder: serverId, ttlMs: dispatchLeaseTtlMs });
        if (!lease) continue;
        log.info({ workspaceId, epoch: lease.epoch, isInherited: lease.isInherited }, 'dispatching for the workspace');
        if (lease.isInherited) await announceTakenOver(workspaceId);
        running.set(
          workspaceId,
          new WorkspaceDispatcher(deps, lease, await paceOf(lease), () => becameIdle(workspaceId)),
        );
      }
      pauseMs = Math.min(workspaceIds.length > 0 ? tuning.surveyEveryMs : idleMs, nextStartInMs ?? idleMs);
    },
    next: () => pauseMs,
  });

  /**
   * Returns the limiter of a workspace's calls per second. It also counts calls that other servers recently placed for
   * the workspace.
   */
  async function paceOf({ workspaceId, epoch }: DispatchLease): Promise<CallRateLimiter> {
    const known = paces.get(workspaceId);
    const pace = known?.pace ?? createCallRateLimiter(clock);
    if (known?.epoch !== epoch - 1) pace.resume(await listRecentCallOrderAgesMs(db, workspaceId, paceSeconds));
    paces.set(workspaceId, { pace, epoch });
    return pace;
  }

  async function announceTakenOver(workspaceId: string): Promise<void> {
    try {
      await logDispatchTakeover(db, workspaceId);
    } catch (error) {
      log.warn({ err: error, workspaceId }, 'a take-over could not be written into the campaigns’ logs');
    }
  }

  function becameIdle(workspaceId: string): void {
    if (idle.has(workspaceId)) return;
    idle.add(workspaceId);
    supervising.wake();
  }

  /**
   * Stops idle dispatchers. It does not wait until they have stopped, because a dispatcher that lost its lease may
   * still be waiting for the provider.
   */
  function endIdle(): void {
    for (const workspaceId of idle) {
      const dispatcher = running.get(workspaceId);
      running.delete(workspaceId);
      if (dispatcher) end(workspaceId, dispatcher);
    }
    idle.clear();
  }

  function end(workspaceId: string, dispatcher: WorkspaceDispatcher): void {
    const stopping = dispatcher
      .stop()
      .catch((error: unknown) => log.error({ err: error, workspaceId }, 'dispatch did not end well'))
      .finally(() => {
        ending.delete(stopping);
        supervising.wake();
      });
    ending.add(stopping);
  }

  const stopListening = [
    events.on('dispatch.due', ({ workspaceId }) => {
      running.get(workspaceId)?.wake();
      supervising.wake();
    }),
    // When a workspace's settings change, wake the dispatchers of all servers. While all of its campaigns wait, no
    // server dispatches for the workspace, so no server would notice the change by itself.
    events.on('settings.changed', ({ workspaceId }) => events.emit('dispatch.due', { workspaceId })),
    events.on('call.end_heard', ({ workspaceId }) => running.get(workspaceId)?.lineFreed()),
    events.on('calls.changed', ({ workspaceId, changes }) => {
      if (changes.some(({ kind }) => kind === 'call_ended')) running.get(workspaceId)?.lineFreed();
    }),
  ];

  return async () => {
    for (const stop of stopListening) stop();
    await supervising.stop();
    for (const [workspaceId, dispatcher] of running) end(workspaceId, dispatcher);
    running.clear();
    await Promise.all(ending);
  };
}
