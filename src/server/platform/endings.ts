/** Runs all shutdown steps in order, even if some fail. Then throws the first failure. */
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
