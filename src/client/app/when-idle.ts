/** Runs work while the browser is idle. */

/** Runs `work` once the browser is idle. The returned function cancels it. */
export function whenIdle(work: () => void): () => void {
  // Safari has no idle callback; it loads the code only when it is needed.
  if (!('requestIdleCallback' in window)) return () => {};
  const handle = window.requestIdleCallback(work);
  return () => window.cancelIdleCallback(handle);
}
