/** Orderly ends: one step that fails must not keep the others from ending what they hold. */

/** Runs every step in its order, each after the one before; throws the first failure once all have run. */
export async function runEndings(steps: readonly (() => Promise<void> | void)[]): Promise<void> {
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
