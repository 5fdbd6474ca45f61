/** Detects when this process must end: after SIGTERM or SIGINT, or when the npm that started it has ended. */

const lookAtParentEveryMs = 500;

/**
 * Resolves when the process is asked to stop. Signals are handled only once it was called. With `watchParent`, the
 * parent's end counts too, because the shell of `npm start` does not pass signals on.
 */
export function waitForStopRequest(options: { readonly watchParent: boolean }): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
    if (!options.watchParent) return;
    const parent = process.ppid;
    const timer = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(timer);
      resolve();
    }, lookAtParentEveryMs);
    timer.unref();
  });
}
