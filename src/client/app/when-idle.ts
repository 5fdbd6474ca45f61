/** Work for when the browser has nothing better to do. */

/** Runs `work` once; the answer cancels. */
export function whenIdle(work: () => void): () => void {
  // Safari has no idle callback: what would be fetched ahead is fetched when it is needed.
  if (!('requestIdleCallback' in window)) return () => {};
  const handle = window.requestIdleCallback(work);
  return () => window.cancelIdleCallback(handle);
}
