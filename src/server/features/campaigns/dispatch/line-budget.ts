/**
 * Number of calls that may still be placed within the provider's limit of concurrent calls, without the lines reserved
 * for inbound calls.
 * The number comes from the provider, which is asked about every second. Calls placed since the last answer are
 * subtracted.
 */
import type { Clock } from '../../../platform/clock.ts';
import type { ProviderConcurrency } from '../../../platform/provider/provider.ts';
import { calculateInboundLineReserve } from '../rules/kept-lines.ts';
import type { DispatchTuning } from './dispatch-tuning.ts';

export interface ConcurrentCallBudget {
  /**
   * Number of concurrent calls that campaigns may still start. Null if the number last read from the provider is too
   * old.
   */
  free(reservedLines: number): number | null;
  readonly usage: { readonly limit: number; readonly inUse: number; readonly reservedInbound: number } | null;
  /** Time in ms until the provider's number of concurrent calls must be read again; Infinity during a read. */
  readonly msUntilDue: number;
  /**
   * Gets the provider's number of concurrent calls by calling `ask`. If `ask` throws an error, the last number stays
   * and the error is thrown to the caller.
   */
  refresh(ask: () => Promise<ProviderConcurrency>): Promise<void>;
  /** Records that a call ended, so that the provider's number of concurrent calls is read again soon. */
  lineFreed(): void;
  placing(attemptId: string): void;
  /**
   * Records that the provider did not refuse a call request. Every number of concurrent calls that is read afterwards
   * includes the call.
   */
  placed(attemptId: string): void;
  refused(attemptId: string): void;
}

/**
 * Age in ms up to which the provider's number of concurrent calls is used. Calls that we placed after it was read are
 * added to it.
 */
const trustForMs = 3_000;

export function createConcurrentCallBudget(
  clock: Clock,
  { askLinesEveryMs, askLinesSoonMs }: Pick<DispatchTuning, 'askLinesEveryMs' | 'askLinesSoonMs'>,
): ConcurrentCallBudget {
  let known: (ProviderConcurrency & { readonly toldAtMs: number }) | null = null;
  let isFreed = false;
  let isAsking = false;
  let triedAtMs = Number.NEGATIVE_INFINITY;
  /**
   * Attempts whose calls may be missing from the number of concurrent calls that was last read from the provider. Key:
   * attempt id. Value: true once the provider has responded to the call request without refusing it.
   */
  const unseen = new Map<string, boolean>();
  const ageMs = (): number => (known === null ? Number.POSITIVE_INFINITY : clock.monotonicMs() - known.toldAtMs);

  return {
    free(reservedLines) {
      if (known === null || ageMs() > trustForMs) return null;
      return Math.max(
        0,
        known.limit -
          calculateInboundLineReserve(reservedLines, known.reservedInbound).reserved -
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

/**
 * Time in ms without a shortage of phone lines after which a new shortage is logged. A busy campaign has many shortages
 * a second, so not each is logged.
 */
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
