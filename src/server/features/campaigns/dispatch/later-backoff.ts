/**
 * Pauses dialling after the provider responded 'retry later', or did not respond to several requests in a row. Each
 * further wave of such failures doubles the pause, with jitter, up to a limit.
 * A request without a response may have placed a call. So a provider that is down must not receive requests for a whole
 * campaign.
 */
import type { Clock } from '../../../platform/clock.ts';
import type { DispatchTuning } from './dispatch-tuning.ts';

export interface ProviderBackoff {
  /** Remaining time of the pause in dialling, in ms; 0 if dialling may go on. */
  readonly restMs: number;
  /**
   * Records that the provider refused a call and asked to retry later. `placedAtMs` is the monotonic time of the
   * request.
   * All refusals of requests sent before a pause began count as one wave, and only the first one starts a pause.
   * @returns the new pause in ms; null if the wave is already counted.
   */
  refused(placedAtMs: number): number | null;
  /** Records that the request to place a call, sent at `placedAtMs`, got no response. */
  unanswered(placedAtMs: number): void;
  /**
   * Records that the provider refused a call because of the request's content. Such a refusal shows that the provider
   * is not down.
   */
  answered(): void;
  /**
   * Records that the provider accepted a call. If the call was requested after the latest pause in dialling, the next
   * pause is short again.
   */
  accepted(placedAtMs: number): void;
  /**
   * Time in ms since the provider stopped responding; null if it responds. While it does not respond, only one call at
   * a time is placed.
   */
  readonly doubtfulForMs: number | null;
}

const longestMs = 30_000;
/**
 * Number of requests in a row without a response that count as an outage. It is more than one, because a single
 * response may get lost.
 */
const unansweredInARow = 3;

export function createProviderBackoff(
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
