/**
 * How long dialling rests after the provider said 'later', or nothing at all to several orders in a row: doubled with every
 * wave, with jitter, capped. An order without an answer may be a call: what a provider that is out answers nothing to is not given
 * the whole list.
 */
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
  /** No answer to a call placed at `placedAtMs`. */
  unanswered(placedAtMs: number): void;
  /** The provider refused an order for what it says: it is there. */
  answered(): void;
  /** An acceptance of a call placed, or proven, after the rest ended: it is over. */
  accepted(placedAtMs: number): void;
  /** Since when nothing was answered, in ms: one order at a time is enough to learn whether that is over. Null: that is not so. */
  readonly doubtfulForMs: number | null;
}

const longestMs = 30_000;
/** A single answer may be lost on the way. */
const unansweredInARow = 3;

/** `random` answers 0 to 1. */
export function createLaterBackoff(
  clock: Clock,
  random: () => number,
  { firstRestMs }: Pick<DispatchTuning, 'firstRestMs'>,
): LaterBackoff {
  let wave = 0;
  let unanswered = 0;
  let unansweredSinceMs = 0;
  let restBeganMs = Number.NEGATIVE_INFINITY;
  let restEndsMs = Number.NEGATIVE_INFINITY;

  function rest(placedAtMs: number): number | null {
    if (placedAtMs < restBeganMs) return null;
    const fullMs = Math.min(longestMs, firstRestMs * 2 ** Math.min(wave, 16));
    wave += 1;
    restBeganMs = clock.monotonicMs();
    const restMs = fullMs * (0.5 + random() / 2);
    restEndsMs = restBeganMs + restMs;
    return restMs;
  }

  return {
    get restMs() {
      return Math.max(0, restEndsMs - clock.monotonicMs());
    },
    refused: rest,
    unanswered(placedAtMs) {
      if (unanswered === 0) unansweredSinceMs = placedAtMs;
      unanswered += 1;
      if (unanswered >= unansweredInARow) rest(placedAtMs);
    },
    answered() {
      unanswered = 0;
    },
    accepted(placedAtMs) {
      unanswered = 0;
      if (placedAtMs >= restEndsMs) wave = 0;
    },
    get doubtfulForMs() {
      return unanswered < unansweredInARow ? null : clock.monotonicMs() - unansweredSinceMs;
    },
  };
}
