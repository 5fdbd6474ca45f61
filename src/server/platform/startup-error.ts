// A reason for which the server cannot start, said in one line that an operator can act on.
// main.ts prints the message alone, without a stack; everything else is a defect and keeps its stack.

/** Thrown while starting; `message` is Spanish, one line, free of secrets. */
export class StartupError extends Error {
  override name = 'StartupError';
}
