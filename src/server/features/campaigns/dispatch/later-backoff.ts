/**
 * Decides how long dialling rests after the provider said 'later', or did not answer several orders in a row. The rest
 * doubles with every wave, with jitter, up to a limit. An order without an answer may be a call, so a provider that
 * does not answer must not receive the whole list.
 */
import type { Clock } from '../../../platform/clock.ts';
import type { DispatchTuning } from './dispatch-tuning.ts';

export interface ProviderBackoff {
  /** Rest that is left, in ms; 0 if dialling may go on. */
  readonly restMs: number;
  /**
   * Notes a refusal of a call placed at `placedAtMs` (monotonic). Calls placed before the rest began are one wave.
   * @returns the new rest in ms; null if the refusal belongs to the earlier wave.
   */
  refused(placedAtMs: number): number | null;
  /** Notes that a call placed at `placedAtMs` got no answer. */
  unanswered(placedAtMs: number): void;
  /** Notes that the provider refused an order for its content, so it is reachable. */
  answered(): void;
  /** Notes an acceptance. If the call was placed or proven after the rest ended, the wave is over. */
  accepted(placedAtMs: number): void;
  /** Time in ms since answers stopped; null if they did not. Meanwhile one order at a time is enough to find out. */
  readonly doubtfulForMs: number | null;
}

const longestMs = 30_000;
/** Unanswered orders that count as an outage; a single answer may be lost on the way. */
const unansweredInARow = 3;

/** `random` returns a number from 0 to 1. */
export function createLaterBackoff(
  clock: Clock,
  random: () => number,
  { firstRestMs }: Pick<DispatchTuning, 'firstRestMs'>,
): ProviderBackoff {
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
