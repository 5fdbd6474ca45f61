/** Waiting for the thing itself instead of a time. */
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Asks until the answer is neither null, undefined nor false, and resolves to it.
 * Rejects after `timeoutMs` with what it waited for.
 */
export async function waitFor<T>(
  what: string,
  ask: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  timeoutMs = 10_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer !== null && answer !== undefined && answer !== false) return answer;
    if (Date.now() > deadline) throw new Error(`waited ${timeoutMs} ms in vain for ${what}`);
    await delay(15);
  }
}
