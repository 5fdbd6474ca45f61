/** Detects when this process must end: on SIGTERM or SIGINT, or when the npm that started it has ended. */

const lookAtParentEveryMs = 500;

/**
 * Resolves when the process is asked to stop. Call it first, because signals are handled only from then on. `npm start`
 * uses a shell that dies of a signal without passing it on. With `watchParent`, the shell's end counts as the request
 * to stop.
 */
export function whenAskedToStop(options: { readonly watchParent: boolean }): Promise<void> {
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
