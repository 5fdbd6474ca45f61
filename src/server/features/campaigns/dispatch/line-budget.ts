/**
 * Number of calls that may still be placed within the provider's limit of concurrent calls, without the lines reserved
 * for inbound calls. It is the provider's number, read about every second, less the calls placed since.
 */
import type { Clock } from '../../../platform/clock.ts';
import type { ProviderConcurrency } from '../../../platform/provider/provider.ts';
import { calculateReservedLines } from '../rules/kept-lines.ts';
import type { DispatchTuning } from './dispatch-tuning.ts';

export interface ConcurrentCallBudget {
  /** Number of concurrent calls that campaigns may still start; null if the provider's last report is too old. */
  free(reservedLines: number): number | null;
  readonly usage: { readonly limit: number; readonly inUse: number; readonly reservedInbound: number } | null;
  /** Time in ms until the provider's number of concurrent calls must be read again; Infinity during a read. */
  readonly msUntilDue: number;
  /** Reads the account's number of concurrent calls by `ask`. If that fails, rethrows and keeps the last number. */
  refresh(ask: () => Promise<ProviderConcurrency>): Promise<void>;
  /** Records that a call ended, so that the provider's number of concurrent calls is read again soon. */
  lineFreed(): void;
  placing(attemptId: string): void;
  /** Records that a call request was not refused. Numbers of concurrent calls read after that include its call. */
  placed(attemptId: string): void;
  refused(attemptId: string): void;
}

/** Age in ms up to which the provider's number of concurrent calls is used. Our calls placed since are added. */
const trustForMs = 3_000;

export function createConcurrentCallBudget(
  clock: Clock,
  { askLinesEveryMs, askLinesSoonMs }: Pick<DispatchTuning, 'askLinesEveryMs' | 'askLinesSoonMs'>,
): ConcurrentCallBudget {
  let known: (ProviderConcurrency & { readonly toldAtMs: number }) | null = null;
  let isFreed = false;
  let isAsking = false;
  let triedAtMs = Number.NEGATIVE_INFINITY;
  /** Map from attempt id to whether its request has ended, for calls that the last read number may lack. */
  const unseen = new Map<string, boolean>();
  const ageMs = (): number => (known === null ? Number.POSITIVE_INFINITY : clock.monotonicMs() - known.toldAtMs);

  return {
    free(reservedLines) {
      if (known === null || ageMs() > trustForMs) return null;
      return Math.max(
        0,
        known.limit -
          calculateReservedLines(reservedLines, known.reservedInbound).reserved -
          known.current -
          unseen.size,
      );
    },
    get usage() {
      return (
        known && {
          limit: known.limit,
          inUse: Math.min(known.limit, known.current + unseen.size),
          reservedInbound: known.reservedInbound ?? 0,
        }
      );
    },
    get msUntilDue() {
      if (isAsking) return Number.POSITIVE_INFINITY;
      return Math.max(0, triedAtMs + (isFreed ? askLinesSoonMs : askLinesEveryMs) - clock.monotonicMs());
    },
    async refresh(ask) {
      const included = [...unseen].filter(([, isAnswered]) => isAnswered).map(([id]) => id);
      isFreed = false;
      isAsking = true;
      triedAtMs = clock.monotonicMs();
      try {
        const told = await ask();
        known = { ...told, toldAtMs: clock.monotonicMs() };
      } finally {
        isAsking = false;
      }
      for (const id of included) unseen.delete(id);
    },
    lineFreed() {
      isFreed = true;
    },
    placing(attemptId) {
      unseen.set(attemptId, false);
    },
    placed(attemptId) {
      if (unseen.has(attemptId)) unseen.set(attemptId, true);
    },
    refused(attemptId) {
      unseen.delete(attemptId);
    },
  };
}

export interface LineShortageLogFilter {
  /** Returns true if a shortage of lines should be logged. Call it whenever a campaign finds no free line. */
  isNews(campaignId: string, figures: { readonly limit: number; readonly reserved: number }): boolean;
}

/** Time without a shortage of lines after which a new one is logged, because a busy campaign has many in a second. */
const overAfterMs = 60_000;

export function createLineShortageLogFilter(clock: Clock): LineShortageLogFilter {
  const told = new Map<string, { readonly limit: number; readonly reserved: number; readonly atMs: number }>();
  return {
    isNews(campaignId, { limit, reserved }) {
      const nowMs = clock.monotonicMs();
      const last = told.get(campaignId);
      told.set(campaignId, { limit, reserved, atMs: nowMs });
      return !last || last.limit !== limit || last.reserved !== reserved || nowMs - last.atMs > overAfterMs;
    },
  };
}
