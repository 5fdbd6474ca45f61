/**
 * How many calls may still be placed without going above the provider's concurrency less the lines kept for inbound calls: the
 * provider's own figure, asked every second or so, and what we have placed since it was asked.
 */
import type { Clock } from '../../../platform/clock.ts';
import type { Concurrency } from '../../../platform/provider/provider.ts';
import { keptLines } from '../rules/kept-lines.ts';
import type { DispatchTuning } from './dispatch-tuning.ts';

export interface LineBudget {
  /** Lines free for us now; null: the provider's figure is too old to trust. */
  free(reservedLines: number): number | null;
  /** The account's lines, those in use as far as is known, ours included, and those kept by its own rule; null: not known. */
  readonly usage: { readonly limit: number; readonly inUse: number; readonly reservedInbound: number } | null;
  /** Until it is time to ask again, in ms; Infinity while somebody is asking. */
  readonly msUntilDue: number;
  /** Asks the provider; what `ask` throws is thrown, and the old figure stands until it is too old. */
  refresh(ask: () => Promise<Concurrency>): Promise<void>;
  /** A line became free: the figure is worth asking again soon. */
  lineFreed(): void;
  placing(attemptId: string): void;
  /** The provider's next figure includes it. */
  placed(attemptId: string): void;
  refused(attemptId: string): void;
}

/** From its arrival: what we placed since it was asked is counted in any case, and a slow provider is no reason to dial nobody. */
const trustForMs = 3_000;

export function createLineBudget(
  clock: Clock,
  { askLinesEveryMs, askLinesSoonMs }: Pick<DispatchTuning, 'askLinesEveryMs' | 'askLinesSoonMs'>,
): LineBudget {
  let known: (Concurrency & { readonly toldAtMs: number }) | null = null;
  let isFreed = false;
  let isAsking = false;
  let triedAtMs = Number.NEGATIVE_INFINITY;
  /** Placed, or being placed, and perhaps not in `known`; true: answered, so that any later figure includes it. */
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
  /** To be asked whenever a campaign that could dial finds no line. */
  isNews(campaignId: string, figures: { readonly limit: number; readonly reserved: number }): boolean;
}

/** A campaign that uses every line finds none free many times a second: after so long without that, it is news again. */
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
