/**
 * The dispatch loop of one workspace on the server that holds its lease: begins campaigns whose time has come, claims
 * recipients as fast as pace and free lines allow, places their calls, several at once, and records what became of
 * each. Beside it a slower loop finds out about attempts without an answer.
 */
import type { CampaignLogDetails } from '../../../../contract/campaigns.ts';
import type { StorageState } from '../../../platform/disk-guard.ts';
import { runLoop, type RunLoop } from '../../../platform/run-loop.ts';
import { ProviderError, type Provider } from '../../../platform/provider/provider.ts';
import type { DoNotCall } from '../../do-not-call/index.ts';
import { findDialingRules, type DialingRules } from '../../settings/index.ts';
import { keptLines } from '../rules/kept-lines.ts';
import type { CallPace } from './call-pace.ts';
import { updateWaits, waitForNextAttempt, type Waits } from './campaign-waits.ts';
import { claimRecipients } from './claim-store.ts';
import { createPlacer, type PlacerDeps } from './call-placer.ts';
import type { HourRates } from '../rules/best-hour.ts';
import type { KnownHourRates } from './known-hour-rates.ts';
import { createLaterBackoff } from './later-backoff.ts';
import type { DispatchTuning } from './dispatch-tuning.ts';
import { hasProvenOrder, releaseLease, renewLease, type Lease } from './lease-store.ts';
import { createLineBudget } from './line-budget.ts';
import { createLineShortage } from './line-shortage.ts';
import { resolveAttempts, type ResolverDeps } from './attempt-resolver.ts';
import { createTurns } from './turns.ts';
import { setWeakNumbersAside } from './set-aside.ts';
import { pauseCampaigns } from '../campaign/pause-campaigns.ts';
import { aheadMs, findWorkspaceWork, startDueCampaigns, type WorkspaceWork } from '../campaign/work-store.ts';

export interface WorkspaceDispatcherDeps extends ResolverDeps, Omit<PlacerDeps, keyof ResolverDeps> {
  readonly doNotCall: Pick<DoNotCall, 'findListed' | 'findForms'>;
  readonly serverId: string;
  /** While it is full, nobody is claimed. */
  readonly storage: StorageState;
  readonly knownHourRates: KnownHourRates;
  /** 0 to 1. */
  readonly random: () => number;
  readonly tuning: DispatchTuning;
}

export interface WorkspaceDispatcher {
  /** For metrics. */
  readonly figures: DispatchFigures;
  /** Looks for work now. */
  wake(): void;
  lineFreed(): void;
  /** Stops claiming, lets placements under way finish and gives the lease away. */
  stop(): Promise<void>;
}

interface DispatchFigures {
  /** Calls per second that may go out; 0 while there is nobody to dial. */
  readonly pace: number;
  /** Null: the provider has not told. */
  readonly lines: { readonly limit: number; readonly inUse: number; readonly reserved: number } | null;
}

/** The lease runs out this long after its last renewal; nobody dials for the workspace meanwhile. */
export const leaseTtlMs = 4_000;
const renewEveryMs = 1_000;
/** No turn succeeded for so long: it hangs, or this server alone has no way to the provider, and another may try. */
const helplessAfterMs = 120_000;
/** Claimed in one transaction, and under way at once. */
const claimAtMost = 50;
/** As many as the provider port keeps connections for placing, of one key. */
const inFlightAtMost = 256;
/** Numbers are judged this often. */
const judgeEveryMs = 60_000;
/** Claims are this far apart at least, so that a fast pace makes few, larger ones. */
const tickMs = 25;

/** `pace` outlives the dispatcher. `onIdle`: nothing is left to do, or the lease is another's; the loops go on until `stop`. */
export function startWorkspaceDispatcher(
  deps: WorkspaceDispatcherDeps,
  lease: Lease,
  pace: CallPace,
  onIdle: () => void,
): WorkspaceDispatcher {
  const { db, clock, log, events, journal, tuning } = deps;
  const { surveyEveryMs } = tuning;
  const { workspaceId } = lease;
  const lines = createLineBudget(clock, tuning);
  const backoff = createLaterBackoff(clock, deps.random, tuning);
  const shortage = createLineShortage(clock);
  /** Campaigns that dial or wait, as of the last survey. */
  let inProgress: ReadonlySet<string> = new Set();
  const isDialing = (campaignId: string): boolean => inProgress.has(campaignId);
  const placer = createPlacer(deps, { workspaceId, lines, backoff, isDialing, onDone: () => dispatching.wake() });
  let succeededAtMs = clock.monotonicMs();
  let surveyAtMs = Number.NEGATIVE_INFINITY;
  /** Counted: a survey under way may not have read what one of them is for. */
  let wakes = 0;
  let claimedAtMs = Number.NEGATIVE_INFINITY;
  let isLost = false;
  let work: WorkspaceWork = { dialing: [], nextStartInMs: null, openAttempts: 0 };
  /** Campaigns that still have recipients to claim, as far as known. */
  const turns = createTurns();
  /** As of the last survey; a claim reads them anew. */
  let rules: DialingRules | null = null;
  /** As of the last survey; null: no campaign asks for them, or nothing is known. */
  let hourRates: HourRates | null = null;
  let pauseMs = 0;
  let provider: Provider | undefined;
  /** What the log was told of each campaign's wait. */
  const toldWaits = new Map<string, string>();

  /** Beside the dispatch, so that neither a slow answer of the provider nor a pause after a failure passes the lease on. */
  async function keepLease(): Promise<void> {
    if (isLost || clock.monotonicMs() - succeededAtMs > helplessAfterMs) return;
    isLost = !(await renewLease(db, lease, leaseTtlMs));
    if (isLost) dispatching.wake();
  }

  /** Where answers alone are lost, a webhook or a look-up says that orders arrive. */
  async function trustProof(): Promise<void> {
    const { doubtfulForMs } = backoff;
    if (doubtfulForMs === null) return;
    if (await hasProvenOrder(db, workspaceId, doubtfulForMs)) backoff.accepted(clock.monotonicMs());
  }

  async function survey(): Promise<void> {
    const startedAtMs = clock.monotonicMs();
    await trustProof();
    const wakesBefore = wakes;
    const started = await startDueCampaigns(db, workspaceId);
    if (started.length > 0) {
      log.info({ workspaceId, campaignIds: started }, 'campaigns begin to dial');
      events.emit('campaigns.changed', { workspaceId, campaignIds: started });
    }
    work = await findWorkspaceWork(db, workspaceId);
    inProgress = new Set(work.dialing.map(({ id }) => id));
    rules = work.dialing.length > 0 ? await findDialingRules(db, workspaceId) : null;
    hourRates = work.dialing.some(({ bestHour }) => bestHour) ? await deps.knownHourRates.of(workspaceId) : null;
    const { ready, endInMs, waits } = await updateWaits(deps, workspaceId, work.dialing, rules);
    tellWaits(waits);
    const nextInMs = Math.min(work.nextStartInMs ?? Infinity, endInMs ?? Infinity);
    surveyAtMs = wakes === wakesBefore ? startedAtMs + Math.min(surveyEveryMs, nextInMs) : Number.NEGATIVE_INFINITY;
    turns.set(work.dialing.filter(({ id }) => ready.includes(id)));
    if (ready.length > 0) provider = await deps.directory.providerOf(workspaceId);
    if (ready.length === 0 && nextInMs > aheadMs && work.openAttempts === 0 && placer.inFlight === 0) onIdle();
  }

  function tellWaits(waits: Waits['waits']): void {
    for (const [campaignId, wait] of waits) {
      const details = wait && { reason: wait.reason, until: wait.until?.toISOString() ?? null };
      const told = JSON.stringify(details);
      if (toldWaits.get(campaignId) === told) continue;
      toldWaits.set(campaignId, told);
      journal.wait({ workspaceId, campaignId }, details);
    }
  }

  /** A key that may not even ask for its lines may not dial either. */
  async function pauseIfRefused(error: unknown): Promise<void> {
    if (!(error instanceof ProviderError)) throw error;
    if (error.kind !== 'key_rejected') {
      for (const campaignId of turns.order)
        journal.addUp({ workspaceId, campaignId }, 'provider_unavailable', { message: error.message });
      throw error;
    }
    await pauseCampaigns(deps, workspaceId, turns.order, { reason: 'key_rejected', message: error.message });
    turns.set([]);
  }

  /** Asks for the lines in the background while the old figure is good, and waits for it otherwise. */
  async function freeLines(from: Provider, reservedLines: number): Promise<number> {
    if (lines.msUntilDue === 0) {
      if (lines.free(0) === null) await askLines(from);
      else askLinesAside(from);
    }
    const free = lines.free(reservedLines);
    if (free === 0 && lines.usage) {
      const { limit, inUse, reservedInbound } = lines.usage;
      tellShortage({ limit, inUse, ...keptLines(reservedLines, reservedInbound) });
    }
    return free ?? 0;
  }

  function askLines(from: Provider): Promise<void> {
    return lines.refresh(() => from.getConcurrency()).catch(pauseIfRefused);
  }

  function askLinesAside(from: Provider): void {
    askLines(from).then(
      () => dispatching.wake(),
      (error: unknown) => log.warn({ err: error, workspaceId }, 'concurrency could not be read'),
    );
  }

  function tellShortage(figures: CampaignLogDetails['no_lines']): void {
    for (const campaignId of turns.order) {
      if (shortage.isNews(campaignId, figures)) journal.tell({ workspaceId, campaignId }, 'no_lines', figures);
    }
  }

  /** One claim at most. @returns ms until the next makes sense. */
  async function dispatch(signal: AbortSignal): Promise<number> {
    const [campaignId] = turns.order;
    if (campaignId === undefined || provider === undefined || rules === null) return surveyEveryMs;
    const { callsPerSecond, reservedLines } = rules.dialing;
    if (deps.storage.isFull()) return surveyEveryMs;
    if (backoff.restMs > 0) return backoff.restMs;
    const atMost = backoff.doubtfulForMs === null ? inFlightAtMost : 1;
    const room = Math.min(claimAtMost, atMost - placer.inFlight, await freeLines(provider, reservedLines));
    // A line that was freed too soon after the last question is asked for as soon as it may be.
    if (room <= 0) return Math.min(surveyEveryMs, lines.msUntilDue);
    const sinceClaimMs = clock.monotonicMs() - claimedAtMs;
    if (sinceClaimMs < tickMs) return tickMs - sinceClaimMs;
    const limit = Math.min(room, pace.allows(callsPerSecond));
    if (limit === 0 || signal.aborted) return Math.max(tickMs, pace.msUntilNext(callsPerSecond));
    claimedAtMs = clock.monotonicMs();
    const since = placer.moment();
    const { serverId, writerSlot, doNotCall, random } = deps;
    const order = { lease, campaignId, serverId, writerSlot, doNotCall, limit, hourRates, random };
    const claim = await claimRecipients(db, order);
    pace.send(claim.kind === 'claimed' ? claim.recipients.length : 0);
    if (claim.kind === 'claimed') {
      const deadline = { since, withinMs: claim.writeWithinMs };
      for (const recipient of claim.recipients) placer.place(provider, claim.campaign, recipient, deadline);
      if (claim.skipped > 0) journal.addUp({ workspaceId, campaignId }, 'skipped', { count: claim.skipped });
      if (claim.expired > 0) journal.addUp({ workspaceId, campaignId }, 'retry_expired', { count: claim.expired });
      if (claim.skipped + claim.expired > 0)
        events.emit('campaigns.changed', { workspaceId, campaignIds: [campaignId] });
      if (claim.isExhausted && claim.recipients.length === 0)
        await waitForNextAttempt(deps, workspaceId, campaignId, rules, claim.capped);
    }
    if (claim.kind === 'lost') isLost = true;
    if (claim.kind === 'waiting') surveyAtMs = Number.NEGATIVE_INFINITY;
    if (claim.kind === 'claimed') turns.took(campaignId, claim.recipients.length);
    // One without due recipients, or without a number to call them from, waits for the next survey.
    if (claim.kind !== 'claimed' || claim.isExhausted) turns.leave(campaignId);
    return Math.max(tickMs, pace.msUntilNext(callsPerSecond));
  }

  const dispatching: RunLoop = runLoop({
    name: 'dispatch',
    clock,
    log,
    backoff: { firstMs: tuning.firstRetryMs, longestMs: 5_000 },
    async work(signal) {
      if (isLost) {
        onIdle();
        pauseMs = surveyEveryMs;
        return;
      }
      if (clock.monotonicMs() >= surveyAtMs) await survey();
      pauseMs = Math.min(await dispatch(signal), Math.max(1, surveyAtMs - clock.monotonicMs()));
      succeededAtMs = clock.monotonicMs();
    },
    next: () => pauseMs,
  });

  const renewing: RunLoop = runLoop({
    name: 'renew-lease',
    clock,
    log,
    intervalMs: renewEveryMs,
    backoff: { firstMs: renewEveryMs, longestMs: renewEveryMs },
    work: keepLease,
  });

  const resolving: RunLoop = runLoop({
    name: 'resolve-attempts',
    clock,
    log,
    intervalMs: tuning.resolveEveryMs,
    work: async (signal) => {
      if (!isLost && work.openAttempts > 0) {
        await resolveAttempts(deps, workspaceId, (id) => placer.isInFlight(id), signal);
      }
    },
  });

  const judging: RunLoop = runLoop({
    name: 'judge-numbers',
    clock,
    log,
    intervalMs: judgeEveryMs,
    work: async () => {
      if (!isLost) await setWeakNumbersAside(deps, workspaceId);
    },
  });

  return {
    get figures() {
      const { usage } = lines;
      const reserved = (reservedInbound: number): number =>
        keptLines(rules?.dialing.reservedLines ?? 0, reservedInbound).reserved;
      return {
        pace: turns.order.length > 0 ? (rules?.dialing.callsPerSecond ?? 0) : 0,
        lines: usage && { ...usage, reserved: reserved(usage.reservedInbound) },
      };
    },
    wake() {
      wakes += 1;
      surveyAtMs = Number.NEGATIVE_INFINITY;
      dispatching.wake();
    },
    lineFreed() {
      lines.lineFreed();
      // Also while a claim is under way, so that the next one knows.
      if (provider !== undefined && turns.order.length > 0 && lines.msUntilDue === 0) askLinesAside(provider);
      dispatching.wake();
    },
    async stop() {
      await Promise.all([dispatching.stop(), renewing.stop(), resolving.stop(), judging.stop()]);
      await placer.settle();
      if (!isLost) await releaseLease(db, lease);
    },
  };
}
