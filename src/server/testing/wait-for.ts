/** Waits for a condition instead of a time. */
import { setTimeout as delay } from 'node:timers/promises';

const longestPauseMs = 150;

/**
 * Polls until the answer is not null, undefined or false, and resolves with it. Rejects after `timeoutMs` with a
 * description; the default is far longer than any busy machine needs.
 */
export async function waitFor<T>(
  what: string,
  ask: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  timeoutMs = 120_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  // Polling slows down gradually, because the awaited work runs on the same CPU.
  for (let pauseMs = 10; ; pauseMs = Math.min(longestPauseMs, pauseMs * 1.6)) {
    const answer = await ask();
    if (answer !== null && answer !== undefined && answer !== false) return answer;
    if (Date.now() > deadline) throw new Error(`waited ${timeoutMs} ms in vain for ${what}`);
    await delay(pauseMs);
  }
}
