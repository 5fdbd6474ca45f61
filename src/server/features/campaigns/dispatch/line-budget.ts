/**
 * Counts the calls that may still be placed within the provider's concurrency, less the lines kept for inbound calls.
 * It uses the provider's own figure, read about every second, and the calls that we have placed since.
 */
import type { Clock } from '../../../platform/clock.ts';
import type { Concurrency } from '../../../platform/provider/provider.ts';
import { keptLines } from '../rules/kept-lines.ts';
import type { DispatchTuning } from './dispatch-tuning.ts';

export interface LineBudget {
  /** Number of lines free for us now; null if the provider's figure is too old. */
  free(reservedLines: number): number | null;
  /** The account's lines, those in use (ours included) and those that the provider reserves; null if unknown. */
  readonly usage: { readonly limit: number; readonly inUse: number; readonly reservedInbound: number } | null;
  /** Time until the figure must be read again, in ms; Infinity while a request runs. */
  readonly msUntilDue: number;
  /** Reads the figure by `ask` and rethrows its errors. The old figure is used until it is too old. */
  refresh(ask: () => Promise<Concurrency>): Promise<void>;
  /** Notes that a line became free, so that the figure is read again soon. */
  lineFreed(): void;
  placing(attemptId: string): void;
  /** Notes that an order was answered, so that the provider's next figure includes its call. */
  placed(attemptId: string): void;
  refused(attemptId: string): void;
}

/** Age limit of the figure, from its arrival: calls placed since the request are counted in any case. */
const trustForMs = 3_000;

export function createLineBudget(
  clock: Clock,
  { askLinesEveryMs, askLinesSoonMs }: Pick<DispatchTuning, 'askLinesEveryMs' | 'askLinesSoonMs'>,
): LineBudget {
  let known: (Concurrency & { readonly toldAtMs: number }) | null = null;
  let isFreed = false;
  let isAsking = false;
  let triedAtMs = Number.NEGATIVE_INFINITY;
  /** Attempts that `known` may not include yet; true once answered, so that any later figure includes them. */
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
  /** True if a shortage of lines is worth logging. Call it whenever a campaign that could dial finds none. */
  isNews(campaignId: string, figures: { readonly limit: number; readonly reserved: number }): boolean;
}

/** Time without a shortage after which the next one is logged again. A busy campaign has many in a second. */
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
