/**
 * Backoff of dialling: how long it pauses after the provider said 'retry later', or left several orders in a row
 * unanswered. The pause doubles with every wave of such answers, with jitter, up to a limit. An order without an answer
 * may be a call, so a provider that does not answer must not receive the whole list.
 */
import type { Clock } from '../../../platform/clock.ts';
import type { DispatchTuning } from './dispatch-tuning.ts';

export interface ProviderBackoff {
  /** Time left of the pause in dialling, in ms; 0 if dialling may go on. */
  readonly restMs: number;
  /**
   * Records that the provider refused a call placed at `placedAtMs` (monotonic) and asked to retry later. Calls placed
   * before the pause began are one wave. @returns the new pause in ms; null if the refusal belongs to the earlier wave.
   */
  refused(placedAtMs: number): number | null;
  /** Records that the dialling order placed at `placedAtMs` got no answer. */
  unanswered(placedAtMs: number): void;
  /** Records that the provider refused a dialling order for its content, so that the provider is known to answer. */
  answered(): void;
  /** Records an accepted dialling order. If it was placed after the pause ended, the next pause starts short again. */
  accepted(placedAtMs: number): void;
  /** Time in ms since the provider stopped answering; null if it answers. Meanwhile one order at a time is sent. */
  readonly doubtfulForMs: number | null;
}

const longestMs = 30_000;
/** Unanswered dialling orders in a row that count as an outage; a single answer may be lost on the way. */
const unansweredInARow = 3;

/** Creates the backoff of dialling. `random` returns a number from 0 to 1. */
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
