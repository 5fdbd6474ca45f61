// A reason why the server can't start, in one line for the operator. main.ts prints only its message. All other errors
// are defects and keep their stack.

/** The error for a start that fails for a known reason. `message` is one line in Spanish without secrets. */
export class StartupError extends Error {
  override name = 'StartupError';
}
