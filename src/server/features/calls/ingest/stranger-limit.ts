/** Rate limit for webhooks with an unknown token, by IP address and minute. Webhooks with a known token don't count. */
import type { Clock } from '../../../platform/clock.ts';

export interface UnknownWebhookTokenLimiter {
  /**
   * Counts a webhook with an unknown token from the given IP address. Returns true if the address now exceeds the
   * limit.
   */
  isExceededBy(address: string): boolean;
}

const windowMs = 60_000;
const perWindow = 30;
const mostAddresses = 10_000;

export function createUnknownWebhookTokenLimiter(clock: Clock): UnknownWebhookTokenLimiter {
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
