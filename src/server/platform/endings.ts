/** Runs shutdown steps. A failing step must not keep the others from releasing their resources. */

/** Runs all shutdown steps in order. Throws the first failure once all of them have run. */
export async function runShutdownSteps(steps: readonly (() => Promise<void> | void)[]): Promise<void> {
  let failure: { readonly error: unknown } | undefined;
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      failure ??= { error };
    }
  }
  if (failure) throw failure.error;
}
