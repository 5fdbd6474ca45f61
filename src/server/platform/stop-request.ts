/** When this process should end: on SIGTERM or SIGINT, or when the npm that ran it is gone. */

const lookAtParentEveryMs = 500;

/**
 * Resolves when the process is asked to stop. Call it first thing: signals are heard from then on.
 * `watchParent`: `npm start` runs the command through a shell, which dies of a signal without passing it on; with
 * this, the shell's death is heard as the request that it was.
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
