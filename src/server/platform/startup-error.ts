// Error for a known reason why the server can't start. main.ts prints only its message, and any other error with its
// stack.

/** Thrown if the start fails for a known reason. `message` is one line in Spanish without secrets. */
export class StartupError extends Error {
  override name = 'StartupError';
}
