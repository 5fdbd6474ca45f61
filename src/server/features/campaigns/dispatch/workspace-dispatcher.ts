/**
 * Dispatch loop of one workspace's campaigns, on the server that holds the workspace's lease. It starts due campaigns,
 * claims recipients as fast as the call rate and free lines allow, places their calls and records the outcomes. A
 * slower loop resolves attempts of unknown outcome.
 */
import type { CampaignLogDetailsByKind } from '../../../../contract/campaigns.ts';
import type { DiskSpaceState } from '../../../platform/disk-guard.ts';
import { startBackgroundLoop, type BackgroundLoop } from '../../../platform/run-loop.ts';
import { ProviderError, type VoiceProvider } from '../../../platform/provider/provider.ts';
import { findWorkspaceDialingRules, type WorkspaceDialingRules } from '../../settings/index.ts';
import { calculateInboundLineReserve } from '../rules/kept-lines.ts';
import type { CallRateLimiter } from './call-pace.ts';
import { updateCampaignWaits, storeCampaignWaitForNextAttempt, type CampaignWaitDecisions } from './campaign-waits.ts';
import { claimRecipients } from './claim-store.ts';
import { CallPlacer, type CallPlacerDeps } from './call-placer.ts';
import type { AnswerRatesByHour } from '../rules/best-hour.ts';
import type { AnswerRatesByHourCache } from './known-hour-rates.ts';
import { createProviderBackoff, type ProviderBackoff } from './later-backoff.ts';
import type { DispatchTuning } from './dispatch-tuning.ts';
import {
  hasRecentAttemptWithCall,
  releaseDispatchLease,
  renewDispatchLease,
  type DispatchLease,
} from './lease-store.ts';
import {
  createConcurrentCallBudget,
  type ConcurrentCallBudget,
  createLineShortageLogFilter,
  type LineShortageLogFilter,
} from './line-budget.ts';
import { resolveUnclearCallAttempts, type AttemptResolverDeps } from './attempt-resolver.ts';
import { createCampaignTurnScheduler } from './turns.ts';
import { readMonotonicAndWallClocks } from './order-deadline.ts';
import { excludeRarelyAnsweredOriginNumbers } from './set-aside.ts';
import { pauseDialingCampaigns } from '../campaign/pause-campaigns.ts';
import {
  campaignDispatchLeadMs,
  findWorkspaceDispatchWork,
  startDueCampaigns,
  type WorkspaceDispatchWork,
} from '../campaign/work-store.ts';

export interface WorkspaceDispatcherDeps extends CallPlacerDeps, Omit<AttemptResolverDeps, keyof CallPlacerDeps> {
  readonly serverId: string;
  /** State of the disk. While the disk is full, no recipient is selected for a call. */
  readonly storage: DiskSpaceState;
  readonly knownHourRates: AnswerRatesByHourCache;
  /** Random number generator (0 to 1) for the jitter of pauses. */
  readonly random: () => number;
  readonly tuning: DispatchTuning;
}

interface DispatchFigures {
  readonly pace: number;
  /** Lines (concurrent calls) of the provider account; null if it did not report them. */
  readonly lines: { readonly limit: number; readonly inUse: number; readonly reserved: number } | null;
}

/** Time in ms after its last renewal at which a lease expires. Until then no other server dials for the workspace. */
export const dispatchLeaseTtlMs = 4_000;
const renewEveryMs = 1_000;
/**
 * If the dispatch loop has not succeeded for this time in ms, the lease is no longer renewed, so that another server
 * takes over.
 */
const helplessAfterMs = 120_000;
/** Limit of recipients claimed in one transaction. */
const claimAtMost = 50;
/**
 * Maximum number of unanswered requests to place calls. It equals the number of connections to the provider per API
 * key.
 */
const inFlightAtMost = 256;
/** Interval in ms of the search for origin numbers with a low answer rate. */
const judgeEveryMs = 60_000;
/**
 * Minimum time in ms between two transactions that select recipients to call, so that a high rate means larger batches.
 */
const tickMs = 25;

interface Survey {
  readonly work: WorkspaceDispatchWork;
  readonly rules: WorkspaceDialingRules | null;
  /** Answer rates by hour for 'Mejor hora'; null if unknown or if no campaign uses them. */
  readonly hourRates: AnswerRatesByHour | null;
}

/**
 * Places campaign calls of one workspace while this server has the workspace's dispatch lease. One loop claims
 * recipients and places calls. Other loops renew the lease, resolve attempts of unknown outcome and exclude origin
 * numbers with a low answer rate.
 */
export class WorkspaceDispatcher {
  readonly #deps: WorkspaceDispatcherDeps;
  readonly #lease: DispatchLease;
  readonly #pace: CallRateLimiter;
  readonly #onIdle: () => void;
  readonly #lines: ConcurrentCallBudget;
  readonly #backoff: ProviderBackoff;
  readonly #shortage: LineShortageLogFilter;
  readonly #placer: CallPlacer;
  readonly #dispatching: BackgroundLoop;
  readonly #besides: readonly BackgroundLoop[];
  readonly #turns = createCampaignTurnScheduler();
  /** Wait of each campaign as it was last written to the campaign log, by campaign id. */
  readonly #loggedWaits = new Map<string, string>();
  #known: Survey = { work: { dialing: [], nextStartInMs: null, openAttempts: 0 }, rules: null, hourRates: null };
  #provider: VoiceProvider | undefined;
  #isLost = false;
  /** Moment at which a turn last succeeded. */
  #succeededAtMs: number;
  #surveyAtMs = Number.NEGATIVE_INFINITY;
  /**
   * Number of wake-ups of the dispatcher. If a wake-up comes while campaigns are read, they are read again immediately.
   */
  #wakes = 0;
  #claimedAtMs = Number.NEGATIVE_INFINITY;
  #pauseMs = 0;

  /**
   * Starts to dial, until `stop` is called. `onIdle` is called if no work is left or another server took the dispatch
   * lease.
   */
  constructor(deps: WorkspaceDispatcherDeps, lease: DispatchLease, pace: CallRateLimiter, onIdle: () => void) {
    const { clock, log, tuning } = deps;
    this.#deps = deps;
    this.#lease = lease;
    this.#pace = pace;
    this.#onIdle = onIdle;
    this.#lines = createConcurrentCallBudget(clock, tuning);
    this.#backoff = createProviderBackoff(clock, deps.random, tuning);
    this.#shortage = createLineShortageLogFilter(clock);
    this.#succeededAtMs = clock.monotonicMs();
    this.#placer = new CallPlacer(deps, {
      workspaceId: lease.workspaceId,
      lines: this.#lines,
      backoff: this.#backoff,
      isDialing: (campaignId) => this.#known.work.dialing.some(({ id }) => id === campaignId),
      onDone: () => this.#dispatching.wake(),
    });
    this.#dispatching = startBackgroundLoop({
      name: 'dispatch',
      clock,
      log,
      backoff: { firstMs: tuning.firstRetryMs, longestMs: 5_000 },
      work: (signal) => this.#takeTurn(signal),
      next: () => this.#pauseMs,
    });
    this.#besides = [
      startBackgroundLoop({
        name: 'renew-lease',
        clock,
        log,
        intervalMs: renewEveryMs,
        backoff: { firstMs: renewEveryMs, longestMs: renewEveryMs },
        work: () => this.#keepLease(),
      }),
      startBackgroundLoop({
        name: 'resolve-attempts',
        clock,
        log,
        intervalMs: tuning.resolveEveryMs,
        work: (signal) => this.#resolve(signal),
      }),
      startBackgroundLoop({
        name: 'judge-numbers',
        clock,
        log,
        intervalMs: judgeEveryMs,
        work: async () => {
          if (!this.#isLost) await excludeRarelyAnsweredOriginNumbers(deps, lease.workspaceId);
        },
      }),
    ];
  }

  /** Current figures for the metrics. */
  get figures(): DispatchFigures {
    const { usage } = this.#lines;
    const dialing = this.#known.rules?.dialing;
    const reserved = (reservedInbound: number): number =>
      calculateInboundLineReserve(dialing?.reservedLines ?? 0, reservedInbound).reserved;
    return {
      pace: this.#turns.order.length > 0 ? (dialing?.callsPerSecond ?? 0) : 0,
      lines: usage && { ...usage, reserved: reserved(usage.reservedInbound) },
    };
  }

  /** Looks for work now. */
  wake(): void {
    this.#wakes += 1;
    this.#surveyAtMs = Number.NEGATIVE_INFINITY;
    this.#dispatching.wake();
  }

  lineFreed(): void {
    this.#lines.lineFreed();
    // After a call ended, read the number of concurrent calls of the account, so that the next batch can use the freed
    // line.
    if (this.#provider !== undefined && this.#turns.order.length > 0 && this.#lines.msUntilDue === 0)
      this.#askLinesAside(this.#provider);
    this.#dispatching.wake();
  }

  /** Stops selecting recipients, awaits requests already sent to the provider and releases the dispatch lease. */
  async stop(): Promise<void> {
    await Promise.all([this.#dispatching, ...this.#besides].map((loop) => loop.stop()));
    await this.#placer.settle();
    if (!this.#isLost) await releaseDispatchLease(this.#deps.db, this.#lease);
  }

  async #takeTurn(signal: AbortSignal): Promise<void> {
    const { clock, tuning } = this.#deps;
    if (this.#isLost) {
      this.#onIdle();
      this.#pauseMs = tuning.surveyEveryMs;
      return;
    }
    if (clock.monotonicMs() >= this.#surveyAtMs) await this.#survey();
    this.#pauseMs = Math.min(await this.#dispatch(signal), Math.max(1, this.#surveyAtMs - clock.monotonicMs()));
    this.#succeededAtMs = clock.monotonicMs();
  }

  /** Renews the dispatch lease. It has a loop of its own, so that slow provider responses do not delay it. */
  async #keepLease(): Promise<void> {
    const { db, clock } = this.#deps;
    if (this.#isLost || clock.monotonicMs() - this.#succeededAtMs > helplessAfterMs) return;
    this.#isLost = !(await renewDispatchLease(db, this.#lease, dispatchLeaseTtlMs));
    if (this.#isLost) this.#dispatching.wake();
  }

  async #resolve(signal: AbortSignal): Promise<void> {
    if (this.#isLost || this.#known.work.openAttempts === 0) return;
    await resolveUnclearCallAttempts(this.#deps, this.#lease.workspaceId, (id) => this.#placer.isInFlight(id), signal);
  }

  /**
   * Ends the suspicion of a provider outage if a recent request without response turned out to have placed its call.
   */
  async #trustProof(): Promise<void> {
    const { doubtfulForMs } = this.#backoff;
    if (doubtfulForMs === null) return;
    if (await hasRecentAttemptWithCall(this.#deps.db, this.#lease.workspaceId, doubtfulForMs))
      this.#backoff.accepted(this.#deps.clock.monotonicMs());
  }

  /** Reads the workspace's campaigns, starts those that are due and decides which must wait. */
  async #survey(): Promise<void> {
    const { db, clock, log, events, directory, knownHourRates, tuning } = this.#deps;
    const { workspaceId } = this.#lease;
    const startedAtMs = clock.monotonicMs();
    await this.#trustProof();
    const wakesBefore = this.#wakes;
    const started = await startDueCampaigns(db, workspaceId);
    if (started.length > 0) {
      log.info({ workspaceId, campaignIds: started }, 'campaigns begin to dial');
      events.emit('campaigns.changed', { workspaceId, campaignIds: started });
    }
    const work = await findWorkspaceDispatchWork(db, workspaceId);
    // Keep the dialling campaigns in memory, because before each call request the dispatcher checks that its campaign
    // still dials.
    this.#known = { ...this.#known, work };
    const rules = work.dialing.length > 0 ? await findWorkspaceDialingRules(db, workspaceId) : null;
    const hourRates = work.dialing.some(({ bestHour }) => bestHour) ? await knownHourRates.of(workspaceId) : null;
    this.#known = { work, rules, hourRates };
    const { ready, endInMs, waits } = await updateCampaignWaits(this.#deps, workspaceId, work.dialing, rules);
    this.#logWaits(waits);
    const nextInMs = Math.min(work.nextStartInMs ?? Infinity, endInMs ?? Infinity);
    this.#surveyAtMs =
      this.#wakes === wakesBefore ? startedAtMs + Math.min(tuning.surveyEveryMs, nextInMs) : Number.NEGATIVE_INFINITY;
    this.#turns.set(work.dialing.filter(({ id }) => ready.includes(id)));
    if (ready.length > 0) this.#provider = await directory.providerOf(workspaceId);
    const isIdle =
      ready.length === 0 && nextInMs > campaignDispatchLeadMs && work.openAttempts === 0 && this.#placer.inFlight === 0;
    if (isIdle) this.#onIdle();
  }

  #logWaits(waits: CampaignWaitDecisions['waits']): void {
    for (const [campaignId, wait] of waits) {
      const details = wait && { reason: wait.reason, until: wait.until?.toISOString() ?? null };
      const text = JSON.stringify(details);
      if (this.#loggedWaits.get(campaignId) === text) continue;
      this.#loggedWaits.set(campaignId, text);
      this.#deps.journal.wait({ workspaceId: this.#lease.workspaceId, campaignId }, details);
    }
  }

  /** Selects and calls at most one batch of recipients. @returns ms until the next batch is possible. */
  async #dispatch(signal: AbortSignal): Promise<number> {
    const { clock, storage, tuning } = this.#deps;
    const { rules } = this.#known;
    const provider = this.#provider;
    const [campaignId] = this.#turns.order;
    if (campaignId === undefined || provider === undefined || rules === null) return tuning.surveyEveryMs;
    const { callsPerSecond, reservedLines } = rules.dialing;
    if (storage.isFull()) return tuning.surveyEveryMs;
    if (this.#backoff.restMs > 0) return this.#backoff.restMs;
    const atMost = this.#backoff.doubtfulForMs === null ? inFlightAtMost : 1;
    const free = await this.#freeLines(provider, reservedLines);
    const room = Math.min(claimAtMost, atMost - this.#placer.inFlight, free);
    // Wait until free lines may be read again, because a call may have ended right after the last read.
    if (room <= 0) return Math.min(tuning.surveyEveryMs, this.#lines.msUntilDue);
    const sinceClaimMs = clock.monotonicMs() - this.#claimedAtMs;
    if (sinceClaimMs < tickMs) return tickMs - sinceClaimMs;
    const limit = Math.min(room, this.#pace.allows(callsPerSecond));
    if (limit > 0 && !signal.aborted) await this.#claim(provider, rules, campaignId, limit);
    return Math.max(tickMs, this.#pace.msUntilNext(callsPerSecond));
  }

  async #claim(
    provider: VoiceProvider,
    rules: WorkspaceDialingRules,
    campaignId: string,
    limit: number,
  ): Promise<void> {
    const { db, clock, events, journal, serverId, writerSlot, doNotCall, random } = this.#deps;
    const { workspaceId } = this.#lease;
    const { hourRates } = this.#known;
    this.#claimedAtMs = clock.monotonicMs();
    const since = readMonotonicAndWallClocks(clock);
    const order = { lease: this.#lease, campaignId, serverId, writerSlot, doNotCall, limit, hourRates, random };
    const claim = await claimRecipients(db, order);
    this.#pace.send(claim.kind === 'claimed' ? claim.recipients.length : 0);
    if (claim.kind === 'claimed') {
      const deadline = { since, withinMs: claim.writeWithinMs };
      for (const recipient of claim.recipients) this.#placer.place(provider, claim.campaign, recipient, deadline);
      if (claim.skipped > 0) journal.addUp({ workspaceId, campaignId }, 'skipped', { count: claim.skipped });
      if (claim.expired > 0) journal.addUp({ workspaceId, campaignId }, 'retry_expired', { count: claim.expired });
      if (claim.skipped + claim.expired > 0)
        events.emit('campaigns.changed', { workspaceId, campaignIds: [campaignId] });
      if (claim.isExhausted && claim.recipients.length === 0)
        await storeCampaignWaitForNextAttempt(this.#deps, workspaceId, campaignId, rules, claim.capped);
      this.#turns.took(campaignId, claim.recipients.length);
    }
    if (claim.kind === 'lost') this.#isLost = true;
    if (claim.kind === 'waiting') this.#surveyAtMs = Number.NEGATIVE_INFINITY;
    if (claim.kind !== 'claimed' || claim.isExhausted) this.#turns.leave(campaignId);
  }

  /**
   * Returns the provider account's number of free lines (concurrent calls). If the last reading has expired, the number
   * is read again in the background. If no earlier number is usable, this function waits for the new one.
   */
  async #freeLines(provider: VoiceProvider, reservedLines: number): Promise<number> {
    if (this.#lines.msUntilDue === 0) {
      if (this.#lines.free(0) === null) await this.#askLines(provider);
      else this.#askLinesAside(provider);
    }
    const free = this.#lines.free(reservedLines);
    if (free === 0 && this.#lines.usage) {
      const { limit, inUse, reservedInbound } = this.#lines.usage;
      this.#logShortage({ limit, inUse, ...calculateInboundLineReserve(reservedLines, reservedInbound) });
    }
    return free ?? 0;
  }

  #askLines(provider: VoiceProvider): Promise<void> {
    return this.#lines.refresh(() => provider.getConcurrency()).catch((error: unknown) => this.#pauseIfRefused(error));
  }

  #askLinesAside(provider: VoiceProvider): void {
    this.#askLines(provider).then(
      () => this.#dispatching.wake(),
      (error: unknown) =>
        this.#deps.log.warn({ err: error, workspaceId: this.#lease.workspaceId }, 'concurrency could not be read'),
    );
  }

  /** Pauses the workspace's campaigns that may dial now if the provider rejects the API key. Rethrows other errors. */
  async #pauseIfRefused(error: unknown): Promise<void> {
    const { workspaceId } = this.#lease;
    if (!(error instanceof ProviderError)) throw error;
    if (error.kind !== 'key_rejected') {
      for (const campaignId of this.#turns.order)
        this.#deps.journal.addUp({ workspaceId, campaignId }, 'provider_unavailable', { message: error.message });
      throw error;
    }
    const cause = { reason: 'key_rejected', message: error.message } as const;
    await pauseDialingCampaigns(this.#deps, workspaceId, this.#turns.order, cause);
    this.#turns.set([]);
  }

  #logShortage(figures: CampaignLogDetailsByKind['no_lines']): void {
    const { workspaceId } = this.#lease;
    for (const campaignId of this.#turns.order)
      if (this.#shortage.isNews(campaignId, figures))
        this.#deps.journal.tell({ workspaceId, campaignId }, 'no_lines', figures);
  }
}
