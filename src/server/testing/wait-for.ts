/** Waiting for the thing itself instead of a time. */
import { setTimeout as delay } from 'node:timers/promises';

const longestPauseMs = 150;

/**
 * Asks until the answer is neither null, undefined nor false, and resolves to it.
 * Rejects after `timeoutMs` with what it waited for: unless told, long after any busy machine would have got there.
 */
export async function waitFor<T>(
  what: string,
  ask: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  timeoutMs = 120_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  // Soon at first and then ever less often: what is waited for runs on the same cores as the asking.
  for (let pauseMs = 10; ; pauseMs = Math.min(longestPauseMs, pauseMs * 1.6)) {
    const answer = await ask();
    if (answer !== null && answer !== undefined && answer !== false) return answer;
    if (Date.now() > deadline) throw new Error(`waited ${timeoutMs} ms in vain for ${what}`);
    await delay(pauseMs);
  }
}
