/** Detects when this process must end: after SIGTERM or SIGINT, or when the npm process that started it has ended. */

const lookAtParentEveryMs = 500;

/**
 * Resolves at SIGTERM or SIGINT. Before this function is called, these signals end the process at once. With
 * `watchParent`, also resolves when the parent process ends, because the shell of `npm start` passes no signals on.
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
