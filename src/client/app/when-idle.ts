/** Runs work while the browser is idle. */

/** Calls `work` once the browser is idle. The returned function cancels it. */
export function runWhenIdle(work: () => void): () => void {
  // Safari has no requestIdleCallback, so code is not preloaded there.
  if (!('requestIdleCallback' in window)) return () => {};
  const handle = window.requestIdleCallback(work);
  return () => window.cancelIdleCallback(handle);
}
