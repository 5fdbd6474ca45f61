/**
 * The dispatch loop of one workspace on the server that holds its lease: begins campaigns whose time has come, claims
 * recipients as fast as pace and free lines allow, places their calls, several at once, and records what became of
 * each. Beside it a slower loop finds out about attempts without an answer.
 */
import type { StorageState } from '../../../platform/disk-guard.ts';
import { runLoop, type RunLoop } from '../../../platform/run-loop.ts';
import type { Provider } from '../../../platform/provider/provider.ts';
import type { CallPace } from './call-pace.ts';
import { claimRecipients } from './claim-store.ts';
import { createPlacer, type PlacerDeps } from './call-placer.ts';
import { createLaterBackoff } from './later-backoff.ts';
import { releaseLease, renewLease, type Lease } from './lease-store.ts';
import { createLineBudget } from './line-budget.ts';
import { resolveAttempts, type ResolverDeps } from './attempt-resolver.ts';
import { findWorkspaceWork, startDueCampaigns, type WorkspaceWork } from './work-store.ts';

export interface WorkspaceDispatcherDeps extends ResolverDeps, Omit<PlacerDeps, keyof ResolverDeps> {
  readonly settings: { read(workspaceId: string): Promise<{ readonly dialing: { readonly callsPerSecond: number; readonly reservedLines: number } }> };
  readonly serverId: string;
  /** While it is full, nobody is claimed. */
  readonly storage: StorageState;
  /** 0 to 1. */
  readonly random: () => number;
}

export interface WorkspaceDispatcher {
  /** Looks for work now. */
  wake(): void;
  lineFreed(): void;
  /** Stops claiming, lets placements under way finish and gives the lease away. */
  stop(): Promise<void>;
}

/** The lease runs out this long after its last renewal; nobody dials for the workspace meanwhile. */
export const leaseTtlMs = 4_000;
const renewEveryMs = 1_000;
/** How often work is looked for while there is some. */
const surveyEveryMs = 1_000;
const resolveEveryMs = 250;
/** Claimed in one transaction, and under way at once. */
const claimAtMost = 50;
const inFlightAtMost = 400;
/** Claims are this far apart at least, so that a fast pace makes few, larger ones. */
const tickMs = 25;

/** `pace` outlives the dispatcher. `onIdle`: nothing is left to do, or the lease is another's; the loops go on until `stop`. */
export function startWorkspaceDispatcher(
  deps: WorkspaceDispatcherDeps,
  lease: Lease,
  pace: CallPace,
  onIdle: () => void,
): WorkspaceDispatcher {
  const { db, clock, log, events } = deps;
  const { workspaceId } = lease;
  const lines = createLineBudget(clock);
  const backoff = createLaterBackoff(clock, deps.random);
  const placer = createPlacer(deps, { workspaceId, lines, backoff, onDone: () => dispatching.wake() });
  let renewedAtMs = clock.monotonicMs();
  let surveyAtMs = Number.NEGATIVE_INFINITY;
  let claimedAtMs = Number.NEGATIVE_INFINITY;
  let isLost = false;
  let work: WorkspaceWork = { dialing: [], nextStartInMs: null, openAttempts: 0 };
  /** Campaigns that still have recipients to claim, as far as known; the next claim takes from the first. */
  let queue: string[] = [];
  let dialing = { callsPerSecond: 1, reservedLines: 0 };
  let pauseMs = 0;
  let provider: Provider | undefined;

  async function keepLease(): Promise<void> {
    if (clock.monotonicMs() - renewedAtMs < renewEveryMs) return;
    const atMs = clock.monotonicMs();
    if (await renewLease(db, lease, leaseTtlMs)) renewedAtMs = atMs;
    else isLost = true;
  }

  async function survey(): Promise<void> {
    const startedAtMs = clock.monotonicMs();
    const started = await startDueCampaigns(db, workspaceId);
    if (started.length > 0) {
      log.info({ workspaceId, campaignIds: started }, 'campaigns begin to dial');
      events.emit('campaigns.changed', { workspaceId, campaignIds: started });
    }
    work = await findWorkspaceWork(db, workspaceId);
    surveyAtMs = startedAtMs + Math.min(surveyEveryMs, work.nextStartInMs ?? surveyEveryMs);
    queue = [...queue.filter((id) => work.dialing.includes(id)), ...work.dialing.filter((id) => !queue.includes(id))];
    if (queue.length > 0) {
      ({ dialing } = await deps.settings.read(workspaceId));
      provider = await deps.directory.providerOf(workspaceId);
    }
    if (work.dialing.length === 0 && work.nextStartInMs === null && work.openAttempts === 0 && placer.inFlight === 0) onIdle();
  }

  /** Asks for the lines in the background while the old figure is good, and waits for it otherwise. */
  async function freeLines(from: Provider): Promise<number> {
    if (lines.isDue) {
      const asking = lines.refresh(() => from.getConcurrency());
      if (lines.free(0) === null) await asking;
      else {
        asking.then(
          () => dispatching.wake(),
          (error: unknown) => log.warn({ err: error, workspaceId }, 'concurrency could not be read'),
        );
      }
    }
    return lines.free(dialing.reservedLines) ?? 0;
  }

  /** One claim at most. @returns ms until the next makes sense. */
  async function dispatch(signal: AbortSignal): Promise<number> {
    const [campaignId] = queue;
    if (campaignId === undefined || provider === undefined) return surveyEveryMs;
    if (deps.storage.isFull()) return surveyEveryMs;
    if (backoff.restMs > 0) return backoff.restMs;
    const room = Math.min(claimAtMost, inFlightAtMost - placer.inFlight, await freeLines(provider));
    if (room <= 0) return surveyEveryMs;
    const sinceClaimMs = clock.monotonicMs() - claimedAtMs;
    if (sinceClaimMs < tickMs) return tickMs - sinceClaimMs;
    const wanted = pace.take(room, dialing.callsPerSecond);
    if (wanted === 0 || signal.aborted) {
      pace.giveBack(wanted);
      return Math.max(tickMs, pace.msUntilNext(dialing.callsPerSecond));
    }
    claimedAtMs = clock.monotonicMs();
    const moment = placer.moment();
    const claim = await claimRecipients(db, {
      lease,
      campaignId,
      serverId: deps.serverId,
      writerSlot: deps.writerSlot,
      limit: wanted,
    });
    const claimed = claim.kind === 'claimed' ? claim.recipients : [];
    pace.giveBack(wanted - claimed.length);
    if (claim.kind === 'lost') {
      isLost = true;
      return surveyEveryMs;
    }
    if (claim.kind === 'claimed') for (const recipient of claimed) placer.place(provider, claim.campaign, recipient, moment);
    // Campaigns take turns; one without due recipients waits for the next survey.
    queue = claimed.length < wanted ? queue.slice(1) : [...queue.slice(1), campaignId];
    return Math.max(tickMs, pace.msUntilNext(dialing.callsPerSecond));
  }

  const dispatching: RunLoop = runLoop({
    name: 'dispatch',
    clock,
    log,
    backoff: { firstMs: 500, longestMs: 5_000 },
    async work(signal) {
      await keepLease();
      if (isLost) {
        onIdle();
        pauseMs = surveyEveryMs;
        return;
      }
      if (clock.monotonicMs() >= surveyAtMs) await survey();
      pauseMs = Math.min(await dispatch(signal), Math.max(1, surveyAtMs - clock.monotonicMs()));
    },
    next: () => pauseMs,
  });

  const resolving: RunLoop = runLoop({
    name: 'resolve-attempts',
    clock,
    log,
    intervalMs: resolveEveryMs,
    work: async (signal) => {
      if (!isLost && work.openAttempts > 0) {
        await resolveAttempts(deps, workspaceId, (id) => placer.isInFlight(id), signal);
      }
    },
  });

  return {
    wake() {
      surveyAtMs = Number.NEGATIVE_INFINITY;
      dispatching.wake();
    },
    lineFreed() {
      lines.lineFreed();
      dispatching.wake();
    },
    async stop() {
      await Promise.all([dispatching.stop(), resolving.stop()]);
      await placer.settle();
      if (!isLost) await releaseLease(db, lease);
    },
  };
}
