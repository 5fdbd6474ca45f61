/** How long dialling rests after the provider said 'later': doubled with every wave of refusals, with jitter, capped. */
import type { Clock } from '../../../platform/clock.ts';
import type { DispatchTuning } from './dispatch-tuning.ts';

export interface LaterBackoff {
  /** Rest left, in ms; 0: go on. */
  readonly restMs: number;
  /**
   * A refusal of a call placed at `placedAtMs` (monotonic): those placed before the rest began are one wave.
   * @returns the rest that begins with it, in ms; null: it belongs to the wave before.
   */
  refused(placedAtMs: number): number | null;
  /** An acceptance of a call placed after the rest ended: it is over. */
  accepted(placedAtMs: number): void;
}

const longestMs = 30_000;

/** `random` answers 0 to 1. */
export function createLaterBackoff(
  clock: Clock,
  random: () => number,
  { firstRestMs }: Pick<DispatchTuning, 'firstRestMs'>,
): LaterBackoff {
  let wave = 0;
  let restBeganMs = Number.NEGATIVE_INFINITY;
  let restEndsMs = Number.NEGATIVE_INFINITY;
  return {
    get restMs() {
      return Math.max(0, restEndsMs - clock.monotonicMs());
    },
    refused(placedAtMs) {
      if (placedAtMs < restBeganMs) return null;
      const fullMs = Math.min(longestMs, firstRestMs * 2 ** Math.min(wave, 16));
      wave += 1;
      restBeganMs = clock.monotonicMs();
      const restMs = fullMs * (0.5 + random() / 2);
      restEndsMs = restBeganMs + restMs;
      return restMs;
    },
    accepted(placedAtMs) {
      if (placedAtMs >= restEndsMs) wave = 0;
    },
  };
}
