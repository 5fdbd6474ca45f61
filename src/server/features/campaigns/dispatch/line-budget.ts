/**
 * Counts the calls that may still be placed within the provider's limit of concurrent calls, less the lines kept for
 * inbound calls. It uses the provider's figure, read about every second, and our calls placed since.
 */
import type { Clock } from '../../../platform/clock.ts';
import type { Concurrency } from '../../../platform/provider/provider.ts';
import { keptLines } from '../rules/kept-lines.ts';
import type { DispatchTuning } from './dispatch-tuning.ts';

export interface LineBudget {
  /** Number of concurrent calls that campaigns may still start; null if the provider's figure is too old. */
  free(reservedLines: number): number | null;
  /** Account's limit of concurrent calls, those in use (ours too) and those the provider reserves; null if unknown. */
  readonly usage: { readonly limit: number; readonly inUse: number; readonly reservedInbound: number } | null;
  /** Time in ms until the provider's concurrency must be read again; Infinity while a request runs. */
  readonly msUntilDue: number;
  /** Reads the provider's concurrency by `ask` and rethrows its errors. The old figure is used until it expires. */
  refresh(ask: () => Promise<Concurrency>): Promise<void>;
  /** Records that a call ended, so that the provider's concurrency is read again soon. */
  lineFreed(): void;
  placing(attemptId: string): void;
  /** Records that a dialling order was answered, so that the provider's next concurrency figure includes its call. */
  placed(attemptId: string): void;
  refused(attemptId: string): void;
}

/** Age in ms up to which the provider's concurrency figure is used. Calls placed since its request are added to it. */
const trustForMs = 3_000;

export function createLineBudget(
  clock: Clock,
  { askLinesEveryMs, askLinesSoonMs }: Pick<DispatchTuning, 'askLinesEveryMs' | 'askLinesSoonMs'>,
): LineBudget {
  let known: (Concurrency & { readonly toldAtMs: number }) | null = null;
  let isFreed = false;
  let isAsking = false;
  let triedAtMs = Number.NEGATIVE_INFINITY;
  /** Attempts whose calls the `known` figure may lack. True once answered, so that any later figure includes them. */
  const unseen = new Map<string, boolean>();
  const ageMs = (): number => (known === null ? Number.POSITIVE_INFINITY : clock.monotonicMs() - known.toldAtMs);

  return {
    free(reservedLines) {
      if (known === null || ageMs() > trustForMs) return null;
      return Math.max(
        0,
        known.limit - keptLines(reservedLines, known.reservedInbound).reserved - known.current - unseen.size,
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

export interface LineShortage {
  /** True if a shortage of lines is worth logging. Call it whenever a campaign that could dial finds no free line. */
  isNews(campaignId: string, figures: { readonly limit: number; readonly reserved: number }): boolean;
}

/** Time without a shortage of lines after which the next one is logged again. A busy campaign has many in a second. */
const overAfterMs = 60_000;

export function createLineShortage(clock: Clock): LineShortage {
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
