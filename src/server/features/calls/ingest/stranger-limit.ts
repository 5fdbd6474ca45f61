/** Limits webhooks with an unknown token, by IP address and minute. A webhook with a known token is never counted. */
import type { Clock } from '../../../platform/clock.ts';

export interface UnknownTokenLimit {
  /** Counts one more webhook of this IP address. True if the address exceeds its limit. */
  isExceededBy(address: string): boolean;
}

const windowMs = 60_000;
const perWindow = 30;
const mostAddresses = 10_000;

export function createUnknownTokenLimit(clock: Clock): UnknownTokenLimit {
  let windowEndsMs = 0;
  const counts = new Map<string, number>();
  return {
    isExceededBy(address) {
      const nowMs = clock.monotonicMs();
      if (nowMs >= windowEndsMs || counts.size >= mostAddresses) {
        counts.clear();
        windowEndsMs = nowMs + windowMs;
      }
      const count = (counts.get(address) ?? 0) + 1;
      counts.set(address, count);
      return count > perWindow;
    },
  };
}
